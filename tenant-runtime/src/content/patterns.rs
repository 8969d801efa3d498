//! Patterns of A-219 and A-221. The expressions run in linear time. Word boundaries are ASCII only,
//! as in the web client, so that a preceding non-ASCII letter does not hide a word.

use super::markup_source::without_code_delimiters;
use platform::problem::TextRange;
use regex::{Regex, RegexSet};
use std::sync::LazyLock;

/// Maximum parts of a text that are reported as prohibited.
const POSITIONS_MAX: usize = 50;

/// Executable markup, refused everywhere (A-219).
const HARMFUL: [&str; 5] = [
    r"(?i)<\s*/?\s*script",
    r"(?i)javascript\s*:",
    r"(?i)vbscript\s*:",
    r"(?i)data\s*:\s*text/html",
    r"(?i)(?-u:\b)on(?:load|error|click)\s*=",
];

/// Additionally refused in posts and messages, in both modes (A-221).
const RUNS_IN_STYLES: [&str; 4] = [
    r"(?i)(?-u:\b)on[a-z]{3,}\s*=",
    r"(?i)(?-u:\b)expression\s*\(",
    r"(?i)(?-u:\b)url\s*\(",
    r"(?i)(?-u:\b)behavior\s*:",
];

/// Whole SQL statements, never ordinary phrases: "insert into the slot" and "delete from your list"
/// are prose (G-029). A `--` counts only if it stands alone.
const SQL_LIKE: [&str; 6] = [
    r"(?i)(?-u:\b)union\s+(?:all\s+)?select(?-u:\b)",
    r#"(?i)(?-u:\b)drop\s+table\s+[a-z0-9_"\[]"#,
    r#"(?i)(?-u:\b)insert\s+into\s+[a-z0-9_."\[\]]+\s*(?:values\s*)?\("#,
    r#"(?i)(?-u:\b)delete\s+from\s+[a-z0-9_."\[\]]+\s+where(?-u:\b)"#,
    r"(?i)(?-u:\b)or\s+1\s*=\s*1(?-u:\b)",
    r"(?:^|\s)--(?:\s|$)",
];

/// Shell syntax. The backticks around code are markup and no shell syntax; its content is checked
/// like other text.
const SHELL_LIKE: [&str; 3] = [r"[|;`]", r"&&", r"\$\("];

/// Compiles a set. If an expression were invalid, the set matches everything, so that checks fail
/// closed. Tests match each expression, so this never happens.
fn pattern_set(expressions: &[&[&str]]) -> RegexSet {
    RegexSet::new(expressions.concat())
        .or_else(|_| RegexSet::new([""]))
        .unwrap_or_else(|_| RegexSet::empty())
}

static HARMFUL_SET: LazyLock<RegexSet> = LazyLock::new(|| pattern_set(&[&HARMFUL]));
static RELAXED_SET: LazyLock<RegexSet> =
    LazyLock::new(|| pattern_set(&[&HARMFUL, &RUNS_IN_STYLES]));
static STRICT_SET: LazyLock<RegexSet> =
    LazyLock::new(|| pattern_set(&[&HARMFUL, &RUNS_IN_STYLES, &SQL_LIKE, &SHELL_LIKE]));

/// Returns true if the text contains executable markup.
pub(super) fn is_harmful(text: &str) -> bool {
    HARMFUL_SET.is_match(text)
}

/// Returns true if the text contains anything prohibited in posts and messages.
pub(super) fn is_prohibited(text: &str, strict: bool) -> bool {
    if strict {
        STRICT_SET.is_match(&without_code_delimiters(text))
    } else {
        RELAXED_SET.is_match(text)
    }
}

/// The expressions of the strict set one by one, those of the relaxed set first.
static EXPRESSIONS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let all = [&HARMFUL[..], &RUNS_IN_STYLES, &SQL_LIKE, &SHELL_LIKE].concat();
    all.into_iter().filter_map(|expression| Regex::new(expression).ok()).collect()
});

