//! Creates, changes and deletes webhooks.

use super::error::WebhookError;
use super::secret::NewSecret;
use super::store;
use super::url::check_url;
use super::view::{WebhookList, WebhookSecret, WebhookView, WebhookWithSecret, events_of};
use crate::integration_records::webhook_rows::webhook;
use crate::integration_records::{Owner, WebhookEvent, WebhookId, delete_webhook};
use crate::integrations::owner::{OwnerChange, audit};
use crate::limits::check_limit;
use crate::profiles;
use chrono::{DateTime, TimeDelta, Utc};
use platform::limiter::LimitedAction;
use platform::{AccountViewer, Problem, Scope, Tx, step_up};
use sea_orm::ActiveValue::Set;
use sea_orm::DbErr;
use sea_orm::sea_query::Expr;
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// Time for which the previous secret signs as well after a rotation.
const SECRET_OVERLAP: TimeDelta = TimeDelta::hours(24);

/// A webhook to create.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct NewWebhook {
    /// A public https address of at most 500 characters.
    #[serde(default)]
    url: String,
    /// At least one.
    #[serde(default)]
    events: Vec<WebhookEvent>,
}

/// Fields to change; omitted ones stay.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct WebhookChange {
    /// A public https address of at most 500 characters.
    url: Option<String>,
    /// At least one.
    events: Option<Vec<WebhookEvent>>,
    /// An inactive webhook receives nothing, also no events of that time later.
    is_active: Option<bool>,
}

fn check_events(mut events: Vec<WebhookEvent>) -> Result<Vec<WebhookEvent>, WebhookError> {
    events.sort_unstable();
    events.dedup();
    if events.is_empty() { Err(WebhookError::Events) } else { Ok(events) }
}

fn allows_local<V>(scope: &Scope<V>) -> bool {
    scope.services().config().webhooks.allow_local
}

/// An owner's webhooks. One query.
pub(super) async fn list<V>(scope: &Scope<V>, owner: Owner) -> Result<WebhookList, Problem> {
    let rows = store::list(scope, owner).await?;
    Ok(WebhookList { items: rows.into_iter().map(WebhookView::from).collect() })
}

/// Creates a webhook. Its secret is shown once, so a repeated request creates another one.
pub(super) async fn create<V: AccountViewer>(
    scope: &mut Scope<V>,
    owner: Owner,
    new: NewWebhook,
) -> Result<WebhookWithSecret, Problem> {
    let url = check_url(&new.url, allows_local(scope))?;
    let events = check_events(new.events)?;
    step_up::require_recent_auth(scope)?;
    check_limit(scope.services(), scope.viewer(), LimitedAction::Manage).await?;
    let id = WebhookId::new();
    let secret =
        NewSecret::create(&scope.services().keys().vault, id).map_err(Problem::internal)?;
    let tx = scope.begin().await?;
    let me = tx.viewer().id();
    // Two requests of one person cannot both create the last webhook.
    profiles::lock(&tx, &[me]).await?;
    if store::count(&tx, owner).await? >= store::WEBHOOKS_MAX {
        return Err(WebhookError::TooMany.into());
    }
    let row = webhook::ActiveModel {
        id: Set(id),
        affiliation_id: Set(owner.affiliation()),
        url: Set(url),
        events: Set(json!(events)),
        sealed_secret: Set(secret.sealed),
        previous_sealed_secret: Set(None),
        previous_until: Set(None),
        is_active: Set(true),
        disabled_reason: Set(None),
        failing_since: Set(None),
        last_status: Set(None),
        last_attempt_at: Set(None),
        created_by: Set(Some(me)),
        created_at: Set(tx.now()),
    };
    let row = tx.global_table::<webhook::Entity>().insert(row).await?;
    record(&tx, owner, ("webhook.create", id), (json!({}), audit_fields(&row))).await?;
    tx.commit().await?;
    Ok(WebhookWithSecret { view: row.into(), secret: secret.shown })
}

