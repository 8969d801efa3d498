//! Changes the texts and the URL path of an affiliation.

use super::error::UrlPathError;
use super::url_path::UrlPath;
use super::url_path_change::change_url_path;
use crate::affiliations::administration::{check_main_site, find_with_access};
use crate::affiliations::error::AffiliationError;
use crate::affiliations::notification::publish_change;
use crate::affiliations::rows::affiliation;
use crate::affiliations::rules::DirectoryViewer;
use crate::affiliations::short_name::{ShortNameError, check_short_name};
use crate::affiliations::store;
use crate::affiliations::view::{self, AffiliationView};
use crate::content::{self, ContentError};
use crate::limits::check_limit;
use platform::affiliations::AffiliationPermission;
use platform::audit::{AuditedAction, record_action};
use platform::limiter::LimitedAction;
use platform::problem::FieldError;
use platform::{
    AccountViewer, AffiliationId, CatalogueError, Member, Problem, Scope, Tx, route_version,
};
use sea_orm::ActiveValue::{NotSet, Set};
use sea_orm::{ActiveValue, ColumnTrait};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// Maximum characters of the tagline.
const TAGLINE_CHARS_MAX: usize = 120;

/// Fields to change; omitted ones stay.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = AffiliationChange)]
pub(super) struct ChangeAffiliation {
    /// At most 200 characters.
    name: Option<String>,
    /// 2 to 12 characters in one line; with an empty string it is derived from the name.
    short_name: Option<String>,
    /// One line of at most 120 characters; an empty string removes it.
    tagline: Option<String>,
    /// At most 50,000 characters.
    description: Option<String>,
    /// Case-insensitive; an empty string removes it.
    url_path: Option<String>,
    /// True if only its members can find it. Members and pending requests stay.
    is_private: Option<bool>,
}

/// A validated [`ChangeAffiliation`].
struct AffiliationChange {
    name: Option<String>,
    short_name: Option<Option<String>>,
    tagline: Option<Option<String>>,
    description: Option<String>,
    url_path: Option<Option<UrlPath>>,
    is_private: Option<bool>,
}

impl ChangeAffiliation {
    /// Validates the input; the error lists all invalid fields.
    fn validated(&self) -> Result<AffiliationChange, Problem> {
        let name = self.name.as_deref().map(content::check_title).transpose();
        let tagline = self.tagline.as_deref().map(check_tagline).transpose();
        let description = self.description.as_deref().map(content::check_description).transpose();
        let url_path = self.url_path.as_deref().map(read_path).transpose();
        let short_name = self.short_name.as_deref().map(check_short_name).transpose();
        match (name, tagline, description, url_path, short_name) {
            (Ok(name), Ok(tagline), Ok(description), Ok(url_path), Ok(short_name)) => {
                let is_private = self.is_private;
                Ok(AffiliationChange {
                    name,
                    short_name,
                    tagline,
                    description,
                    url_path,
                    is_private,
                })
            }
            (name, tagline, description, url_path, short_name) => {
                let of_words = [
                    (name.err(), "name"),
                    (tagline.err(), "tagline"),
                    (description.err(), "description"),
                ];
                Err(content_problem(of_words, (url_path.err(), short_name.err())))
            }
        }
    }

    /// The permission that the change needs.
    const fn required_permission(&self) -> AffiliationPermission {
        if self.name.is_some()
            || self.short_name.is_some()
            || self.url_path.is_some()
            || self.is_private.is_some()
        {
            AffiliationPermission::ManagePage
        } else {
            AffiliationPermission::EditLook
        }
    }
}

fn check_tagline(text: &str) -> Result<Option<String>, ContentError> {
    let line = content::TextRule::single_line(TAGLINE_CHARS_MAX).allow_empty().check(text)?;
    Ok(Some(line).filter(|line| !line.is_empty()))
}

fn read_path(typed: &str) -> Result<Option<UrlPath>, UrlPathError> {
    if typed.trim().is_empty() { Ok(None) } else { UrlPath::read(typed).map(Some) }
}

