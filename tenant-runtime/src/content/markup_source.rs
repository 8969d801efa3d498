//! The source text of parsed markup, with its code replaced: for checks that treat code differently.

use super::markup::{TextSegment, parse};
use std::borrow::Cow;

/// A part of the source text of code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CodePart<'t> {
    /// The backticks before or after code, or the whole line of a fence.
    Delimiter(&'t str),
    Content(&'t str),
}

/// The source text of these pieces, in which `replace` replaces the parts of code. Parsing keeps
/// every character: without replacements the result is the parsed text.
pub(super) fn to_source(
    pieces: &[TextSegment],
    replace: &impl Fn(CodePart<'_>) -> String,
) -> String {
    let mut text = String::new();
    let mut follows_block = false;
    for (at, piece) in pieces.iter().enumerate() {
        if at > 0 && (follows_block || piece.is_block()) {
            text.push('\n');
        }
        follows_block = piece.is_block();
        add_source(piece, &mut text, replace);
    }
    text
}

fn add_source(piece: &TextSegment, text: &mut String, replace: &impl Fn(CodePart<'_>) -> String) {
    let inner = |pieces: &[TextSegment]| to_source(pieces, replace);
    let added = match piece {
        TextSegment::Text(words) | TextSegment::Address(words) => words.clone(),
        TextSegment::Bold(pieces) => format!("**{}**", inner(pieces)),
        TextSegment::Italic(pieces) => format!("_{}_", inner(pieces)),
        TextSegment::Link { label, address } => format!("[{}]({address})", inner(label)),
        TextSegment::Code { delimiter, text } => {
            let delimiter = replace(CodePart::Delimiter(delimiter));
            format!("{delimiter}{}{delimiter}", replace(CodePart::Content(text)))
        }
        TextSegment::List(items) | TextSegment::OrderedList(items) => {
            let lines = items.iter().map(|item| item.marker.clone() + &inner(&item.pieces));
            lines.collect::<Vec<_>>().join("\n")
        }
        TextSegment::CodeBlock(block) => {
            let fence = |line: &String| replace(CodePart::Delimiter(line));
            let content = block.lines.iter().map(|line| replace(CodePart::Content(line)));
            let lines = std::iter::once(fence(&block.opening)).chain(content);
            lines.chain(block.closing.as_ref().map(fence)).collect::<Vec<_>>().join("\n")
        }
        TextSegment::Quote { prefixes, pieces } => {
            let quoted = inner(pieces);
            let lines = prefixes.iter().zip(quoted.split('\n'));
            lines.map(|(prefix, line)| prefix.clone() + line).collect::<Vec<_>>().join("\n")
        }
    };
    text.push_str(&added);
}

/// A text whose code has spaces instead of its backticks; every other character keeps its position.
pub(super) fn without_code_delimiters(text: &str) -> Cow<'_, str> {
    replace_code(text, &|part| match part {
        CodePart::Delimiter(line) => line.replace('`', " "),
        CodePart::Content(line) => line.to_owned(),
    })
}

/// A text with spaces instead of its code: for what has no meaning inside code, such as mentions.
#[must_use]
pub fn without_code(text: &str) -> Cow<'_, str> {
    replace_code(text, &|_| " ".to_owned())
}

fn replace_code<'t>(text: &'t str, replace: &impl Fn(CodePart<'_>) -> String) -> Cow<'t, str> {
    // Most texts have no code.
    if text.contains('`') { to_source(&parse(text), replace).into() } else { text.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removes_code_from_a_text() {
        let text = "Ask @ada: `@bob` or\n```\n@cleo\n```\n> `@dan` @eve";
        assert_eq!(without_code(text), "Ask @ada:     or\n \n \n \n>     @eve");
        assert_eq!(without_code("a ` b @ada"), "a ` b @ada");
    }

    #[test]
    fn keeps_the_position_of_everything_but_backticks() {
        let text = "é `a;b` ``c``\n```rust\nd `e\n```\nf ` g";
        let bare = without_code_delimiters(text);
        assert_eq!(bare, "é  a;b    c  \n   rust\nd `e\n   \nf ` g");
        assert_eq!(bare.len(), text.len());
    }
}
