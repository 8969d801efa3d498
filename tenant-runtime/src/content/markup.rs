//! Markup of typed texts: `**bold**`, `_italic_`, `[text](address)`, list lines that begin with a
//! dash, and bare addresses. Everything else is plain text, including `<` and `&`: typed text is
//! never HTML.
//!
//! The web client renders texts by the same rules (`web-kit/src/content/markup.ts`).
//! `markup-vectors.json` has test cases for both, and digests of the results for some thousand
//! generated texts.

use super::address::{address_end, target_end};

/// A segment of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TextSegment<'t> {
    Text(&'t str),
    Bold(Vec<TextSegment<'t>>),
    Italic(Vec<TextSegment<'t>>),
    Link { label: Vec<TextSegment<'t>>, address: &'t str },
    Address(&'t str),
    List(Vec<ListItem<'t>>),
}

/// A list item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ListItem<'t> {
    /// The dash with the spaces around it, as typed.
    pub marker: &'t str,
    pub pieces: Vec<TextSegment<'t>>,
}

/// Parses a text. Line breaks around a list belong to neither neighbour.
pub(super) fn parse(text: &str) -> Vec<TextSegment<'_>> {
    let mut pieces = Vec::new();
    // The lines since the last list, as one text.
    let mut run: Option<(usize, usize)> = None;
    let mut items: Vec<ListItem<'_>> = Vec::new();
    let mut from = 0;
    for line in text.split('\n') {
        let to = from + line.len();
        if let Some(marker) = marker_length(line) {
            if let Some((from, to)) = run.take() {
                pieces.extend(some_text(&text[from..to]));
            }
            let (marker, words) = line.split_at(marker);
            items
                .push(ListItem { marker, pieces: parse_inline(words, EnclosingMarkup::default()) });
        } else {
            if !items.is_empty() {
                pieces.push(TextSegment::List(std::mem::take(&mut items)));
            }
            run = Some((run.map_or(from, |(from, _)| from), to));
        }
        from = to + 1;
    }
    if let Some((from, to)) = run {
        pieces.extend(some_text(&text[from..to]));
    }
    if !items.is_empty() {
        pieces.push(TextSegment::List(items));
    }
    pieces
}

/// An empty line between two lists separates them.
fn some_text(text: &str) -> Vec<TextSegment<'_>> {
    let pieces = parse_inline(text, EnclosingMarkup::default());
    if pieces.is_empty() { vec![TextSegment::Text("")] } else { pieces }
}

/// Length of the list marker at the beginning of a line: `- ` and variants, if text follows.
fn marker_length(line: &str) -> Option<usize> {
    let dash = line.find(|letter: char| !letter.is_whitespace())?;
    let after = line[dash..].strip_prefix(['-', '*', '•'])?;
    let words = after.find(|letter: char| !letter.is_whitespace())?;
    (words > 0).then(|| line.len() - after.len() + words)
}

/// Enclosing markup; no kind is nested in itself.
#[derive(Debug, Clone, Copy, Default)]
struct EnclosingMarkup {
    bold: bool,
    italic: bool,
    link: bool,
}

fn parse_inline(text: &str, within: EnclosingMarkup) -> Vec<TextSegment<'_>> {
    let mut inline =
        InlineParser { text, within, pieces: Vec::new(), from: 0, unusable_bracket: None };
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next() {
        match inline.mark_at(at, letter) {
            Some((piece, end)) => {
                inline.flush(at);
                inline.pieces.push(piece);
                (inline.from, at) = (end, end);
            }
            None => at += letter.len_utf8(),
        }
    }
    inline.flush(text.len());
    inline.pieces
}

struct InlineParser<'t> {
    text: &'t str,
    within: EnclosingMarkup,
    pieces: Vec<TextSegment<'t>>,
    /// Start of the text that is not yet part of a piece.
    from: usize,
    /// Position of a `]` that no address follows: a `[` before it does not begin a link.
    unusable_bracket: Option<usize>,
}

