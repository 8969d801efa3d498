//! Queries for join requests.

use super::JoinRequestId;
use super::rows::{ActiveModel, Column, Entity, JoinRequestStatus, Model};
use platform::page::TimeCursor;
use platform::{AccountViewer, CommunityId, Member, Scope, Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::LockType;
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder, QuerySelect};
use std::collections::HashMap;

fn pending_condition() -> Condition {
    Condition::all().add(Column::Status.eq(JoinRequestStatus::Pending))
}

/// Up to `limit + 1` matching requests, newest first.
pub(super) async fn list_page(
    scope: &Scope<Member>,
    of: Condition,
    status: Option<JoinRequestStatus>,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<Model>, DbErr> {
    use Column::{CreatedAt, Id, Status};
    let such = Condition::all()
        .add_option(status.map(|status| Status.eq(status)))
        .add_option(after.map(|last| last.after_in_descending(CreatedAt, Id)));
    scope
        .select::<Entity>()
        .filter(of)
        .filter(such)
        .modify_select(|select| select.order_by_desc(CreatedAt).order_by_desc(Id).limit(limit + 1))
        .all()
        .await
}

/// The viewer's pending requests to these communities.
pub(in crate::communities) async fn pending_requests(
    scope: &Scope<Member>,
    communities: &[CommunityId],
) -> Result<HashMap<CommunityId, JoinRequestId>, DbErr> {
    let mine = pending_condition()
        .add(Column::UserId.eq(scope.viewer().id().uuid()))
        .add(Column::CommunityId.is_in(communities.iter().map(|id| id.uuid())));
    let rows = scope.select::<Entity>().filter(mine).all().await?;
    Ok(rows.into_iter().map(|row| (row.community_id, row.id)).collect())
}

/// Inserts a request of the viewer.
pub(super) async fn insert(
    tx: &Tx<'_, Member>,
    community: CommunityId,
    message: String,
    status: JoinRequestStatus,
) -> Result<Model, DbErr> {
    let row = ActiveModel {
        id: Set(JoinRequestId::new()),
        community_id: Set(community),
        user_id: Set(tx.viewer().id()),
        message: Set(message),
        status: Set(status),
        admin_user_id: Set(None),
        admin_message: Set(None),
        created_at: Set(tx.now()),
        updated_at: Set(tx.now()),
    };
    tx.table::<Entity>().insert(row).await
}

/// Returns true if the viewer has a pending request to the community.
pub(super) async fn has_pending(
    tx: &Tx<'_, Member>,
    community: CommunityId,
) -> Result<bool, DbErr> {
    let mine = pending_condition()
        .add(Column::CommunityId.eq(community.uuid()))
        .add(Column::UserId.eq(tx.viewer().id().uuid()));
    tx.select::<Entity>().filter(mine).exists().await
}

/// A request to the community, locked until the transaction ends.
pub(super) async fn lock(
    tx: &Tx<'_, Member>,
    community: CommunityId,
    id: JoinRequestId,
) -> Result<Option<Model>, DbErr> {
    tx.select::<Entity>()
        .by_id(id)
        .filter(Column::CommunityId.eq(community.uuid()))
        .modify_select(|select| select.lock(LockType::Update))
        .one()
        .await
}

/// Stores an admin's answer.
pub(super) async fn store_answer(
    tx: &Tx<'_, Member>,
    id: JoinRequestId,
    status: JoinRequestStatus,
    message: Option<String>,
) -> Result<Model, DbErr> {
    let answered = ActiveModel {
        status: Set(status),
        admin_user_id: Set(Some(tx.viewer().id())),
        admin_message: Set(message),
        updated_at: Set(tx.now()),
        ..Default::default()
    };
    let table = tx.table::<Entity>();
    let rows =
        table.update_returning(Column::Id.eq(id.uuid()), |update| update.set(answered)).await?;
    rows.into_iter().next().ok_or(DbErr::RecordNotUpdated)
}

/// Marks a user's pending request as answered because they joined. Returns its id.
pub(super) async fn mark_answered<V>(
    tx: &Tx<'_, V>,
    community: CommunityId,
    user: UserId,
) -> Result<Option<Model>, DbErr> {
    let theirs = pending_condition()
        .add(Column::CommunityId.eq(community.uuid()))
        .add(Column::UserId.eq(user.uuid()));
    let answered = ActiveModel {
        status: Set(JoinRequestStatus::Approved),
        updated_at: Set(tx.now()),
        ..Default::default()
    };
    let table = tx.table::<Entity>();
    let rows = table.update_returning(theirs, |update| update.set(answered)).await?;
    Ok(rows.into_iter().next())
}

/// Withdraws a pending request of the viewer.
pub(super) async fn withdraw(
    tx: &Tx<'_, Member>,
    id: JoinRequestId,
) -> Result<Option<Model>, DbErr> {
    let mine = pending_condition()
        .add(Column::Id.eq(id.uuid()))
        .add(Column::UserId.eq(tx.viewer().id().uuid()));
    Ok(tx.table::<Entity>().delete_returning(mine).await?.into_iter().next())
}
