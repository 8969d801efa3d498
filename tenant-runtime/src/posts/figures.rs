//! Activity statistics of a community. The caller has checked access.

use crate::sql::{SqlReader, TimeRange};
use platform::{CommunityId, ThreadId, UserId};
use sea_orm::{DbErr, FromQueryResult};

/// Entries of a list of the busiest (`analytics.top_lists`).
const TOP_COUNT: usize = 5;
/// Latest posts among which the busiest authors are determined (`analytics.posts_sampled`).
const SAMPLE_SIZE: usize = 100;

/// Sums of a time range.
#[derive(Debug, Clone, Copy, Default, FromQueryResult)]
pub struct PostSums {
    /// Number of posts and replies.
    pub posts: i64,
    /// Number of their likes.
    pub likes: i64,
    /// Number of authors in the second, shorter range.
    pub authors: i64,
}

/// An author with their number of posts.
#[derive(Debug, Clone, FromQueryResult)]
pub struct BusyAuthor {
    pub author_id: UserId,
    /// Number of posts.
    pub posts: i64,
}

/// A thread with its number of posts.
#[derive(Debug, Clone, FromQueryResult)]
pub struct BusyThread {
    pub thread_id: ThreadId,
    pub caption: String,
    /// Number of posts.
    pub posts: i64,
}

/// Posts and replies in each time range, in the order of the ranges. One query, by index.
///
/// # Errors
/// Database errors.
pub async fn count_posts_in(
    reads: &impl SqlReader,
    community: CommunityId,
    spans: &[TimeRange],
) -> Result<Vec<i64>, DbErr> {
    #[derive(FromQueryResult)]
    struct Row {
        posts: i64,
    }
    const COUNT: &str = "COUNT(*) AS posts FROM posts WHERE removed_at IS NULL AND community_id = $1 \
         AND created";
    let rows = TimeRange::of_each(reads, spans, COUNT, vec![community.into()]).all::<Row>().await?;
    Ok(rows.into_iter().map(|row| row.posts).collect())
}

/// Sums of one time range, and the number of authors of another. One query.
///
/// # Errors
/// Database errors.
pub async fn post_sums(
    reads: &impl SqlReader,
    community: CommunityId,
    window: TimeRange,
    active: TimeRange,
) -> Result<PostSums, DbErr> {
    const SUMS_SQL: &str = "SELECT COUNT(*) AS posts, CAST(COALESCE(SUM(likes), 0) AS BIGINT) AS likes, \
         (SELECT COUNT(DISTINCT author_id) FROM posts \
          WHERE community_id = $1 AND created >= $4 AND created < $5 AND removed_at IS NULL) AS authors \
         FROM posts WHERE community_id = $1 AND created >= $2 AND created < $3 \
         AND removed_at IS NULL";
    let times = [window.from, window.until, active.from, active.until];
    let values = [community.into()].into_iter().chain(times.map(Into::into)).collect();
    Ok(reads.sql(SUMS_SQL, values).one::<PostSums>().await?.unwrap_or_default())
}

/// Authors of the latest posts of a time range, most active first. One query.
///
/// # Errors
/// Database errors.
pub async fn busiest_authors(
    reads: &impl SqlReader,
    community: CommunityId,
    window: TimeRange,
) -> Result<Vec<BusyAuthor>, DbErr> {
    let sql = format!(
        "SELECT author_id, COUNT(*) AS posts FROM (SELECT author_id FROM posts \
         WHERE community_id = $1 AND created >= $2 AND created < $3 AND removed_at IS NULL \
         ORDER BY created DESC LIMIT {SAMPLE_SIZE}) AS latest WHERE author_id IS NOT NULL \
         GROUP BY author_id ORDER BY posts DESC, author_id LIMIT {TOP_COUNT}"
    );
    reads.sql(&sql, vec![community.into(), window.from.into(), window.until.into()]).all().await
}

/// Threads with the most posts in a time range, busiest first. One query.
///
/// # Errors
/// Database errors.
pub async fn busiest_threads(
    reads: &impl SqlReader,
    community: CommunityId,
    window: TimeRange,
) -> Result<Vec<BusyThread>, DbErr> {
    let sql = format!(
        "SELECT t.id AS thread_id, t.caption, b.posts FROM (SELECT thread_id, COUNT(*) AS posts \
         FROM posts WHERE community_id = $1 AND created >= $2 AND created < $3 AND removed_at IS NULL \
         GROUP BY thread_id \
         ORDER BY posts DESC, thread_id LIMIT {TOP_COUNT}) AS b JOIN threads t ON t.id = b.thread_id \
         ORDER BY b.posts DESC, t.id"
    );
    reads.sql(&sql, vec![community.into(), window.from.into(), window.until.into()]).all().await
}
