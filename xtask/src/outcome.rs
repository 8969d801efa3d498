//! What a check or a suite came to.

use std::time::Duration;

use crate::process::say;

/// One house rule and where it is broken.
#[derive(Debug)]
pub struct Check {
    pub name: &'static str,
    pub findings: Vec<String>,
}

impl Check {
    pub fn new(name: &'static str, findings: Vec<String>) -> Self {
        Self { name, findings }
    }

    pub fn print(&self) {
        let mark = if self.findings.is_empty() { "ok" } else { "BROKEN" };
        say(&format!("  {mark:<7}{}\n", self.name));
        for finding in &self.findings {
            say(&format!("         {finding}\n"));
        }
    }
}

/// How many tests of a suite passed and failed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    pub passed: u64,
    pub failed: u64,
    /// What to call the failed ones, where the runner names them: what they said is far above the sum.
    pub names: Vec<String>,
    /// Tests that exist and were not run although they were asked for.
    pub skipped: u64,
}

impl Count {
    /// The count of a check that is either kept or broken.
    pub fn of_one(passed: bool) -> Self {
        Self { passed: u64::from(passed), failed: u64::from(!passed), ..Self::default() }
    }

    /// A suite proves something only if it ran, ran whole, and its runner agrees that it passed.
    pub fn honest(self, runner_succeeded: bool) -> Self {
        let ran_nothing = self.passed + self.failed == 0;
        let silent_failure = !runner_succeeded && self.failed == 0;
        let failed = self.failed + self.skipped + u64::from(ran_nothing || silent_failure);
        let mut names = self.names;
        if silent_failure && names.is_empty() {
            names.push("its runner failed, and not for a test: it has said above why".to_owned());
        }
        Self { failed, names, ..self }
    }
}

impl std::ops::AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
        self.names.extend(other.names);
    }
}

/// A suite that has been run.
#[derive(Debug)]
pub struct Ran {
    pub name: &'static str,
    pub count: Count,
    pub took: Duration,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suite_without_any_run_test_fails() {
        assert_eq!(Count::default().honest(true).failed, 1);
    }

    #[test]
    fn skipped_test_counts_as_failed() {
        let count = Count { passed: 5, skipped: 2, ..Count::default() };
        assert_eq!(count.honest(true).failed, 2);
    }

    #[test]
    fn failing_runner_fails_the_suite_without_failed_tests() {
        let count = Count { passed: 5, ..Count::default() };
        assert_eq!(count.clone().honest(false).failed, 1);
        assert_eq!(count.clone().honest(true), count);
    }
}
