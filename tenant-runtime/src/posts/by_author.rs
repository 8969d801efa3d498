//! The latest posts and threads of an author: all of them for staff, and for members the posts that
//! they may read.

use super::rows::{post, thread};
use crate::communities::{SqlViewer, is_readable_sql};
use crate::content::{self, TypedContent};
use chrono::{DateTime, Utc};
use platform::page::TimeCursor;
use platform::scope::AcrossSites;
use platform::{AccountViewer, CommunityId, Member, PostId, Scope, ThreadId, UserId};
use sea_orm::{ColumnTrait, Condition, DbErr, FromQueryResult, QueryOrder, QuerySelect, Value};

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

/// A post of the author that the viewer may read.
#[derive(Debug, FromQueryResult)]
pub struct ReadablePost {
    pub id: PostId,
    pub community_id: CommunityId,
    pub thread_id: ThreadId,
    pub thread_caption: String,
    pub parent_post_id: Option<PostId>,
    #[sea_orm(nested)]
    pub content: TypedContent,
    pub likes: i64,
    pub reply_count: i64,
    pub created: DateTime<Utc>,
}

/// Up to `limit + 1` posts of an author that the viewer may read on this site, newest first. One
/// query.
///
/// # Errors
/// Database errors.
pub async fn readable_posts_of(
    scope: &Scope<Member>,
    author: UserId,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<ReadablePost>, DbErr> {
    let mut values: Vec<Value> =
        vec![scope.viewer().id().into(), author.into(), (limit + 1).cast_signed().into()];
    let portal = scope.site().affiliation();
    values.extend(portal.map(Value::from));
    let viewer = SqlViewer { id: "$1", is_staff: scope.viewer().is_staff() };
    let readable = is_readable_sql(("p", "author_id"), viewer, portal.map(|_| "$4"));
    let older = after.map_or_else(String::new, |last| {
        values.extend([Value::from(last.at), Value::from(last.id)]);
        format!("AND (p.created, p.id) < (${}, ${})", values.len() - 1, values.len())
    });
    let sql = format!(
        "SELECT p.id, p.community_id, p.thread_id, t.caption AS thread_caption, p.parent_post_id, \
         p.content, p.content_format, p.likes, p.reply_count, p.created \
         FROM posts p JOIN threads t ON t.id = p.thread_id \
         WHERE p.author_id = $2 AND p.removed_at IS NULL AND $1 = $1 {older} AND {readable} \
         ORDER BY p.created DESC, p.id DESC LIMIT $3"
    );
    scope.raw(&sql, values).all().await
}
