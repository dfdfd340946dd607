//! A plain client: what a page says, without a page. For tests and for measuring.
//!
//! It blocks, speaks HTTP/1.1 and WebSocket over one `TcpStream`, and lets its caller send
//! what no browser would.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use crate::messages::{Ask, Request, Snapshot, Tell, Told};

/// How long anything may take before a test calls it lost.
const PATIENCE: Duration = Duration::from_secs(30);

/// The answer to a plain request.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The head as it came.
    pub head: String,
    /// The body.
    pub body: Vec<u8>,
}

impl Answer {
    /// The value of a header, by its name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().skip(1).find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }
}

/// Something that came over a WebSocket.
#[derive(Clone, Debug, PartialEq)]
pub enum Frame {
    /// A message.
    Text(String),
    /// The end, with its code if one was given.
    Close(Option<u16>),
    /// The connection broke without a word.
    Gone,
}

/// Sends bytes as they are and reads one answer.
///
/// # Errors
/// What the system says.
pub fn raw(address: SocketAddr, request: &[u8]) -> io::Result<Answer> {
    let mut stream = open(address)?;
    stream.write_all(request)?;
    let head = read_head(&mut stream)?;
    let status = status_of(&head);
    let mut answer = Answer {
        status,
        head,
        body: Vec::new(),
    };
    let length = answer
        .header("content-length")
        .and_then(|it| it.parse().ok());
    let is_head = request.starts_with(b"HEAD ");
    match length {
        Some(length) if !is_head => {
            answer.body = vec![0; length];
            stream.read_exact(&mut answer.body)?;
        }
        _ => {}
    }
    Ok(answer)
}

/// A request of our own page, with these headers besides Host.
///
/// # Errors
/// What the system says.
pub fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> io::Result<Answer> {
    let mut text = format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\n");
    for (name, value) in headers {
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    if !body.is_empty() || method == "POST" {
        text.push_str(&format!("Content-Length: {}\r\n", body.len()));
    }
    text.push_str("\r\n");
    let mut bytes = text.into_bytes();
    bytes.extend_from_slice(body);
    raw(address, &bytes)
}

/// Exchanges a token for a cookie, as the page does; the cookie as it is to be sent back.
///
/// # Errors
/// What the system says, or `PermissionDenied` if the server refuses.
pub fn enter(address: SocketAddr, token: &str, cookie: Option<&str>) -> io::Result<String> {
    let body = format!("{{\"token\":\"{token}\"}}");
    let mut headers = vec![("X-Tengen", "1"), ("Content-Type", "application/json")];
    headers.extend(cookie.map(|cookie| ("Cookie", cookie)));
    let answer = request(address, "POST", "/api/enter", &headers, body.as_bytes())?;
    let cookie = answer.header("set-cookie");
    let cookie = cookie.and_then(|it| it.split(';').next());
    cookie.map(str::to_owned).ok_or_else(|| {
        let message = format!("{} to a token", answer.status);
        io::Error::new(io::ErrorKind::PermissionDenied, message)
    })
}

fn open(address: SocketAddr) -> io::Result<TcpStream> {
    let stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Reads up to the empty line, one byte at a time: nothing of what follows is taken.
fn read_head(stream: &mut TcpStream) -> io::Result<String> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        if stream.read(&mut byte)? == 0 || head.len() > 64 << 10 {
            let message = "the answer has no end";
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, message));
        }
        head.push(byte[0]);
    }
    Ok(String::from_utf8_lossy(&head).into_owned())
}

fn status_of(head: &str) -> u16 {
    let word = head.split(' ').nth(1);
    word.and_then(|word| word.parse().ok()).unwrap_or(0)
}

/// A WebSocket as a page has it.
#[derive(Debug)]
pub struct Client {
    stream: TcpStream,
    next: u64,
}

impl Client {
    /// Connects with a cookie.
    ///
    /// # Errors
    /// What the system says, or `PermissionDenied` with the status if it is refused.
    pub fn connect(address: SocketAddr, cookie: &str) -> io::Result<Client> {
        let origin = format!("http://{address}");
        Client::connect_as(address, &[("Origin", &origin), ("Cookie", cookie)])
    }

