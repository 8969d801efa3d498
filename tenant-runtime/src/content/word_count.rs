//! Word count of articles. The web client uses the same rules
//! (`web-kit/src/content/word-count.ts`); `markup-vectors.json` has test cases for both.
//!
//! Words are separated by spaces. In scripts without spaces, each ideograph and each kana counts as
//! one, as in word processors, and so do every four letters of a South-East Asian script.

use regex::Regex;
use std::sync::LazyLock;

const LETTERS_A_WORD: usize = 4;

static IDEOGRAPH: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let scripts = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Bopomofo}\p{Yi}\u{30FC}\u{FF70}]";
    Regex::new(scripts).ok()
});
static UNSPACED: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"[\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]+").ok());
static LETTER: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\p{L}").ok());

/// Number of words of a text.
#[must_use]
pub fn count_words(text: &str) -> usize {
    text.split_whitespace().map(words_in).sum()
}

fn words_in(token: &str) -> usize {
    if token.is_ascii() {
        return 1;
    }
    let (Some(ideograph), Some(unspaced)) = (IDEOGRAPH.as_ref(), UNSPACED.as_ref()) else {
        return 1;
    };
    let single = ideograph.find_iter(token).count();
    let runs: usize = unspaced.find_iter(token).map(|run| words_in_run(run.as_str())).sum();
    if single + runs == 0 {
        return 1;
    }
    // Words of other scripts within the token, such as a Latin name in a Chinese sentence.
    let others = ideograph.replace_all(token, " ");
    let others = unspaced.replace_all(&others, " ");
    let is_word = |other: &&str| other.contains(char::is_alphanumeric);
    single + runs + others.split(' ').filter(is_word).count()
}

fn words_in_run(run: &str) -> usize {
    let letters = LETTER.as_ref().map_or(0, |letter| letter.find_iter(run).count());
    letters.div_ceil(LETTERS_A_WORD).max(1)
}
