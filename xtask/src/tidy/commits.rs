//! Subjects of the commits that were added since the rule: `area: Verb …`, imperative, at most 72 characters.

use anyhow::{Context, Result};
use regex::Regex;
use toml::{Table, Value};

use super::language::{DATA, strings};
use crate::process::{command, output, succeeds};

const SUBJECT_CHARS_MAX: usize = 72;
/// Commits that are checked when the complete history does not contain the starting commit.
const COMMITS_WITHOUT_START: &str = "20";

pub fn check(data: &Table) -> Result<Vec<String>> {
    let after = data.get("commits").and_then(|commits| commits.get("after"));
    let after = after.and_then(Value::as_str).with_context(|| format!("{DATA} has no start"))?;
    let rule = Subjects::new(data)?;
    let log = output(&mut command(&log_words(&range(after)?)))?;
    Ok(rule.findings(&log))
}

/// Arguments of `git log` that select the added commits. A shallow clone without the starting commit holds only later
/// ones; a rewritten history may have lost it, and then the latest commits are checked.
fn range(after: &str) -> Result<Vec<String>> {
    if exists(after)? {
        return Ok(vec![format!("{after}..HEAD")]);
    }
    let is_shallow = output(&mut command(&["git", "rev-parse", "--is-shallow-repository"]))?;
    Ok(match is_shallow.trim() {
        "true" => vec!["HEAD".to_owned()],
        _ => vec!["-n".to_owned(), COMMITS_WITHOUT_START.to_owned(), "HEAD".to_owned()],
    })
}

fn exists(commit: &str) -> Result<bool> {
    let object = format!("{commit}^{{commit}}");
    let mut words = command(&["git", "cat-file", "-e", &object]);
    succeeds(words.stderr(std::process::Stdio::null()))
}

fn log_words(range: &[String]) -> Vec<&str> {
    let log = ["git", "log", "--no-merges", "--format=%h %s"];
    log.into_iter().chain(range.iter().map(String::as_str)).collect()
}

struct Subjects {
    form: Regex,
    verbs: Vec<String>,
    not_verbs: Vec<String>,
}

impl Subjects {
    fn new(data: &Table) -> Result<Self> {
        Ok(Self {
            form: Regex::new(r"^[a-z0-9][a-z0-9/-]*: ([A-Z][a-z]*) \S")?,
            verbs: strings(data, "commits", "verbs")?,
            not_verbs: strings(data, "commits", "not_verbs")?,
        })
    }

    /// Findings in the lines `HASH SUBJECT` of a log.
    fn findings(&self, log: &str) -> Vec<String> {
        let commits = log.lines().filter_map(|line| line.split_once(' '));
        let mut findings = Vec::new();
        for (hash, subject) in commits {
            for fault in self.faults(subject) {
                findings.push(format!("{hash}: {fault}: {subject}"));
            }
        }
        findings
    }

    fn faults(&self, subject: &str) -> Vec<String> {
        let mut faults = Vec::new();
        let length = subject.chars().count();
        if length > SUBJECT_CHARS_MAX {
            faults.push(format!("{length} characters, at most {SUBJECT_CHARS_MAX}"));
        }
        match self.form.captures(subject).and_then(|found| found.get(1)) {
            None => faults.push("not `area: Verb …`".to_owned()),
            Some(verb) if !self.is_imperative(verb.as_str()) => {
                faults.push(format!("`{}` is no imperative", verb.as_str()));
            }
            Some(_) => {}
        }
        faults
    }

    /// Whether a first word can be an imperative: the other forms of a verb and plural nouns have an ending.
    fn is_imperative(&self, word: &str) -> bool {
        let is_listed = |list: &[String]| list.iter().any(|entry| entry == word);
        let has_ending = word.ends_with("ed") || word.ends_with("ing") || word.ends_with('s');
        is_listed(&self.verbs) || !has_ending && !is_listed(&self.not_verbs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(log: &str) -> Result<Vec<String>> {
        let text = std::fs::read_to_string("language.toml")?;
        Ok(Subjects::new(&text.parse()?)?.findings(log))
    }

    #[test]
    fn accepts_an_imperative_subject_with_an_area() -> Result<()> {
        let log = "1a2b3c4 communities: Refuse a join by code while paused\n5d6e7f8 web-kit: Pass the key on\n";
        assert!(findings(log)?.is_empty());
        Ok(())
    }

    #[test]
    fn reports_a_subject_of_73_characters() -> Result<()> {
        let subject = format!("docs: Describe {}", "x".repeat(58));
        let findings = findings(&format!("1a2b3c4 {subject}\n"))?;
        assert_eq!(findings, [format!("1a2b3c4: 73 characters, at most 72: {subject}")]);
        Ok(())
    }

    #[test]
    fn reports_a_subject_without_area_or_capital() -> Result<()> {
        for subject in ["Fix the build", "docs: fix the build", "docs:Fix the build", "docs: Fix"] {
            let findings = findings(&format!("1a2b3c4 {subject}\n"))?;
            assert_eq!(findings, [format!("1a2b3c4: not `area: Verb …`: {subject}")]);
        }
        Ok(())
    }

    #[test]
    fn reports_a_first_word_that_is_no_imperative() -> Result<()> {
        for (word, rest) in [
            ("Fixed", "a bug"),
            ("Fixing", "a bug"),
            ("Fixes", "a bug"),
            ("A", "page that is woken"),
            ("Pictures", "are smaller"),
        ] {
            let findings = findings(&format!("1a2b3c4 e2e: {word} {rest}\n"))?;
            assert_eq!(
                findings,
                [format!("1a2b3c4: `{word}` is no imperative: e2e: {word} {rest}")]
            );
        }
        Ok(())
    }

    #[test]
    fn checks_the_latest_commits_when_the_start_is_missing() -> Result<()> {
        let missing = "0123456789012345678901234567890123456789";
        let range = range(missing)?;
        assert_eq!(range.last().map(String::as_str), Some("HEAD"));
        assert!(output(&mut command(&log_words(&range))).is_ok());
        Ok(())
    }
}
