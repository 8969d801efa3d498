//! Tests of accepted and refused strings.

use super::*;
use proptest::prelude::*;

const PASSES: &[&str] = &[
    "",
    "Jo",
    "Nadia Rahman",
    "Анна-Мария Кузнецова",
    "Достоевский Фёдор Михайлович",
    "Всероссийское общество охраны памятников истории и культуры",
    "Рентгеноэлектрокардиографического отделения врач",
    "王小明",
    "歐陽菲菲",
    "中华人民共和国香港特别行政区律师公会",
    "清华大学校友会、北京大学校友会，以及上海市第一中学",
    "محمد بن عبد الله",
    "جمعية المهندسين المصرية",
    "דוד בן־גוריון",
    "می\u{200c}خواهم",
    "नरेन्द्र शर्मा",
    "สมชาย ใจดี",
    "Ngũgĩ wa Thiong’o",
    "Seán Ó Séaghdha",
    "José-María d'Alva Jr.",
    "김철수",
    "Ashcombe College Alumni Association, class of 2009",
    "R&D at the Harbour & Transport Workers' Union (branch 41)",
    "St Brigid's Parish; Rowan Street Growers",
    "Royal College of Nursing, reg. no. 98I1234E",
    "My work address is ada@northgate.example",
    "I heard about it on a podcast. Really!",
    "50% of my colleagues are here already",
    "I can be reached at +44 20 7946 0958",
    "Leeds, West Yorkshire",
    "I work in cryptography and teach script writing",
    "Support worker at a hospice, and a staff nurse before that",
    "We offered a discount to pensioners at our bakery",
    "I am a moderator of debates... and an administrator at a school",
    "C# and F# developers' circle",
    "Wait... what?",
    "member no. 1234 5678 9012 345",
];

const FAILS: &[&str] = &[
    // Links.
    "see http://example.org",
    "see HTTPS://EXAMPLE.ORG/x",
    "ftp://files.example",
    "www.example.org",
    "example.org/offer",
    "t.me join us",
    "hxxp something",
    // Repeated characters.
    "aaaaaaaaaaaaaaa",
    "AaAaAaAaAaAaAaA",
    "hello               there",
    // Special signs.
    "<b>bold</b>",
    "a {b}",
    "a [b]",
    "back\\slash",
    "a | b",
    "a ^ b",
    "~home",
    "`ls`",
    "now!!!!!",
    "*****",
    // More than one address.
    "a@example.org or b@example.org",
    // Spam.
    "Cheap VIAGRA for you",
    "make money fast",
    "Earn up to $500 a day",
    "click here please",
    "you have won a car",
    "guaranteed loans for all",
    // Crypto.
    "I trade Bitcoin",
    "cryptocurrency fund",
    "crypto trading signals",
    "free airdrop today",
    "my seed phrase is long",
    "0x52908400098527886E0F7030069857D2E4169EE7",
    // Marketing.
    "SEO services for you",
    "increase your traffic",
    "buy followers",
    "use promo code NOW",
    "20% off everything",
    "follow me on the other site",
    // Script.
    "javascript:alert(1)",
    "data:text/html,x",
    "onerror=x",
    "document.cookie",
    "' OR '1'='1",
    "UNION SELECT password",
    "$(reboot)",
    "&#x3c;script",
    // Phishing.
    "verify your account",
    "Your account has been suspended",
    "log in to claim",
    "send me your password",
    "buy me a gift card",
    // Card numbers, with a right check digit.
    "4111 1111 1111 1111",
    "5500-0000-0000-0004",
    "pay with 378282246310005",
    // Impersonation.
    "I am the administrator",
    "Hello, this is the support team",
    "Guildhall Staff",
    "official representative",
    "Admin",
    // Bidirectional controls.
    "abc\u{202e}cba",
    "\u{2066}hidden\u{2069}",
    // Long runs.
    "ывапролджэячсмитьбюфйцукенгшщзхъфывапролджэ",
    "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也",
];

#[test]
fn all_patterns_compile() {
    let count: usize = [LINKS, SPAM, CRYPTO, MARKETING, SCRIPT, PHISHING, IMPERSONATION]
        .iter()
        .map(|expressions| expressions.len())
        .sum();
    assert_eq!(PATTERNS.len(), count);
    for pattern in [&ADDRESS, &RUN, &SIGNS, &CARD] {
        assert!(pattern.is_some());
    }
}

#[test]
fn accepts_answers_of_every_script() {
    for text in PASSES {
        assert!(!is_suspicious([*text]), "{text}");
    }
}

#[test]
fn rejects_prohibited_answers() {
    for text in FAILS {
        assert!(is_suspicious([*text]), "{text}");
        assert!(is_suspicious(["fine", text, "fine"]), "{text} among others");
    }
}

#[test]
fn rejects_more_than_one_email_address_in_all_answers() {
    assert!(!is_suspicious(["write to a@example.org", "please"]));
    assert!(is_suspicious(["write to a@example.org", "or b@example.org"]));
}

#[test]
fn rejects_fifteen_equal_characters_in_a_row() {
    assert!(!has_repetition(&"é".repeat(14)) && has_repetition(&"é".repeat(15)));
}

#[test]
fn rejects_a_run_of_forty_letters() {
    for (one, other) in [("ж", "ы"), ("国", "民")] {
        let run = |n: usize| [one, other].iter().cycle().take(n).copied().collect::<String>();
        assert!(!is_suspicious([run(39).as_str()]) && is_suspicious([run(40).as_str()]));
    }
}

proptest! {
    /// Two words of letters are accepted in any script.
    #[test]
    fn accepts_names_of_letters_in_any_script(
        first in "[A-Za-zÀ-ÖØ-öø-ÿа-яёא-ת\u{4e00}-\u{4fff}가-힣]{2,12}",
        last in "(Berg|Кузнецов|王|علي|Nakamura)",
    ) {
        let name = format!("{first} {last}");
        prop_assert!(!is_suspicious([name.as_str()]) || has_repetition(&name));
    }

    /// A link is detected in any context.
    #[test]
    fn detects_a_link_in_any_context(before in "[a-z ]{0,20}", after in "[a-z ]{0,20}") {
        let text = format!("{before} https://x.example {after}");
        prop_assert!(is_suspicious([text.as_str()]));
    }

    #[test]
    fn accepts_any_input_without_panicking(text in "\\PC{0,200}") {
        let _ = is_suspicious([text.as_str()]);
    }
}
