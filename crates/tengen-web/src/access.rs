//! Who may talk to the server at all: by Host, by Origin, by how often.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The names by which the server may be called.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    port: u16,
    /// The name or address of `--host`, in lower case.
    host: Option<String>,
    /// Whether any address (not name) will do, because the server listens on all of them.
    any_address: bool,
}

impl Names {
    /// Loopback alone, and what `--host` names.
    pub(crate) fn new(port: u16, host: Option<&str>) -> Names {
        let any = host
            .and_then(|host| host.parse::<IpAddr>().ok())
            .is_some_and(|address| address.is_unspecified());
        Names {
            port,
            host: host.map(str::to_lowercase),
            any_address: any,
        }
    }

    /// Whether a `Host` header is one of ours: `localhost:7000`, `[::1]:7000`. A name of
    /// somebody else that leads to this machine is not.
    pub(crate) fn is_host(&self, header: &str) -> bool {
        let header = header.to_ascii_lowercase();
        let (name, port) = match header.strip_prefix('[') {
            Some(rest) => match rest.split_once(']') {
                Some((address, after)) => (address.to_owned(), after.strip_prefix(':')),
                None => return false,
            },
            None => match header.split_once(':') {
                Some((name, port)) => (name.to_owned(), Some(port)),
                None => (header.clone(), None),
            },
        };
        let port_fits = match port {
            Some(port) => port == self.port.to_string(),
            None => self.port == 80 && !header.ends_with(':'),
        };
        let bracketed = header.starts_with('[');
        let address = name.parse::<IpAddr>().ok();
        if bracketed != address.is_some_and(|address| address.is_ipv6()) {
            return false;
        }
        let name_fits = name == "localhost"
            || name == "127.0.0.1"
            || name == "::1"
            || self.host.as_deref() == Some(name.as_str())
            || (self.any_address && address.is_some());
        port_fits && name_fits
    }

    /// Whether an `Origin` header is one of ours.
    pub(crate) fn is_origin(&self, header: &str) -> bool {
        header
            .strip_prefix("http://")
            .is_some_and(|host| self.is_host(host))
    }
}

/// So many at once, and so many a second after that.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    left: f64,
    burst: f64,
    a_second: f64,
    filled: Instant,
}

impl Bucket {
    pub(crate) fn new(a_second: f64, burst: f64) -> Bucket {
        Bucket {
            left: burst,
            burst,
            a_second,
            filled: Instant::now(),
        }
    }

    /// Takes one out; `false` if there is none.
    pub(crate) fn take(&mut self) -> bool {
        self.take_at(Instant::now())
    }

    fn take_at(&mut self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.filled).as_secs_f64();
        self.filled = now;
        self.left = (self.left + passed * self.a_second).min(self.burst);
        if self.left < 1.0 {
            return false;
        }
        self.left -= 1.0;
        true
    }
}

/// A bucket for each address.
#[derive(Debug)]
pub(crate) struct Doorman {
    a_second: f64,
    burst: f64,
    buckets: Mutex<HashMap<IpAddr, Bucket>>,
}

/// Addresses whose buckets are remembered; beyond, those that are full again go.
const MOST_ADDRESSES: usize = 10_000;

impl Doorman {
    pub(crate) fn new(a_second: f64, burst: f64) -> Doorman {
        Doorman {
            a_second,
            burst,
            buckets: Mutex::new(HashMap::new()),
        }
    }

    /// Whether one more from this address may come in.
    pub(crate) fn lets_in(&self, address: IpAddr) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MOST_ADDRESSES {
            let full_again = Duration::from_secs_f64(self.burst / self.a_second);
            buckets.retain(|_, bucket| bucket.filled.elapsed() < full_again);
        }
        let fresh = || Bucket::new(self.a_second, self.burst);
        buckets.entry(address).or_insert_with(fresh).take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_names_are_hosts() {
        let names = Names::new(7000, None);
        for own in [
            "localhost:7000",
            "LOCALHOST:7000",
            "127.0.0.1:7000",
            "[::1]:7000",
        ] {
            assert!(names.is_host(own), "{own}");
            assert!(names.is_origin(&format!("http://{own}")), "{own}");
        }
        for foreign in [
            "",
            "localhost",
            "localhost:",
            "localhost:7001",
            "localhost:07000",
            "localhost.evil.test:7000",
            "evil.test:7000",
            "127.0.0.1.evil.test:7000",
            "127.0.0.2:7000",
            "192.168.1.5:7000",
            "[::1:7000",
            "::1:7000",
            "[127.0.0.1]:7000",
            "localhost:7000:7000",
            "localhost:7000/",
            "user@localhost:7000",
        ] {
            assert!(!names.is_host(foreign), "{foreign}");
            assert!(!names.is_origin(&format!("http://{foreign}")), "{foreign}");
        }
        for foreign in [
            "null",
            "https://localhost:7000",
            "file://",
            "http://",
            "localhost:7000",
        ] {
            assert!(!names.is_origin(foreign), "{foreign}");
        }
    }

    #[test]
    fn a_host_that_was_asked_for_is_one_more() {
        let named = Names::new(7000, Some("Board.Home"));
        assert!(named.is_host("board.home:7000") && named.is_host("localhost:7000"));
        assert!(!named.is_host("192.168.1.5:7000"));
        let all = Names::new(7000, Some("0.0.0.0"));
        assert!(all.is_host("192.168.1.5:7000") && all.is_host("[fe80::1]:7000"));
        assert!(!all.is_host("evil.test:7000"));
        assert!(Names::new(80, None).is_host("localhost"));
    }

    #[test]
    fn a_bucket_gives_a_burst_and_then_its_rate() {
        let mut bucket = Bucket::new(10.0, 60.0);
        let start = bucket.filled;
        let at = |ms: u64| start + Duration::from_millis(ms);
        assert!((0..60).all(|_| bucket.take_at(start)));
        assert!(!bucket.take_at(start));
        let later = (0..100).filter(|n| bucket.take_at(at(10 * n))).count();
        assert!((9..=11).contains(&later), "{later}");
    }
}
