//! Reads the threads of a community.

use super::view::{self, ThreadView};
use super::{manage, store};
use crate::communities::{self, Access};
use crate::posts::error::ThreadError;
use crate::posts::rows::thread;
use crate::posts::unread::MemberReadState;
use platform::page::{Page, PageQuery, TimeCursor};
use platform::{CommunityId, Member, Problem, Scope, ThreadId};
use serde::Deserialize;
use utoipa::ToSchema;

/// Default and maximum page size (C-075).
const THREADS_PAGE: (u64, u64) = (50, 50);

/// Orders of the thread list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum ThreadSort {
    /// Latest activity first.
    #[default]
    Activity,
    /// Newest thread first.
    Newest,
    /// Only threads with unread posts, latest activity first.
    Unread,
}

impl ThreadSort {
    /// Cursor of a thread in this order.
    fn cursor(self, row: &thread::Model) -> TimeCursor {
        let at = if self == Self::Newest { row.created } else { row.last_updated };
        TimeCursor { at, id: row.id.uuid() }
    }
}

pub(super) async fn load_access(
    scope: &Scope<Member>,
    community: CommunityId,
) -> Result<Access, Problem> {
    let access = communities::load_access(scope, community).await?;
    if access.is_inside() { Ok(access) } else { Err(ThreadError::MembersOnly.into()) }
}

/// A page of threads. Unless only unread ones are listed, the pinned threads are before the others.
pub(super) async fn list(
    scope: &Scope<Member>,
    community: CommunityId,
    sort: ThreadSort,
    query: &PageQuery,
) -> Result<Page<ThreadView>, Problem> {
    let scope = &scope.on_one_connection().await?;
    let access = load_access(scope, community).await?;
    let limit = query.row_limit(THREADS_PAGE.0, THREADS_PAGE.1);
    let after = query.decode_cursor::<TimeCursor>()?;
    let pinned = match (after, sort) {
        (None, ThreadSort::Activity | ThreadSort::Newest) => {
            manage::pinned_rows(scope, community).await?
        }
        _ => Vec::new(),
    };
    let rows = match sort {
        ThreadSort::Activity => store::list_page(scope, community, after, limit).await?,
        ThreadSort::Newest => store::list_newest(scope, community, after, limit).await?,
        ThreadSort::Unread => list_unread(scope, &access, after, limit).await?,
    };
    let page = Page::from_rows(rows, limit, |row| sort.cursor(row));
    let rows = pinned.into_iter().chain(page.items).collect();
    let items = view::to_views(scope, &access, rows).await?;
    Ok(Page { items, next_cursor: page.next_cursor })
}

/// Staff who are not members have no unread threads.
async fn list_unread(
    scope: &Scope<Member>,
    access: &Access,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<thread::Model>, Problem> {
    let mark = communities::read_until(scope, access.community.id).await?;
    match MemberReadState::of_member(access, mark) {
        Some(state) => Ok(store::list_unread(scope, &state, after, limit).await?),
        None => Ok(Vec::new()),
    }
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
