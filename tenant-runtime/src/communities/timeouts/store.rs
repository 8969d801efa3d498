//! Queries for timeouts.

use crate::communities::rows::timeout;
use chrono::{DateTime, Utc};
use platform::page::TimeCursor;
use platform::{AccountViewer, CommunityId, Member, Scope, Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder, QuerySelect};

/// Up to `limit + 1` active timeouts, earliest end first.
pub(super) async fn list_page(
    scope: &Scope<Member>,
    id: CommunityId,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<timeout::Model>, DbErr> {
    use timeout::Column::{CommunityId as Of, EndDate, UserId};
    let running = Condition::all()
        .add(Of.eq(id.uuid()))
        .add(EndDate.gt(scope.now()))
        .add_option(after.map(|last| last.after_in_ascending(EndDate, UserId)));
    scope
        .select::<timeout::Entity>()
        .filter(running)
        .modify_select(|select| select.order_by_asc(EndDate).order_by_asc(UserId).limit(limit + 1))
        .all()
        .await
}

/// Stores a timeout. Replaces an existing one.
pub(super) async fn set_timeout(
    tx: &Tx<'_, Member>,
    id: CommunityId,
    user: UserId,
    (end_date, reason): (DateTime<Utc>, String),
) -> Result<timeout::Model, DbErr> {
    use timeout::Column;
    let row = timeout::Model {
        community_id: id,
        user_id: user,
        end_date,
        reason: Some(reason),
        set_by: Some(tx.viewer().id()),
        created_at: tx.now(),
    };
    let written = timeout::ActiveModel {
        community_id: Set(row.community_id),
        user_id: Set(row.user_id),
        end_date: Set(row.end_date),
        reason: Set(row.reason.clone()),
        set_by: Set(row.set_by),
        created_at: Set(row.created_at),
    };
    let anew = OnConflict::columns([Column::CommunityId, Column::UserId])
        .update_columns([Column::EndDate, Column::Reason, Column::SetBy, Column::CreatedAt])
        .to_owned();
    tx.table::<timeout::Entity>().upsert(written, anew).await?;
    Ok(row)
}

/// Deletes a timeout. False if there is none.
pub(super) async fn delete_timeout(
    tx: &Tx<'_, Member>,
    id: CommunityId,
    user: UserId,
) -> Result<bool, DbErr> {
    let theirs = Condition::all()
        .add(timeout::Column::CommunityId.eq(id.uuid()))
        .add(timeout::Column::UserId.eq(user.uuid()));
    let lifted = tx.table::<timeout::Entity>().delete_returning(theirs).await?;
    Ok(lifted.iter().any(|row| row.end_date > tx.now()))
}
