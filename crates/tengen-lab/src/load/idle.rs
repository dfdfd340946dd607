//! Connections that say nothing.

use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::Result;
use tengen_web::client::{self, Client};

use super::notes::Notes;
use super::process::Program;

use crate::output::say;

/// What an idle connection may cost, in KiB of the server's memory.
const MOST_KIB: f64 = 64.0;
/// What all of them may cost, as a share of a core.
const MOST_CPU: f64 = 0.02;

/// Opens so many, lets them be silent for so long, and tells what they cost.
pub(super) fn stay(
    program: &Program,
    count: usize,
    time: Duration,
    notes: &Notes,
) -> Result<Vec<Client>> {
    let before = program.memory_kib();
    let mut idle = open(program.address(), count)?;
    let each = program.memory_kib().saturating_sub(before) as f64 / count as f64;
    let (cpu, since) = (program.cpu_seconds(), Instant::now());
    while since.elapsed() < time {
        idle.retain_mut(Client::tend);
        std::thread::sleep(Duration::from_millis(500).min(time));
    }
    let share = (program.cpu_seconds() - cpu) / since.elapsed().as_secs_f64();
    let dropped = count - idle.len();
    say!(
        "{count} idle connections for {} s: {each:.1} KiB each, {:.2}% of a core, {dropped} dropped",
        time.as_secs(),
        share * 100.0
    );
    if each > MOST_KIB {
        notes.fault(format!("an idle connection takes {each:.1} KiB"));
    }
    if share > MOST_CPU {
        notes.fault(format!("idle connections take {share:.3} of a core"));
    }
    if dropped > 0 {
        notes.fault(format!("{dropped} idle connections were dropped"));
    }
    Ok(idle)
}

/// Opens connections at the rate that the server allows.
fn open(address: SocketAddr, count: usize) -> Result<Vec<Client>> {
    let cookie = client::enter(address, "", None)?;
    let mut connections = Vec::new();
    while connections.len() < count {
        match Client::connect(address, &cookie) {
            Ok(connection) => connections.push(connection),
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                // Pings of those that are open must be answered meanwhile.
                connections.retain_mut(Client::tend);
                std::thread::sleep(Duration::from_millis(110));
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(connections)
}