/// The prohibited parts of a text as it was sent, in their order; overlapping ones are joined. Only
/// the first [`POSITIONS_MAX`]. Empty if the text is prohibited only once control characters are
/// removed from it.
pub(super) fn prohibited_positions(text: &str, strict: bool) -> Vec<TextRange> {
    let applied = if strict { EXPRESSIONS.len() } else { HARMFUL.len() + RUNS_IN_STYLES.len() };
    let text = if strict { without_code_delimiters(text) } else { text.into() };
    let mut found: Vec<(usize, usize)> = EXPRESSIONS
        .iter()
        .take(applied)
        .flat_map(|expression| expression.find_iter(&text).take(POSITIONS_MAX))
        .map(|part| without_spaces(&text, part.start(), part.end()))
        .collect();
    found.sort_unstable();
    let mut joined: Vec<(usize, usize)> = Vec::new();
    for (start, end) in found {
        match joined.last_mut() {
            Some(last) if start < last.1 => last.1 = last.1.max(end),
            _ => joined.push((start, end)),
        }
    }
    joined.truncate(POSITIONS_MAX);
    let (mut bytes, mut chars) = (0, 0);
    let mut chars_before = |until: usize| {
        chars += text.get(bytes..until).map_or(0, |part| part.chars().count());
        bytes = until;
        chars
    };
    let positions = joined.into_iter();
    positions.map(|(s, e)| TextRange { start: chars_before(s), end: chars_before(e) }).collect()
}

/// The range without the spaces around it.
fn without_spaces(text: &str, start: usize, end: usize) -> (usize, usize) {
    let part = text.get(start..end).unwrap_or_default();
    let from = start + part.len() - part.trim_start().len();
    (from, from + part.trim().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_patterns_compile() {
        for set in [&*HARMFUL_SET, &*RELAXED_SET, &*STRICT_SET] {
            assert!(set.len() >= HARMFUL.len());
            assert!(!set.is_match("plain words"));
        }
    }

    #[test]
    fn strict_filter_accepts_ordinary_prose() {
        for text in [
            "I will select a table and update you; no",
            "Please select one of the two",
            "We drop the table booking on Monday",
            "Insert the key, then turn it",
            "Insert into the slot (on the left), and delete from your list",
            "We insert into our plan, and delete from the list where needed",
            "https://example.org/a--b, well--known, --verbose",
            "Delete it from your list",
            "It is 1 or 1.5 metres",
            "See the curl (it is short), R&D & friends",
            "An online shop, once more",
            "<b>bold</b> and <a href=\"https://example.org\">a link</a>",
            "price < 5 and > 3, well-known",
            "C'est déjà l'été, ça va?",
        ] {
            let strict = !text.contains(';');
            assert!(!is_prohibited(text, strict), "{text}");
        }
    }

    #[test]
    fn detects_prohibited_patterns_in_every_spelling() {
        for text in [
            "<script>alert(1)</script>",
            "< ScRiPt >",
            "</script>",
            "JavaScript:alert(1)",
            "vbscript :x",
            "data: text/html,hello",
            "<img src=x onerror=alert(1)>",
            "<p onmouseover = x>",
            "width: expression(1)",
            "url(https://x)",
            "behavior: x",
        ] {
            assert!(is_prohibited(text, true) && is_prohibited(text, false), "{text}");
        }
        for text in [
            "1 UNION  SELECT password",
            "union all select 1",
            "DROP TABLE users",
            "insert into x (a) values (1)",
            "insert into x values (1)",
            "delete from x where 1",
            "' or 1=1",
            "or 1 = 1",
            "a -- b",
            "a | b",
            "a; b",
            "a && b",
            "$(ls)",
            "5` and 6",
            "`a | b`",
            "drop `table` users",
        ] {
            assert!(is_prohibited(text, true), "{text}");
            assert!(!is_prohibited(text, false), "{text}");
        }
    }

    #[test]
    fn finds_each_prohibited_part() {
        let ranges = |text: &str, strict| -> Vec<(usize, usize)> {
            let found = prohibited_positions(text, strict);
            found.into_iter().map(|range| (range.start, range.end)).collect()
        };
        assert_eq!(ranges("é; a && b -- c", true), [(1, 2), (5, 7), (10, 12)]);
        assert_eq!(ranges("é; a && b", false), []);
        assert_eq!(ranges("<script>a</script>;", false), [(0, 7), (9, 17)]);
        assert_eq!(ranges("x onload= drop table users", true), [(2, 9), (10, 22)]);
        assert_eq!(ranges("é `a;b` ` ```c```|", true), [(4, 5), (8, 9), (17, 18)]);
        assert_eq!(ranges("```\na -- b\n```\n`", true), [(6, 8), (15, 16)]);
        assert_eq!(ranges(&";".repeat(200), true).len(), POSITIONS_MAX);
    }

    #[test]
    fn each_expression_is_found_alone() {
        let all = HARMFUL.len() + RUNS_IN_STYLES.len() + SQL_LIKE.len() + SHELL_LIKE.len();
        assert_eq!(EXPRESSIONS.len(), all);
    }
}
