//! Where a web address in a text ends. The web client reads them by the same rules
//! (`web-kit/src/content/address.ts`); `markup-vectors.json` holds both to the same examples.
//!
//! Brackets that are balanced within an address and apostrophes inside it belong to it; punctuation after it does
//! not, nor does a closing bracket that was opened before it.

const SCHEMES: [&str; 2] = ["http://", "https://"];
/// Characters of an address behind a label; what is longer is no address anywhere.
const TARGET_CHARS_MAX: usize = 2_000;

/// The end of the address that begins at `at`, which follows `before`.
pub(super) fn address_end(text: &str, at: usize, before: Option<char>) -> Option<usize> {
    if before.is_some_and(|letter| letter.is_ascii_alphanumeric()) {
        return None;
    }
    let host = at + scheme_length(&text[at..], &SCHEMES)?;
    text[host..].chars().next().filter(|letter| letter.is_alphanumeric())?;
    let (end, open) = scanned(text, host);
    Some(trimmed(text, host, end, open, before == Some('_')))
}

/// The end of the address in `[label](address)` that begins at `at`: where its closing bracket is.
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

/// How many brackets of each kind are open.
type Open = [usize; 3];

fn opens(letter: char) -> Option<usize> {
    "([{".find(letter)
}

fn closes(letter: char) -> Option<usize> {
    ")]}".find(letter)
}

/// As far as an address may reach, and the brackets that are still open there.
fn scanned(text: &str, from: usize) -> (usize, Open) {
    let mut open: Open = [0; 3];
    for (place, letter) in text[from..].char_indices() {
        if ends_any_address(letter) || ends_sentence_in_cjk(letter) {
            return (from + place, open);
        }
        if let Some(kind) = opens(letter) {
            open[kind] += 1;
        } else if let Some(kind) = closes(letter) {
            if open[kind] == 0 {
                return (from + place, open);
            }
            open[kind] -= 1;
        }
    }
    (text.len(), open)
}

/// The end without punctuation of the sentence around the address.
fn trimmed(text: &str, from: usize, end: usize, mut open: Open, in_italics: bool) -> usize {
    let mut end = end;
    while let Some(last) = text[from..end].chars().next_back() {
        match (opens(last), closes(last)) {
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

/// Texts in Chinese and Japanese go on after their punctuation without a blank.
fn ends_sentence_in_cjk(letter: char) -> bool {
    matches!(letter, '\u{3001}'..='\u{3002}' | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301F}')
        || "！（），：；？".contains(letter)
}