    /// Connects with any headers.
    ///
    /// # Errors
    /// As [`connect`](Client::connect).
    pub fn connect_as(address: SocketAddr, headers: &[(&str, &str)]) -> io::Result<Client> {
        let mut stream = open(address)?;
        let mut text = format!("GET /ws HTTP/1.1\r\nHost: {address}\r\n");
        for (name, value) in headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        text.push_str(
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGVuZ2VuIHRlc3RzLi4uLg==\r\n\r\n",
        );
        stream.write_all(text.as_bytes())?;
        let status = status_of(&read_head(&mut stream)?);
        if status != 101 {
            let message = format!("refused with {status}");
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, message));
        }
        Ok(Client { stream, next: 1 })
    }

    /// Connects, enters a room and waits for the first snapshot.
    ///
    /// # Errors
    /// What the system says.
    pub fn join(
        address: SocketAddr,
        cookie: &str,
        room: Option<&str>,
    ) -> io::Result<(Client, Snapshot)> {
        let mut client = Client::connect(address, cookie)?;
        let told = client.ask(Ask::Hello {
            room: room.map(str::to_owned),
        })?;
        match told {
            Tell::Snapshot(snapshot) => Ok((client, *snapshot)),
            other => Err(io::Error::other(format!("no snapshot but {other:?}"))),
        }
    }

    /// The stream itself.
    pub fn stream(&mut self) -> &mut TcpStream {
        &mut self.stream
    }

    /// Sends a request; its number.
    ///
    /// # Errors
    /// What the system says.
    pub fn send(&mut self, ask: Ask) -> io::Result<u64> {
        let id = self.next;
        self.next += 1;
        let request = Request { id: Some(id), ask };
        self.send_text(&serde_json::to_string(&request)?)?;
        Ok(id)
    }

    /// Sends a text.
    ///
    /// # Errors
    /// What the system says.
    pub fn send_text(&mut self, text: &str) -> io::Result<()> {
        self.send_frame(0x81, text.as_bytes())
    }

    /// Sends a whole frame with this first byte, masked as a client must.
    ///
    /// # Errors
    /// What the system says.
    pub fn send_frame(&mut self, first: u8, payload: &[u8]) -> io::Result<()> {
        let mut frame = vec![first];
        match payload.len() {
            length @ 0..=125 => frame.push(0x80 | length as u8),
            length @ 126..=0xFFFF => {
                frame.push(0x80 | 126);
                frame.extend_from_slice(&(length as u16).to_be_bytes());
            }
            length => {
                frame.push(0x80 | 127);
                frame.extend_from_slice(&(length as u64).to_be_bytes());
            }
        }
        let mask = [0x5A, 0xC3, 0x17, 0x88];
        frame.extend_from_slice(&mask);
        let masked = payload.iter().zip(mask.iter().cycle());
        frame.extend(masked.map(|(byte, mask)| byte ^ mask));
        self.stream.write_all(&frame)
    }

    /// The next message or the end; pings are answered on the way.
    ///
    /// # Errors
    /// What the system says, also if nothing comes for long.
    pub fn receive(&mut self) -> io::Result<Frame> {
        loop {
            if let Some(frame) = self.receive_one()? {
                return Ok(frame);
            }
        }
    }

    /// Takes what has come and answers pings, without waiting for anything; whether the
    /// connection lives.
    pub fn tend(&mut self) -> bool {
        loop {
            let looked = self
                .stream
                .set_nonblocking(true)
                .and_then(|()| self.stream.peek(&mut [0]));
            if self.stream.set_nonblocking(false).is_err() {
                return false;
            }
            match looked {
                Err(error) => return error.kind() == io::ErrorKind::WouldBlock,
                Ok(0) => return false,
                Ok(_) => match self.receive_one() {
                    Ok(None | Some(Frame::Text(_))) => {}
                    Ok(Some(Frame::Close(_) | Frame::Gone)) | Err(_) => return false,
                },
            }
        }
    }

    /// One frame; `None` for one that says nothing to the caller.
    fn receive_one(&mut self) -> io::Result<Option<Frame>> {
        let mut head = [0; 2];
        if let Err(error) = self.stream.read_exact(&mut head) {
            let broken = [
                io::ErrorKind::UnexpectedEof,
                io::ErrorKind::ConnectionReset,
                io::ErrorKind::BrokenPipe,
            ];
            return match broken.contains(&error.kind()) {
                true => Ok(Some(Frame::Gone)),
                false => Err(error),
            };
        }
        let length = match head[1] & 0x7F {
            126 => {
                let mut bytes = [0; 2];
                self.stream.read_exact(&mut bytes)?;
                usize::from(u16::from_be_bytes(bytes))
            }
            127 => {
                let mut bytes = [0; 8];
                self.stream.read_exact(&mut bytes)?;
                usize::try_from(u64::from_be_bytes(bytes)).unwrap_or(usize::MAX)
            }
            short => usize::from(short),
        };
        let mut payload = vec![0; length.min(16 << 20)];
        self.stream.read_exact(&mut payload)?;
        Ok(match head[0] & 0x0F {
            0x1 => Some(Frame::Text(String::from_utf8_lossy(&payload).into_owned())),
            0x8 => {
                let code = payload.get(..2);
                Some(Frame::Close(
                    code.map(|it| u16::from_be_bytes([it[0], it[1]])),
                ))
            }
            0x9 => {
                self.send_frame(0x8A, &payload)?;
                None
            }
            _ => None,
        })
    }

    /// The next message of the server.
    ///
    /// # Errors
    /// What the system says, or that the connection has ended.
    pub fn told(&mut self) -> io::Result<Told> {
        match self.receive()? {
            Frame::Text(text) => Ok(serde_json::from_str(&text)?),
            other => Err(io::Error::other(format!("the connection ended: {other:?}"))),
        }
    }

    /// Asks, and waits for the answer; what comes before it is passed over.
    ///
    /// # Errors
    /// As [`told`](Client::told).
    pub fn ask(&mut self, ask: Ask) -> io::Result<Tell> {
        let id = self.send(ask)?;
        loop {
            let told = self.told()?;
            if told.re == Some(id) {
                return Ok(told.tell);
            }
        }
    }

    /// Waits for a snapshot that satisfies `wanted`.
    ///
    /// # Errors
    /// As [`told`](Client::told).
    pub fn wait_for(&mut self, wanted: impl Fn(&Snapshot) -> bool) -> io::Result<Snapshot> {
        loop {
            if let Tell::Snapshot(snapshot) = self.told()?.tell
                && wanted(&snapshot)
            {
                return Ok(*snapshot);
            }
        }
    }
}
