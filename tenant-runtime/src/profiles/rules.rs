//! What one may say about oneself.

use super::error::ProfileError;
use super::rows::profile;
use super::store;
use crate::accounts;
use crate::content;
use crate::legal;
use platform::events::Topic;
use platform::limiter::{LimitKey, LimitedAction};
use platform::problem::FieldError;
use platform::scope::GateError;
use platform::{Identified, Scope, SignedIn};
use sea_orm::ActiveValue;
use sea_orm::ActiveValue::{NotSet, Set};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

const BIO_CHARS_MAX: usize = 500;
const LINE_CHARS_MAX: usize = 100;

/// How the pages look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Theme {
    /// Light.
    Light,
    /// Dark.
    Dark,
    /// As the device does.
    System,
}

/// Who may see something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Audience {
    /// Nobody else.
    Private,
    /// Whoever shares an affiliation.
    Affiliations,
    /// Every member.
    Public,
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

impl Audience {
    const fn name(self) -> &'static str {
        match self {
            Self::Private => "private",
            Self::Affiliations => "affiliations",
            Self::Public => "public",
        }
    }
}

/// What to change; what is left out stays. A text that is emptied is taken away.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ChangeMe {
    first_name: Option<String>,
    last_name: Option<String>,
    bio: Option<String>,
    location: Option<String>,
    job_title: Option<String>,
    quote: Option<String>,
    theme: Option<Theme>,
    language: Option<String>,
    notifications_enabled: Option<bool>,
    is_profile_private: Option<bool>,
    profile_visibility: Option<Audience>,
    directory_visibility: Option<Audience>,
}

/// Refuses whoever is paused: the notice and the way out are all they have.
pub(super) fn check_not_paused(scope: &Scope<SignedIn>) -> Result<(), GateError> {
    let paused = scope.facts().session.as_ref().is_some_and(|session| session.standing.is_paused);
    if paused { Err(GateError::Paused) } else { Ok(()) }
}

/// Refuses whoever has not proven their address.
pub(super) fn check_verified(scope: &Scope<SignedIn>) -> Result<(), GateError> {
    let session = scope.facts().session.as_ref();
    let unproven = session.is_none_or(|session| session.standing.needs_email_verification);
    if unproven { Err(GateError::NotVerified) } else { Ok(()) }
}

/// Changes the viewer's own profile.
pub(super) async fn change(
    scope: &mut Scope<SignedIn>,
    change: ChangeMe,
) -> Result<(), ProfileError> {
    let change = read(change)?;
    let user = scope.viewer().id();
    let limiter = scope.services().limiter();
    let verdict = limiter.hit(LimitedAction::Write, &LimitKey::user(user)).await;
    if !verdict.allowed {
        let time = verdict.retry_at_words(scope.now());
        return Err(ProfileError::Limit(time, verdict));
    }
    let tx = scope.begin().await?;
    store::update_own(&tx, change).await?;
    tx.publish(Topic::User(user), "me.changed", &json!({})).await?;
    tx.commit().await?;
    Ok(())
}

/// Acknowledges the documents at this door.
pub(super) async fn acknowledge(scope: &mut Scope<SignedIn>) -> Result<(), ProfileError> {
    let tx = scope.begin().await?;
    legal::acknowledge(&tx).await?;
    tx.publish(Topic::User(tx.viewer().id()), "me.changed", &json!({})).await?;
    tx.commit().await?;
    Ok(())
}

fn read(change: ChangeMe) -> Result<profile::ActiveModel, ProfileError> {
    let mut faults = Faults(Vec::new());
    let row = profile::ActiveModel {
        first_name: faults.name("firstName", "First name", change.first_name),
        last_name: faults.name("lastName", "Last name", change.last_name),
        bio: faults.note("bio", change.bio, BIO_CHARS_MAX),
        location: faults.note("location", change.location, LINE_CHARS_MAX),
        job_title: faults.note("jobTitle", change.job_title, LINE_CHARS_MAX),
        quote: faults.note("quote", change.quote, LINE_CHARS_MAX),
        language: faults.language(change.language),
        theme: value(change.theme.map(|theme| theme.name().to_owned())),
        notifications_enabled: value(change.notifications_enabled),
        // One effective rule: what says who sees the profile also says whether it is listed (G-041).
        is_profile_private: value(
            change
                .is_profile_private
                .or(change.profile_visibility.map(|audience| audience == Audience::Private)),
        ),
        profile_visibility: value(change.profile_visibility.map(|one| one.name().to_owned())),
        directory_visibility: value(change.directory_visibility.map(|one| one.name().to_owned())),
        ..Default::default()
    };
    if faults.0.is_empty() { Ok(row) } else { Err(ProfileError::Fields(faults.0)) }
}

