//! Markup of typed texts: quotes, code blocks, lists, and on one line `**bold**`, `_italic_`,
//! `` `code` ``, `[text](address)` and bare addresses. Everything else is plain text, including `<`
//! and `&`: typed text is never HTML.
//!
//! This file parses blocks, [`super::inline_markup`] the text of one. The web client renders texts by
//! the same rules (`web-kit/src/content/markup.ts`). `markup-vectors.json` has test cases for both,
//! and digests of the results for some thousand generated texts.

use super::inline_markup::parse_inline;

/// A quote inside a quote is one as well; lines inside that one stay text.
const QUOTE_DEPTH_MAX: usize = 2;
/// Maximum digits of a number in an ordered list, so that a year is not one.
const NUMBER_DIGITS_MAX: usize = 3;
/// Begins and ends a code block.
const FENCE: &str = "```";
/// Maximum characters of the language after a fence.
const LANGUAGE_CHARS_MAX: usize = 30;

/// A segment of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TextSegment {
    Text(String),
    Bold(Vec<TextSegment>),
    Italic(Vec<TextSegment>),
    Link {
        label: Vec<TextSegment>,
        address: String,
    },
    Address(String),
    /// Code within a line.
    Code {
        /// One to three backticks.
        delimiter: String,
        text: String,
    },
    List(Vec<ListItem>),
    OrderedList(Vec<ListItem>),
    CodeBlock(CodeBlock),
    Quote {
        /// The `>` of each line with the space after it, as typed.
        prefixes: Vec<String>,
        pieces: Vec<TextSegment>,
    },
}

/// A list item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ListItem {
    /// The dash or number with the spaces around it, as typed.
    pub marker: String,
    pub pieces: Vec<TextSegment>,
}

/// A code block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CodeBlock {
    /// The first line, as typed.
    pub opening: String,
    pub lines: Vec<String>,
    /// The last line, as typed; `None` if the text ends before.
    pub closing: Option<String>,
}

impl TextSegment {
    /// Returns true if it consists of whole lines.
    pub fn is_block(&self) -> bool {
        matches!(
            self,
            Self::List(_) | Self::OrderedList(_) | Self::CodeBlock(_) | Self::Quote { .. }
        )
    }
}

/// Parses a text. Line breaks around a block belong to neither neighbour.
pub(super) fn parse(text: &str) -> Vec<TextSegment> {
    parse_blocks(text, 0)
}

fn parse_blocks(text: &str, depth: usize) -> Vec<TextSegment> {
    let lines: Vec<&str> = text.split('\n').collect();
    let mut pieces = Vec::new();
    // The lines since the last block.
    let mut run: Vec<&str> = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        if let Some((block, length)) = block_at(&lines[at..], depth) {
            flush(&mut run, &mut pieces);
            pieces.push(block);
            at += length;
        } else {
            run.push(lines[at]);
            at += 1;
        }
    }
    flush(&mut run, &mut pieces);
    pieces
}

/// Adds the lines since the last block. An empty line between two blocks separates them.
fn flush(run: &mut Vec<&str>, pieces: &mut Vec<TextSegment>) {
    if run.is_empty() {
        return;
    }
    let words = parse_inline(&std::mem::take(run).join("\n"));
    let is_empty = words.is_empty();
    pieces.extend(words);
    pieces.extend(is_empty.then(|| TextSegment::Text(String::new())));
}

/// The block that begins with the first of these lines, and its number of lines.
fn block_at(lines: &[&str], depth: usize) -> Option<(TextSegment, usize)> {
    let first = lines.first()?;
    if opens_code(first) {
        return Some(code_block(lines));
    }
    if depth < QUOTE_DEPTH_MAX && first.starts_with('>') {
        return Some(quote(lines, depth));
    }
    if bullet_length(first).is_some() {
        let items = list_items(lines, bullet_length);
        let length = items.len();
        return Some((TextSegment::List(items), length));
    }
    let items = list_items(lines, number_length);
    let length = items.len();
    (length > 0).then_some((TextSegment::OrderedList(items), length))
}

