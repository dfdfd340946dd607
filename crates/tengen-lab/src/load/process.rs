//! The server as a child process: started, looked at, ended.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

/// A folder of its own, gone at the end.
#[derive(Debug)]
pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn new(name: &str) -> Result<Folder> {
        let path = std::env::temp_dir().join(format!("tengen-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).with_context(|| format!("{}", path.display()))?;
        Ok(Folder(path))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left lies in the system's folder for such things.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A running `tengen web`.
#[derive(Debug)]
pub(super) struct Program {
    child: Child,
    address: SocketAddr,
    /// What it says of faults.
    complaints: PathBuf,
}

impl Program {
    /// Starts it and reads its address.
    pub(super) fn start(program: &Path, folder: &Path, port: u16) -> Result<Program> {
        let complaints = folder.join("complaints.txt");
        let file = std::fs::File::create(&complaints)
            .with_context(|| format!("{}", complaints.display()))?;
        let mut child = Command::new(program)
            .args(["web", "--no-open", "--port", &port.to_string(), "--data"])
            .arg(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(file)
            .spawn()
            .with_context(|| format!("{} cannot be started", program.display()))?;
        let output = child.stdout.take().context("no output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let address = line
            .split("http://")
            .nth(1)
            .map(|it| it.trim().trim_end_matches('/'));
        let Some(address) = address.and_then(|it| it.parse().ok()) else {
            child.kill().ok();
            child.wait().ok();
            bail!("the program says no address: {line:?}");
        };
        Ok(Program {
            child,
            address,
            complaints,
        })
    }

    /// Panics and other faults that it told of.
    pub(super) fn complaints(&self) -> Vec<String> {
        let text = std::fs::read_to_string(&self.complaints).unwrap_or_default();
        let is_fault = |line: &&str| line.contains("panicked") || line.contains("failed");
        text.lines().filter(is_fault).map(str::to_owned).collect()
    }

    /// Files and sockets that it holds open.
    pub(super) fn open_files(&self) -> usize {
        let listed = std::fs::read_dir(format!("/proc/{}/fd", self.child.id()));
        listed.map_or(0, Iterator::count)
    }

    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Resident memory.
    pub(super) fn memory_kib(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with("VmRSS:"));
        let number = line.and_then(|line| line.split_whitespace().nth(1));
        number.and_then(|number| number.parse().ok()).unwrap_or(0)
    }

    /// Processor time so far.
    pub(super) fn cpu_seconds(&self) -> f64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()));
        let stat = stat.unwrap_or_default();
        // The name in brackets may hold blanks; fields are counted from behind it.
        let fields = stat.rsplit(')').next().unwrap_or_default();
        let ticks: u64 = fields
            .split_whitespace()
            .skip(11)
            .take(2)
            .filter_map(|field| field.parse::<u64>().ok())
            .sum();
        ticks as f64 / 100.0
    }

    /// Ends it as a system does; how long it took.
    pub(super) fn end(mut self) -> Result<Duration> {
        let begun = Instant::now();
        let told = Command::new("kill")
            .arg(self.child.id().to_string())
            .status();
        if !told.is_ok_and(|status| status.success()) {
            self.child.kill()?;
        }
        let status = self.child.wait()?;
        if !status.success() {
            bail!("the program ended with {status}");
        }
        Ok(begun.elapsed())
    }

    /// Ends it in mid-air.
    pub(super) fn kill(mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }
}
