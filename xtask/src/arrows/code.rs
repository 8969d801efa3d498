//! A Rust file split into code and string literals, without comments and test items.

use std::ops::Range;

/// Two texts as long as the file: what does not belong to one is blank, so that offsets and lines agree.
#[derive(Debug)]
pub struct Code {
    pub code: String,
    pub strings: String,
}

impl Code {
    pub fn new(text: &str) -> Self {
        let mut parts = Parts { code: blank(text), strings: blank(text) };
        split(text.as_bytes(), &mut parts);
        let mut code = String::from_utf8_lossy(&parts.code).into_owned();
        let mut strings = String::from_utf8_lossy(&parts.strings).into_owned();
        while let Some(item) = test_item(&code) {
            code = erase(&code, &item);
            strings = erase(&strings, &item);
        }
        Self { code, strings }
    }
}

/// The one-based line of an offset.
pub fn line_of(text: &str, offset: usize) -> usize {
    text.as_bytes().iter().take(offset).filter(|byte| **byte == b'\n').count() + 1
}

struct Parts {
    code: Vec<u8>,
    strings: Vec<u8>,
}

fn blank(text: &str) -> Vec<u8> {
    text.bytes().map(|byte| if byte == b'\n' { byte } else { b' ' }).collect()
}

fn split(text: &[u8], parts: &mut Parts) {
    let mut at = 0;
    while at < text.len() {
        let rest = text.get(at..).unwrap_or_default();
        let (length, is_string) = if rest.starts_with(b"//") {
            (until(rest, b"\n"), None)
        } else if rest.starts_with(b"/*") {
            (until(rest, b"*/") + 2, None)
        } else if let Some(length) = raw_string(text, at) {
            (length, Some(true))
        } else if rest.starts_with(b"\"") {
            (quoted(rest), Some(true))
        } else {
            (character(rest), Some(false))
        };
        let end = (at + length).min(text.len());
        let target = match is_string {
            None => None,
            Some(true) => parts.strings.get_mut(at..end),
            Some(false) => parts.code.get_mut(at..end),
        };
        if let Some((target, source)) = target.zip(text.get(at..end)) {
            target.copy_from_slice(source);
        }
        at = end;
    }
}

/// The offset of `end`, or the whole length.
fn until(text: &[u8], end: &[u8]) -> usize {
    text.windows(end.len()).position(|window| window == end).unwrap_or(text.len())
}

/// The length of a raw string that starts here.
fn raw_string(text: &[u8], at: usize) -> Option<usize> {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let before = at.checked_sub(1).and_then(|before| text.get(before));
    if before.is_some_and(|byte| is_word(byte) && *byte != b'b') {
        return None;
    }
    let rest = text.get(at..)?.strip_prefix(b"r")?;
    let hashes = rest.iter().take_while(|byte| **byte == b'#').count();
    let content = rest.get(hashes..)?.strip_prefix(b"\"")?;
    let end = [b"\"".as_slice(), &b"#".repeat(hashes)].concat();
    Some(2 + hashes + until(content, &end) + end.len())
}

/// The length of a string literal with escapes.
fn quoted(text: &[u8]) -> usize {
    let mut at = 1;
    while let Some(byte) = text.get(at) {
        match byte {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    text.len()
}

/// The length of one character of code: more than one byte for a character literal, which may be a quote.
fn character(text: &[u8]) -> usize {
    match text {
        [b'\'', b'\\', escaped, ..] if *escaped != b'u' => 4,
        [b'\'', _, b'\'', ..] => 3,
        _ => 1,
    }
}

/// The first item that is compiled for tests only, from its attribute to its end.
fn test_item(code: &str) -> Option<Range<usize>> {
    let start = code.find("#[cfg(test)]")?;
    let body = code.get(start..)?;
    let open = body.find(['{', ';'])?;
    if body.get(open..)?.starts_with(';') {
        return Some(start..start + open + 1);
    }
    let mut depth = 0_usize;
    for (offset, byte) in body.bytes().enumerate().skip(open) {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(start..start + offset + 1);
        }
    }
    Some(start..code.len())
}

fn erase(text: &str, range: &Range<usize>) -> String {
    let (before, rest) = text.split_at_checked(range.start).unwrap_or((text, ""));
    let (inside, after) = rest.split_at_checked(range.len()).unwrap_or((rest, ""));
    let blank = String::from_utf8_lossy(&blank(inside)).into_owned();
    [before, &blank, after].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separates_strings_from_code_and_drops_comments() {
        let text = "let a = \"FROM x \\\" y\"; // FROM z\nlet b = r#\"FROM \"q\"\"#; let c = '\"'; /* \" */ d()";
        let code = Code::new(text);
        assert_eq!(code.code.len(), text.len());
        assert!(code.strings.contains("FROM x \\\" y") && code.strings.contains("FROM \"q\""));
        assert!(!code.strings.contains('z') && !code.strings.contains("d()"));
        assert!(code.code.contains("d()") && !code.code.contains("FROM"));
        assert_eq!(line_of(text, text.find("d()").unwrap_or_default()), 2);
    }

    #[test]
    fn drops_test_items_and_keeps_the_code_after_them() {
        let code = Code::new(
            "#[cfg(test)]\nmod kit;\nfn a() {}\n#[cfg(test)]\nmod tests { fn b() { \"}\" } }\nfn c() {}\n",
        );
        assert!(!code.code.contains("kit") && !code.code.contains("fn b"));
        assert!(code.code.contains("fn a") && code.code.contains("fn c"));
    }
}