fn value<T: Into<sea_orm::Value>>(given: Option<T>) -> ActiveValue<T> {
    given.map_or(NotSet, Set)
}

/// The fields at fault, collected while all are read.
struct Faults(Vec<FieldError>);

impl Faults {
    fn name(&mut self, field: &str, label: &str, given: Option<String>) -> ActiveValue<String> {
        let Some(given) = given else { return NotSet };
        match accounts::check_name(field, label, &given) {
            Ok(name) => Set(name),
            Err(fault) => self.refuse(fault),
        }
    }

    fn note(
        &mut self,
        field: &str,
        given: Option<String>,
        chars_max: usize,
    ) -> ActiveValue<Option<String>> {
        let Some(given) = given else { return NotSet };
        match content::check_note(&given, chars_max) {
            Ok(note) => Set(Some(note).filter(|note| !note.is_empty())),
            Err(fault) => self.refuse(fault.on(field)),
        }
    }

    /// A language as BCP 47 writes it: `en`, `pt-BR`.
    fn language(&mut self, given: Option<String>) -> ActiveValue<String> {
        let Some(given) = given else { return NotSet };
        let mut parts = given.split('-');
        let tongue = parts.next().unwrap_or_default();
        let fits = (2..=3).contains(&tongue.len())
            && tongue.bytes().all(|b| b.is_ascii_lowercase())
            && parts.all(|part| {
                (2..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric())
            })
            && given.len() <= 35;
        if fits {
            return Set(given);
        }
        self.refuse(FieldError::new("language", "language-unknown", "Language is not recognised"))
    }

    fn refuse<T: Into<sea_orm::Value>>(&mut self, fault: FieldError) -> ActiveValue<T> {
        self.0.push(fault);
        NotSet
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(change: ChangeMe) -> String {
        read(change).map_or_else(|error| error.to_string(), |_| "fine".to_owned())
    }

    #[test]
    fn lines_have_their_lengths() {
        let bio = |n| ChangeMe { bio: Some("b".repeat(n)), ..Default::default() };
        assert_eq!(said(bio(500)), "fine");
        assert_eq!(said(bio(501)), "Content exceeds maximum length of 500 characters");
        let job = |n| ChangeMe { job_title: Some("j".repeat(n)), ..Default::default() };
        assert_eq!(said(job(100)), "fine");
        assert_eq!(said(job(101)), "Content exceeds maximum length of 100 characters");
    }

    #[test]
    fn names_keep_the_rules_of_the_sign_up() {
        let name =
            |text: &str| ChangeMe { first_name: Some(text.to_owned()), ..Default::default() };
        assert_eq!(said(name("X")), "First name must be at least 2 characters long");
        assert_eq!(said(name("Ann4")), "First name contains invalid characters");
        assert_eq!(said(name("Ann-Marie O’Dea")), "fine");
    }

    #[test]
    fn an_emptied_text_is_taken_away_and_a_missing_one_stays() {
        let row = read(ChangeMe { quote: Some("  ".to_owned()), ..Default::default() });
        assert!(row.is_ok_and(|row| row.quote == Set(None) && row.bio == NotSet));
    }

    #[test]
    fn a_private_profile_is_not_listed() {
        let with = |audience| ChangeMe { profile_visibility: Some(audience), ..Default::default() };
        let listed = |change| read(change).map(|row| row.is_profile_private).ok();
        assert_eq!(listed(with(Audience::Private)), Some(Set(true)));
        assert_eq!(listed(with(Audience::Public)), Some(Set(false)));
        assert_eq!(listed(ChangeMe::default()), Some(NotSet));
    }

    #[test]
    fn languages_are_written_as_tags() {
        let language =
            |text: &str| ChangeMe { language: Some(text.to_owned()), ..Default::default() };
        for good in ["en", "pt-BR", "zh-Hant-TW"] {
            assert_eq!(said(language(good)), "fine");
        }
        for bad in ["", "EN", "english", "en_GB", "<b>"] {
            assert_eq!(said(language(bad)), "Language is not recognised", "{bad}");
        }
    }
}
