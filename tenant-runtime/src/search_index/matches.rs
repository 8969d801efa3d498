//! Positions of the words of a search in a text, for highlighting.

use super::fold::{continues_sign, folded, is_word_sign};
use super::term::{SearchTerm, TermPart};

/// Start and end of a match, in Unicode characters.
pub type MatchRange = (usize, usize);

/// A sign of the folded text with the characters that it comes from.
struct FoldedSign {
    sign: char,
    start: usize,
    end: usize,
}

/// The folded text, with its origin.
fn fold_with_origin(chars: &[char]) -> Vec<FoldedSign> {
    let (mut all, mut start) = (Vec::with_capacity(chars.len()), 0);
    while start < chars.len() {
        let rest = chars[start + 1..].iter().take_while(|sign| continues_sign(**sign)).count();
        let end = start + 1 + rest;
        let source: String = chars[start..end].iter().collect();
        all.extend(folded(&source).chars().map(|sign| FoldedSign { sign, start, end }));
        start = end;
    }
    all
}

/// Matches in a text, in order and without overlaps: beginnings of words, or any place for scripts
/// without spaces.
#[must_use]
pub fn find_matches(text: &str, term: &SearchTerm) -> Vec<MatchRange> {
    let chars: Vec<char> = text.chars().collect();
    matches_in(&chars, term)
}

fn matches_in(chars: &[char], term: &SearchTerm) -> Vec<MatchRange> {
    if term.parts.is_empty() {
        return Vec::new();
    }
    let signs = fold_with_origin(chars);
    let (mut found, mut at): (Vec<MatchRange>, usize) = (Vec::new(), 0);
    while at < signs.len() {
        let begins_word = at == 0
            || !is_word_sign(signs[at - 1].sign)
            || super::fold::is_dense(signs[at - 1].sign);
        let is_here = |part: &&TermPart| {
            (part.is_run || begins_word) && begins_with(&signs[at..], &part.signs)
        };
        let longest = term.parts.iter().filter(is_here).map(|part| part.signs.len()).max();
        let Some(length) = longest.filter(|length| *length > 0) else {
            at += 1;
            continue;
        };
        found.push((signs[at].start, signs[at + length - 1].end));
        at += length;
    }
    found
}

fn begins_with(signs: &[FoldedSign], with: &[char]) -> bool {
    signs.len() >= with.len() && signs.iter().zip(with).all(|(sign, other)| sign.sign == *other)
}

/// Characters before the first match in an excerpt.
const CHARS_BEFORE_MATCH: usize = 40;

/// The part of a text around its first match, with an ellipsis where it was cut, and the matches in
/// that part.
#[must_use]
pub fn excerpt_with_matches(
    text: &str,
    term: &SearchTerm,
    chars_max: usize,
) -> (String, Vec<MatchRange>) {
    let chars: Vec<char> = text.chars().collect();
    let found = matches_in(&chars, term);
    let first = found.first().map_or(0, |(from, _)| *from);
    // The whole beginning, if the first match is in it.
    let is_near_start = found.first().is_none_or(|(_, to)| *to <= chars_max);
    let start = if is_near_start { 0 } else { first.saturating_sub(CHARS_BEFORE_MATCH) };
    let end = chars.len().min(start + chars_max);
    let mut excerpt = String::new();
    if start > 0 {
        excerpt.push('…');
    }
    excerpt.extend(&chars[start..end]);
    if end < chars.len() {
        excerpt.push('…');
    }
    let shift = usize::from(start > 0);
    let shown = found.into_iter().filter(|(from, to)| *from >= start && *to <= end);
    (excerpt, shown.map(|(from, to)| (from - start + shift, to - start + shift)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(text: &str, typed: &str) -> Vec<String> {
        let term = SearchTerm::parse(typed).unwrap_or_default();
        let chars: Vec<char> = text.chars().collect();
        find_matches(text, &term)
            .iter()
            .map(|(from, to)| chars[*from..*to].iter().collect())
            .collect()
    }

    #[test]
    fn marks_word_beginnings_in_characters() {
        let term = SearchTerm::parse("brü üb").unwrap_or_default();
        assert_eq!(find_matches("Über den Brücken, Brü!", &term), [(0, 2), (9, 12), (18, 21)]);
        assert_eq!(matches("abridge", "bridge"), Vec::<String>::new());
    }

    #[test]
    fn marks_the_original_of_folded_letters() {
        assert_eq!(matches("In der Straße 3", "strasse"), ["Straße"]);
        assert_eq!(matches("Straße", "stras"), ["Straß"]);
        assert_eq!(matches("W Łodzi", "lod"), ["Łod"]);
        assert_eq!(matches("e\u{301}te\u{301}", "ete"), ["e\u{301}te\u{301}"]);
        assert_eq!(matches("私は東京都に", "東京"), ["東京"]);
        assert_eq!(matches("ภาษาไทย", "ไทย"), ["ไทย"]);
    }

    #[test]
    fn long_texts_are_cut_around_the_first_match() {
        let long = format!("{} pier {}", "a ".repeat(100), "b ".repeat(100));
        let term = SearchTerm::parse("pier").unwrap_or_default();
        let (text, matches) = excerpt_with_matches(&long, &term, 140);
        assert!(text.starts_with('…') && text.ends_with('…'));
        let [(from, to)] = matches.as_slice() else { panic!("one match: {matches:?}") };
        let matched: String = text.chars().skip(*from).take(to - from).collect();
        assert_eq!(matched, "pier");
    }
}
