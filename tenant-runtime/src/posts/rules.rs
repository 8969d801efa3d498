//! Reads threads, and decides whether the viewer may read a post.

use super::error::{PostError, ThreadError};
use super::rows::post;
use super::store;
use super::view::{self, PostView};
use crate::communities::{self, Access, ReadContext};
use crate::profiles::blocks::blocked_pairs;
use crate::sql::SqlReader;
use platform::page::{Page, PageQuery, TimeCursor};
use platform::{AccountViewer, CommunityId, Member, PostId, Problem, Scope, ThreadId};
use sea_orm::DbErr;

/// Default and maximum page size (C-081).
const POSTS_PAGE: (u64, u64) = (100, 100);

/// A page of a thread in the order of writing. The first page holds the newest posts, the following
/// ones are older. 5 queries, one more for an empty page, one more if there may be mentions, plus
/// the one that loads the people.
pub(super) async fn list(
    scope: &Scope<Member>,
    community: CommunityId,
    id: ThreadId,
    query: &PageQuery,
) -> Result<Page<PostView>, Problem> {
    let scope = &scope.on_one_connection().await?;
    let access = communities::load_access(scope, community).await?;
    if !access.is_inside() {
        return Err(PostError::MembersOnly.into());
    }
    let limit = query.row_limit(POSTS_PAGE.0, POSTS_PAGE.1);
    let before = query.decode_cursor::<TimeCursor>()?;
    let rows = store::list_page(scope, &access, id, before, limit).await?;
    let is_here = match rows.first() {
        Some(post) => post.community_id == community,
        None => store::is_thread(scope, community, id).await?,
    };
    if !is_here {
        return Err(ThreadError::NotFound.into());
    }
    let mut page =
        Page::from_rows(rows, limit, |row| TimeCursor { at: row.created, id: row.id.uuid() });
    page.items.reverse();
    let items = view::to_views(scope, &access, page.items).await?;
    Ok(Page { items, next_cursor: page.next_cursor })
}

/// Returns true if a post exists and the viewer may read it: it lies in the visible history, and
/// its author and the viewer have not blocked each other. One query.
pub(super) async fn is_readable<R: ReadContext + SqlReader>(
    reading: &R,
    access: &Access,
    post: &post::Model,
) -> Result<bool, DbErr> {
    if post.removed_at.is_some() || !access.can_read_at(post.created) {
        return Ok(false);
    }
    let Some(author) = post.author_id else { return Ok(true) };
    let apart = blocked_pairs(reading, reading.reader().id()).await?;
    Ok(!apart.contains_user(author, access.applicable_blocks()))
}

/// Like [`is_readable`], by post id. Two queries.
pub(super) async fn is_post_readable<R: ReadContext + SqlReader>(
    reading: &R,
    access: &Access,
    id: PostId,
) -> Result<bool, DbErr> {
    match reading.visible_rows::<post::Entity>().by_id(id).one().await? {
        Some(post) => is_readable(reading, access, &post).await,
        None => Ok(false),
    }
}
