//! Staff change every field of an affiliation.

use super::AffiliationStaff;
use super::error::StaffAffiliationError;
use super::pause::set_paused;
use super::view::{self, StaffAffiliation};
use crate::affiliations::notification::publish_change;
use crate::affiliations::reason::check_reason;
use crate::affiliations::rows::affiliation;
use crate::affiliations::short_name::check_short_name;
use crate::content::{self, ContentError};
use crate::limits::check_limit;
use platform::audit::{AuditedAction, record_action};
use platform::limiter::LimitedAction;
use platform::{AccountViewer, AffiliationId, Problem, Scope, Tx, route_version};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::LockType;
use sea_orm::{ColumnTrait, DbErr, QuerySelect};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use url::Url;
use utoipa::ToSchema;

/// Maximum characters of the tagline.
const TAGLINE_CHARS_MAX: usize = 120;
/// Maximum characters of a website's address.
const WEBSITE_CHARS_MAX: usize = 300;

/// Fields to change; omitted ones stay.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct StaffAffiliationChange {
    /// At most 200 characters.
    name: Option<String>,
    /// 2 to 12 characters in one line; with an empty string it is derived from the name.
    short_name: Option<String>,
    /// One line of at most 120 characters; an empty string removes it.
    tagline: Option<String>,
    /// At most 50,000 characters.
    description: Option<String>,
    /// Web address; an empty string removes it.
    website: Option<String>,
    is_verified: Option<bool>,
    /// Members and pending requests stay.
    is_private: Option<bool>,
    /// Hides it, with its portal.
    is_paused: Option<bool>,
    /// Required to pause; 1 to 500 characters.
    reason: Option<String>,
}

/// Validates an optional line of text.
pub(super) fn optional_line(typed: Option<&str>) -> Result<Option<String>, Problem> {
    let rule = content::TextRule::single_line(TAGLINE_CHARS_MAX).allow_empty();
    let line = rule.check(typed.unwrap_or_default()).map_err(|error| in_field(error, "tagline"))?;
    Ok(Some(line).filter(|line| !line.is_empty()))
}

/// Validates an optional web address.
pub(super) fn check_website(typed: Option<&str>) -> Result<Option<String>, StaffAffiliationError> {
    let typed = typed.unwrap_or_default().trim();
    if typed.is_empty() {
        return Ok(None);
    }
    let url = Url::parse(typed).map_err(|_| StaffAffiliationError::Website)?;
    let is_web = matches!(url.scheme(), "http" | "https") && url.has_host();
    let fits = typed.chars().count() <= WEBSITE_CHARS_MAX;
    if is_web && fits { Ok(Some(url.into())) } else { Err(StaffAffiliationError::Website) }
}

fn in_field(error: ContentError, field: &str) -> Problem {
    Problem::from(error).with_errors(vec![error.to_field_error(field)])
}

impl StaffAffiliationChange {
    /// The affiliation with the changed fields, except `isPaused`.
    fn apply(&self, before: &affiliation::Model) -> Result<affiliation::Model, Problem> {
        let mut after = before.clone();
        if let Some(name) = &self.name {
            after.name = content::check_title(name).map_err(|error| in_field(error, "name"))?;
            after.name_search = after.name.to_lowercase();
        }
        if let Some(typed) = &self.short_name {
            after.short_name = check_short_name(typed)?;
        }
        if self.tagline.is_some() {
            after.tagline = optional_line(self.tagline.as_deref())?;
        }
        if let Some(text) = &self.description {
            let text = content::check_description(text);
            after.description = Some(text.map_err(|error| in_field(error, "description"))?);
        }
        if self.website.is_some() {
            after.website = check_website(self.website.as_deref())?;
        }
        after.verified = self.is_verified.unwrap_or(before.verified);
        after.is_private = self.is_private.unwrap_or(before.is_private);
        Ok(after)
    }
}

