//! One spelling for texts that people consider the same: width, case, accents and letters with a
//! stroke. Both databases store only texts folded here, so that they find the same.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Returns true for signs of scripts without spaces between words, and of Korean, whose words are
/// compounds. They are indexed in pairs.
pub(super) const fn is_dense(sign: char) -> bool {
    matches!(sign,
        '\u{E00}'..='\u{EFF}' // Thai and Lao
        | '\u{1000}'..='\u{109F}' // Burmese
        | '\u{1100}'..='\u{11FF}' // Hangul jamo
        | '\u{1780}'..='\u{17FF}' // Khmer
        | '\u{2E80}'..='\u{2FDF}' // CJK radicals
        | '\u{3005}'..='\u{3007}' | '\u{3041}'..='\u{30FF}' | '\u{31F0}'..='\u{31FF}' // kana
        | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{323AF}' // Han
        | '\u{AC00}'..='\u{D7A3}' // Hangul
    )
}

/// Returns true for letters whose marks are accents that people leave out. In other scripts a mark
/// is a vowel.
const fn drops_marks(letter: char) -> bool {
    matches!(letter,
        'a'..='z' | 'A'..='Z' | '\u{C0}'..='\u{24F}' | '\u{370}'..='\u{52F}' | '\u{1E00}'..='\u{1FFF}')
}

/// Returns true for a sign that belongs to the one before it.
pub(super) fn continues_sign(sign: char) -> bool {
    // Hangul vowels and final consonants; voice marks of half-width kana.
    is_combining_mark(sign) || matches!(sign, '\u{1160}'..='\u{11FF}' | '\u{FF9E}' | '\u{FF9F}')
}

/// Returns true for a sign of a word; others separate words.
pub(super) fn is_word_sign(sign: char) -> bool {
    sign.is_alphanumeric() || is_combining_mark(sign)
}

/// The folded text.
#[must_use]
pub fn folded(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut all = String::with_capacity(text.len());
    let mut base = ' ';
    for sign in text.nfkd().flat_map(char::to_lowercase) {
        if is_combining_mark(sign) {
            if !drops_marks(base) {
                all.push(sign);
            }
            continue;
        }
        base = sign;
        match plain_letters(sign) {
            Some(letters) => all.push_str(letters),
            None => all.push(sign),
        }
    }
    all.nfc().collect()
}

/// Letters that Unicode does not decompose, as people type them without a special keyboard.
const fn plain_letters(letter: char) -> Option<&'static str> {
    Some(match letter {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'þ' => "th",
        'ø' => "o",
        'đ' | 'ð' => "d",
        'ł' => "l",
        'ħ' => "h",
        'ı' => "i",
        'ς' => "σ",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_that_people_consider_the_same_are_folded_to_one() {
        for (written, typed) in [
            ("Straße", "STRASSE"),
            ("Łódź", "lodz"),
            ("Işık", "isik"),
            ("İstanbul", "istanbul"),
            ("Éloïse", "eloise"),
            ("e\u{301}", "é"),
            ("ＦＵＬＬ", "full"),
            ("ﾃｽﾄ", "テスト"),
            ("ｶﾞ", "ガ"),
            ("ﬁnd", "find"),
            ("Ærø", "aero"),
            ("Œuvre", "oeuvre"),
            ("Þór Ðal", "thor dal"),
            ("ΟΔΟΣ", "οδός"),
            ("Ёлка", "елка"),
            ("한국", "\u{1112}\u{1161}\u{11ab}\u{1100}\u{116e}\u{11a8}"),
        ] {
            assert_eq!(folded(written), folded(typed), "{written} {typed}");
        }
    }

    #[test]
    fn marks_that_are_vowels_stay() {
        assert_ne!(folded("हिन्दी"), folded("हनद"));
        assert_ne!(folded("ไทยนี้"), folded("ไทยน"));
        assert_ne!(folded("が"), folded("か"));
    }
}
