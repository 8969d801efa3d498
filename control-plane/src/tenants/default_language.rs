//! Default language of a portal, for visitors who have not chosen one.

use super::access::ManagedTenant;
use super::error::TenantError;
use super::rows;
use crate::domains;
use crate::routes_feed;
use platform::audit::{AuditedAction, record_action};
use platform::mail::MailBrand;
use platform::{AccountViewer, Language, Member, Problem, Scope, System};
use sea_orm::{ActiveValue::Set, ColumnTrait, DbErr};
use serde_json::json;
use wire::routes::origin_host;

/// Sets the default language. Without one, the portal follows the browser.
///
/// # Errors
/// [`TenantError`], or a database error.
pub(super) async fn update(
    scope: &mut Scope<Member>,
    managed: &ManagedTenant,
    tag: Option<&str>,
) -> Result<(), Problem> {
    if managed.is_archived() {
        return Err(TenantError::Archived.into());
    }
    let language = match tag {
        Some(tag) => Some(Language::from_tag(tag).ok_or(TenantError::Language)?),
        None => None,
    };
    let actor = scope.viewer().id();
    let tx = scope.begin().await?;
    let before = tx.global::<rows::Entity>().by_id(managed.id()).one().await?;
    let before = before.ok_or_else(Problem::not_found)?;
    if before.default_language() == language {
        return Ok(());
    }
    let tag = language.map(|language| language.tag().to_owned());
    let change = rows::ActiveModel {
        default_language: Set(tag.clone()),
        updated_at: Set(tx.now()),
        ..Default::default()
    };
    let this = rows::Column::Id.eq(before.id);
    tx.global_table::<rows::Entity>().update(this, |rows| rows.set(change)).await?.exactly_one()?;
    if before.state.is_addressed() {
        routes_feed::raise_version(&tx).await?;
    }
    let act = AuditedAction {
        actor: Some(actor),
        action: "tenant.change-language",
        subject_kind: "tenant",
        subject_id: before.id.to_string(),
        before: json!({ "defaultLanguage": before.default_language }),
        after: json!({ "defaultLanguage": tag }),
        reason: None,
    };
    record_action(&tx, act).await?;
    Ok(tx.commit().await?)
}

/// The default language of the portal that an email is about, if it has one.
///
/// # Errors
/// Database errors.
pub async fn language_of_mail(
    scope: &Scope<System>,
    mail: &MailBrand,
) -> Result<Option<Language>, DbErr> {
    let tenant = match mail.tenant {
        Some(tenant) => Some(tenant),
        None => domains::tenant_at(scope, origin_host(&mail.origin)).await?.map(|found| found.id),
    };
    let Some(tenant) = tenant else { return Ok(None) };
    let row = scope.global::<rows::Entity>().by_id(tenant).one().await?;
    Ok(row.and_then(|row| row.default_language()))
}
