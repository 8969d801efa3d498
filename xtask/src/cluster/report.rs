//! Results of a run, step by step.

use super::load::Counts;
use crate::process::say;
use anyhow::Result;
use std::path::Path;
use std::time::Duration;

/// Result of one step.
#[derive(Clone, Debug)]
pub struct StepResult {
    pub name: String,
    pub counts: Counts,
    pub lost: usize,
    pub doubled: usize,
    pub took: Duration,
    /// Failed requests as examples, and pods that did not end as they should.
    pub findings: Vec<String>,
}

impl StepResult {
    pub fn is_clean(&self) -> bool {
        self.counts.failed + self.lost + self.doubled == 0 && self.findings.is_empty()
    }

    fn line(&self) -> String {
        let Counts { requests, failed, retried, acknowledged } = &self.counts;
        let (lost, doubled, seconds) = (self.lost, self.doubled, self.took.as_secs_f32());
        let name = &self.name;
        format!(
            "  {name:<26}{requests:>9}{failed:>8}{retried:>9}{acknowledged:>8}{lost:>6}{doubled:>9}{seconds:>9.1}\n"
        )
    }
}

pub fn print_head() {
    say(
        "\n  step                       requests  failed  retried  writes  lost  doubled  seconds\n",
    );
}

pub fn print(step: &StepResult) {
    say(&step.line());
    for finding in &step.findings {
        say(&format!("      {finding}\n"));
    }
}

/// Messages of a process that has found its database unavailable; each has a field `cause`.
const OUTAGES: [&str; 2] = ["PostgreSQL does not answer", "the database is unavailable"];

/// Lines of the pods' logs that give the cause of responses with 503.
fn outage_lines(log: &str) -> impl Iterator<Item = &str> {
    log.lines().filter(|line| OUTAGES.iter().any(|message| line.contains(message)))
}

/// Prints the causes of 503 responses from the logs of all pods.
pub fn print_outages(logs: &Path) -> Result<()> {
    for entry in std::fs::read_dir(logs)? {
        let path = entry?.path();
        let log = std::fs::read_to_string(&path)?;
        let pod = path.file_stem().unwrap_or_default().to_string_lossy();
        for line in outage_lines(&log) {
            say(&format!("  {pod}: {line}\n"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_of_503_responses_are_found_in_a_log() {
        let log = "{\"message\":\"listening\"}\n\
            {\"message\":\"PostgreSQL does not answer; refusing requests\",\"cause\":\"no-answer\"}\n";
        let found: Vec<&str> = outage_lines(log).collect();
        assert!(matches!(found[..], [line] if line.contains("no-answer")));
    }

    #[test]
    fn failed_requests_lost_writes_and_findings_each_make_a_step_unclean() {
        let clean = StepResult {
            name: "update".to_owned(),
            counts: Counts { requests: 10, retried: 1, ..Counts::default() },
            lost: 0,
            doubled: 0,
            took: Duration::from_secs(1),
            findings: Vec::new(),
        };
        assert!(clean.is_clean());
        let failed = Counts { failed: 1, ..Counts::default() };
        assert!(!StepResult { counts: failed, ..clean.clone() }.is_clean());
        assert!(!StepResult { lost: 1, ..clean.clone() }.is_clean());
        assert!(!StepResult { doubled: 1, ..clean.clone() }.is_clean());
        assert!(!StepResult { findings: vec!["killed".to_owned()], ..clean }.is_clean());
    }
}
