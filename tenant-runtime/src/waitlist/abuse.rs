//! Content checks of waitlist answers (A-109): all patterns in one place, pure and in linear time.
//! Names and words of every script pass; refused are only shapes that do not occur in answers.

use regex::{Regex, RegexSet};
use std::sync::LazyLock;

/// Equal characters in a row from which a text is refused.
const REPEATED_MAX: usize = 15;
/// Letters without a space from which a text is refused; names in Cyrillic or Han script are
/// shorter.
const RUN_MAX: usize = 40;
/// Punctuation characters in a row from which a text is refused, such as `!!!!!`.
const SIGNS_MAX: usize = 5;
/// Maximum email addresses in all answers together.
const ADDRESSES_MAX: usize = 1;

/// Characters of code and markup, which do not occur in answers.
const CODE_SIGNS: [char; 11] = ['<', '>', '{', '}', '[', ']', '\\', '|', '^', '~', '`'];

/// Embeddings, overrides and isolates (UAX #9), which make a text display as something else. Plain
/// direction marks, which Arabic, Hebrew and Persian writers type, are allowed.
const BIDI_CONTROLS: [std::ops::RangeInclusive<char>; 2] =
    ['\u{202a}'..='\u{202e}', '\u{2066}'..='\u{2069}'];

const LINKS: &[&str] = &[
    r"(?i)\b[a-z][a-z0-9+.-]{1,15}://",
    r"(?i)\bwww\.[a-z0-9-]",
    r"(?i)\b(?:[a-z0-9-]+\.)+[a-z]{2,12}/[^\s]",
    r"(?i)\b(?:bit\.ly|t\.me|wa\.me|tinyurl\.com|goo\.gl)\b",
    r"(?i)\bhxxps?\b",
];
const SPAM: &[&str] = &[
    r"(?i)\b(?:viagra|cialis|levitra|xanax|tramadol)\b",
    r"(?i)\b(?:online|crypto|live)\s+(?:casino|betting|poker|slots)\b",
    r"(?i)\b(?:make|earn|win)\s+(?:easy\s+|fast\s+|quick\s+)?(?:money|cash)\b",
    r"(?i)\bearn\s+(?:up\s+to\s+)?[$€£]\s?\d",
    r"(?i)\bwork(?:ing)?\s+from\s+home\s+and\s+earn\b",
    r"(?i)\b(?:click|tap)\s+(?:here|below|the\s+link)\b",
    r"(?i)\b(?:act|order|buy)\s+now\b",
    r"(?i)\byou(?:'ve| have)?\s+(?:been\s+selected|won)\b",
    r"(?i)\b(?:payday|instant|guaranteed)\s+loans?\b",
    r"(?i)\b(?:lose|loss)\s+weight\s+(?:fast|now)\b|\bmiracle\s+(?:pill|cure)\b",
    r"(?i)\blottery\s+(?:winner|prize)\b",
    r"(?i)\b(?:adult|sex)\s+(?:chat|cam|dating)\b",
];
const CRYPTO: &[&str] = &[
    r"(?i)\b(?:bitcoins?|ethereum|dogecoin|usdt|altcoins?|memecoins?|shitcoins?)\b",
    r"(?i)\bcrypto\s*(?:currenc(?:y|ies)|trading|invest\w*|wallets?|signals?|coins?)\b",
    r"(?i)\b(?:token|coin|nft)\s+(?:airdrop|presale|drop|mint)\b|\bairdrops?\b",
    r"(?i)\b(?:seed|recovery)\s+phrase\b|\bprivate\s+keys?\b",
    r"(?i)\b0x[0-9a-f]{40}\b|\bbc1[a-z0-9]{25,60}\b",
    r"(?i)\bforex\s+(?:trading|signals?|broker)\b|\bguaranteed\s+(?:returns?|profits?)\b",
];
const MARKETING: &[&str] = &[
    r"(?i)\bseo\s+(?:services?|expert|agency|packages?)\b|\bbacklinks?\b|\bguest\s+posts?\b",
    r"(?i)\b(?:boost|increase|grow)\s+your\s+(?:traffic|sales|followers|ranking|revenue|business)\b",
    r"(?i)\bbuy\s+(?:followers|likes|reviews|subscribers)\b",
    r"(?i)\b(?:promo|coupon|discount)\s+codes?\b|\b\d{1,2}\s?%\s+off\b",
    r"(?i)\b(?:limited|special)\s+time\s+offer\b|\bfree\s+(?:trial|consultation)\s+(?:today|now)\b",
    r"(?i)\bsubscribe\s+to\s+(?:my|our)\s+(?:channel|newsletter)\b|\bfollow\s+(?:me|us)\s+on\b",
    r"(?i)\bwe\s+(?:offer|provide)\s+(?:web|app|digital|lead)\s+(?:design|development|marketing|generation)\b",
];
const SCRIPT: &[&str] = &[
    r"(?i)\b(?:java|vb)script\s*:",
    r"(?i)\bdata\s*:\s*text/html",
    r"(?i)\bon(?:load|error|click|mouse\w+|focus)\s*=",
    r"(?i)\b(?:eval|alert|prompt|fetch|require|exec|system)\s*\(",
    r"(?i)\bdocument\s*\.\s*(?:cookie|write|location)\b|\bwindow\s*\.\s*location\b",
    r"(?i)\bunion\s+(?:all\s+)?select\b|\bdrop\s+table\b|\binsert\s+into\s+\w+\s*\(|'\s*or\s+'?1'?\s*=",
    r"(?i)&#x?[0-9a-f]{2,6};|%3c\s*script",
    r"\$\(|\$\{|\{\{",
];
const PHISHING: &[&str] = &[
    r"(?i)\b(?:verify|confirm|validate|update|unlock)\s+your\s+(?:account|identity|password|payment|billing|bank)\b",
    r"(?i)\b(?:your|the)\s+account\s+(?:has\s+been|is|was|will\s+be)\s+(?:suspended|locked|limited|closed)\b",
    r"(?i)\b(?:log|sign)\s?in\s+to\s+(?:claim|verify|unlock|restore)\b",
    r"(?i)\b(?:send|give|tell)\s+(?:me|us)\s+your\s+(?:password|pin|code|card|bank)\b",
    r"(?i)\b(?:bank\s+details|social\s+security\s+number|wire\s+transfer|gift\s+cards?|western\s+union)\b",
    r"(?i)\b(?:one[- ]time|verification)\s+(?:password|passcode)\b",
];
const IMPERSONATION: &[&str] = &[
    r"(?i)\b(?:i\s+am|i'm|we\s+are|this\s+is)\s+(?:from\s+)?(?:the|your)\s+(?:official\s+)?(?:admin|administrator|moderator|support(?:\s+team)?|staff(?:\s+team)?|security\s+team|help\s?desk)\b",
    r"(?i)\bguildhall\s+(?:support|staff|team|admin|security|official)\b",
    r"(?i)\bofficial\s+(?:support|staff|admin|account|representative)\b",
    r"(?i)\bon\s+behalf\s+of\s+(?:the\s+)?(?:guildhall|admin\w*|support|platform)\b",
    r"(?i)^\s*(?:admin|administrator|root|moderator|support|support team|staff|system|webmaster)\s*$",
];

