//! The legal documents, and their source format: markdown, optionally below a line with the
//! effective date.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// One of the three legal documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DocumentKey {
    TermsOfService,
    PrivacyPolicy,
    CommunityGuidelines,
}

impl DocumentKey {
    /// All documents, in the order of agreement.
    pub const ALL: [Self; 3] =
        [Self::TermsOfService, Self::CommunityGuidelines, Self::PrivacyPolicy];

    /// Name in paths and in the database.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::TermsOfService => "terms-of-service",
            Self::PrivacyPolicy => "privacy-policy",
            Self::CommunityGuidelines => "community-guidelines",
        }
    }

    /// Display title.
    #[must_use]
    pub const fn display_title(self) -> &'static str {
        match self {
            Self::TermsOfService => "Terms of Service",
            Self::PrivacyPolicy => "Privacy Policy",
            Self::CommunityGuidelines => "Community Guidelines",
        }
    }

    /// Initial text of a new installation.
    pub(super) const fn initial_text(self) -> &'static str {
        match self {
            Self::TermsOfService => include_str!("seed/terms-of-service.md"),
            Self::PrivacyPolicy => include_str!("seed/privacy-policy.md"),
            Self::CommunityGuidelines => include_str!("seed/community-guidelines.md"),
        }
    }

    /// Notice shown to all users except staff until staff publish the document (G-095).
    pub(super) fn placeholder_notice(self) -> String {
        let title = self.display_title();
        format!(
            "The organisation that runs this Guildhall has not published its {title} yet.\n\n\
             You can use Guildhall in the meantime. Once the document is published, you are asked to \
             read it and to agree to it. Nothing that you confirm before then counts as agreement to it."
        )
    }

    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|key| key.name() == name)
    }
}

/// A text and the effective date above it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DatedText {
    pub content: String,
    pub effective_date: Option<String>,
}

/// Splits the effective date from the top of a text (A-176): a first line that is a date of the
/// form `YYYY-MM-DD`, alone or after the words "Effective date".
pub(super) fn split_date(text: &str) -> DatedText {
    let text = text.trim_start_matches(['\u{feff}', '\r', '\n', ' ']);
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    match date_of(first) {
        Some(date) => DatedText {
            content: rest.trim_start_matches(['\r', '\n']).to_owned(),
            effective_date: Some(date.format("%Y-%m-%d").to_string()),
        },
        None => DatedText { content: text.to_owned(), effective_date: None },
    }
}

fn date_of(line: &str) -> Option<NaiveDate> {
    let plain = line.replace(['*', '_', '#', ':'], " ").to_lowercase();
    let mut words = plain.split_whitespace().collect::<Vec<_>>();
    let date = words.pop()?;
    let labelled = matches!(words.as_slice(), [] | ["effective"] | ["effective", "date"]);
    let in_form = date.len() == 10 && labelled;
    in_form.then(|| NaiveDate::parse_from_str(date, "%Y-%m-%d").ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removes_the_effective_date_above_the_text() {
        for header in
            ["2026-01-31", "Effective date: 2026-01-31", "**Effective Date:** 2026-01-31\r"]
        {
            let dated = split_date(&format!("{header}\n\nThese are the terms.\n"));
            assert_eq!(dated.effective_date.as_deref(), Some("2026-01-31"), "{header}");
            assert_eq!(dated.content, "These are the terms.\n");
        }
    }

    #[test]
    fn keeps_first_lines_that_are_no_effective_date() {
        for text in
            ["", "2026-02-30\nText", "Since 2026-01-31\nText", "2026-1-31\nText", "# Terms\nText"]
        {
            assert_eq!(
                split_date(text),
                DatedText { content: text.to_owned(), effective_date: None }
            );
        }
    }

    #[test]
    fn every_document_has_an_initial_text() {
        for key in DocumentKey::ALL {
            assert_eq!(DocumentKey::from_name(key.name()), Some(key));
            assert!(key.initial_text().len() > 500, "{}", key.name());
        }
        assert_eq!(DocumentKey::from_name("imprint"), None);
    }
}
