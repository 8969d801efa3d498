//! Queries for read marks of communities.

use crate::communities::access::ReadContext;
use crate::communities::rows::{community, read_mark};
use crate::communities::store::own_condition;
use chrono::{DateTime, Utc};
use platform::{AccountViewer, CommunityId, Member, Scope, Tx};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{ColumnTrait, Condition, DbErr, FromQueryResult, QueryOrder, QuerySelect};
use std::collections::HashMap;

/// The viewer's read marks in these communities.
pub(in crate::communities) async fn read_marks(
    reading: &impl ReadContext,
    ids: &[CommunityId],
) -> Result<HashMap<CommunityId, DateTime<Utc>>, DbErr> {
    let mine = Condition::all()
        .add(read_mark::Column::UserId.eq(reading.reader().id().uuid()))
        .add(read_mark::Column::CommunityId.is_in(ids.iter().map(|id| id.uuid())));
    let rows = reading.visible_rows::<read_mark::Entity>().filter(mine).all().await?;
    Ok(rows.into_iter().map(|row| (row.community_id, row.last_read_at)).collect())
}

/// The viewer's read mark in this community, if any.
///
/// # Errors
/// Database errors.
pub async fn read_until(
    reading: &impl ReadContext,
    id: CommunityId,
) -> Result<Option<DateTime<Utc>>, DbErr> {
    Ok(read_marks(reading, &[id]).await?.remove(&id))
}

/// Locks the viewer's mark of a community until the transaction ends, and returns it. A member who
/// has none gets one at the time of joining, which has the same effect.
///
/// # Errors
/// Database errors.
pub async fn lock_read_mark(
    tx: &Tx<'_, Member>,
    id: CommunityId,
    joined_at: DateTime<Utc>,
) -> Result<DateTime<Utc>, DbErr> {
    #[derive(FromQueryResult)]
    struct Row {
        last_read_at: DateTime<Utc>,
    }
    const SQL: &str = "INSERT INTO community_read_status (user_id, community_id, last_read_at) \
         VALUES ($1, $2, $3) ON CONFLICT (user_id, community_id) \
         DO UPDATE SET last_read_at = community_read_status.last_read_at RETURNING last_read_at";
    let values = vec![tx.viewer().id().into(), id.into(), joined_at.into()];
    let row = tx.raw(SQL, values).one::<Row>().await?;
    Ok(row.map_or(joined_at, |row| row.last_read_at))
}

/// Marks the community as read by the viewer up to `at`. An earlier time than the stored one changes
/// nothing.
///
/// # Errors
/// Database errors.
pub async fn raise_read_mark(
    tx: &Tx<'_, Member>,
    id: CommunityId,
    at: DateTime<Utc>,
) -> Result<(), DbErr> {
    raise_read_marks(tx, &[id], at).await
}

/// Like [`raise_read_mark`], for several communities. One query.
pub(super) async fn raise_read_marks(
    tx: &Tx<'_, Member>,
    ids: &[CommunityId],
    at: DateTime<Utc>,
) -> Result<(), DbErr> {
    use read_mark::Column::{CommunityId, LastReadAt, UserId};
    let mark = |id: &platform::CommunityId| read_mark::ActiveModel {
        user_id: Set(tx.viewer().id()),
        community_id: Set(*id),
        last_read_at: Set(at),
    };
    let later = OnConflict::columns([UserId, CommunityId])
        .update_column(LastReadAt)
        .action_and_where(Expr::col((read_mark::Entity, LastReadAt)).lt(at))
        .to_owned();
    tx.table::<read_mark::Entity>().upsert_many(ids.iter().map(mark).collect(), later).await
}

/// Ids of the viewer's communities on this site, latest activity first. One query.
pub(in crate::communities) async fn own_by_activity(
    scope: &Scope<Member>,
) -> Result<Vec<CommunityId>, DbErr> {
    use community::Column::{Id, LastUpdated};
    scope
        .select::<community::Entity>()
        .filter(own_condition(scope.viewer().id()))
        .modify_select(|select| {
            select.select_only().column(Id).order_by_desc(LastUpdated).order_by_desc(Id)
        })
        .all_tuples()
        .await
}
