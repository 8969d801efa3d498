//! Every text of the servers that people read has a translation into each language.
//!
//! A text is a string in the code that looks like a sentence or a label of several words. Strings
//! that look alike and are read by no one (SQL, formats) are listed in `xtask/untranslated.txt`.

use super::Source;
use regex::Regex;
use std::collections::HashSet;

const UNTRANSLATED: &str = "xtask/untranslated.txt";
const CATALOGUES: &str = "platform/src/language/";
const LANGUAGES: [&str; 1] = ["de"];
const CRATES: [&str; 3] = ["platform/src/", "tenant-runtime/src/", "control-plane/src/"];
/// Texts of these are for operators, who read English, or for other programs; or they have
/// translations of their own, such as the templates of emails.
const EXEMPT: [&str; 9] = [
    "platform/src/config/",
    "platform/src/data_folder.rs",
    "platform/src/db/",
    "platform/src/language/",
    "platform/src/mail/",
    "platform/src/telemetry/",
    "tenant-runtime/src/cords/source.rs",
    "tenant-runtime/src/mail_feedback/smtp_session.rs",
    "tenant-runtime/src/staff/command_line/",
];
/// Form rules, whose messages the client also shows.
const FORM_RULES: &str = "tenant-runtime/src/accounts/form-rules.json";
/// Words of SQL, which people never read.
const SQL: &str = r"\b(SELECT|WHERE|FROM|EXISTS|ORDER BY|LIMIT|UNION|COLLATE|AND|LIKE|REPLACE|MATERIALIZED)\b|\$\d";

pub fn check(sources: &[Source]) -> Vec<String> {
    let Ok(listed) = std::fs::read_to_string(UNTRANSLATED) else {
        return vec![format!("{UNTRANSLATED} is not there")];
    };
    let mut texts: Vec<Text> =
        sources.iter().filter(|source| is_read(source)).flat_map(texts_of).collect();
    texts.extend(form_messages());
    let listed: HashSet<String> = listed.lines().map(shape_of).collect();
    let mut findings = Vec::new();
    for language in LANGUAGES {
        let folder = format!("{CATALOGUES}{language}/");
        let catalogues = sources.iter().filter(|source| source.path.starts_with(&folder));
        match keys_of(catalogues) {
            Ok(keys) => findings.extend(missing(&texts, &keys, &listed, language)),
            Err(problem) => findings.push(problem),
        }
    }
    findings
}

/// A text and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Text {
    place: String,
    text: String,
}

fn missing(
    texts: &[Text],
    keys: &HashSet<String>,
    listed: &HashSet<String>,
    language: &str,
) -> Vec<String> {
    let untranslated = texts.iter().filter(|text| {
        let shape = shape_of(&text.text);
        !keys.contains(&shape) && !listed.contains(&shape)
    });
    untranslated
        .map(|Text { place, text }| format!("{place}: no {language} text for {text:?}"))
        .collect()
}

fn is_read(source: &Source) -> bool {
    let path = source.path.as_str();
    source.is_rust()
        && !source.is_test()
        && !path.ends_with("_tests.rs")
        && CRATES.iter().any(|folder| path.starts_with(folder))
        && !EXEMPT.iter().any(|folder| path.starts_with(folder))
}

/// English texts of the catalogues, by their shape.
fn keys_of<'s>(catalogues: impl Iterator<Item = &'s Source>) -> Result<HashSet<String>, String> {
    let mut keys = HashSet::new();
    for source in catalogues {
        let table: toml::Table =
            source.text.parse().map_err(|error| source.at(1, &format!("{error}")))?;
        keys.extend(table.keys().map(|text| shape_of(text)));
    }
    Ok(keys)
}

/// A text with all its values alike: names of values differ between code and catalogue.
fn shape_of(text: &str) -> String {
    let mut shape = String::new();
    let mut rest = text.trim_end_matches('\n');
    while let Some((fixed, after)) = rest.split_once('{') {
        shape.push_str(fixed);
        shape.push_str("{}");
        rest = after.split_once('}').map_or("", |(_, rest)| rest);
    }
    shape + rest
}