static PATTERNS: LazyLock<RegexSet> = LazyLock::new(|| {
    let all = [LINKS, SPAM, CRYPTO, MARKETING, SCRIPT, PHISHING, IMPERSONATION].concat();
    // If an expression were invalid, everything is refused, so that checks fail closed. A test
    // compiles all of them.
    RegexSet::new(all).or_else(|_| RegexSet::new([""])).unwrap_or_else(|_| RegexSet::empty())
});
static ADDRESS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)[a-z0-9.!#$%&'*+/=?^_{|}~-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+").ok()
});
static RUN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(&format!(r"\p{{Cyrillic}}{{{RUN_MAX},}}|\p{{Han}}{{{RUN_MAX},}}")).ok()
});
static SIGNS: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(&format!(r"[!?@#$%&*()_+=/.,;:'\x22-]{{{SIGNS_MAX},}}")).ok());
static CARD: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"\b[3-6](?:[ -]?\d){12,18}\b").ok());

/// Returns true if these answers together contain anything prohibited.
pub(super) fn is_suspicious<'t>(texts: impl IntoIterator<Item = &'t str>) -> bool {
    let mut addresses = 0;
    for text in texts {
        addresses += count_matches(&ADDRESS, text);
        if addresses > ADDRESSES_MAX || is_refused(text) {
            return true;
        }
    }
    false
}

fn is_refused(text: &str) -> bool {
    text.contains(CODE_SIGNS)
        || text.chars().any(|c| BIDI_CONTROLS.iter().any(|range| range.contains(&c)))
        || has_repetition(text)
        || count_matches(&RUN, text) > 0
        || count_matches(&SIGNS, text) > 0
        || names_a_card(text)
        // An email address is not a link, although it contains a domain.
        || PATTERNS.is_match(&without_addresses(text))
}

fn count_matches(pattern: &LazyLock<Option<Regex>>, text: &str) -> usize {
    pattern.as_ref().map_or(usize::MAX, |pattern| pattern.find_iter(text).count())
}

fn without_addresses(text: &str) -> std::borrow::Cow<'_, str> {
    match ADDRESS.as_ref() {
        Some(pattern) => pattern.replace_all(text, " "),
        None => text.into(),
    }
}

fn has_repetition(text: &str) -> bool {
    let mut chars = text.chars().flat_map(char::to_lowercase);
    let Some(mut last) = chars.next() else { return false };
    let mut length = 1;
    for c in chars {
        length = if c == last { length + 1 } else { 1 };
        if length >= REPEATED_MAX {
            return true;
        }
        last = c;
    }
    false
}

/// Returns true if the text contains a number in the form of a payment card with a valid check
/// digit.
fn names_a_card(text: &str) -> bool {
    let Some(pattern) = CARD.as_ref() else { return true };
    pattern.find_iter(text).any(|number| {
        let digits: Vec<u32> = number.as_str().chars().filter_map(|c| c.to_digit(10)).collect();
        let sum: u32 = digits
            .iter()
            .rev()
            .enumerate()
            .map(|(place, digit)| match (place % 2, digit * 2) {
                (0, _) => *digit,
                (_, doubled) if doubled > 9 => doubled - 9,
                (_, doubled) => doubled,
            })
            .sum();
        sum.is_multiple_of(10)
    })
}

#[cfg(test)]
#[path = "abuse_tests.rs"]
mod tests;
