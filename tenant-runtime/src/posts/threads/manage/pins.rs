//! The pinned threads of a community, which its list shows first.

use super::change;
use super::error::ManageError;
use super::lock;
use crate::communities;
use crate::posts::error::ThreadError;
use crate::posts::rows::thread;
use crate::posts::threads::view::{self, ThreadView};
use platform::audit::{self, AuditedAction};
use platform::events::Topic;
use platform::{AccountViewer, CommunityId, Member, Problem, Scope, ThreadId, Tx};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::LockType;
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder, QuerySelect};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// Maximum pinned threads of a community.
const PINS_MAX: usize = 5;

/// The threads to pin, in their order. All others are unpinned.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ThreadPins {
    /// At most five.
    thread_ids: Vec<ThreadId>,
}

/// The pinned threads of a community, in their order.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PinnedThreads {
    items: Vec<ThreadView>,
}

fn pinned_in(community: CommunityId) -> Condition {
    Condition::all()
        .add(thread::Column::CommunityId.eq(community.uuid()))
        .add(thread::Column::PinnedPosition.is_not_null())
}

/// The pinned threads of a community, in their order. One query.
pub(in crate::posts::threads) async fn pinned_rows<V>(
    scope: &Scope<V>,
    community: CommunityId,
) -> Result<Vec<thread::Model>, DbErr> {
    use thread::Column::{Id, PinnedPosition};
    scope
        .select::<thread::Entity>()
        .filter(pinned_in(community))
        .modify_select(|select| select.order_by_asc(PinnedPosition).order_by_asc(Id))
        .all()
        .await
}

/// Replaces the pinned threads of a community.
pub(super) async fn set_pins(
    scope: &mut Scope<Member>,
    community: CommunityId,
    pins: &ThreadPins,
) -> Result<PinnedThreads, Problem> {
    let tx = scope.begin().await?;
    let access = communities::lock_for_write(&tx, community).await?;
    let may_pin = access.may_manage_threads();
    lock::check(&tx, &access, may_pin, ManageError::PinForbidden).await?;
    let ids = distinct(&pins.thread_ids);
    if ids.len() > PINS_MAX {
        return Err(ManageError::TooManyPins.into());
    }
    let mut rows = lock_pins(&tx, community, &ids).await?;
    if ids.iter().any(|id| !rows.iter().any(|row| row.id == *id)) {
        return Err(ThreadError::NotFound.into());
    }
    let before = ordered_ids(&rows);
    for row in &mut rows {
        let position = (1_i64..).zip(&ids).find(|(_, id)| **id == row.id).map(|(place, _)| place);
        if row.pinned_position != position {
            row.pinned_position = position;
            let pin = thread::ActiveModel { pinned_position: Set(position), ..Default::default() };
            change::set(&tx, row.id, pin).await?;
        }
    }
    if before != ids {
        record(&tx, community, (&before, &ids)).await?;
    }
    tx.commit().await?;
    rows.retain(|row| row.pinned_position.is_some());
    rows.sort_by_key(|row| row.pinned_position);
    Ok(PinnedThreads { items: view::to_views(scope, &access, rows).await? })
}

fn distinct(ids: &[ThreadId]) -> Vec<ThreadId> {
    let mut distinct = Vec::new();
    for id in ids {
        if !distinct.contains(id) {
            distinct.push(*id);
        }
    }
    distinct
}

fn ordered_ids(rows: &[thread::Model]) -> Vec<ThreadId> {
    let mut pinned: Vec<&thread::Model> =
        rows.iter().filter(|row| row.pinned_position.is_some()).collect();
    pinned.sort_by_key(|row| (row.pinned_position, row.id));
    pinned.into_iter().map(|row| row.id).collect()
}

/// The pinned threads of a community and those with these ids, locked. The first thread of the
/// community is locked before, so that of two concurrent changes the second sees the first.
async fn lock_pins(
    tx: &Tx<'_, Member>,
    community: CommunityId,
    ids: &[ThreadId],
) -> Result<Vec<thread::Model>, DbErr> {
    use thread::Column::{CommunityId, Id};
    let here = CommunityId.eq(community.uuid());
    let locked = |select: sea_orm::Select<thread::Entity>| {
        select.order_by_asc(Id).lock(LockType::NoKeyUpdate)
    };
    tx.select::<thread::Entity>()
        .filter(here.clone())
        .modify_select(|select| locked(select).limit(1))
        .one()
        .await?;
    let named = Condition::all().add(here).add(Id.is_in(ids.iter().map(|id| id.uuid())));
    tx.select::<thread::Entity>()
        .filter(Condition::any().add(pinned_in(community)).add(named))
        .modify_select(locked)
        .all()
        .await
}

/// Records the change in the audit log, and publishes it.
async fn record(
    tx: &Tx<'_, Member>,
    community: CommunityId,
    (before, after): (&[ThreadId], &[ThreadId]),
) -> Result<(), DbErr> {
    let act = AuditedAction {
        actor: Some(tx.viewer().id()),
        action: "thread.pin",
        subject_kind: "community",
        subject_id: community.to_string(),
        before: json!({ "threadIds": before }),
        after: json!({ "threadIds": after }),
        reason: None,
    };
    audit::record_action(tx, act).await?;
    let about = json!({ "communityId": community, "threadIds": after });
    tx.publish(Topic::Community(community.uuid()), "threads.pinned", &about).await.map(drop)
}
