//! Parses and validates a change of one's own profile.

use super::error::ProfileError;
use super::rows::profile;
use super::visibility::ProfileAudience;
use crate::accounts;
use crate::content;
use chrono::{Datelike, NaiveDate};
use platform::Language;
use platform::problem::FieldError;
use sea_orm::ActiveValue;
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::prelude::Json;
use serde::Deserialize;
use utoipa::ToSchema;

const BIO_CHARS_MAX: usize = 500;
const LINE_CHARS_MAX: usize = 100;
const INTERESTS_MAX: usize = 20;
const INTEREST_CHARS_MAX: usize = 40;
const PHONE_DIGITS: std::ops::RangeInclusive<usize> = 5..=15;
/// Lower limit for the year of birth.
const EARLIEST_BIRTH_YEAR: i32 = 1900;

/// Colour theme of the pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Theme {
    Light,
    Dark,
    /// Theme of the device.
    System,
}

impl Theme {
    const fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
            Self::System => "system",
        }
    }
}

/// Fields to change; omitted ones stay. An empty text removes the value.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ProfileChange {
    first_name: Option<String>,
    last_name: Option<String>,
    bio: Option<String>,
    location: Option<String>,
    job_title: Option<String>,
    quote: Option<String>,
    /// `2001-12-24`.
    date_of_birth: Option<String>,
    phone_number: Option<String>,
    secondary_email: Option<String>,
    /// Up to 20 items of up to 40 characters each.
    interests: Option<Vec<String>>,
    theme: Option<Theme>,
    #[schema(value_type = Option<Language>)]
    language: Option<String>,
    notifications_enabled: Option<bool>,
    /// True if single-key shortcuts such as `?` are enabled (WCAG 2.1.4).
    single_key_shortcuts: Option<bool>,
    is_profile_private: Option<bool>,
    profile_visibility: Option<ProfileAudience>,
    directory_visibility: Option<ProfileAudience>,
}

impl ProfileChange {
    /// Returns true if it sets a text that the search finds.
    pub(super) const fn changes_searched_text(&self) -> bool {
        self.first_name.is_some()
            || self.last_name.is_some()
            || self.location.is_some()
            || self.job_title.is_some()
    }
}

/// Validates a change; `today` is the upper limit of the date of birth.
pub(super) fn read(
    change: ProfileChange,
    today: NaiveDate,
) -> Result<profile::ActiveModel, ProfileError> {
    let mut faults = FieldErrors(Vec::new());
    let row =
        profile::ActiveModel {
            first_name: faults.name("firstName", "First name", change.first_name),
            last_name: faults.name("lastName", "Last name", change.last_name),
            bio: faults.record_change("bio", change.bio, BIO_CHARS_MAX),
            location: faults.record_change("location", change.location, LINE_CHARS_MAX),
            job_title: faults.record_change("jobTitle", change.job_title, LINE_CHARS_MAX),
            quote: faults.record_change("quote", change.quote, LINE_CHARS_MAX),
            date_of_birth: faults.validated_birth_date(change.date_of_birth, today),
            phone_number: faults.validated_phone(change.phone_number),
            secondary_email: faults.validated_second_email(change.secondary_email),
            interests: faults.validated_interests(change.interests),
            language: faults.validated_language(change.language),
            theme: set_if_given(change.theme.map(|theme| theme.name().to_owned())),
            notifications_enabled: set_if_given(change.notifications_enabled),
            single_key_shortcuts: set_if_given(change.single_key_shortcuts),
            // One setting: the visibility of the profile also decides whether it is listed (G-041).
            is_profile_private: set_if_given(change.is_profile_private.or(
                change.profile_visibility.map(|audience| audience == ProfileAudience::Private),
            )),
            profile_visibility: set_if_given(
                change.profile_visibility.map(|one| one.name().to_owned()),
            ),
            directory_visibility: set_if_given(
                change.directory_visibility.map(|one| one.name().to_owned()),
            ),
            ..Default::default()
        };
    if faults.0.is_empty() { Ok(row) } else { Err(ProfileError::Fields(faults.0)) }
}

fn set_if_given<T: Into<sea_orm::Value>>(given: Option<T>) -> ActiveValue<T> {
    given.map_or(NotSet, Set)
}

/// Errors of invalid fields, collected over all fields.
struct FieldErrors(Vec<FieldError>);

