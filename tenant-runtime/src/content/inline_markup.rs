//! Markup within lines: bold, italics, code, links and addresses. Code comes first: nothing inside
//! it is markup, and no mark inside it ends markup that begins before it.

use super::address::{address_end, target_end};
use super::markup::TextSegment;

/// Maximum backticks of a delimiter of code.
const DELIMITER_MAX: usize = 3;

/// Enclosing markup; no kind is nested in itself.
#[derive(Debug, Clone, Copy, Default)]
struct EnclosingMarkup {
    bold: bool,
    italic: bool,
    link: bool,
}

/// Parses the text of one or more lines. No markup spans lines.
pub(super) fn parse_inline(text: &str) -> Vec<TextSegment> {
    parse_within(text, EnclosingMarkup::default())
}

fn parse_within(text: &str, within: EnclosingMarkup) -> Vec<TextSegment> {
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
            None if letter == '`' => at += backticks_at(text, at),
            None => at += letter.len_utf8(),
        }
    }
    inline.flush(text.len());
    inline.pieces
}

struct InlineParser<'t> {
    text: &'t str,
    within: EnclosingMarkup,
    pieces: Vec<TextSegment>,
    /// Start of the text that is not yet part of a piece.
    from: usize,
    /// Position of a `]` that no address follows: a `[` before it does not begin a link.
    unusable_bracket: Option<usize>,
}

impl InlineParser<'_> {
    fn flush(&mut self, to: usize) {
        if self.from < to {
            self.pieces.push(TextSegment::Text(self.text[self.from..to].to_owned()));
        }
    }

    fn mark_at(&mut self, at: usize, letter: char) -> Option<(TextSegment, usize)> {
        let EnclosingMarkup { bold, italic, link } = self.within;
        match letter {
            '`' => self.parse_code(at),
            '[' if !link => self.parse_link(at),
            'h' | 'H' if !link => {
                let end = address_end(self.text, at, self.char_before(at))?;
                Some((TextSegment::Address(self.text[at..end].to_owned()), end))
            }
            '*' if !bold => {
                let words = enclosed_text(self.text, at, "**")?;
                let inner = parse_within(words, EnclosingMarkup { bold: true, ..self.within });
                Some((TextSegment::Bold(inner), at + words.len() + 4))
            }
            '_' if !italic && self.char_before(at).is_none_or(may_stand_before_italics) => {
                let words = enclosed_text(self.text, at, "_")?;
                let end = at + words.len() + 2;
                let after = self.text[end..].chars().next();
                after.is_none_or(may_follow_italics).then(|| {
                    let within = EnclosingMarkup { italic: true, ..self.within };
                    (TextSegment::Italic(parse_within(words, within)), end)
                })
            }
            _ => None,
        }
    }

    /// The preceding character, unless it belongs to markup.
    fn char_before(&self, at: usize) -> Option<char> {
        self.text[self.from..at].chars().next_back()
    }

    fn parse_code(&self, at: usize) -> Option<(TextSegment, usize)> {
        let close = code_close(self.text, at)?;
        let (from, end) = (at + backticks_at(self.text, at), code_end(self.text, close));
        let delimiter = self.text[at..from].to_owned();
        let text = self.text[from..close].to_owned();
        Some((TextSegment::Code { delimiter, text }, end))
    }

    fn parse_link(&mut self, at: usize) -> Option<(TextSegment, usize)> {
        let label = at + 1;
        if self.unusable_bracket.is_some_and(|close| label <= close) {
            return None;
        }
        let stop = find_outside_code(self.text, label, ']');
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
        let label = parse_within(words, EnclosingMarkup { link: true, ..self.within });
        let address = self.text[close + 2..end].to_owned();
        Some((TextSegment::Link { label, address }, end + 1))
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
    let from = at + mark.len();
    let letter = mark.chars().next().filter(|_| text[at..].starts_with(mark))?;
    let end = find_outside_code(text, from, letter);
    let words = &text[from..end];
    (text[end..].starts_with(mark) && is_tight(words)).then_some(words)
}

/// Returns true if a text is not empty and has no spaces at its ends.
fn is_tight(words: &str) -> bool {
    !words.is_empty() && words.trim() == words
}

/// Position of the next `letter` outside code, or of the end of the line.
fn find_outside_code(text: &str, from: usize, letter: char) -> usize {
    let mut at = from;
    while let Some(next) = text[at..].chars().next() {
        if next == '\n' || next == letter {
            break;
        }
        at = match code_close(text, at) {
            Some(close) => code_end(text, close),
            None if next == '`' => at + backticks_at(text, at),
            None => at + next.len_utf8(),
        };
    }
    at
}

/// Number of backticks at a position.
fn backticks_at(text: &str, at: usize) -> usize {
    text[at..].bytes().take_while(|byte| *byte == b'`').count()
}

/// Position of the closing delimiter of the code that begins at `at`, if code begins there: the next
/// one of the same length, on the same line. `at` is not inside a run of backticks.
fn code_close(text: &str, at: usize) -> Option<usize> {
    let length = backticks_at(text, at);
    if length == 0 || length > DELIMITER_MAX {
        return None;
    }
    let from = at + length;
    let mut close = from;
    loop {
        close += text[close..].find(['`', '\n'])?;
        match backticks_at(text, close) {
            0 => return None,
            same if same == length => break,
            other => close += other,
        }
    }
    is_tight(&text[from..close]).then_some(close)
}

/// The end of the closing delimiter.
fn code_end(text: &str, close: usize) -> usize {
    close + backticks_at(text, close)
}
