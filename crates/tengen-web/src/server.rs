//! The server: a port, connections, and a good end.

use std::net::{IpAddr, SocketAddr, TcpListener as StdListener};
use std::sync::Arc;
use std::time::Duration;

use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tengen_play::store::Store;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use tokio::sync::Semaphore;

use crate::access::{Doorman, Names};
use crate::rooms::{Rooms, Services};
use crate::routes::{self, App, Peer};
use crate::searches::{SLICE, Searches};
use crate::token::Token;

/// The port that is tried first where none is asked for: 天元 is point 8-8 of 15.
pub const USUAL_PORT: u16 = 8815;
/// How many ports after it are tried.
const PORTS_TRIED: u16 = 20;
/// Connections at a time; more wait to be accepted.
const MOST_CONNECTIONS: usize = 4_096;
/// How long the head of a request may take.
const HEAD_WITHIN: Duration = Duration::from_secs(10);
/// How long the end may take.
const END_WITHIN: Duration = Duration::from_millis(1_400);

/// How a server is set up.
#[derive(Debug)]
pub struct Config {
    /// The port; 0 for any free one; `None` for the usual one or the next that is free.
    pub port: Option<u16>,
    /// The name or address by which other machines reach it; `None` for loopback alone.
    pub host: Option<String>,
    /// Where games are kept.
    pub store: Option<Store>,
    /// Why they are not, for people.
    pub store_trouble: Option<String>,
    /// Cores for searches; `None` for all.
    pub cores: Option<usize>,
    /// New sockets a second from one address, and at once.
    pub socket_rate: (f64, f64),
    /// How long a connection may be silent.
    pub silence: Silence,
    /// How long a study goes on while others wait.
    pub study_slice: Duration,
    /// Bytes of a file into text, whatever their encoding.
    pub decode: fn(&[u8]) -> String,
}

impl Default for Config {
    /// On loopback, without a store, reading UTF-8.
    fn default() -> Config {
        Config {
            port: None,
            host: None,
            store: None,
            store_trouble: None,
            cores: None,
            socket_rate: (10.0, 60.0),
            silence: Silence::default(),
            study_slice: SLICE,
            decode: |bytes| String::from_utf8_lossy(bytes).into_owned(),
        }
    }
}

/// How long a connection may be silent before it is taken for dead. A page that lives
/// answers every ping, whatever its person does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Silence {
    /// How often it is asked whether it lives.
    pub ask_every: Duration,
    /// After how long without a word it is dropped.
    pub most: Duration,
}

impl Default for Silence {
    /// Asked every 20 s, dropped after 60 s.
    fn default() -> Silence {
        Silence {
            ask_every: Duration::from_secs(20),
            most: Duration::from_secs(60),
        }
    }
}

/// Why a server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The port that was asked for is taken, or may not be used.
    #[error("port {port} cannot be used: {reason}")]
    Port {
        /// Which.
        port: u16,
        /// What the system says.
        reason: std::io::Error,
    },
    /// None of the usual ports is free.
    #[error("none of the ports {first} to {last} is free: name another with --port")]
    NoPort {
        /// The first that was tried.
        first: u16,
        /// The last.
        last: u16,
    },
    /// The name of `--host` leads nowhere.
    #[error("--host {host}: {reason}")]
    Host {
        /// The name.
        host: String,
        /// What the system says.
        reason: std::io::Error,
    },
    /// The name of `--host` leads to another machine.
    #[error("--host {host} is no address of this machine: 0.0.0.0 stands for all that it has")]
    NotHere {
        /// The name.
        host: String,
    },
    /// The system has no threads or no randomness to give.
    #[error("the server cannot start: {0}")]
    System(String),
}

/// A running server. It ends with [`stop`](Server::stop), or when it is dropped.
#[derive(Debug)]
pub struct Server {
    runtime: Option<Runtime>,
    rooms: Rooms,
    address: SocketAddr,
    /// The port that was wanted and taken, if another had to be used.
    taken: Option<u16>,
    link: String,
    signals: Option<Signals>,
}

