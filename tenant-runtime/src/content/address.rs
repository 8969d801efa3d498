//! Finds the end of a web address in a text. The web client uses the same rules
//! (`web-kit/src/content/address.ts`); `markup-vectors.json` has test cases for both.
//!
//! Balanced brackets and apostrophes inside an address belong to it. Trailing punctuation does not,
//! nor does a closing bracket that was opened before the address.

const SCHEMES: [&str; 2] = ["http://", "https://"];
/// Maximum characters of a link target; longer ones are not treated as addresses.
const TARGET_CHARS_MAX: usize = 2_000;

/// End of the address that begins at `at`; `before` is the preceding character.
pub(super) fn address_end(text: &str, at: usize, before: Option<char>) -> Option<usize> {
    if before.is_some_and(|letter| letter.is_ascii_alphanumeric()) {
        return None;
    }
    let host = at + scheme_length(&text[at..], &SCHEMES)?;
    text[host..].chars().next().filter(|letter| letter.is_alphanumeric())?;
    let (end, open) = scan_address(text, host);
    Some(trim_punctuation(text, host, end, open, before == Some('_')))
}

/// End of the address in `[label](address)` that begins at `at`: the position of the closing
/// bracket.
pub(super) fn target_end(text: &str, at: usize) -> Option<usize> {
    let from = at + scheme_length(&text[at..], &["http://", "https://", "mailto:"])?;
    let mut depth = 0_usize;
    for (place, letter) in text[from..].char_indices().take(TARGET_CHARS_MAX) {
        match letter {
            '(' => depth += 1,
            ')' if depth == 0 => return (place > 0).then_some(from + place),
            ')' => depth -= 1,
            other if ends_any_address(other) => return None,
            _ => {}
        }
    }
    None
}

fn scheme_length(text: &str, schemes: &[&str]) -> Option<usize> {
    let begins = |scheme: &&&str| {
        text.get(..scheme.len()).is_some_and(|head| head.eq_ignore_ascii_case(scheme))
    };
    schemes.iter().find(begins).map(|scheme| scheme.len())
}

/// Number of open brackets of each kind.
type Open = [usize; 3];

fn opening_bracket(letter: char) -> Option<usize> {
    "([{".find(letter)
}

fn closing_bracket(letter: char) -> Option<usize> {
    ")]}".find(letter)
}

/// The furthest possible end of an address, and the brackets that are still open there.
fn scan_address(text: &str, from: usize) -> (usize, Open) {
    let mut open: Open = [0; 3];
    for (place, letter) in text[from..].char_indices() {
        if ends_any_address(letter) || ends_sentence_in_cjk(letter) {
            return (from + place, open);
        }
        if let Some(kind) = opening_bracket(letter) {
            open[kind] += 1;
        } else if let Some(kind) = closing_bracket(letter) {
            if open[kind] == 0 {
                return (from + place, open);
            }
            open[kind] -= 1;
        }
    }
    (text.len(), open)
}

/// The end without the punctuation of the surrounding sentence.
fn trim_punctuation(
    text: &str,
    from: usize,
    end: usize,
    mut open: Open,
    in_italics: bool,
) -> usize {
    let mut end = end;
    while let Some(last) = text[from..end].chars().next_back() {
        match (opening_bracket(last), closing_bracket(last)) {
            (Some(kind), _) if open[kind] > 0 => open[kind] -= 1,
            // It closes a bracket of the address itself.
            (_, Some(_)) => break,
            _ if is_punctuation(last) || (in_italics && last == '_') => {}
            _ => break,
        }
        end -= last.len_utf8();
    }
    end
}

fn is_punctuation(letter: char) -> bool {
    ".,:;!?'*…’”»“‘«".contains(letter)
}

fn ends_any_address(letter: char) -> bool {
    letter.is_whitespace() || letter.is_control() || "<>\"".contains(letter)
}

/// Chinese and Japanese texts continue after punctuation without a space.
fn ends_sentence_in_cjk(letter: char) -> bool {
    matches!(letter, '\u{3001}'..='\u{3002}' | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301F}')
        || "！（），：；？".contains(letter)
}