/// Changes an affiliation.
pub(super) async fn change(
    scope: &mut Scope<AffiliationStaff>,
    id: AffiliationId,
    wish: StaffAffiliationChange,
) -> Result<StaffAffiliation, Problem> {
    check_limit(scope.services(), scope.viewer(), LimitedAction::StaffChange).await?;
    let tx = scope.begin().await?;
    let before = lock(&tx, id).await?;
    let after = wish.apply(&before)?;
    let typed = wish.reason.as_deref().unwrap_or_default();
    if after != before {
        store_fields(&tx, &after).await?;
        audit(&tx, &before, &after).await?;
        route_version::raise(&tx, None).await?;
    }
    if let Some(paused) = wish.is_paused.filter(|paused| *paused != before.is_paused) {
        let reason = if paused { Some(check_reason(typed)?) } else { None };
        set_paused(&tx, &after, reason.as_deref()).await?;
    }
    publish_change(&tx, id, &[]).await?;
    tx.commit().await?;
    view::load_details(scope, id).await
}

/// The affiliation, locked until the transaction ends; refused if it was merged.
pub(super) async fn lock(
    tx: &Tx<'_, AffiliationStaff>,
    id: AffiliationId,
) -> Result<affiliation::Model, Problem> {
    let rows = tx.select::<affiliation::Entity>().by_id(id);
    let found = rows.modify_select(|select| select.lock(LockType::Update)).one().await?;
    let row = found.ok_or(StaffAffiliationError::NotFound)?;
    if view::merges_of(tx, &[id]).await?.is_empty() {
        Ok(row)
    } else {
        Err(StaffAffiliationError::Merged.into())
    }
}

async fn store_fields(
    tx: &Tx<'_, AffiliationStaff>,
    after: &affiliation::Model,
) -> Result<(), DbErr> {
    let row = affiliation::ActiveModel {
        name: Set(after.name.clone()),
        name_search: Set(after.name_search.clone()),
        short_name: Set(after.short_name.clone()),
        tagline: Set(after.tagline.clone()),
        description: Set(after.description.clone()),
        website: Set(after.website.clone()),
        verified: Set(after.verified),
        is_private: Set(after.is_private),
        updated_at: Set(tx.now()),
        ..Default::default()
    };
    let of_it = affiliation::Column::Id.eq(after.id.uuid());
    let changed = tx.table::<affiliation::Entity>().update(of_it, |update| update.set(row)).await?;
    changed.exactly_one()
}

/// Records the changed fields in the audit log.
async fn audit(
    tx: &Tx<'_, AffiliationStaff>,
    before: &affiliation::Model,
    after: &affiliation::Model,
) -> Result<(), DbErr> {
    let (mut old, mut new) = (audit_fields(before), audit_fields(after));
    let (was, is) = (old.clone(), new.clone());
    old.retain(|field, value| is.get(field) != Some(value));
    new.retain(|field, value| was.get(field) != Some(value));
    let act = AuditedAction {
        actor: Some(tx.viewer().id()),
        action: "affiliation.edit",
        subject_kind: "affiliation",
        subject_id: after.id.to_string(),
        before: Value::Object(old),
        after: Value::Object(new),
        reason: None,
    };
    record_action(tx, act).await
}

fn audit_fields(row: &affiliation::Model) -> Map<String, Value> {
    [
        ("name", json!(row.name)),
        ("shortName", json!(row.short_name)),
        ("tagline", json!(row.tagline)),
        ("description", json!(row.description)),
        ("website", json!(row.website)),
        ("isVerified", json!(row.verified)),
        ("isPrivate", json!(row.is_private)),
    ]
    .map(|(field, value)| (field.to_owned(), value))
    .into_iter()
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_only_web_addresses() {
        assert_eq!(
            check_website(Some("https://oak.example/a")).ok().flatten().as_deref(),
            Some("https://oak.example/a")
        );
        assert_eq!(check_website(Some(" ")), Ok(None));
        for typed in ["oak.example", "javascript:alert(1)", "ftp://oak.example", "https://"] {
            assert_eq!(check_website(Some(typed)), Err(StaffAffiliationError::Website), "{typed}");
        }
    }
}
