//! What a process has used: memory and processor time, as Linux tells under `/proc`.

use std::time::Duration;

/// Resources of a process. A field is `None` where the system does not tell (systems
/// other than Linux, or a process that is gone). Children of the process do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Processor time of all threads since the start.
    pub cpu: Option<Duration>,
    /// The most resident memory so far, in KiB (`VmHWM`).
    pub peak_kib: Option<u64>,
    /// Resident memory now, in KiB (`VmRSS`).
    pub resident_kib: Option<u64>,
    /// Memory that belongs to this process alone, in KiB: what Gomocup's judge counts.
    pub unique_kib: Option<u64>,
    /// Number of threads.
    pub threads: Option<u64>,
    /// Number of open files.
    pub files: Option<u64>,
}

impl Usage {
    /// Processor time and memory of the process with this id; quick enough for every
    /// move. [`Usage::of_process_in_full`] tells the rest.
    pub fn of_process(pid: u32) -> Usage {
        system::quick(pid)
    }

    /// All that is known about the process with this id. Summing up its pages may take
    /// a millisecond.
    pub fn of_process_in_full(pid: u32) -> Usage {
        system::full(pid)
    }
}

#[cfg(target_os = "linux")]
mod system {
    use super::{Duration, Usage};
    use std::fs;

    /// `/proc/PID/stat` counts in units of 1/100 s on every Linux that programs meet:
    /// the number is part of the kernel's interface.
    const TICKS_PER_SECOND: u64 = 100;

    pub(super) fn quick(pid: u32) -> Usage {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        Usage {
            cpu: cpu_time(&stat),
            peak_kib: field(&status, "VmHWM:"),
            resident_kib: field(&status, "VmRSS:"),
            threads: field(&status, "Threads:"),
            ..Usage::default()
        }
    }

    pub(super) fn full(pid: u32) -> Usage {
        let pages = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).unwrap_or_default();
        let clean = field(&pages, "Private_Clean:");
        let dirty = field(&pages, "Private_Dirty:");
        let files = fs::read_dir(format!("/proc/{pid}/fd")).ok();
        Usage {
            unique_kib: clean.zip(dirty).map(|(clean, dirty)| clean + dirty),
            files: files.map(|files| files.count() as u64),
            ..quick(pid)
        }
    }

    /// The number behind `name` in text of lines such as `VmHWM:     1234 kB`.
    pub(super) fn field(text: &str, name: &str) -> Option<u64> {
        let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
        rest.split_whitespace().next()?.parse().ok()
    }

    /// User and system time in `stat`: the 14th and 15th field. The second is the
    /// program's name in brackets, which may hold anything.
    pub(super) fn cpu_time(stat: &str) -> Option<Duration> {
        let after_name = &stat[stat.rfind(')')? + 1..];
        let mut fields = after_name.split_whitespace().skip(11);
        let user: u64 = fields.next()?.parse().ok()?;
        let system: u64 = fields.next()?.parse().ok()?;
        let ticks = user.checked_add(system)?;
        Some(Duration::from_millis(
            ticks.saturating_mul(1000 / TICKS_PER_SECOND),
        ))
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use super::Usage;

    pub(super) fn quick(_pid: u32) -> Usage {
        Usage::default()
    }

    pub(super) fn full(_pid: u32) -> Usage {
        Usage::default()
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::system::{cpu_time, field};
    use super::*;

    #[test]
    fn fields_are_found_behind_any_program_name() {
        let stat = "42 (a) b (c) S 1 2 3 4 5 6 7 8 9 10 150 25 0 0 20";
        assert_eq!(cpu_time(stat), Some(Duration::from_millis(1750)));
        assert_eq!(cpu_time("42 (cut"), None);
        assert_eq!(cpu_time(""), None);
        let status = "Name:\tx\nVmHWM:\t    1234 kB\nThreads:\t7\n";
        assert_eq!(field(status, "VmHWM:"), Some(1234));
        assert_eq!(field(status, "Threads:"), Some(7));
        assert_eq!(field(status, "VmRSS:"), None);
    }

    #[test]
    fn this_very_process_has_used_something() {
        let usage = Usage::of_process_in_full(std::process::id());
        assert!(usage.peak_kib >= usage.resident_kib, "{usage:?}");
        assert!(
            usage.unique_kib > Some(0) && usage.threads > Some(0),
            "{usage:?}"
        );
        assert!(usage.files >= Some(3) && usage.cpu.is_some(), "{usage:?}");
    }

    #[test]
    fn a_process_that_is_not_there_tells_nothing() {
        assert_eq!(Usage::of_process_in_full(u32::MAX), Usage::default());
    }
}
