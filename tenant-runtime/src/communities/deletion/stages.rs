//! Deletes a community's rows in chunks, one transaction each. An interrupted deletion resumes
//! where it stopped, because deleted rows are not found again (C-066, C-067, G-009).

use super::store;
use crate::activity;
use crate::communities::rows::community;
use crate::communities::store as communities;
use crate::posts::{self, threads};
use platform::events::Topic;
use platform::jobs::JobScope;
use platform::{CommunityId, System, Tx, UserId};
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
enum DeletionStage {
    Members,
    Images,
    Files,
    ReadMarks,
    Posts,
    Subscriptions,
    Threads,
    Notices,
    Kept(DependentTable),
}

/// A table whose rows are deleted by `community_id`; `key` identifies a row within the community.
#[derive(Debug, Clone, Copy)]
struct DependentTable {
    table: &'static str,
    key: &'static str,
}

const fn dependent_table(table: &'static str, key: &'static str) -> DeletionStage {
    DeletionStage::Kept(DependentTable { table, key })
}

const DELETION_STAGES: [DeletionStage; 19] = [
    DeletionStage::Members,
    DeletionStage::Images,
    DeletionStage::Files,
    // Before the threads, whose deletion would delete all marks of each at once.
    DeletionStage::ReadMarks,
    DeletionStage::Posts,
    DeletionStage::Subscriptions,
    DeletionStage::Threads,
    DeletionStage::Notices,
    dependent_table("article_comments", "id"),
    dependent_table("article_drafts", "id"),
    dependent_table("articles", "id"),
    dependent_table("reports", "id"),
    dependent_table("event_answers", "user_id"),
    dependent_table("announcements", "id"),
    dependent_table("member_timeouts", "user_id"),
    dependent_table("community_read_status", "user_id"),
    dependent_table("member_notice_preferences", "user_id"),
    dependent_table("join_requests", "id"),
    dependent_table("membership_events", "id"),
];

/// Deletes all rows in a community whose deletion has begun.
pub(super) async fn delete_rows(scope: &mut JobScope, id: CommunityId) -> Result<(), DbErr> {
    for part in DELETION_STAGES {
        while remove(scope, part, id).await? > 0 {}
    }
    Ok(())
}

/// Deletes the community's own row, which is no longer referenced.
pub(super) async fn delete_community_row(
    scope: &mut JobScope,
    id: CommunityId,
) -> Result<(), DbErr> {
    let tx = begin_exclusive(scope, id).await?;
    let this = community::Column::Id.eq(id.uuid());
    tx.table_across_sites::<community::Entity>().delete(this).await?.as_many_as_there_are();
    store::cancel_schedule(&tx, id).await?;
    tx.commit().await
}

/// Opens a transaction that excludes other workers. Two workers may process the same community if a
/// lease expired; the lock ensures that a worker which finds no rows did not merely run
/// concurrently with the other.
async fn begin_exclusive(scope: &mut JobScope, id: CommunityId) -> Result<Tx<'_, System>, DbErr> {
    let tx = scope.begin().await?;
    store::lock_deleted_too(&tx, id).await?;
    Ok(tx)
}

async fn remove(scope: &mut JobScope, part: DeletionStage, id: CommunityId) -> Result<u64, DbErr> {
    let tx = begin_exclusive(scope, id).await?;
    let removed = match part {
        DeletionStage::Members => remove_members(&tx, id).await?,
        DeletionStage::Images => posts::images::delete_of_community(&tx, id, CHUNK).await?,
        DeletionStage::Files => posts::files::delete_of_community(&tx, id, CHUNK).await?,
        DeletionStage::ReadMarks => posts::delete_marks_of_community(&tx, id, CHUNK).await?,
        DeletionStage::Posts => posts::delete_posts_of_community(&tx, id, CHUNK).await?,
        DeletionStage::Subscriptions => {
            threads::delete_subscriptions_of_community(&tx, id, CHUNK).await?
        }
        DeletionStage::Threads => posts::delete_threads_of_community(&tx, id, CHUNK).await?,
        DeletionStage::Notices => activity::delete_notices_of(&tx, id, CHUNK).await?,
        DeletionStage::Kept(DependentTable { table, key }) => {
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
async fn remove_members(tx: &Tx<'_, System>, id: CommunityId) -> Result<u64, DbErr> {
    #[derive(FromQueryResult)]
    struct RemainingMemberRow {
        user_id: UserId,
    }
    const DELETE_MEMBERS_SQL: &str = "DELETE FROM community_members WHERE community_id = $1 AND user_id IN \
         (SELECT user_id FROM community_members WHERE community_id = $1 LIMIT $2) \
         RETURNING user_id";
    let values = vec![id.into(), CHUNK.cast_signed().into()];
    let left = tx.raw(DELETE_MEMBERS_SQL, values).all::<RemainingMemberRow>().await?;
    let people: Vec<UserId> = left.iter().map(|row| row.user_id).collect();
    let about = json!({ "communityId": id });
    communities::publish_to_each(tx, &people, "community.deleted", &about).await?;
    Ok(people.len() as u64)
}
