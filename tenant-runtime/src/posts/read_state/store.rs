//! Queries for the read marks of threads.

use crate::posts::rows::thread_read_mark::{ActiveModel, Column, Entity};
use crate::posts::unread::{CountedThreads, MemberReadState};
use chrono::{DateTime, Utc};
use platform::{AccountViewer, CommunityId, Member, System, ThreadId, Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, Condition, DbErr};

/// SQL for a user's marks of threads, for their export.
#[must_use]
pub const fn thread_marks_sql() -> &'static str {
    "SELECT community_id, thread_id, last_read_at AS last_read_timestamp \
     FROM thread_read_status WHERE user_id = $1 ORDER BY community_id, thread_id"
}

/// Sets the viewer's mark of a thread, also back.
pub(super) async fn set_mark(
    tx: &Tx<'_, Member>,
    community: CommunityId,
    thread: ThreadId,
    at: DateTime<Utc>,
) -> Result<(), DbErr> {
    let mark = ActiveModel {
        user_id: Set(tx.viewer().id()),
        thread_id: Set(thread),
        community_id: Set(community),
        last_read_at: Set(at),
    };
    let replaced = OnConflict::columns([Column::UserId, Column::ThreadId])
        .update_columns([Column::LastReadAt, Column::CommunityId])
        .to_owned();
    tx.table::<Entity>().upsert(mark, replaced).await
}

/// Deletes the viewer's marks of threads in these communities that are not newer than the mark of
/// their community, which has just been raised to `read_until` and now applies to them.
///
/// # Errors
/// Database errors.
pub async fn delete_marks_before(
    tx: &Tx<'_, Member>,
    communities: &[CommunityId],
    read_until: DateTime<Utc>,
) -> Result<(), DbErr> {
    let older = Condition::all()
        .add(Column::UserId.eq(tx.viewer().id().uuid()))
        .add(Column::CommunityId.is_in(communities.iter().map(|id| id.uuid())))
        .add(Column::LastReadAt.lte(read_until));
    tx.table::<Entity>().delete(older).await?.as_many_as_there_are();
    Ok(())
}

/// Raises the viewer's marks of threads in a community that are earlier than `at`.
///
/// # Errors
/// Database errors.
pub async fn raise_marks(
    tx: &Tx<'_, Member>,
    community: CommunityId,
    at: DateTime<Utc>,
) -> Result<(), DbErr> {
    let earlier = Condition::all()
        .add(Column::UserId.eq(tx.viewer().id().uuid()))
        .add(Column::CommunityId.eq(community.uuid()))
        .add(Column::LastReadAt.lt(at));
    let raised = ActiveModel { last_read_at: Set(at), ..Default::default() };
    let table = tx.table::<Entity>();
    table.update(earlier, |update| update.set(raised)).await?.as_many_as_there_are();
    Ok(())
}

/// Gives each muted thread that may have unread posts a mark of its own, before the mark of its
/// community is raised.
pub(super) async fn keep_muted_marks(
    tx: &Tx<'_, Member>,
    state: &MemberReadState,
) -> Result<(), DbErr> {
    let mut values = vec![tx.viewer().id().into()];
    let threads = state.threads_sql(CountedThreads::All, &mut values);
    let sql = format!(
        "INSERT INTO thread_read_status (user_id, thread_id, community_id, last_read_at) \
         SELECT $1, t.id, $2, t.since FROM ({threads}) AS t WHERE NOT ({}) \
         ON CONFLICT (user_id, thread_id) DO NOTHING",
        CountedThreads::Unmuted.thread_sql()
    );
    tx.execute(&sql, values).await.map(drop)
}

/// Deletes the viewer's marks of threads without activity after `read_until`, the mark of their
/// community: it says the same about them. Muted threads keep theirs.
pub(super) async fn compact_marks(
    tx: &Tx<'_, Member>,
    community: CommunityId,
    read_until: DateTime<Utc>,
) -> Result<(), DbErr> {
    let sql = format!(
        "DELETE FROM thread_read_status WHERE user_id = $1 AND community_id = $2 \
         AND thread_id IN (SELECT t.id FROM threads t \
           WHERE t.community_id = $2 AND t.last_updated <= $3 AND {})",
        CountedThreads::Unmuted.thread_sql()
    );
    let values = vec![tx.viewer().id().into(), community.into(), read_until.into()];
    tx.execute(&sql, values).await.map(drop)
}

/// Deletes the marks of a user who leaves a community.
///
/// # Errors
/// Database errors.
pub async fn delete_marks_of_leaver<V>(
    tx: &Tx<'_, V>,
    community: CommunityId,
    user: UserId,
) -> Result<(), DbErr> {
    let theirs = Condition::all()
        .add(Column::UserId.eq(user.uuid()))
        .add(Column::CommunityId.eq(community.uuid()));
    tx.table::<Entity>().delete(theirs).await?.as_many_as_there_are();
    Ok(())
}

/// Deletes up to `most` marks of threads in a community. Returns their number.
///
/// # Errors
/// Database errors.
pub async fn delete_marks_of_community(
    tx: &Tx<'_, System>,
    community: CommunityId,
    most: u64,
) -> Result<u64, DbErr> {
    const SQL: &str = "DELETE FROM thread_read_status WHERE (user_id, thread_id) IN \
         (SELECT user_id, thread_id FROM thread_read_status WHERE community_id = $1 LIMIT $2)";
    tx.execute(SQL, vec![community.into(), most.cast_signed().into()]).await
}
