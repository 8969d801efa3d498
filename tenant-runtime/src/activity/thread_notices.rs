//! Notifications about a thread and its posts, which move with it.

use super::rules::CHANGED_EVENT;
use crate::communities;
use platform::events::Topic;
use platform::{CommunityId, Member, ThreadId, Tx, UserId};
use sea_orm::{DbBackend, DbErr, FromQueryResult, Value};
use serde_json::json;
use std::collections::HashSet;

/// SQL condition that a notification of the community `$1` is about the thread `$2` or a post in it.
const ABOUT_THREAD: &str = "community_id = $1 AND data ->> 'threadId' = $2";

/// Moves the notifications about a thread to another community. Those of users who are not members
/// there are deleted.
///
/// # Errors
/// Database errors.
pub async fn move_notices_of_thread(
    tx: &Tx<'_, Member>,
    thread: ThreadId,
    (from, to): (CommunityId, CommunityId),
) -> Result<(), DbErr> {
    let data = match tx.backend() {
        DbBackend::Postgres => "jsonb_set(data, '{communityId}', to_jsonb(CAST($4 AS text)))",
        _ => "json_set(data, '$.communityId', $4)",
    };
    let is_member = communities::is_member_sql("$3", "notifications.user_id");
    let leaving = format!("{ABOUT_THREAD} AND NOT {is_member}");
    let values: Vec<Value> = vec![from.into(), thread.to_string().into(), to.into()];
    delete(tx, &leaving, values.clone()).await?;
    let sql =
        format!("UPDATE notifications SET community_id = $3, data = {data} WHERE {ABOUT_THREAD}");
    let values = values.into_iter().chain([to.to_string().into()]).collect();
    tx.execute(&sql, values).await.map(drop)
}

/// Deletes notifications, and publishes the change to those who had not read them.
async fn delete(tx: &Tx<'_, Member>, which: &str, values: Vec<Value>) -> Result<(), DbErr> {
    #[derive(FromQueryResult)]
    struct DeletedNoticeRow {
        user_id: UserId,
        read: bool,
    }
    let sql = format!("DELETE FROM notifications WHERE {which} RETURNING user_id, read");
    let deleted = tx.raw(&sql, values).all::<DeletedNoticeRow>().await?;
    let unread: HashSet<UserId> =
        deleted.into_iter().filter(|row| !row.read).map(|row| row.user_id).collect();
    let told = unread.into_iter().map(|user| (Topic::User(user), json!({}))).collect();
    tx.publish_each(CHANGED_EVENT, told).await
}