fn opens_code(line: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"+#._-".contains(&byte);
    line.trim()
        .strip_prefix(FENCE)
        .is_some_and(|word| word.len() <= LANGUAGE_CHARS_MAX && word.bytes().all(is_part))
}

fn code_block(lines: &[&str]) -> (TextSegment, usize) {
    let rest = &lines[1..];
    let end = rest.iter().position(|line| line.trim() == FENCE);
    let content = &rest[..end.unwrap_or(rest.len())];
    let block = CodeBlock {
        opening: lines[0].to_owned(),
        lines: content.iter().map(|line| (*line).to_owned()).collect(),
        closing: end.map(|end| rest[end].to_owned()),
    };
    let length = 1 + content.len() + usize::from(end.is_some());
    (TextSegment::CodeBlock(block), length)
}

fn quote(lines: &[&str], depth: usize) -> (TextSegment, usize) {
    let quoted: Vec<(&str, &str)> = lines
        .iter()
        .map_while(|line| {
            let words = line.strip_prefix('>')?;
            let words = words.strip_prefix(' ').unwrap_or(words);
            Some(line.split_at(line.len() - words.len()))
        })
        .collect();
    let text: Vec<&str> = quoted.iter().map(|(_, words)| *words).collect();
    let pieces = parse_blocks(&text.join("\n"), depth + 1);
    let prefixes = quoted.iter().map(|(prefix, _)| (*prefix).to_owned()).collect();
    (TextSegment::Quote { prefixes, pieces }, quoted.len())
}

/// The items of the list that begins with the first of these lines.
fn list_items(lines: &[&str], marker_length: fn(&str) -> Option<usize>) -> Vec<ListItem> {
    lines
        .iter()
        .map_while(|line| {
            let (marker, words) = line.split_at(marker_length(line)?);
            Some(ListItem { marker: marker.to_owned(), pieces: parse_inline(words) })
        })
        .collect()
}

/// Length of the marker of a bulleted list at the beginning of a line: `- ` and variants, if text
/// follows.
fn bullet_length(line: &str) -> Option<usize> {
    marked_length(line, line.trim_start().strip_prefix(['-', '*', '•'])?)
}

/// Length of the marker of an ordered list at the beginning of a line: `1. `, if text follows.
fn number_length(line: &str) -> Option<usize> {
    let line_start = line.trim_start();
    let after = line_start.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let digits = &line_start[..line_start.len() - after.len()];
    let is_number = matches!(digits.len(), 1..=NUMBER_DIGITS_MAX)
        && (digits == "0" || !digits.starts_with('0'));
    marked_length(line, after.strip_prefix('.').filter(|_| is_number)?)
}

/// Length of a marker with the spaces that follow it, if there are any and text after them.
fn marked_length(line: &str, after: &str) -> Option<usize> {
    let spaces = after.find(|letter: char| !letter.is_whitespace())?;
    (spaces > 0).then(|| line.len() - after.len() + spaces)
}

/// The visible text, without markup and link targets. Numbers of an ordered list are visible.
pub(super) fn visible_text(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    add_words(&parse(text), &mut words);
    words
}

fn add_words(pieces: &[TextSegment], words: &mut String) {
    for piece in pieces {
        match piece {
            TextSegment::Text(text)
            | TextSegment::Address(text)
            | TextSegment::Code { text, .. } => words.push_str(text),
            TextSegment::Bold(inner)
            | TextSegment::Italic(inner)
            | TextSegment::Link { label: inner, .. } => add_words(inner, words),
            TextSegment::List(items) => {
                for item in items {
                    words.push('\n');
                    add_words(&item.pieces, words);
                }
                words.push('\n');
            }
            TextSegment::OrderedList(items) => {
                for item in items {
                    words.push('\n');
                    words.push_str(&item.marker);
                    add_words(&item.pieces, words);
                }
                words.push('\n');
            }
            TextSegment::CodeBlock(block) => {
                for line in &block.lines {
                    words.push('\n');
                    words.push_str(line);
                }
                words.push('\n');
            }
            TextSegment::Quote { pieces, .. } => {
                words.push('\n');
                add_words(pieces, words);
                words.push('\n');
            }
        }
    }
}
