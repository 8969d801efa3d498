//! Pausing an affiliation hides it and closes its portal; its data is kept (P-21).

use super::AffiliationStaff;
use crate::activity::{self, Notice, NotificationType};
use crate::affiliations::access::people_with;
use crate::affiliations::notification::publish_to_everyone;
use crate::affiliations::rows::{affiliation, portal};
use crate::affiliations::settings::store_pause;
use platform::affiliations::AffiliationPermission;
use platform::audit::{AuditedAction, record_action};
use platform::{AccountViewer, Tx, route_version, sessions};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, DbErr};
use serde_json::json;

/// Reason with which the sessions on the portal end.
const SESSIONS_ENDED: &str = "affiliation-paused";

/// Pauses the affiliation for a reason, or resumes it. The edges show the paused notice of its
/// portal as soon as this is committed, and the streams of open pages end.
pub(super) async fn set_paused(
    tx: &Tx<'_, AffiliationStaff>,
    affiliation: &affiliation::Model,
    reason: Option<&str>,
) -> Result<(), DbErr> {
    let id = affiliation.id;
    let row = affiliation::ActiveModel {
        is_paused: Set(reason.is_some()),
        updated_at: Set(tx.now()),
        ..Default::default()
    };
    let of_it = affiliation::Column::Id.eq(id.uuid());
    let changed = tx.table::<affiliation::Entity>().update(of_it, |update| update.set(row)).await?;
    changed.exactly_one()?;
    store_pause(tx, id, reason).await?;
    if reason.is_some() {
        let portals = portal::Column::AffiliationId.eq(id.uuid());
        for portal in tx.select::<portal::Entity>().filter(portals).all().await? {
            sessions::revoke_of_tenant(tx, portal.id, None, SESSIONS_ENDED).await?;
        }
    }
    route_version::raise(tx, None).await?;
    notify_admins(tx, affiliation, reason).await?;
    audit(tx, affiliation, reason).await?;
    publish_to_everyone(tx, id).await
}

async fn notify_admins(
    tx: &Tx<'_, AffiliationStaff>,
    affiliation: &affiliation::Model,
    reason: Option<&str>,
) -> Result<(), DbErr> {
    let title = match reason {
        Some(_) => format!("{} was paused", affiliation.name),
        None => format!("{} is no longer paused", affiliation.name),
    };
    let about = json!({ "affiliationId": affiliation.id });
    let kind = NotificationType::SystemMessage;
    let notice = Notice::new(kind, &title, reason.unwrap_or_default(), about);
    let admins = people_with(tx, affiliation.id, AffiliationPermission::ManagePage).await?;
    activity::notify(tx, &admins, &notice).await
}

async fn audit(
    tx: &Tx<'_, AffiliationStaff>,
    affiliation: &affiliation::Model,
    reason: Option<&str>,
) -> Result<(), DbErr> {
    let act = AuditedAction {
        actor: Some(tx.viewer().id()),
        action: if reason.is_some() { "affiliation.pause" } else { "affiliation.unpause" },
        subject_kind: "affiliation",
        subject_id: affiliation.id.to_string(),
        before: json!({ "isPaused": affiliation.is_paused }),
        after: json!({ "isPaused": reason.is_some() }),
        reason,
    };
    record_action(tx, act).await
}