impl FieldErrors {
    fn name(&mut self, field: &str, label: &str, given: Option<String>) -> ActiveValue<String> {
        let Some(given) = given else { return NotSet };
        match accounts::check_name(field, label, &given) {
            Ok(name) => Set(name),
            Err(fault) => self.add_error(fault),
        }
    }

    fn record_change(
        &mut self,
        field: &str,
        given: Option<String>,
        chars_max: usize,
    ) -> ActiveValue<Option<String>> {
        let Some(given) = given else { return NotSet };
        match content::check_note(&given, chars_max) {
            Ok(note) => Set(Some(note).filter(|note| !note.is_empty())),
            Err(fault) => self.add_error(fault.to_field_error(field)),
        }
    }

    /// One of the available languages.
    fn validated_language(&mut self, given: Option<String>) -> ActiveValue<String> {
        let Some(given) = given else { return NotSet };
        match Language::from_tag(&given) {
            Some(language) => Set(language.tag().to_owned()),
            None => {
                let words = "Language is not recognised";
                self.add_error(FieldError::new("language", "language-unknown", words))
            }
        }
    }

    /// A past day, as `2001-12-24`; an empty string removes it.
    fn validated_birth_date(
        &mut self,
        given: Option<String>,
        today: NaiveDate,
    ) -> ActiveValue<Option<String>> {
        let Some(given) = given else { return NotSet };
        if given.trim().is_empty() {
            return Set(None);
        }
        match NaiveDate::parse_from_str(given.trim(), "%Y-%m-%d") {
            Ok(day) if day < today && day.year() >= EARLIEST_BIRTH_YEAR => {
                Set(Some(day.format("%Y-%m-%d").to_string()))
            }
            _ => {
                let words = "Please enter a date in the past";
                self.add_error(FieldError::new("dateOfBirth", "date-of-birth-invalid", words))
            }
        }
    }

    /// Digits and the usual separators.
    fn validated_phone(&mut self, given: Option<String>) -> ActiveValue<Option<String>> {
        let Some(given) = given else { return NotSet };
        let number = given.split_whitespace().collect::<Vec<_>>().join(" ");
        if number.is_empty() {
            return Set(None);
        }
        let digits = number.chars().filter(char::is_ascii_digit).count();
        let rest = number.strip_prefix('+').unwrap_or(&number);
        let plain = rest.chars().all(|c| c.is_ascii_digit() || " ()-./".contains(c));
        if plain && PHONE_DIGITS.contains(&digits) && number.len() <= LINE_CHARS_MAX {
            return Set(Some(number));
        }
        let words = "Please enter a valid phone number";
        self.add_error(FieldError::new("phoneNumber", "phone-number-invalid", words))
    }

    fn validated_second_email(&mut self, given: Option<String>) -> ActiveValue<Option<String>> {
        let Some(given) = given else { return NotSet };
        if given.trim().is_empty() {
            return Set(None);
        }
        match accounts::check_email(&given) {
            Ok(address) => Set(Some(address)),
            Err(fault) => {
                self.add_error(FieldError { field: "secondaryEmail".to_owned(), ..fault })
            }
        }
    }

    /// A few words each; duplicates that differ only in case are removed.
    fn validated_interests(&mut self, given: Option<Vec<String>>) -> ActiveValue<Option<Json>> {
        let Some(given) = given else { return NotSet };
        let mut kept: Vec<String> = Vec::new();
        for interest in given {
            match content::check_note(&interest, INTEREST_CHARS_MAX) {
                Ok(words) if words.is_empty() => {}
                Ok(words) if kept.iter().any(|one| one.to_lowercase() == words.to_lowercase()) => {}
                Ok(words) => kept.push(words),
                Err(fault) => return self.add_error(fault.to_field_error("interests")),
            }
        }
        if kept.len() > INTERESTS_MAX {
            let words = format!("Choose at most {INTERESTS_MAX} interests");
            return self.add_error(FieldError::new("interests", "interests-too-many", words));
        }
        Set((!kept.is_empty()).then(|| Json::from(kept)))
    }