/// Changes a webhook. Activation clears the reason of an earlier deactivation.
pub(super) async fn change<V: AccountViewer>(
    scope: &mut Scope<V>,
    owner: Owner,
    id: WebhookId,
    wish: WebhookChange,
) -> Result<WebhookView, Problem> {
    use webhook::Column::{DisabledReason, Events, FailingSince, IsActive, Url};
    let url = wish.url.map(|url| check_url(&url, allows_local(scope))).transpose()?;
    let events = wish.events.map(check_events).transpose()?;
    check_limit(scope.services(), scope.viewer(), LimitedAction::Manage).await?;
    let tx = scope.begin().await?;
    let before = store::lock(&tx, owner, id).await?.ok_or(WebhookError::NotFound)?;
    let is_active = wish.is_active.unwrap_or(before.is_active);
    let url = url.unwrap_or_else(|| before.url.clone());
    let events = json!(events.unwrap_or_else(|| events_of(&before)));
    let is_new_start = is_active && !before.is_active || url != before.url;
    let changed = store::change(&tx, id, |update| {
        let update = update
            .col_expr(Url, Expr::value(url))
            .col_expr(Events, Expr::value(events))
            .col_expr(IsActive, Expr::value(is_active));
        if !is_new_start {
            return update;
        }
        update
            .col_expr(DisabledReason, Expr::value(Option::<String>::None))
            .col_expr(FailingSince, Expr::value(Option::<DateTime<Utc>>::None))
    });
    let after = changed.await?.ok_or(WebhookError::NotFound)?;
    let (old, new) = (audit_fields(&before), audit_fields(&after));
    if before != after {
        record(&tx, owner, ("webhook.change", id), (old, new)).await?;
    }
    tx.commit().await?;
    Ok(after.into())
}

/// Deletes a webhook with its log.
pub(super) async fn delete<V: AccountViewer>(
    scope: &mut Scope<V>,
    owner: Owner,
    id: WebhookId,
) -> Result<(), Problem> {
    check_limit(scope.services(), scope.viewer(), LimitedAction::Manage).await?;
    let tx = scope.begin().await?;
    let row = store::lock(&tx, owner, id).await?.ok_or(WebhookError::NotFound)?;
    delete_webhook(&tx, id).await?;
    record(&tx, owner, ("webhook.delete", id), (audit_fields(&row), json!({}))).await?;
    Ok(tx.commit().await?)
}

/// Replaces the secret of a webhook.
pub(super) async fn rotate_secret<V: AccountViewer>(
    scope: &mut Scope<V>,
    owner: Owner,
    id: WebhookId,
) -> Result<WebhookSecret, Problem> {
    use webhook::Column::{PreviousSealedSecret, PreviousUntil, SealedSecret};
    step_up::require_recent_auth(scope)?;
    check_limit(scope.services(), scope.viewer(), LimitedAction::Manage).await?;
    let secret =
        NewSecret::create(&scope.services().keys().vault, id).map_err(Problem::internal)?;
    let tx = scope.begin().await?;
    let row = store::lock(&tx, owner, id).await?.ok_or(WebhookError::NotFound)?;
    let until = tx.now() + SECRET_OVERLAP;
    store::change(&tx, id, |update| {
        update
            .col_expr(SealedSecret, Expr::value(secret.sealed))
            .col_expr(PreviousSealedSecret, Expr::value(row.sealed_secret))
            .col_expr(PreviousUntil, Expr::value(until))
    })
    .await?;
    let after = json!({ "webhookId": id, "previousSecretUntil": until });
    record(&tx, owner, ("webhook.rotate-secret", id), (json!({}), after)).await?;
    tx.commit().await?;
    Ok(WebhookSecret { secret: secret.shown })
}

/// Fields for the audit log. The query of an address may contain a secret of its receiver.
fn audit_fields(row: &webhook::Model) -> Value {
    let url = row.url.split('?').next();
    json!({ "webhookId": row.id, "url": url, "events": row.events, "isActive": row.is_active })
}

async fn record<V: AccountViewer>(
    tx: &Tx<'_, V>,
    owner: Owner,
    (action, id): (&'static str, WebhookId),
    (before, after): (Value, Value),
) -> Result<(), DbErr> {
    let change = OwnerChange { action, kind: "webhook", id: id.to_string(), before, after };
    audit(tx, owner, change).await
}
