//! Queries for announcements.

use super::AnnouncementId;
use super::error::AnnouncementError;
use super::rows::{ActiveModel, Column, Entity, Model};
use crate::communities::access::{self, ReadContext};
use crate::communities::error::CommunityError;
use platform::page::TimeCursor;
use platform::{CommunityId, Member, Problem, Scope, Tx};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::LockType;
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder, QuerySelect, Select};

fn in_community(community: CommunityId) -> Condition {
    Condition::all().add(Column::CommunityId.eq(community.uuid()))
}

/// The pinned announcement of a community.
pub(super) async fn find_pinned(
    scope: &Scope<Member>,
    community: CommunityId,
) -> Result<Option<Model>, DbErr> {
    scope
        .select::<Entity>()
        .filter(in_community(community).add(Column::IsPinned.eq(true)))
        .one()
        .await
}

/// Which of these announcements are pinned. One query, or none for an empty list.
///
/// # Errors
/// Database errors.
pub async fn pinned_of(scope: &Scope<Member>, ids: &[&str]) -> Result<Vec<String>, DbErr> {
    let ids: Vec<_> = ids.iter().filter_map(|id| id.parse::<AnnouncementId>().ok()).collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let such = Condition::all()
        .add(Column::Id.is_in(ids.iter().map(|id| id.uuid())))
        .add(Column::IsPinned.eq(true));
    let rows = scope.select::<Entity>().filter(such).all().await?;
    Ok(rows.into_iter().map(|row| row.id.to_string()).collect())
}

/// Up to `limit + 1` active announcements that are not pinned, newest first.
pub(super) async fn list_page(
    scope: &Scope<Member>,
    community: CommunityId,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<Model>, DbErr> {
    use Column::{CreatedAt, Id, IsActive, IsPinned};
    let others = in_community(community)
        .add(IsActive.eq(true))
        .add(IsPinned.eq(false))
        .add_option(after.map(|last| last.after_in_descending(CreatedAt, Id)));
    scope
        .select::<Entity>()
        .filter(others)
        .modify_select(|select| select.order_by_desc(CreatedAt).order_by_desc(Id).limit(limit + 1))
        .all()
        .await
}

/// An announcement of this community.
pub(super) async fn find(
    tx: &Tx<'_, Member>,
    community: CommunityId,
    id: AnnouncementId,
) -> Result<Option<Model>, DbErr> {
    tx.select::<Entity>().by_id(id).filter(in_community(community)).one().await
}

/// An announcement of this community, for a reader inside it.
pub(in crate::communities) async fn find_inside<R: ReadContext>(
    reading: &R,
    community: CommunityId,
    id: AnnouncementId,
) -> Result<Model, Problem> {
    if !access::load_access(reading, community).await?.is_inside() {
        return Err(CommunityError::MembersOnly.into());
    }
    let row = reading.visible_rows::<Entity>().by_id(id).filter(in_community(community)).one();
    Ok(row.await?.ok_or(AnnouncementError::NotFound)?)
}

/// Locks an announcement of this community, so that answers and changes are serialised.
pub(in crate::communities) async fn lock(
    tx: &Tx<'_, Member>,
    community: CommunityId,
    id: AnnouncementId,
) -> Result<Option<Model>, DbErr> {
    let locked = |select: Select<Entity>| select.lock(LockType::NoKeyUpdate);
    let this = tx.select::<Entity>().by_id(id).filter(in_community(community));
    this.modify_select(locked).one().await
}

/// Updates an announcement and returns the new row.
pub(super) async fn update_announcement(
    tx: &Tx<'_, Member>,
    id: AnnouncementId,
    change: ActiveModel,
) -> Result<Model, DbErr> {
    let table = tx.table::<Entity>();
    let rows =
        table.update_returning(Column::Id.eq(id.uuid()), |update| update.set(change)).await?;
    rows.into_iter().next().ok_or(DbErr::RecordNotUpdated)
}

/// Unpins the pinned announcement and returns its id.
pub(super) async fn unpin(
    tx: &Tx<'_, Member>,
    community: CommunityId,
) -> Result<Option<Model>, DbErr> {
    let pinned = in_community(community).add(Column::IsPinned.eq(true));
    let loose = ActiveModel { is_pinned: Set(false), ..Default::default() };
    let table = tx.table::<Entity>();
    let rows = table.update_returning(pinned, |update| update.set(loose)).await?;
    Ok(rows.into_iter().next())
}

/// Deletes an announcement. False if it does not exist.
pub(super) async fn remove(
    tx: &Tx<'_, Member>,
    community: CommunityId,
    id: AnnouncementId,
) -> Result<bool, DbErr> {
    let this = in_community(community).add(Column::Id.eq(id.uuid()));
    Ok(tx.table::<Entity>().delete(this).await?.is_changed())
}
