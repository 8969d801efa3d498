//! Requests and cancels the deletion of a community.

use super::error::DeletionError;
use super::{job, stages, store};
use crate::activity::{self, Notice, NotificationType};
use crate::communities::error::CommunityError;
use crate::communities::rows::community;
use crate::communities::view::DeletionStatus;
use crate::communities::{Access, access, store as communities};
use crate::limits;
use chrono::{DateTime, TimeDelta, Utc};
use platform::audit::{AuditedAction, record_action};
use platform::events::Topic;
use platform::limiter::LimitedAction;
use platform::{AccountViewer, CommunityId, Member, Problem, Scope, System, Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::DbErr;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// Time between the request and the deletion (C-063).
const GRACE_PERIOD: TimeDelta = TimeDelta::days(7);

/// Result of requesting or cancelling a deletion.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeletionOutcome {
    pub community_id: CommunityId,
    /// True if the community was deleted at once.
    pub deleted: bool,
    pub deletion_status: DeletionStatus,
}

/// Requests the deletion of a community: at once for an admin who is the only member (C-062), in
/// seven days otherwise. A request by staff, also for a deletion that an admin has scheduled,
/// counts as staff approval (G-108).
pub(super) async fn request_deletion(
    scope: &mut Scope<Member>,
    id: CommunityId,
) -> Result<DeletionOutcome, Problem> {
    limits::check_limit(scope.services(), scope.viewer(), LimitedAction::Write).await?;
    let tx = scope.begin().await?;
    communities::lock_membership(&tx, id).await?;
    // Concurrent joins and posts wait for this lock, and then find the community deleted or
    // scheduled for deletion.
    let before = store::lock(&tx, id).await?.ok_or(CommunityError::NotFound)?;
    let access = access::load_access(&tx, id).await?;
    if !may_end(&access) {
        return Err(DeletionError::NotAdmin.into());
    }
    let is_alone = access.is_admin() && store::count_members(&tx, id).await? == 1;
    if before.deletion_pending && !is_alone {
        let row = confirm(&tx, &access, &before).await?;
        tx.commit().await?;
        let deletion_status = DeletionStatus::from_row(&row, true);
        return Ok(DeletionOutcome { community_id: id, deleted: false, deletion_status });
    }
    let due = if is_alone { tx.now() } else { tx.now() + GRACE_PERIOD };
    let staff = (!access.is_admin()).then_some(tx.viewer().id());
    let row = set_deletion_mark(&tx, &before, Some(ScheduledDeletion { due, staff })).await?;
    if is_alone {
        delete_now(&tx, id).await?;
    } else {
        leave_in_grace(&tx, &row, due).await?;
    }
    tx.commit().await?;
    let deletion_status = DeletionStatus::from_row(&row, true);
    Ok(DeletionOutcome { community_id: id, deleted: is_alone, deletion_status })
}

fn may_end(access: &Access) -> bool {
    access.is_admin() || access.is_staff()
}

/// Records the approval of staff, once. The scheduled time does not change.
async fn confirm(
    tx: &Tx<'_, Member>,
    access: &Access,
    before: &community::Model,
) -> Result<community::Model, Problem> {
    let me = tx.viewer().id();
    check_confirms(access, before, me)?;
    let row = community::Model { deletion_approved_by: Some(me), ..before.clone() };
    let act = AuditedAction {
        action: "community.confirm-deletion",
        ..audit_action(Some(me), before, &row)
    };
    store_deletion(tx, &row, act).await?;
    let about = json!({ "communityId": row.id, "scheduledFor": row.deletion_scheduled_for });
    tx.publish(Topic::Community(row.id.uuid()), "community.updated", &about).await?;
    Ok(row)
}

/// Only staff approve, and not their own request.
fn check_confirms(
    access: &Access,
    before: &community::Model,
    me: UserId,
) -> Result<(), DeletionError> {
    let asked = before.deletion_requested_by == Some(me);
    if access.is_staff() && !asked && before.deletion_approved_by.is_none() {
        Ok(())
    } else {
        Err(DeletionError::Pending)
    }
}

async fn leave_in_grace(
    tx: &Tx<'_, Member>,
    row: &community::Model,
    due: DateTime<Utc>,
) -> Result<(), DbErr> {
    store::schedule_deletion(tx, row.id, due).await?;
    tx.enqueue(job::warning_job(row.id, due)?).await?;
    tx.enqueue(job::deletion_job(row.id, due)?).await?;
    let title = format!("{} will be deleted on {}", row.name, due.format("%-d %B %Y"));
    send_notice(tx, row, &title, "Until then any of its admins can cancel the deletion.").await
}