impl<'t> InlineParser<'t> {
    fn flush(&mut self, to: usize) {
        if self.from < to {
            self.pieces.push(TextSegment::Text(&self.text[self.from..to]));
        }
    }

    fn mark_at(&mut self, at: usize, letter: char) -> Option<(TextSegment<'t>, usize)> {
        let EnclosingMarkup { bold, italic, link } = self.within;
        match letter {
            '[' if !link => self.parse_link(at),
            'h' | 'H' if !link => {
                let end = address_end(self.text, at, self.char_before(at))?;
                Some((TextSegment::Address(&self.text[at..end]), end))
            }
            '*' if !bold => {
                let words = enclosed_text(self.text, at, "**")?;
                let inner = parse_inline(words, EnclosingMarkup { bold: true, ..self.within });
                Some((TextSegment::Bold(inner), at + words.len() + 4))
            }
            '_' if !italic && self.char_before(at).is_none_or(may_stand_before_italics) => {
                let words = enclosed_text(self.text, at, "_")?;
                let end = at + words.len() + 2;
                let after = self.text[end..].chars().next();
                after.is_none_or(may_follow_italics).then(|| {
                    (
                        TextSegment::Italic(parse_inline(
                            words,
                            EnclosingMarkup { italic: true, ..self.within },
                        )),
                        end,
                    )
                })
            }
            _ => None,
        }
    }

    /// The preceding character, unless it belongs to markup.
    fn char_before(&self, at: usize) -> Option<char> {
        self.text[self.from..at].chars().next_back()
    }

    fn parse_link(&mut self, at: usize) -> Option<(TextSegment<'t>, usize)> {
        let label = at + 1;
        if self.unusable_bracket.is_some_and(|close| label <= close) {
            return None;
        }
        let stop = self.text[label..].find([']', '\n']).map_or(self.text.len(), |to| label + to);
        let close = self.text[stop..].starts_with("](").then_some(stop);
        let end = close.and_then(|close| target_end(self.text, close + 2));
        let (Some(close), Some(end)) = (close, end) else {
            self.unusable_bracket = Some(stop);
            return None;
        };
        let words = &self.text[label..close];
        if words.trim().is_empty() {
            return None;
        }
        let words = parse_inline(words, EnclosingMarkup { link: true, ..self.within });
        Some((TextSegment::Link { label: words, address: &self.text[close + 2..end] }, end + 1))
    }
}

fn may_stand_before_italics(letter: char) -> bool {
    letter.is_whitespace() || "(>".contains(letter)
}

fn may_follow_italics(letter: char) -> bool {
    letter.is_whitespace() || ").,:;!?<*".contains(letter)
}

/// The text on one line between the mark at `at` and the next one, if it has no spaces at its ends.
fn enclosed_text<'t>(text: &'t str, at: usize, mark: &str) -> Option<&'t str> {
    let inner = text[at..].strip_prefix(mark)?;
    let end = inner.find(|letter: char| letter == '\n' || mark.starts_with(letter))?;
    let (words, rest) = inner.split_at(end);
    let is_closed = rest.starts_with(mark) && !words.is_empty() && words.trim() == words;
    is_closed.then_some(words)
}

/// The visible text, without markup and link targets.
pub(super) fn visible_text(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    add_words(&parse(text), &mut words);
    words
}

fn add_words(pieces: &[TextSegment<'_>], words: &mut String) {
    for piece in pieces {
        match piece {
            TextSegment::Text(text) | TextSegment::Address(text) => words.push_str(text),
            TextSegment::Bold(inner)
            | TextSegment::Italic(inner)
            | TextSegment::Link { label: inner, .. } => {
                add_words(inner, words);
            }
            TextSegment::List(items) => {
                for item in items {
                    words.push('\n');
                    add_words(&item.pieces, words);
                }
                words.push('\n');
            }
        }
    }
}