impl Server {
    /// Binds the port and begins to serve.
    ///
    /// # Errors
    /// [`StartError`] says what is in the way.
    pub fn start(config: Config) -> Result<Server, StartError> {
        raise_file_limit();
        let (listener, taken) = bind(&config)?;
        let system = |error: std::io::Error| StartError::System(error.to_string());
        let address = listener.local_addr().map_err(system)?;
        listener.set_nonblocking(true).map_err(system)?;
        let cores = config.cores.unwrap_or_else(|| {
            std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
        });
        let key = match config.host {
            Some(_) => Some(Token::new().map_err(|error| StartError::System(error.to_string()))?),
            None => None,
        };
        let base = base_address(&config, address);
        let link = match &key {
            Some(key) => format!("{base}/#enter={}", key.secret()),
            None => format!("{base}/"),
        };
        let rooms = Rooms::new(Services {
            store: config.store,
            store_trouble: config.store_trouble,
            searches: Searches::start(cores, config.study_slice).map_err(system)?,
            addresses: config.host.as_ref().map(|_| base).into_iter().collect(),
            key,
            silence: config.silence,
        });
        let app = Arc::new(App {
            rooms: rooms.clone(),
            names: Names::new(address.port(), config.host.as_deref()),
            sockets: Doorman::new(config.socket_rate.0, config.socket_rate.1),
            posts: Doorman::new(10.0, 100.0),
            decode: config.decode,
            cookie: format!("tengen-{}", address.port()),
        });
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("server")
            .enable_all()
            .build()
            .map_err(system)?;
        let entered = runtime.enter();
        let listener = TcpListener::from_std(listener).map_err(system)?;
        drop(entered);
        runtime.spawn(accept(listener, routes::router(app)));
        Ok(Server {
            runtime: Some(runtime),
            rooms,
            address,
            taken,
            link,
            signals: None,
        })
    }

    /// Hears signals from now on, for [`run`](Server::run): one that comes before would end
    /// the program without order. To be called before anybody is told that it serves.
    ///
    /// # Errors
    /// What the system says if signals cannot be heard.
    pub fn hear_signals(&mut self) -> std::io::Result<()> {
        if let Some(runtime) = &self.runtime {
            let _entered = runtime.enter();
            self.signals = Some(Signals::new()?);
        }
        Ok(())
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address to open in a browser; with `--host` it holds the token.
    pub fn link(&self) -> &str {
        &self.link
    }

    /// The usual port, if it was taken and another had to be used.
    pub fn taken_port(&self) -> Option<u16> {
        self.taken
    }

    /// Searches that run and that wait.
    pub fn searches(&self) -> (usize, usize) {
        self.rooms.services().searches.load()
    }

    /// Connections to pages that are open.
    pub fn connections(&self) -> usize {
        self.rooms.connections()
    }

    /// Rooms that are open.
    pub fn open_rooms(&self) -> usize {
        self.rooms.open_rooms()
    }

    /// Serves until the program is told to end (SIGTERM, SIGINT, Ctrl-C), then ends in
    /// order. A second signal ends the program at once.
    ///
    /// # Errors
    /// What the system says if signals cannot be heard.
    pub fn run(mut self) -> std::io::Result<()> {
        if self.signals.is_none() {
            self.hear_signals()?;
        }
        if let (Some(runtime), Some(mut signals)) = (&self.runtime, self.signals.take()) {
            runtime.block_on(signals.next());
            runtime.spawn(async move {
                signals.next().await;
                std::process::exit(130);
            });
        }
        self.end();
        Ok(())
    }

    /// Closes all connections and ends: everything is saved already.
    pub fn stop(mut self) {
        self.end();
    }

    fn end(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // What was told to the connections is sent before they end.
            self.rooms.close(END_WITHIN);
            runtime.shutdown_timeout(Duration::from_millis(200));
            self.rooms.services().searches.close();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

/// What tells a program to end.
#[cfg(unix)]
#[derive(Debug)]
struct Signals([tokio::signal::unix::Signal; 3]);

#[cfg(unix)]
impl Signals {
    fn new() -> std::io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals([
            signal(SignalKind::terminate())?,
            signal(SignalKind::hangup())?,
            signal(SignalKind::interrupt())?,
        ]))
    }

    /// Waits for one.
    async fn next(&mut self) {
        let [terminate, hangup, interrupt] = &mut self.0;
        tokio::select! {
            _ = terminate.recv() => {}
            _ = hangup.recv() => {}
            _ = interrupt.recv() => {}
        }
    }
}

/// What tells a program to end.
#[cfg(windows)]
#[derive(Debug)]
struct Signals(tokio::signal::windows::CtrlC);

#[cfg(windows)]
impl Signals {
    fn new() -> std::io::Result<Signals> {
        tokio::signal::windows::ctrl_c().map(Signals)
    }

