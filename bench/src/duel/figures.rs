//! Resource use of a process and its descendants, from /proc.

use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

/// The kernel counts processor time in hundredths of a second (`USER_HZ`, fixed on Linux).
const TICK: Duration = Duration::from_millis(10);

struct Stat {
    parent: u32,
    ticks: u32,
}

/// A process and its descendants.
fn family(pid: u32) -> Vec<(u32, Stat)> {
    let mut all: BTreeMap<u32, Stat> = BTreeMap::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(id) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else {
            continue;
        };
        // The process may have ended meanwhile.
        let Some(stat) = fs::read_to_string(entry.path().join("stat")).ok() else { continue };
        if let Some(stat) = parse(&stat) {
            all.insert(id, stat);
        }
    }
    let mut family = vec![pid];
    let mut at = 0;
    while let Some(parent) = family.get(at).copied() {
        family.extend(all.iter().filter(|(_, stat)| stat.parent == parent).map(|(id, _)| *id));
        at += 1;
    }
    family.into_iter().filter_map(|id| Some((id, all.remove(&id)?))).collect()
}

/// Fields 4, 14 and 15 of proc(5); the name before them may contain any characters.
fn parse(stat: &str) -> Option<Stat> {
    let (_, rest) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let number = |at: usize| fields.get(at)?.parse::<u32>().ok();
    Some(Stat { parent: number(1)?, ticks: number(11)? + number(12)? })
}

/// Processor time so far.
pub fn processor(pid: u32) -> Duration {
    TICK * family(pid).iter().map(|(_, stat)| stat.ticks).sum()
}

/// Proportional share of memory, in KiB.
pub fn memory_kib(pid: u32) -> Result<u64> {
    let mut sum = 0;
    for (id, _) in family(pid) {
        let rollup = fs::read_to_string(format!("/proc/{id}/smaps_rollup")).unwrap_or_default();
        let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:"));
        let figure = line.and_then(|line| line.split_whitespace().next());
        sum += figure.map_or(Ok(0), str::parse::<u64>).context("read a figure")?;
    }
    Ok(sum)
}

pub fn median(mut all: Vec<f64>) -> f64 {
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_stat_with_brackets_in_the_process_name() {
        let stat = "7 (a) b) S 3 7 7 0 -1 4 0 0 0 0 12 30 0 0 20 0 1";
        assert_eq!(parse(stat).map(|stat| (stat.parent, stat.ticks)), Some((3, 42)));
        assert!(processor(std::process::id()) < Duration::from_secs(600));
    }
}
