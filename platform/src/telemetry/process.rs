//! Metrics of the process, with the names that all Prometheus clients use. They are read from
//! `/proc` for each request; elsewhere than on Linux they are absent.

use super::{
    PROCESS_CPU, PROCESS_MAX_FDS, PROCESS_OPEN_FDS, PROCESS_RESIDENT, PROCESS_START,
    PROCESS_THREADS, PROCESS_VIRTUAL,
};
use std::fmt::Write;
use std::fs;
use wire::metrics::ALL;

/// Clock ticks per second in `/proc`; 100 on every architecture that Rust supports on Linux.
const TICKS_PER_S: f64 = 100.0;

/// Returns the lines of the metrics.
pub(super) fn render() -> String {
    let mut page = String::new();
    for (name, value) in values() {
        let Some(metric) = ALL.iter().find(|metric| metric.name == name) else { continue };
        let kind = metric.kind.name();
        // Writing to a string cannot fail.
        let _ =
            write!(page, "# HELP {name} {}\n# TYPE {name} {kind}\n{name} {value}\n\n", metric.help);
    }
    page
}

fn values() -> Vec<(&'static str, f64)> {
    let mut all = Vec::new();
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let field = |name: &str| -> Option<f64> {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse().ok()
    };
    all.extend(field("VmRSS:").map(|kib| (PROCESS_RESIDENT, kib * 1024.0)));
    all.extend(field("VmSize:").map(|kib| (PROCESS_VIRTUAL, kib * 1024.0)));
    all.extend(field("Threads:").map(|threads| (PROCESS_THREADS, threads)));
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    all.extend(cpu_seconds(&stat).map(|seconds| (PROCESS_CPU, seconds)));
    all.extend(start_time(&stat).map(|seconds| (PROCESS_START, seconds)));
    #[expect(clippy::cast_precision_loss, reason = "a number of descriptors is small")]
    all.extend(fs::read_dir("/proc/self/fd").map(|open| (PROCESS_OPEN_FDS, open.count() as f64)));
    all.extend(max_descriptors().map(|max| (PROCESS_MAX_FDS, max)));
    all
}

/// Field of `/proc/self/stat`, by its number in proc(5). The command name in field 2 may contain
/// spaces, so counting starts after its closing bracket.
fn stat_field(stat: &str, number: usize) -> Option<f64> {
    let rest = stat.rsplit_once(')')?.1;
    rest.split_whitespace().nth(number.checked_sub(3)?)?.parse().ok()
}

fn cpu_seconds(stat: &str) -> Option<f64> {
    Some((stat_field(stat, 14)? + stat_field(stat, 15)?) / TICKS_PER_S)
}

fn start_time(stat: &str) -> Option<f64> {
    let system = fs::read_to_string("/proc/stat").ok()?;
    let booted = system.lines().find_map(|line| line.strip_prefix("btime "))?;
    Some(booted.trim().parse::<f64>().ok()? + stat_field(stat, 22)? / TICKS_PER_S)
}

fn max_descriptors() -> Option<f64> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_fields_after_a_command_name_with_spaces_and_brackets() {
        let stat = "42 (a) b (c) S 1 1 1 0 -1 4 5 6 7 8 150 50 9 9 20 0 4 0 12345 0 0";
        assert_eq!(stat_field(stat, 4), Some(1.0));
        assert_eq!(cpu_seconds(stat), Some(2.0));
        assert_eq!(stat_field(stat, 22), Some(12345.0));
    }
}
