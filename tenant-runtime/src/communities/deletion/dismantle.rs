//! Deletes a community's rows in chunks, one transaction each. An interrupted deletion resumes
//! where it stopped, because deleted rows are not found again (C-066, C-067, G-009).

use super::store;
use crate::communities::CommunityId;
use crate::communities::rows::community;
use crate::communities::store as communities;
use crate::{activity, posts};
use platform::events::Topic;
use platform::jobs::JobScope;
use platform::{System, Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, DbErr, FromQueryResult};
use serde_json::json;

/// Rows per transaction (C-067).
const CHUNK: u64 = 500;

/// Hides the community and notifies the streams that have it open.
pub(super) async fn begin<V>(tx: &Tx<'_, V>, id: CommunityId) -> Result<(), DbErr> {
    let gone = community::ActiveModel {
        is_gone: Set(true),
        // Frees the code for other communities, and stops requests made with it.
        private_code: Set(None),
        ..Default::default()
    };
    communities::set(tx, id, gone).await?;
    let about = json!({ "communityId": id });
    tx.publish(Topic::Community(id.uuid()), "community.deleted", &about).await.map(drop)
}

/// A kind of row that is deleted in chunks, in this order.
#[derive(Debug, Clone, Copy)]
enum Part {
    Members,
    Images,
    Posts,
    Threads,
    Notices,
    Kept(Kept),
}

/// A table whose rows are deleted by `community_id`; `key` identifies a row within the community.
#[derive(Debug, Clone, Copy)]
struct Kept {
    table: &'static str,
    key: &'static str,
}

const fn kept(table: &'static str, key: &'static str) -> Part {
    Part::Kept(Kept { table, key })
}

const PARTS: [Part; 15] = [
    Part::Members,
    Part::Images,
    Part::Posts,
    Part::Threads,
    Part::Notices,
    kept("article_comments", "id"),
    kept("article_drafts", "id"),
    kept("articles", "id"),
    kept("reports", "id"),
    kept("announcements", "id"),
    kept("member_timeouts", "user_id"),
    kept("community_read_status", "user_id"),
    kept("member_notice_preferences", "user_id"),
    kept("join_requests", "id"),
    kept("membership_events", "id"),
];

/// Deletes all rows in a community whose deletion has begun.
pub(super) async fn delete_rows(scope: &mut JobScope, id: CommunityId) -> Result<(), DbErr> {
    for part in PARTS {
        while remove(scope, part, id).await? > 0 {}
    }
    Ok(())
}

/// Deletes the community's own row, which is no longer referenced.
pub(super) async fn finish(scope: &mut JobScope, id: CommunityId) -> Result<(), DbErr> {
    let tx = turn(scope, id).await?;
    let this = community::Column::Id.eq(id.uuid());
    tx.table_of_every_door::<community::Entity>().delete(this).await?.as_many_as_there_are();
    store::unschedule(&tx, id).await?;
    tx.commit().await
}

/// Opens a transaction that excludes other workers. Two workers may process the same community if a
/// lease expired; the lock ensures that a worker which finds no rows did not merely run
/// concurrently with the other.
async fn turn(scope: &mut JobScope, id: CommunityId) -> Result<Tx<'_, System>, DbErr> {
    let tx = scope.begin().await?;
    store::hold_whatever_becomes(&tx, id).await?;
    Ok(tx)
}

async fn remove(scope: &mut JobScope, part: Part, id: CommunityId) -> Result<u64, DbErr> {
    let tx = turn(scope, id).await?;
    let removed = match part {
        Part::Members => part_with_members(&tx, id).await?,
        Part::Images => posts::images::forget_of_community(&tx, id, CHUNK).await?,
        Part::Posts => posts::forget_posts_of(&tx, id, CHUNK).await?,
        Part::Threads => posts::forget_threads_of(&tx, id, CHUNK).await?,
        Part::Notices => activity::forget_notices_of(&tx, id, CHUNK).await?,
        Part::Kept(Kept { table, key }) => {
            let sql = format!(
                "DELETE FROM {table} WHERE community_id = $1 AND {key} IN \
                 (SELECT {key} FROM {table} WHERE community_id = $1 LIMIT $2)"
            );
            tx.execute(&sql, vec![id.into(), CHUNK.cast_signed().into()]).await?
        }
    };
    tx.commit().await?;
    Ok(removed)
}

/// Deletes a chunk of memberships. Notifies each former member on their own topic, so that their
/// open streams drop the community.
async fn part_with_members(tx: &Tx<'_, System>, id: CommunityId) -> Result<u64, DbErr> {
    #[derive(FromQueryResult)]
    struct Left {
        user_id: UserId,
    }
    const TAKE: &str = "DELETE FROM community_members WHERE community_id = $1 AND user_id IN \
         (SELECT user_id FROM community_members WHERE community_id = $1 LIMIT $2) \
         RETURNING user_id";
    let values = vec![id.into(), CHUNK.cast_signed().into()];
    let left = tx.raw(TAKE, values).all::<Left>().await?;
    let people: Vec<UserId> = left.iter().map(|row| row.user_id).collect();
    let about = json!({ "communityId": id });
    communities::tell_each(tx, &people, "community.deleted", &about).await?;
    Ok(people.len() as u64)
}