    /// Waits for one.
    async fn next(&mut self) {
        self.0.recv().await;
    }
}

/// A thousand idle pages need as many open files.
fn raise_file_limit() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let mut limit = getrlimit(Resource::Nofile);
        limit.current = limit.maximum;
        // If it may not be raised, fewer pages can be open at a time.
        let _ = setrlimit(Resource::Nofile, limit);
    }
}

/// The listener, and the port that was taken where another had to be used.
fn bind(config: &Config) -> Result<(StdListener, Option<u16>), StartError> {
    let at = |port: u16| -> Result<StdListener, StartError> {
        match &config.host {
            None => StdListener::bind((IpAddr::from([127, 0, 0, 1]), port))
                .map_err(|reason| StartError::Port { port, reason }),
            Some(host) => {
                use std::net::ToSocketAddrs;
                let fault = |reason| StartError::Host {
                    host: host.clone(),
                    reason,
                };
                let addresses: Vec<SocketAddr> = (host.as_str(), port)
                    .to_socket_addrs()
                    .map_err(fault)?
                    .collect();
                StdListener::bind(&addresses[..]).map_err(|reason| match reason.kind() {
                    std::io::ErrorKind::AddrNotAvailable => {
                        StartError::NotHere { host: host.clone() }
                    }
                    _ => StartError::Port { port, reason },
                })
            }
        }
    };
    if let Some(port) = config.port {
        return Ok((at(port)?, None));
    }
    let last = USUAL_PORT + PORTS_TRIED;
    for port in USUAL_PORT..=last {
        match at(port) {
            Ok(listener) => {
                let taken = (port != USUAL_PORT).then_some(USUAL_PORT);
                return Ok((listener, taken));
            }
            Err(StartError::Port { reason, .. })
                if reason.kind() == std::io::ErrorKind::AddrInUse => {}
            Err(error) => return Err(error),
        }
    }
    Err(StartError::NoPort {
        first: USUAL_PORT,
        last,
    })
}

/// The address that people type, without a path.
fn base_address(config: &Config, address: SocketAddr) -> String {
    let port = address.port();
    let name = match &config.host {
        None => "127.0.0.1".to_owned(),
        Some(_) if address.ip().is_unspecified() => own_address().to_string(),
        Some(host) => host.clone(),
    };
    match name.contains(':') {
        true => format!("http://[{name}]:{port}"),
        false => format!("http://{name}:{port}"),
    }
}

/// The address by which this machine reaches others; nothing is sent to find it out.
fn own_address() -> IpAddr {
    let find = || -> std::io::Result<IpAddr> {
        let socket = std::net::UdpSocket::bind("0.0.0.0:0")?;
        // An address for documentation: no machine has it.
        socket.connect("192.0.2.1:9")?;
        Ok(socket.local_addr()?.ip())
    };
    find().unwrap_or_else(|_| IpAddr::from([127, 0, 0, 1]))
}

async fn accept(listener: TcpListener, router: Router) {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else {
            return;
        };
        match listener.accept().await {
            Ok((stream, peer)) => {
                let router = router.clone();
                tokio::spawn(async move {
                    serve_connection(stream, peer.ip(), router).await;
                    drop(place);
                });
            }
            // Out of files, or the other end has gone already: not to be tried without
            // end in the meantime.
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

async fn serve_connection(stream: TcpStream, peer: IpAddr, router: Router) {
    // Small messages go out at once.
    let _ = stream.set_nodelay(true);
    let service = TowerToHyperService::new(router.layer(Extension(Peer(peer))));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_WITHIN)
        .max_buf_size(16 << 10)
        .max_headers(64)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    // A connection that breaks is the other end's business.
    let _ = connection.await;
}
