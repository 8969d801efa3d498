//! Languages of texts that people read. Code writes English; a catalogue translates whole texts and
//! templates with values. [Decision 16](../../../docs/decisions/016-texts-are-translated-by-catalogue.md).
//!
//! A response is in the language that its request accepts ([`requested`], [`localized`]), an email
//! or push in that of its recipient. Problem documents are translated in one place
//! ([`crate::Problem`]). A test requires a translation for every text in the code.

mod catalogue;
mod template;
mod time;

pub use catalogue::{TextGroup, catalogue_keys, translate};
pub use wire::Language;

pub(crate) use catalogue::translate_with;
pub use time::localize as localize_time;

use chrono_tz::Tz;
use http::{HeaderMap, header};
use serde::Serializer;
use std::borrow::Cow;

tokio::task_local! {
    /// Language of the request that this task handles.
    static REQUESTED: Option<Language>;
}

/// Language and time zone of a reader. Without a time zone, times stay in UTC.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Locale {
    /// Language.
    pub language: Language,
    /// Time zone.
    pub time_zone: Option<Tz>,
}

impl Locale {
    /// A locale with times in UTC.
    #[must_use]
    pub const fn new(language: Language) -> Self {
        Self { language, time_zone: None }
    }
}

/// Returns the language that the current request accepts; `None` if it accepts none of ours, and
/// outside of requests.
#[must_use]
pub fn requested() -> Option<Language> {
    REQUESTED.try_with(|language| *language).ok().flatten()
}

/// Returns the language of the response to the current request.
#[must_use]
pub fn of_response() -> Language {
    requested().unwrap_or_default()
}

/// Runs `future` as the handling of a request that accepts this language.
pub(crate) async fn with_requested<F: Future>(language: Option<Language>, future: F) -> F::Output {
    REQUESTED.scope(language, future).await
}

/// The language that these headers accept.
pub(crate) fn accepted(headers: &HeaderMap) -> Option<Language> {
    let value = headers.get(header::ACCEPT_LANGUAGE)?.to_str().ok()?;
    Language::from_accept_language(value)
}

/// Translates a text into the language of the response.
#[must_use]
pub fn in_response(group: TextGroup, text: &str) -> Cow<'_, str> {
    translate(group, text, of_response())
}

/// Serialises a label in the language of the response, for `serialize_with`.
///
/// # Errors
/// Those of the serialiser.
pub fn localized<S: Serializer>(text: &impl AsRef<str>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&label_in_response(text.as_ref()))
}

/// A label, or a message that is also one of problem documents.
fn label_in_response(text: &str) -> Cow<'_, str> {
    match in_response(TextGroup::Labels, text) {
        Cow::Borrowed(text) => in_response(TextGroup::Problems, text),
        translation => translation,
    }
}

/// Like [`localized`], for text that may be missing.
///
/// # Errors
/// Those of the serialiser.
pub fn localized_option<S: Serializer>(
    text: &Option<impl AsRef<str>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match text {
        Some(text) => serializer.serialize_some(&*label_in_response(text.as_ref())),
        None => serializer.serialize_none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    #[tokio::test]
    async fn requested_language_applies_only_to_the_request() {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_LANGUAGE, HeaderValue::from_static("de"));
        let language = with_requested(accepted(&headers), async { requested() }).await;
        assert_eq!((language, requested()), (Some(Language::De), None));
    }
}
