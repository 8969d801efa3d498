//! Queries for scheduled deletions.

use super::rows::{ActiveModel, Column, Entity, Model};
use crate::communities::rows::{community, member};
use chrono::{DateTime, Utc};
use platform::{CommunityId, System, Tx};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{LockType, OnConflict};
use sea_orm::{ColumnTrait, DbErr, QuerySelect, Select};

/// Number of members.
pub(super) async fn count_members<V>(tx: &Tx<'_, V>, id: CommunityId) -> Result<u64, DbErr> {
    tx.select::<member::Entity>().filter(member::Column::CommunityId.eq(id.uuid())).count().await
}

/// Stores when the community is to be deleted.
pub(super) async fn schedule_deletion<V>(
    tx: &Tx<'_, V>,
    id: CommunityId,
    at: DateTime<Utc>,
) -> Result<(), DbErr> {
    let row = ActiveModel {
        community_id: Set(id),
        scheduled_for: Set(at),
        warned_at: Set(None),
        created_at: Set(tx.now()),
    };
    let anew = OnConflict::column(Column::CommunityId)
        .update_columns([Column::ScheduledFor, Column::WarnedAt, Column::CreatedAt])
        .to_owned();
    tx.table::<Entity>().upsert(row, anew).await
}

/// Deletes the schedule.
pub(super) async fn cancel_schedule<V>(tx: &Tx<'_, V>, id: CommunityId) -> Result<(), DbErr> {
    let this = Column::CommunityId.eq(id.uuid());
    tx.table::<Entity>().delete(this).await?.as_many_as_there_are();
    Ok(())
}

/// The deletion record of a community.
pub(super) async fn find(tx: &Tx<'_, System>, id: CommunityId) -> Result<Option<Model>, DbErr> {
    tx.select::<Entity>().by_id(id).one().await
}

/// Records that the members were warned.
pub(super) async fn record_warning(tx: &Tx<'_, System>, id: CommunityId) -> Result<(), DbErr> {
    let warned = ActiveModel { warned_at: Set(Some(tx.now())), ..Default::default() };
    let this = Column::CommunityId.eq(id.uuid());
    tx.table::<Entity>().update(this, |update| update.set(warned)).await?.exactly_one()
}

/// The community, locked exclusively until the transaction ends.
pub(super) async fn lock<V>(
    tx: &Tx<'_, V>,
    id: CommunityId,
) -> Result<Option<community::Model>, DbErr> {
    let alone = |select: Select<community::Entity>| select.lock(LockType::Update);
    tx.select::<community::Entity>().by_id(id).modify_select(alone).one().await
}

/// Like [`lock`], also if its deletion has begun.
pub(super) async fn lock_deleted_too(
    tx: &Tx<'_, System>,
    id: CommunityId,
) -> Result<Option<community::Model>, DbErr> {
    let alone = |select: Select<community::Entity>| select.lock(LockType::Update);
    tx.across_sites::<community::Entity>().by_id(id).modify_select(alone).one().await
}

/// Deletes records whose community was deleted or whose deletion was cancelled (C-065).
pub(super) async fn drop_stale(tx: &Tx<'_, System>) -> Result<u64, DbErr> {
    const DELETE_STALE_SQL: &str = "DELETE FROM scheduled_deletions WHERE NOT EXISTS (SELECT 1 \
         FROM communities c WHERE c.id = scheduled_deletions.community_id \
         AND c.deletion_pending = TRUE)";
    tx.execute(DELETE_STALE_SQL, vec![]).await
}

/// Up to `most` records due by this time, earliest first.
pub(super) async fn due_by(
    tx: &Tx<'_, System>,
    then: DateTime<Utc>,
    most: u64,
) -> Result<Vec<Model>, DbErr> {
    use sea_orm::QueryOrder;
    tx.select::<Entity>()
        .filter(Column::ScheduledFor.lte(then))
        .modify_select(|select| select.order_by_asc(Column::ScheduledFor).limit(most))
        .all()
        .await
}
