//! Conversations in a play-like notation (see `demo/README.md`).

use super::DemoError;
use chrono::Duration;

/// One thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    pub caption: &'static str,
    /// Age of the first post.
    pub began: Duration,
    /// Age of the last post.
    pub ended: Duration,
    pub lines: Vec<Line>,
}

/// One post.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub by: &'static str,
    pub is_reply: bool,
    /// Fixed age, if any.
    pub age: Option<Duration>,
    pub likes: usize,
    pub text: &'static str,
}

/// Parses a conversation file.
pub fn read(name: &str, text: &'static str) -> Result<Vec<Script>, DemoError> {
    let mut scripts: Vec<Script> = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let wrong = || DemoError::Data(format!("conversations/{name}.txt, line {}", number + 1));
        if let Some(heading) = line.strip_prefix("== ") {
            scripts.push(heading_of(heading).ok_or_else(wrong)?);
        } else {
            let script = scripts.last_mut().ok_or_else(wrong)?;
            script.lines.push(line_of(line).ok_or_else(wrong)?);
        }
    }
    Ok(scripts)
}

fn heading_of(heading: &'static str) -> Option<Script> {
    let (span, caption) = heading.split_once(' ')?;
    let (began, ended) = span.split_once("..")?;
    Some(Script { caption, began: parse_age(began)?, ended: parse_age(ended)?, lines: Vec::new() })
}

fn line_of(line: &'static str) -> Option<Line> {
    let (head, text) = line.split_once(": ")?;
    let mut words = head.split_whitespace();
    let by = words.next()?;
    let mut read = Line { by, is_reply: line.starts_with("  "), age: None, likes: 0, text };
    for word in words {
        if let Some(when) = word.strip_prefix('@') {
            read.age = Some(parse_age(when)?);
        } else {
            read.likes = word.strip_prefix('+')?.parse().ok()?;
        }
    }
    Some(read)
}

/// Parses `38m`, `5h`, `18d` or `2w`.
pub fn parse_age(text: &str) -> Option<Duration> {
    let (number, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    let number = number.parse().ok()?;
    match unit {
        "m" => Duration::try_minutes(number),
        "h" => Duration::try_hours(number),
        "d" => Duration::try_days(number),
        "w" => Duration::try_weeks(number),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{DemoError, parse_age, read};
    use chrono::Duration;

    #[test]
    fn parses_a_thread_with_replies_and_fixed_times() -> Result<(), DemoError> {
        let text = "== 2d..4m A caption: with a colon\nann @26h +3: First: yes.\n  bob: Reply.\n";
        let scripts = read("x", text)?;
        assert_eq!(scripts.len(), 1);
        assert_eq!(scripts[0].caption, "A caption: with a colon");
        assert_eq!(scripts[0].ended, Duration::minutes(4));
        let [first, reply] = scripts[0].lines.as_slice() else { panic!("two lines") };
        assert_eq!((first.by, first.likes, first.text), ("ann", 3, "First: yes."));
        assert_eq!(first.age, Some(Duration::hours(26)));
        assert!(reply.is_reply && reply.age.is_none());
        Ok(())
    }

    #[test]
    fn parse_errors_name_the_line() {
        let told = read("x", "== 2d..1d Caption\nann +many: Hm.\n").err().map(|e| e.to_string());
        assert!(told.is_some_and(|told| told.contains("conversations/x.txt, line 2")));
    }

    #[test]
    fn ages_need_a_unit() {
        assert_eq!(parse_age("3w"), Some(Duration::days(21)));
        assert_eq!((parse_age("3"), parse_age(""), parse_age("3y")), (None, None, None));
    }
}