fn content_problem(
    of_words: [(Option<ContentError>, &'static str); 3],
    (of_path, of_short_name): (Option<UrlPathError>, Option<ShortNameError>),
) -> Problem {
    let mut errors: Vec<FieldError> = Vec::new();
    let mut first: Option<Problem> = None;
    for (error, field) in of_words {
        let Some(error) = error else { continue };
        errors.push(error.to_field_error(field));
        first.get_or_insert_with(|| error.into());
    }
    if let Some(error) = of_path {
        errors.extend(error.fields());
        first.get_or_insert_with(|| error.into());
    }
    if let Some(error) = of_short_name {
        errors.extend(error.fields());
        first.get_or_insert_with(|| error.into());
    }
    first.unwrap_or_else(|| ContentError::Required.into()).with_errors(errors)
}

/// Changes an affiliation's page, as an admin.
pub(super) async fn change(
    scope: &mut Scope<Member>,
    id_or_path: &str,
    wish: &ChangeAffiliation,
) -> Result<AffiliationView, Problem> {
    check_main_site(scope)?;
    let editable = find_with_access(scope, id_or_path, |access| {
        access.allows(AffiliationPermission::EditLook)
    });
    let (affiliation, access) = editable.await?;
    if !access.allows(wish.required_permission()) {
        return Err(AffiliationError::AdminsOnly.into());
    }
    let id = affiliation.id;
    let change = wish.validated()?;
    check_limit(scope.services(), scope.viewer(), LimitedAction::Manage).await?;
    let tx = scope.begin().await?;
    write(&tx, id, change).await?;
    publish_change(&tx, id, &[]).await?;
    tx.commit().await?;
    load_view(scope, id).await
}

async fn write(
    tx: &Tx<'_, Member>,
    id: AffiliationId,
    change: AffiliationChange,
) -> Result<(), Problem> {
    let before = store::find_by_id(tx, Some(id)).await?.ok_or(AffiliationError::NotFound)?;
    let AffiliationChange { name, short_name, tagline, description, url_path, is_private } = change;
    let mut turned = ChangeDiff::default();
    turned.record_change("name", name.as_deref(), Some(before.name.as_str()));
    turned.record_change(
        "shortName",
        short_name.as_ref().map(Option::as_deref),
        before.short_name.as_deref(),
    );
    turned.record_change(
        "tagline",
        tagline.as_ref().map(Option::as_deref),
        before.tagline.as_deref(),
    );
    turned.record_change("description", description.as_deref(), before.description.as_deref());
    if let Some(is_private) = is_private.filter(|wish| *wish != before.is_private) {
        turned.record_flag("isPrivate", is_private);
    }
    // The route table has the name, unless the affiliation is private.
    if name.is_some() || is_private.is_some() {
        route_version::raise(tx, None).await?;
    }
    let row = affiliation::ActiveModel {
        is_private: set_if_given(is_private),
        name_search: set_if_given(name.as_ref().map(|name| name.to_lowercase())),
        name: set_if_given(name),
        short_name: set_if_given(short_name),
        tagline: set_if_given(tagline),
        description: set_if_given(description.map(Some)),
        updated_at: Set(tx.now()),
        ..Default::default()
    };
    let of_it = affiliation::Column::Id.eq(id.uuid());
    // The update comes first: it locks the row, so that two changes of a path are serialised.
    let changed = tx.table::<affiliation::Entity>().update(of_it, |update| update.set(row)).await?;
    changed.exactly_one()?;
    if let Some(wanted) = url_path {
        let had = change_url_path(tx, id, wanted.as_ref()).await?;
        turned.record_change("urlPath", Some(wanted.as_ref().map(UrlPath::as_str)), had.as_deref());
    }
    turned.record_audit(tx, id).await
}

/// Sets the column if the field was given.
fn set_if_given<T: Into<sea_orm::Value>>(value: Option<T>) -> ActiveValue<T> {
    value.map_or(NotSet, Set)
}

/// Changed fields, for the audit log.
#[derive(Default)]
struct ChangeDiff {
    before: serde_json::Map<String, Value>,
    after: serde_json::Map<String, Value>,
}

impl ChangeDiff {
    fn record_change<'a>(
        &mut self,
        field: &str,
        wish: Option<impl Into<Option<&'a str>>>,
        before: Option<&str>,
    ) {
        let Some(wish) = wish.map(Into::into) else { return };
        if wish != before {
            self.before.insert(field.to_owned(), json!(before));
            self.after.insert(field.to_owned(), json!(wish));
        }
    }

    fn record_flag(&mut self, field: &str, after: bool) {
        self.before.insert(field.to_owned(), json!(!after));
        self.after.insert(field.to_owned(), json!(after));
    }

    async fn record_audit(self, tx: &Tx<'_, Member>, id: AffiliationId) -> Result<(), Problem> {
        if self.after.is_empty() {
            return Ok(());
        }
        let (before, after) = (Value::Object(self.before), Value::Object(self.after));
        Ok(record_action(tx, audit_action(tx, "affiliation.edit", id, before, after)).await?)
    }
}

/// Audit entry for an action of the viewer on an affiliation.
pub(super) fn audit_action(
    tx: &Tx<'_, Member>,
    action: &'static str,
    id: AffiliationId,
    before: Value,
    after: Value,
) -> AuditedAction<'static> {
    AuditedAction {
        actor: Some(tx.viewer().id()),
        action,
        subject_kind: "affiliation",
        subject_id: id.to_string(),
        before,
        after,
        reason: None,
    }
}

/// The affiliation in its current state.
pub(super) async fn load_view(
    scope: &Scope<Member>,
    id: AffiliationId,
) -> Result<AffiliationView, Problem> {
    let row = store::with_id(scope, id).await?.ok_or(AffiliationError::NotFound)?;
    let shown = view::show_page(scope, DirectoryViewer::for_member(scope), row).await?;
    shown.ok_or_else(|| AffiliationError::NotFound.into())
}
