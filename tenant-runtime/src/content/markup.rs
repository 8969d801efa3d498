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
pub(super) enum Piece<'t> {
    Text(&'t str),
    Bold(Vec<Piece<'t>>),
    Italic(Vec<Piece<'t>>),
    Link { label: Vec<Piece<'t>>, address: &'t str },
    Address(&'t str),
    List(Vec<Item<'t>>),
}

/// A list item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Item<'t> {
    /// The dash with the spaces around it, as typed.
    pub marker: &'t str,
    pub pieces: Vec<Piece<'t>>,
}

/// Parses a text. Line breaks around a list belong to neither neighbour.
pub(super) fn parse(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    // The lines since the last list, as one text.
    let mut run: Option<(usize, usize)> = None;
    let mut items: Vec<Item<'_>> = Vec::new();
    let mut from = 0;
    for line in text.split('\n') {
        let to = from + line.len();
        if let Some(marker) = marker_length(line) {
            if let Some((from, to)) = run.take() {
                pieces.extend(some_text(&text[from..to]));
            }
            let (marker, words) = line.split_at(marker);
            items.push(Item { marker, pieces: inline(words, Within::default()) });
        } else {
            if !items.is_empty() {
                pieces.push(Piece::List(std::mem::take(&mut items)));
            }
            run = Some((run.map_or(from, |(from, _)| from), to));
        }
        from = to + 1;
    }
    if let Some((from, to)) = run {
        pieces.extend(some_text(&text[from..to]));
    }
    if !items.is_empty() {
        pieces.push(Piece::List(items));
    }
    pieces
}

/// An empty line between two lists separates them.
fn some_text(text: &str) -> Vec<Piece<'_>> {
    let pieces = inline(text, Within::default());
    if pieces.is_empty() { vec![Piece::Text("")] } else { pieces }
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
struct Within {
    bold: bool,
    italic: bool,
    link: bool,
}

fn inline(text: &str, within: Within) -> Vec<Piece<'_>> {
    let mut inline = Inline { text, within, pieces: Vec::new(), from: 0, unusable_bracket: None };
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

struct Inline<'t> {
    text: &'t str,
    within: Within,
    pieces: Vec<Piece<'t>>,
    /// Start of the text that is not yet part of a piece.
    from: usize,
    /// Position of a `]` that no address follows: a `[` before it does not begin a link.
    unusable_bracket: Option<usize>,
}

impl<'t> Inline<'t> {
    fn flush(&mut self, to: usize) {
        if self.from < to {
            self.pieces.push(Piece::Text(&self.text[self.from..to]));
        }
    }

    fn mark_at(&mut self, at: usize, letter: char) -> Option<(Piece<'t>, usize)> {
        let Within { bold, italic, link } = self.within;
        match letter {
            '[' if !link => self.link(at),
            'h' | 'H' if !link => {
                let end = address_end(self.text, at, self.before(at))?;
                Some((Piece::Address(&self.text[at..end]), end))
            }
            '*' if !bold => {
                let words = enclosed(self.text, at, "**")?;
                let inner = inline(words, Within { bold: true, ..self.within });
                Some((Piece::Bold(inner), at + words.len() + 4))
            }
            '_' if !italic && self.before(at).is_none_or(may_stand_before_italics) => {
                let words = enclosed(self.text, at, "_")?;
                let end = at + words.len() + 2;
                let after = self.text[end..].chars().next();
                after.is_none_or(may_follow_italics).then(|| {
                    (Piece::Italic(inline(words, Within { italic: true, ..self.within })), end)
                })
            }
            _ => None,
        }
    }

    /// The preceding character, unless it belongs to markup.
    fn before(&self, at: usize) -> Option<char> {
        self.text[self.from..at].chars().next_back()
    }

    fn link(&mut self, at: usize) -> Option<(Piece<'t>, usize)> {
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
        let words = inline(words, Within { link: true, ..self.within });
        Some((Piece::Link { label: words, address: &self.text[close + 2..end] }, end + 1))
    }
}

fn may_stand_before_italics(letter: char) -> bool {
    letter.is_whitespace() || "(>".contains(letter)
}

fn may_follow_italics(letter: char) -> bool {
    letter.is_whitespace() || ").,:;!?<*".contains(letter)
}

/// The text on one line between the mark at `at` and the next one, if it has no spaces at its ends.
fn enclosed<'t>(text: &'t str, at: usize, mark: &str) -> Option<&'t str> {
    let inner = text[at..].strip_prefix(mark)?;
    let end = inner.find(|letter: char| letter == '\n' || mark.starts_with(letter))?;
    let (words, rest) = inner.split_at(end);
    let is_closed = rest.starts_with(mark) && !words.is_empty() && words.trim() == words;
    is_closed.then_some(words)
}

/// The visible text, without markup and link targets.
pub(super) fn words(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    add_words(&parse(text), &mut words);
    words
}

fn add_words(pieces: &[Piece<'_>], words: &mut String) {
    for piece in pieces {
        match piece {
            Piece::Text(text) | Piece::Address(text) => words.push_str(text),
            Piece::Bold(inner) | Piece::Italic(inner) | Piece::Link { label: inner, .. } => {
                add_words(inner, words);
            }
            Piece::List(items) => {
                for item in items {
                    words.push('\n');
                    add_words(&item.pieces, words);
                }
                words.push('\n');
            }
        }
    }
}