/// Cancels a scheduled deletion.
pub(super) async fn cancel(
    scope: &mut Scope<Member>,
    id: CommunityId,
) -> Result<DeletionOutcome, Problem> {
    limits::check_limit(scope.services(), scope.viewer(), LimitedAction::Write).await?;
    let tx = scope.begin().await?;
    if !may_end(&access::lock_for_managing(&tx, id).await?) {
        return Err(DeletionError::NotAdminToCancel.into());
    }
    let before = communities::lock(&tx, id).await?.ok_or(CommunityError::NotFound)?;
    if !before.deletion_pending {
        return Err(DeletionError::NotPending.into());
    }
    let row = set_deletion_mark(&tx, &before, None).await?;
    store::cancel_schedule(&tx, id).await?;
    let title = format!("{} will not be deleted", row.name);
    send_notice(&tx, &row, &title, "The deletion was cancelled.").await?;
    tx.commit().await?;
    let deletion_status = DeletionStatus::from_row(&row, true);
    Ok(DeletionOutcome { community_id: id, deleted: false, deletion_status })
}

/// Starts the deletion of a community whose last member's account was deleted, as if they had
/// requested it (C-062). The community must be locked. Default communities are kept, since users
/// may still join them.
pub(in crate::communities) async fn delete_without_members(
    tx: &Tx<'_, System>,
    id: CommunityId,
) -> Result<(), DbErr> {
    let Some(before) = store::lock(tx, id).await?.filter(|row| !row.is_default_community) else {
        return Ok(());
    };
    let now = tx.now();
    let row = community::Model {
        deletion_pending: true,
        deletion_requested_at: before.deletion_requested_at.or(Some(now)),
        deletion_scheduled_for: Some(now),
        ..before.clone()
    };
    let reason = Some("the last member's account was deleted");
    store_deletion(tx, &row, AuditedAction { reason, ..audit_action(None, &before, &row) }).await?;
    delete_now(tx, id).await
}

/// Hides the community at once and leaves the rest to the job.
async fn delete_now<V>(tx: &Tx<'_, V>, id: CommunityId) -> Result<(), DbErr> {
    store::schedule_deletion(tx, id, tx.now()).await?;
    stages::begin(tx, id).await?;
    tx.enqueue(job::deletion_job(id, tx.now())?).await.map(drop)
}

/// Scheduled time, and the staff member who approved it.
struct ScheduledDeletion {
    due: DateTime<Utc>,
    staff: Option<UserId>,
}

/// Stores on the community whether its deletion is scheduled, and records the change in the audit
/// log.
async fn set_deletion_mark(
    tx: &Tx<'_, Member>,
    before: &community::Model,
    mark: Option<ScheduledDeletion>,
) -> Result<community::Model, DbErr> {
    let me = tx.viewer().id();
    let row = community::Model {
        deletion_pending: mark.is_some(),
        deletion_requested_by: mark.as_ref().map(|_| me),
        deletion_requested_at: mark.as_ref().map(|_| tx.now()),
        deletion_approved_by: mark.as_ref().and_then(|mark| mark.staff),
        deletion_scheduled_for: mark.as_ref().map(|mark| mark.due),
        ..before.clone()
    };
    store_deletion(tx, &row, audit_action(Some(me), before, &row)).await?;
    Ok(row)
}

async fn store_deletion<V>(
    tx: &Tx<'_, V>,
    row: &community::Model,
    act: AuditedAction<'_>,
) -> Result<(), DbErr> {
    let change = community::ActiveModel {
        deletion_pending: Set(row.deletion_pending),
        deletion_requested_by: Set(row.deletion_requested_by),
        deletion_requested_at: Set(row.deletion_requested_at),
        deletion_approved_by: Set(row.deletion_approved_by),
        deletion_scheduled_for: Set(row.deletion_scheduled_for),
        ..Default::default()
    };
    communities::set(tx, row.id, change).await?;
    record_action(tx, act).await
}

fn audit_action(
    actor: Option<UserId>,
    before: &community::Model,
    after: &community::Model,
) -> AuditedAction<'static> {
    AuditedAction {
        actor,
        action: if after.deletion_pending { "community.delete" } else { "community.keep" },
        subject_kind: "community",
        subject_id: after.id.to_string(),
        before: audit_value(before),
        after: audit_value(after),
        reason: None,
    }
}

fn audit_value(row: &community::Model) -> Value {
    json!({
        "name": row.name, "scheduledFor": row.deletion_scheduled_for,
        "approvedBy": row.deletion_approved_by,
    })
}

async fn send_notice(
    tx: &Tx<'_, Member>,
    row: &community::Model,
    title: &str,
    message: &str,
) -> Result<(), DbErr> {
    let about = json!({ "communityId": row.id, "scheduledFor": row.deletion_scheduled_for });
    tx.publish(Topic::Community(row.id.uuid()), "community.updated", &about).await?;
    let notice = Notice::new(NotificationType::SystemMessage, title, message, about);
    let me = tx.viewer().id();
    activity::notify_members(tx, row.id, Some(me), notice.of_community(row.id)).await
}
