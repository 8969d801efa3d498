//! Short names of affiliations, for the badges of their members: 2 to 12 characters in one line. If
//! its admins gave none, it is derived from the name.

use crate::content::{ContentError, TextRule};
use crate::sql::SqlReader;
use platform::db::{JsonSelect, JsonType};
use platform::problem::FieldError;
use platform::{AffiliationId, CatalogueError, ProblemEntry};
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Fewest characters of a short name.
const SHORT_NAME_CHARS_MIN: usize = 2;
/// Most characters of a short name.
const SHORT_NAME_CHARS_MAX: usize = 12;
/// Most initials of a derived short name.
const INITIALS_MAX: usize = 6;
/// Badges of one person.
const BADGES_MAX: usize = 2;

/// Reason why a short name is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum ShortNameError {
    /// Too short or too long.
    #[error("A short name has between 2 and 12 characters.")]
    Length,
    /// It contains executable markup.
    #[error(transparent)]
    Content(ContentError),
}

impl CatalogueError for ShortNameError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::Length => ProblemEntry::invalid("affiliation-short-name-length"),
            Self::Content(error) => error.entry(),
        }
    }

    fn fields(&self) -> Vec<FieldError> {
        vec![FieldError::new("shortName", self.entry().code, self.to_string())]
    }
}

/// Validates a short name; `None` for an empty text, which removes it.
pub(super) fn check_short_name(typed: &str) -> Result<Option<String>, ShortNameError> {
    let rule = TextRule::single_line(SHORT_NAME_CHARS_MAX).allow_empty();
    let line = rule.check(typed).map_err(|error| match error {
        ContentError::TooLong(_) => ShortNameError::Length,
        other => ShortNameError::Content(other),
    })?;
    match line.chars().count() {
        0 => Ok(None),
        chars if chars < SHORT_NAME_CHARS_MIN => Err(ShortNameError::Length),
        _ => Ok(Some(line)),
    }
}

/// The short name of an affiliation: the stored one, or the one derived from its name.
pub(super) fn short_name_of(stored: Option<&str>, name: &str) -> String {
    stored.map_or_else(|| derived_short_name(name), str::to_owned)
}

/// The first word if it is an abbreviation already, the initials of the capitalised words if there are
/// several, and the first word otherwise.
fn derived_short_name(name: &str) -> String {
    let words: Vec<&str> = name
        .split(|c: char| !c.is_alphanumeric() && c != '&')
        .filter(|word| word.chars().any(char::is_alphanumeric))
        .collect();
    let Some(first) = words.first() else { return shortened(name.trim()) };
    let is_abbreviation = first.chars().count() >= SHORT_NAME_CHARS_MIN
        && first.chars().count() <= SHORT_NAME_CHARS_MAX
        && !first.chars().any(char::is_lowercase)
        && first.chars().any(char::is_uppercase);
    if is_abbreviation {
        return (*first).to_owned();
    }
    let initials: String = words
        .iter()
        .filter_map(|word| word.chars().next())
        .filter(|initial| !initial.is_lowercase())
        .take(INITIALS_MAX)
        .collect();
    if initials.chars().count() >= SHORT_NAME_CHARS_MIN { initials } else { shortened(first) }
}

fn shortened(word: &str) -> String {
    word.chars().take(SHORT_NAME_CHARS_MAX).collect()
}

/// An affiliation that a person shows, for the badge next to their name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AffiliationBadge {
    pub id: AffiliationId,
    /// At most 12 characters.
    #[schema(example = "TUB")]
    pub short_name: String,
}

/// SQL for the first two affiliations that a person shows and the viewer may see, as a text that
/// [`parse_badges`] reads. `person` is the column with the person's id, `viewer` the value of the
/// viewer's id. A private affiliation is visible only to its members (F-030). A portal, whose
/// affiliation is the value `portal`, shows only its own.
pub fn badges_sql(
    reads: &impl SqlReader,
    person: &str,
    viewer: Option<&str>,
    portal: Option<&str>,
) -> String {
    let select = JsonSelect::new(reads.backend(), reads.site());
    let badge = select.json_object(&[
        ("id", JsonType::Id, "b.id"),
        ("name", JsonType::Plain, "b.name"),
        ("shortName", JsonType::Plain, "b.short_name"),
    ]);
    let of_portal = portal.map_or_else(String::new, |it| format!("AND m.affiliation_id = {it}"));
    let or_fellow = viewer.map_or_else(String::new, |viewer| {
        format!(
            "OR EXISTS (SELECT 1 FROM affiliation_members v \
             WHERE v.affiliation_id = a.id AND v.user_id = {viewer})"
        )
    });
    let from = format!(
        "(SELECT a.id, a.name, a.short_name, m.joined_at FROM affiliation_members m \
         JOIN affiliations a ON a.id = m.affiliation_id WHERE m.user_id = {person} \
         AND m.is_public AND a.is_approved AND NOT a.is_paused \
         AND (NOT a.is_private {or_fellow}) {of_portal} \
         ORDER BY m.joined_at, a.id LIMIT {BADGES_MAX}) AS b"
    );
    format!("CAST({} AS TEXT)", select.json_list(&badge, &from, "b.joined_at, b.id"))
}

/// The badges that [`badges_sql`] selected.
///
/// # Errors
/// The text is not what the statement returns.
pub fn parse_badges(text: &str) -> Result<Vec<AffiliationBadge>, DbErr> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct BadgeRow {
        id: AffiliationId,
        name: String,
        short_name: Option<String>,
    }
    let rows: Vec<BadgeRow> =
        serde_json::from_str(text).map_err(|error| DbErr::Type(error.to_string()))?;
    let to_badge = |row: BadgeRow| AffiliationBadge {
        id: row.id,
        short_name: short_name_of(row.short_name.as_deref(), &row.name),
    };
    Ok(rows.into_iter().map(to_badge).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derives_initials_or_the_first_word() {
        for (name, short) in [
            ("Technische Universität Berlin", "TUB"),
            ("HTW Berlin", "HTW"),
            ("University of the Arts", "UA"),
            ("Oak House", "OH"),
            ("Guildhall", "Guildhall"),
            ("Brückenbauverein", "Brückenbauve"),
            ("ashcombe rowing club", "ashcombe"),
            ("(The) Elm & Ash Court", "TE&AC"),
            ("2nd Street Makers", "2SM"),
            ("协会", "协会"),
            ("X", "X"),
        ] {
            assert_eq!(short_name_of(None, name), short, "{name}");
        }
        assert_eq!(short_name_of(Some("TU"), "Technische Universität Berlin"), "TU");
    }

    #[test]
    fn short_names_have_2_to_12_characters() {
        assert_eq!(check_short_name("  TU  Berlin "), Ok(Some("TU Berlin".to_owned())));
        assert_eq!(check_short_name(" "), Ok(None));
        assert_eq!(check_short_name("T"), Err(ShortNameError::Length));
        assert_eq!(check_short_name(&"t".repeat(13)), Err(ShortNameError::Length));
        assert!(check_short_name(&"ü".repeat(12)).is_ok());
        let harmful = check_short_name("<script>");
        assert_eq!(harmful, Err(ShortNameError::Content(ContentError::Harmful)));
    }
}
