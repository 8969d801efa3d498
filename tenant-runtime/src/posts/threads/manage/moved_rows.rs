//! Moves what belongs to the posts of a thread to another community, with one statement per table.
//! Database triggers move the entries of the search index.

use crate::activity;
use crate::communities;
use crate::posts::rows::post;
use crate::reports;
use platform::{CommunityId, Member, ThreadId, Tx};
use sea_orm::sea_query::{Query, SelectStatement};
use sea_orm::{ColumnTrait, DbErr, Value};

/// Query for the ids of a thread's posts.
pub(super) fn post_ids(thread: ThreadId) -> SelectStatement {
    Query::select()
        .column(post::Column::Id)
        .from(post::Entity)
        .and_where(post::Column::ThreadId.eq(thread.uuid()))
        .to_owned()
}

/// Moves posts, pictures, files, subscriptions, read marks, reports and notifications of a thread. What
/// belongs to users who are not members of the other community is deleted.
pub(super) async fn move_rows(
    tx: &Tx<'_, Member>,
    thread: ThreadId,
    (from, to): (CommunityId, CommunityId),
) -> Result<(), DbErr> {
    const POSTS: &str = "UPDATE posts SET community_id = $2 WHERE thread_id = $1";
    const PICTURES: &str = "UPDATE post_images SET community_id = $2 \
         WHERE post_id IN (SELECT id FROM posts WHERE thread_id = $1)";
    const FILES: &str = "UPDATE post_files SET community_id = $2 \
         WHERE post_id IN (SELECT id FROM posts WHERE thread_id = $1)";
    const SUBSCRIPTIONS: &str =
        "UPDATE thread_subscriptions SET community_id = $2 WHERE thread_id = $1";
    const READ_MARKS: &str = "UPDATE thread_read_status SET community_id = $2 WHERE thread_id = $1";
    let of_others = |table: &str| {
        let is_member = communities::is_member_sql("$2", &format!("{table}.user_id"));
        format!("DELETE FROM {table} WHERE thread_id = $1 AND NOT {is_member}")
    };
    let [subscribers, readers] = ["thread_subscriptions", "thread_read_status"].map(of_others);
    for sql in [POSTS, PICTURES, FILES, &subscribers, SUBSCRIPTIONS, &readers, READ_MARKS] {
        let values: Vec<Value> = vec![thread.into(), to.into()];
        tx.execute(sql, values).await?;
    }
    reports::move_reports_about_posts(tx, post_ids(thread), (from, to)).await?;
    activity::move_notices_of_thread(tx, thread, (from, to)).await
}
