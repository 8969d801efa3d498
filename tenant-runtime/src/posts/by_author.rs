//! The latest posts and threads of an author, for staff.

use super::rows::{post, thread};
use crate::content;
use chrono::{DateTime, Utc};
use platform::page::TimeCursor;
use platform::scope::AcrossSites;
use platform::{CommunityId, PostId, Scope, ThreadId, UserId};
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder, QuerySelect};

/// Characters of an excerpt.
const EXCERPT_CHARS: usize = 200;

/// A post of the author.
#[derive(Debug)]
pub struct AuthoredPost {
    pub id: PostId,
    pub community_id: CommunityId,
    pub thread_id: ThreadId,
    pub excerpt: String,
    pub created: DateTime<Utc>,
}

/// A thread that the author began.
#[derive(Debug)]
pub struct AuthoredThread {
    pub id: ThreadId,
    pub community_id: CommunityId,
    pub caption: String,
    pub created: DateTime<Utc>,
}

/// Up to `limit + 1` posts that were not removed, newest first.
///
/// # Errors
/// Database errors.
pub async fn latest_posts_of<V: AcrossSites>(
    scope: &Scope<V>,
    author: UserId,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<AuthoredPost>, DbErr> {
    use post::Column::{AuthorId, Created, Id, RemovedAt};
    let theirs = Condition::all()
        .add(AuthorId.eq(author.uuid()))
        .add(RemovedAt.is_null())
        .add_option(after.map(|last| last.after_in_descending(Created, Id)));
    let rows = scope
        .across_sites::<post::Entity>()
        .filter(theirs)
        .modify_select(|select| select.order_by_desc(Created).order_by_desc(Id).limit(limit + 1))
        .all()
        .await?;
    let to_post = |row: post::Model| AuthoredPost {
        id: row.id,
        community_id: row.community_id,
        thread_id: row.thread_id,
        excerpt: content::post_excerpt(&row.source_text(), EXCERPT_CHARS),
        created: row.created,
    };
    Ok(rows.into_iter().map(to_post).collect())
}

/// Up to `limit + 1` threads that were not removed, newest first.
///
/// # Errors
/// Database errors.
pub async fn latest_threads_of<V: AcrossSites>(
    scope: &Scope<V>,
    author: UserId,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<AuthoredThread>, DbErr> {
    use thread::Column::{Created, CreatedBy, Id, RemovedAt};
    let theirs = Condition::all()
        .add(CreatedBy.eq(author.uuid()))
        .add(RemovedAt.is_null())
        .add_option(after.map(|last| last.after_in_descending(Created, Id)));
    let rows = scope
        .across_sites::<thread::Entity>()
        .filter(theirs)
        .modify_select(|select| select.order_by_desc(Created).order_by_desc(Id).limit(limit + 1))
        .all()
        .await?;
    let to_thread = |row: thread::Model| AuthoredThread {
        id: row.id,
        community_id: row.community_id,
        caption: row.caption,
        created: row.created,
    };
    Ok(rows.into_iter().map(to_thread).collect())
}