fn form_messages() -> Vec<Text> {
    let source = std::fs::read_to_string(FORM_RULES).unwrap_or_default();
    let rules: serde_json::Value = serde_json::from_str(&source).unwrap_or_default();
    let mut texts = Vec::new();
    for (_, rule) in rules.as_object().into_iter().flatten() {
        for (name, value) in rule.as_object().into_iter().flatten() {
            if let Some(text) =
                value.as_str().filter(|_| !name.ends_with("Pattern") && name != "pattern")
            {
                texts.push(Text { place: FORM_RULES.to_owned(), text: text.to_owned() });
            }
        }
    }
    texts
}

fn texts_of(source: &Source) -> Vec<Text> {
    let code: Vec<&str> = source.code().map(|(_, line)| line).collect();
    let code = code.join("\n");
    let Ok(sql) = Regex::new(SQL) else { return Vec::new() };
    let strings = strings_of(&code).into_iter();
    let texts = strings.filter(|(_, text)| looks_like_text(text) && !sql.is_match(text));
    texts.map(|(line, text)| Text { place: format!("{}:{line}", source.path), text }).collect()
}

/// Several words that begin with a capital letter, a digit or a value.
fn looks_like_text(text: &str) -> bool {
    let begins =
        text.chars().next().is_some_and(|c| c.is_uppercase() || c == '{' || c.is_ascii_digit());
    begins && text.contains(' ') && text.chars().any(char::is_lowercase)
}

/// The strings of Rust code, with their lines; no raw strings, no comments, no reasons of lints.
fn strings_of(code: &str) -> Vec<(usize, String)> {
    const TOKEN: &str = r##"//[^\n]*|b?r"[^"]*"|b?r#"(?s:.*?)"#|'(?:[^'\\\n]|\\.)'|(?:reason = |expect\()"(?:[^"\\]|\\(?s:.))*"|b?"(?:[^"\\]|\\(?s:.))*""##;
    let Ok(token) = Regex::new(TOKEN) else { return Vec::new() };
    let found = token.find_iter(code).filter(|found| found.as_str().starts_with('"'));
    let strings = found.map(|found| {
        let line = code[..found.start()].matches('\n').count() + 1;
        (line, unescaped(inner(found.as_str())))
    });
    strings.collect()
}

/// The literal without its quotes.
fn inner(literal: &str) -> &str {
    literal.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(literal)
}

fn unescaped(literal: &str) -> String {
    let mut text = String::new();
    let mut chars = literal.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        match chars.next() {
            Some('n') => text.push('\n'),
            Some('\n') => while chars.next_if(|c| c.is_whitespace()).is_some() {},
            Some(c) => text.push(c),
            None => {}
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(code: &str) -> Vec<String> {
        let path = "tenant-runtime/src/posts/error.rs".to_owned();
        let source = Source { path, text: code.to_owned() };
        texts_of(&source).into_iter().map(|text| text.text).collect()
    }

    #[test]
    fn sentences_and_templates_are_texts() {
        let code =
            "#[error(\"Post not found\")]\nformat!(\"{} replied to \\\n     your \\\"post\\\"\");";
        assert_eq!(texts(code), ["Post not found", "{} replied to your \"post\""]);
    }

    #[test]
    fn comments_sql_names_and_tests_are_no_texts() {
        for code in [
            "// Says \"Not found\".",
            "const SQL: &str = \"SELECT id FROM posts\";",
            "\"failed to read\"",
            "\"Messages\"",
            "#[expect(lint, reason = \"It is needed\")]",
            "let c = '\"'; let d = 'x';",
            "#[cfg(test)]\n\"Not found\"",
        ] {
            assert!(texts(code).is_empty(), "{code}");
        }
    }

    #[test]
    fn a_text_without_a_translation_is_named() {
        let text = Text { place: "a.rs:3".to_owned(), text: "{} is not here".to_owned() };
        let keys = |text: &str| HashSet::from([shape_of(text)]);
        let none = HashSet::new();
        let findings = missing(std::slice::from_ref(&text), &keys("{name} is here"), &none, "de");
        assert_eq!(findings, ["a.rs:3: no de text for \"{} is not here\""]);
        assert!(missing(&[text], &keys("{name} is not here"), &none, "de").is_empty());
    }
}
