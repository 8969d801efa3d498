//! Reads the threads of a community.

use super::view::{self, ThreadView};
use super::{manage, store};
use crate::communities::{self, Access};
use crate::posts::error::ThreadError;
use platform::page::{Page, PageQuery, TimeCursor};
use platform::{CommunityId, Member, Problem, Scope, ThreadId};

/// Default and maximum page size (C-075).
const THREADS_PAGE: (u64, u64) = (50, 50);

pub(super) async fn load_access(
    scope: &Scope<Member>,
    community: CommunityId,
) -> Result<Access, Problem> {
    let access = communities::load_access(scope, community).await?;
    if access.is_inside() { Ok(access) } else { Err(ThreadError::MembersOnly.into()) }
}

/// A page of threads, latest activity first. The pinned threads are before the others.
pub(super) async fn list(
    scope: &Scope<Member>,
    community: CommunityId,
    query: &PageQuery,
) -> Result<Page<ThreadView>, Problem> {
    let scope = &scope.on_one_connection().await?;
    let access = load_access(scope, community).await?;
    let limit = query.row_limit(THREADS_PAGE.0, THREADS_PAGE.1);
    let after = query.decode_cursor::<TimeCursor>()?;
    let pinned = match after {
        None => manage::pinned_rows(scope, community).await?,
        Some(_) => Vec::new(),
    };
    let rows = store::list_page(scope, community, after, limit).await?;
    let page =
        Page::from_rows(rows, limit, |row| TimeCursor { at: row.last_updated, id: row.id.uuid() });
    let rows = pinned.into_iter().chain(page.items).collect();
    let items = view::to_views(scope, &access, rows).await?;
    Ok(Page { items, next_cursor: page.next_cursor })
}

/// One thread.
pub(super) async fn get_thread(
    scope: &Scope<Member>,
    community: CommunityId,
    id: ThreadId,
) -> Result<ThreadView, Problem> {
    let scope = &scope.on_one_connection().await?;
    let access = load_access(scope, community).await?;
    let row = store::find(scope, community, id).await?.ok_or(ThreadError::NotFound)?;
    let hidden_posts = store::count_hidden(scope, &access, id).await?;
    Ok(ThreadView { hidden_posts, ..view::to_view(scope, &access, row).await? })
}
