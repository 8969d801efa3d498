//! Validation of input texts.

use super::error::ContentError;
use super::patterns::{is_harmful, is_prohibited};
use super::text::{TextRule, is_visible, strip_controls};
use super::validation::plain_text;
use platform::config::ContentFilter;

/// Maximum characters of a community's name or a thread's caption.
pub const TITLE_CHARS_MAX: usize = 200;
/// Maximum characters of a description.
pub const DESCRIPTION_CHARS_MAX: usize = 50_000;
const POST_CHARS_MAX: usize = 300;
const MESSAGE_CHARS_MAX: usize = 5_000;

/// Length limit of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LengthLimit {
    /// A post that is not a reply: 300 characters.
    Post,
    /// A reply or a direct message: 5000 characters.
    Message,
}

impl LengthLimit {
    const fn chars_max(self) -> (usize, ContentError) {
        match self {
            Self::Post => (POST_CHARS_MAX, ContentError::PostTooLong),
            Self::Message => (MESSAGE_CHARS_MAX, ContentError::MessageTooLong),
        }
    }
}

/// Validates a post, reply or message, and returns it as it is stored. A text
/// without visible characters counts as empty.
///
/// # Errors
/// The first error, in the order of the specification.
pub fn check_post(
    text: &str,
    length: LengthLimit,
    filter: ContentFilter,
) -> Result<String, ContentError> {
    check_words(text, length, |text| {
        is_prohibited(text, filter == ContentFilter::Strict).then_some(ContentError::Prohibited)
    })
}

/// Validates an announcement or a comment on an article: as long as a message, but without the
/// rules against shell characters and SQL, which apply only to posts and messages (G-029). Only
/// executable markup is refused, as in an article.
///
/// # Errors
/// The first error.
pub fn check_remark(text: &str) -> Result<String, ContentError> {
    check_words(text, LengthLimit::Message, |text| {
        is_harmful(text).then_some(ContentError::Harmful)
    })
}

/// Validates the length, and that `fault` finds nothing.
fn check_words(
    text: &str,
    length: LengthLimit,
    refused: impl Fn(&str) -> Option<ContentError>,
) -> Result<String, ContentError> {
    let text = strip_controls(text);
    if !is_visible(&text) {
        return Err(ContentError::MessageEmpty);
    }
    let (chars_max, too_long) = length.chars_max();
    if text.chars().count() > chars_max {
        return Err(too_long);
    }
    if let Some(refusal) = refused(&text) {
        return Err(refusal);
    }
    // Markup around nothing visible.
    if !is_visible(&plain_text(&text)) {
        return Err(ContentError::MessageEmpty);
    }
    Ok(text)
}

/// Validates a community's name or a thread's caption: one line of at most 200 characters.
///
/// # Errors
/// The first error.
pub fn check_title(text: &str) -> Result<String, ContentError> {
    TextRule::single_line(TITLE_CHARS_MAX).check(text).map_err(|error| match error {
        ContentError::TooLong(_) => ContentError::TitleTooLong,
        other => other,
    })
}

/// Validates a community's description: required, at most 50,000 characters.
///
/// # Errors
/// The first error.
pub fn check_description(text: &str) -> Result<String, ContentError> {
    TextRule::multi_line(DESCRIPTION_CHARS_MAX).check(text)
}

/// Validates an optional text, such as a field of a profile.
///
/// # Errors
/// [`ContentError::TooLong`] or [`ContentError::Harmful`].
pub fn check_note(text: &str, chars_max: usize) -> Result<String, ContentError> {
    TextRule::multi_line(chars_max).allow_empty().check(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const STRICT: ContentFilter = ContentFilter::Strict;

    #[test]
    fn rejects_a_post_without_visible_text() {
        for text in ["", "  \n\t ", "\u{0}\u{7}", "\u{200B}\u{200D}", "\u{3164}", "**\u{2060}**"] {
            let refused = check_post(text, LengthLimit::Post, STRICT);
            assert_eq!(refused, Err(ContentError::MessageEmpty), "{text:?}");
        }
    }

    #[test]
    fn limits_posts_to_300_characters_and_replies_to_5000() {
        let post = |n| check_post(&"é".repeat(n), LengthLimit::Post, STRICT).map(drop);
        assert_eq!(post(300), Ok(()));
        assert_eq!(post(301), Err(ContentError::PostTooLong));
        let reply = |n| check_post(&"é".repeat(n), LengthLimit::Message, STRICT).map(drop);
        assert_eq!(reply(5000), Ok(()));
        assert_eq!(reply(5001), Err(ContentError::MessageTooLong));
    }

    #[test]
    fn removes_control_characters_and_keeps_line_breaks() {
        let kept = check_post(" one\r\ntwo\u{0}\u{1b}[0m ", LengthLimit::Post, STRICT);
        assert_eq!(kept.as_deref(), Ok("one\ntwo[0m"));
    }

    #[test]
    fn relaxed_filter_allows_semicolons() {
        let text = "one; two";
        assert_eq!(check_post(text, LengthLimit::Post, STRICT), Err(ContentError::Prohibited));
        assert!(check_post(text, LengthLimit::Post, ContentFilter::Relaxed).is_ok());
    }

    #[test]
    fn limits_titles_to_one_line_of_200_characters() {
        assert_eq!(check_title("  The \n Guild\t hall ").as_deref(), Ok("The Guild hall"));
        assert_eq!(check_title(""), Err(ContentError::Required));
        assert_eq!(check_title(" \n "), Err(ContentError::Empty));
        assert!(check_title(&"t".repeat(200)).is_ok());
        assert_eq!(check_title(&"t".repeat(201)), Err(ContentError::TitleTooLong));
        assert_eq!(check_title("<script>x"), Err(ContentError::Harmful));
        assert!(check_title("Bread; butter & `jam`").is_ok());
    }

    #[test]
    fn requires_a_description_of_at_most_50000_characters() {
        assert_eq!(check_description(""), Err(ContentError::Required));
        assert_eq!(check_description(" "), Err(ContentError::Empty));
        assert!(check_description(&"d".repeat(50_000)).is_ok());
        assert_eq!(check_description(&"d".repeat(50_001)), Err(ContentError::TooLong(50_000)));
        let message = ContentError::TooLong(50_000).to_string();
        assert_eq!(message, "Content exceeds maximum length of 50000 characters");
    }

    #[test]
    fn keeps_typed_tags_and_entities_as_text() {
        for text in
            ["<p> </p>", "<img src=x>", "&nbsp", "https://maps.example/?a=1&region=eu&copy=3"]
        {
            assert_eq!(check_post(text, LengthLimit::Post, STRICT).as_deref(), Ok(text));
        }
    }

    proptest! {
        #[test]
        fn stores_the_source_text_unchanged(text in "([a-zé<>&/=.,'() *_\\[\\]\n-]|&[a-z]{2,6}=?|</?[a-z]{1,4}>|https://){0,60}") {
            if let Ok(stored) = check_remark(&text) {
                prop_assert_eq!(stored, text.trim());
            }
        }

        #[test]
        fn checking_is_idempotent(text in "\\PC{0,120}") {
            if let Ok(stored) = check_post(&text, LengthLimit::Post, STRICT) {
                prop_assert_eq!(check_post(&stored, LengthLimit::Post, STRICT), Ok(stored));
            }
            if let Ok(title) = check_title(&text) {
                prop_assert_eq!(check_title(&title), Ok(title));
            }
        }
    }
}
