//! The committed list of boundary violations, which may only shrink.

use std::collections::BTreeMap;

use anyhow::{Context, Result};

use crate::process::say;

pub const LIST: &str = "xtask/boundaries/violations.txt";

/// Violations by key. A key names features, folders and tables, so it survives renamed types and files.
pub type Violations = BTreeMap<String, Violation>;

/// A violation with its places. A cycle counts once, however many imports it has.
#[derive(Debug, Default)]
pub struct Violation {
    pub count: usize,
    pub places: Vec<String>,
}

/// A line of the list: its key, how often it may occur, and its line number.
type Entries = BTreeMap<String, (usize, usize)>;

pub fn check(found: &Violations) -> Result<Vec<String>> {
    let text = std::fs::read_to_string(LIST).with_context(|| format!("read {LIST}"))?;
    Ok(compare(found, &text))
}

/// Deletes what no longer occurs from the list, and lowers counts. It adds nothing.
pub fn shrink(found: &Violations) -> Result<()> {
    let text = std::fs::read_to_string(LIST).with_context(|| format!("read {LIST}"))?;
    let shrunk = shrunk(found, &text);
    let entries = |text: &str| parse(text).0.len();
    say(&format!("{LIST}: {} entries, {} before\n", entries(&shrunk), entries(&text)));
    std::fs::write(LIST, shrunk).with_context(|| format!("write {LIST}"))
}

fn parse(text: &str) -> (Entries, Vec<String>) {
    let (mut entries, mut findings) = (Entries::new(), Vec::new());
    for (index, line) in text.lines().enumerate().filter(|(_, line)| is_entry(line)) {
        let (key, count) = entry(line);
        if entries.insert(key.to_owned(), (count, index + 1)).is_some() {
            findings.push(format!("{LIST}:{}: `{key}` is listed twice", index + 1));
        }
    }
    (entries, findings)
}

fn is_entry(line: &str) -> bool {
    !line.is_empty() && !line.starts_with('#')
}

/// The key of a line and its count, which is 1 when the line has none.
fn entry(line: &str) -> (&str, usize) {
    let counted = line.rsplit_once(' ').and_then(|(key, count)| Some((key, count.parse().ok()?)));
    counted.unwrap_or((line, 1))
}

fn compare(found: &Violations, text: &str) -> Vec<String> {
    let (listed, mut findings) = parse(text);
    for (key, violation) in found {
        let allowed = listed.get(key).map_or(0, |(count, _)| *count);
        if violation.count > allowed {
            findings.push(format!("`{key}` occurs {} times, {allowed} listed:", violation.count));
            findings.extend(violation.places.iter().map(|place| format!("  {place}")));
        }
    }
    for (key, (count, line)) in &listed {
        match found.get(key).map_or(0, |violation| violation.count) {
            0 => findings.push(format!("{LIST}:{line}: `{key}` no longer occurs: delete the line")),
            left if left < *count => findings.push(format!(
                "{LIST}:{line}: `{key}` occurs {left} times: lower the count from {count}"
            )),
            _ => {}
        }
    }
    if !findings.is_empty() {
        findings.push(format!("`cargo xtask arrows shrink` deletes from {LIST} what is repaired"));
    }
    findings
}

fn shrunk(found: &Violations, text: &str) -> String {
    let lines = text.lines().filter_map(|line| {
        if !is_entry(line) {
            return Some(line.to_owned());
        }
        let (key, listed) = entry(line);
        let left = found.get(key).map_or(0, |violation| violation.count.min(listed));
        let has_count = key != line;
        (left > 0).then(|| if has_count { format!("{key} {left}") } else { key.to_owned() })
    });
    lines.map(|line| line + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found() -> Violations {
        let violation = |count| Violation { count, places: vec!["a.rs:1".to_owned()] };
        [
            ("table a/posts -> users".to_owned(), violation(2)),
            ("cycle a posts -> feed".to_owned(), violation(1)),
        ]
        .into()
    }

    #[test]
    fn accepts_exactly_the_listed_violations() {
        let list = "# why\n\ntable a/posts -> users 2\ncycle a posts -> feed\n";
        assert_eq!(compare(&found(), list), Vec::<String>::new());
    }

    #[test]
    fn reports_a_violation_that_is_not_listed_with_its_places() {
        let findings = compare(&found(), "table a/posts -> users 2\n");
        assert_eq!(
            findings.get(..2),
            Some(
                [
                    "`cycle a posts -> feed` occurs 1 times, 0 listed:".to_owned(),
                    "  a.rs:1".to_owned()
                ]
                .as_slice()
            )
        );
    }

    #[test]
    fn reports_one_more_reference_than_listed() {
        let findings = compare(&found(), "table a/posts -> users 1\ncycle a posts -> feed\n");
        assert_eq!(
            findings.first().map(String::as_str),
            Some("`table a/posts -> users` occurs 2 times, 1 listed:")
        );
    }

    #[test]
    fn reports_an_entry_that_no_longer_occurs_or_occurs_less() {
        let list = "table a/posts -> users 3\ncycle a posts -> feed\ncycle a feed -> posts\n";
        let findings = compare(&found(), list);
        assert_eq!(
            findings.get(..2),
            Some(
                [
                    format!("{LIST}:3: `cycle a feed -> posts` no longer occurs: delete the line"),
                    format!(
                        "{LIST}:1: `table a/posts -> users` occurs 2 times: lower the count from 3"
                    ),
                ]
                .as_slice()
            )
        );
    }

    #[test]
    fn reports_an_entry_that_is_listed_twice() {
        let list = "table a/posts -> users 2\ncycle a posts -> feed\ncycle a posts -> feed\n";
        let findings = compare(&found(), list);
        assert_eq!(
            findings.first(),
            Some(&format!("{LIST}:3: `cycle a posts -> feed` is listed twice"))
        );
    }

    #[test]
    fn shrinking_deletes_and_lowers_but_never_adds() {
        let list = "# why\ntable a/posts -> users 3\ncycle a feed -> posts\n";
        assert_eq!(shrunk(&found(), list), "# why\ntable a/posts -> users 2\n");
    }
}