    fn add_error<T: Into<sea_orm::Value>>(&mut self, fault: FieldError) -> ActiveValue<T> {
        self.0.push(fault);
        NotSet
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn today() -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 11, 21).unwrap_or_default()
    }

    fn message_for(change: ProfileChange) -> String {
        read(change, today()).map_or_else(|error| error.to_string(), |_| "fine".to_owned())
    }

    #[test]
    fn profile_fields_enforce_max_length() {
        let bio = |n| ProfileChange { bio: Some("b".repeat(n)), ..Default::default() };
        assert_eq!(message_for(bio(500)), "fine");
        assert_eq!(message_for(bio(501)), "Content exceeds maximum length of 500 characters");
        let job = |n| ProfileChange { job_title: Some("j".repeat(n)), ..Default::default() };
        assert_eq!(message_for(job(100)), "fine");
        assert_eq!(message_for(job(101)), "Content exceeds maximum length of 100 characters");
    }

    #[test]
    fn validates_names_like_the_sign_up_form() {
        let name =
            |text: &str| ProfileChange { first_name: Some(text.to_owned()), ..Default::default() };
        assert_eq!(message_for(name("X")), "First name must be at least 2 characters long");
        assert_eq!(message_for(name("Ann4")), "First name contains invalid characters");
        assert_eq!(message_for(name("Ann-Marie O’Dea")), "fine");
    }

    #[test]
    fn an_empty_text_removes_the_value_and_an_omitted_one_keeps_it() {
        let row =
            read(ProfileChange { quote: Some("  ".to_owned()), ..Default::default() }, today());
        assert!(row.is_ok_and(|row| row.quote == Set(None) && row.bio == NotSet));
    }

    #[test]
    fn a_private_profile_is_hidden_from_the_directory() {
        let with =
            |audience| ProfileChange { profile_visibility: Some(audience), ..Default::default() };
        let listed = |change| read(change, today()).map(|row| row.is_profile_private).ok();
        assert_eq!(listed(with(ProfileAudience::Private)), Some(Set(true)));
        assert_eq!(listed(with(ProfileAudience::Public)), Some(Set(false)));
        assert_eq!(listed(ProfileChange::default()), Some(NotSet));
    }

    #[test]
    fn rejects_unknown_languages() {
        let language =
            |text: &str| ProfileChange { language: Some(text.to_owned()), ..Default::default() };
        assert_eq!(message_for(language("en")), "fine");
        assert_eq!(message_for(language("de")), "fine");
        for bad in ["", "EN", "english", "en_GB", "pt-BR", "xx", "<b>"] {
            assert_eq!(message_for(language(bad)), "Language is not recognised", "{bad}");
        }
    }

    #[test]
    fn rejects_dates_of_birth_outside_the_past() {
        let born = |text: &str| ProfileChange {
            date_of_birth: Some(text.to_owned()),
            ..Default::default()
        };
        for good in ["2001-12-24", "2026-11-20", " 1900-01-01 ", ""] {
            assert_eq!(message_for(born(good)), "fine", "{good}");
        }
        for bad in ["2026-11-21", "2040-01-01", "1899-12-31", "2001-02-30", "24.12.2001", "x"] {
            assert_eq!(message_for(born(bad)), "Please enter a date in the past", "{bad}");
        }
    }

    #[test]
    fn rejects_malformed_phone_numbers_and_secondary_emails() {
        let phone = |text: &str| ProfileChange {
            phone_number: Some(text.to_owned()),
            ..Default::default()
        };
        for good in ["+44 (0)113 496-0000", "0113 4960000", "12345", ""] {
            assert_eq!(message_for(phone(good)), "fine", "{good}");
        }
        for bad in ["1234", "phone", "+44+113", "1234567890123456", "<b>12345</b>"] {
            assert_eq!(message_for(phone(bad)), "Please enter a valid phone number", "{bad}");
        }
        let second = |text: &str| ProfileChange {
            secondary_email: Some(text.to_owned()),
            ..Default::default()
        };
        assert_eq!(message_for(second("nora@example.org")), "fine");
        assert_eq!(message_for(second("")), "fine");
        assert_eq!(message_for(second("nora")), "Invalid email format");
    }

    #[test]
    fn limits_and_deduplicates_interests() {
        let interests = |list: &[&str]| ProfileChange {
            interests: Some(list.iter().map(|one| (*one).to_owned()).collect()),
            ..Default::default()
        };
        let kept = read(interests(&["Bridges", " bridges ", "", "Bread"]), today());
        let list = Json::from(vec!["Bridges".to_owned(), "Bread".to_owned()]);
        assert_eq!(kept.map(|row| row.interests).ok(), Some(Set(Some(list))));
        let many: Vec<String> = (0..21).map(|n| format!("Interest {n}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(message_for(interests(&many)), "Choose at most 20 interests");
        assert_eq!(
            message_for(interests(&[&"x".repeat(41)])),
            "Content exceeds maximum length of 40 characters"
        );
    }
}
