//! Finds the next thread with unread posts.

use crate::communities::{self, load_access};
use crate::posts::rows::thread;
use crate::posts::unread::{CountedThreads, MemberReadState};
use platform::{AccountViewer, CommunityId, Member, Problem, Scope, ThreadId};
use sea_orm::{DbErr, FromQueryResult, QuerySelect, Value};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

/// Communities per statement: each one adds a part to it.
const COMMUNITIES_AT_ONCE: usize = 100;

/// Where the viewer is.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct NextThreadQuery {
    /// The thread that the viewer leaves; it is not returned.
    pub after: Option<ThreadId>,
    /// The community that the viewer is in; by default that of `after`.
    pub community: Option<CommunityId>,
}

/// The next thread with unread posts.
#[derive(Debug, Serialize, ToSchema)]
pub struct NextUnreadThread {
    /// `null` if nothing is unread.
    pub thread: Option<UnreadThread>,
}

/// A thread with unread posts.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnreadThread {
    pub community_id: CommunityId,
    pub thread_id: ThreadId,
    pub caption: String,
}

/// The next thread with unread posts that the viewer has not muted.
pub(super) async fn find_next(
    scope: &Scope<Member>,
    query: &NextThreadQuery,
) -> Result<NextUnreadThread, Problem> {
    let scope = &scope.on_one_connection().await?;
    if let Some(community) = query.community {
        load_access(scope, community).await?;
    }
    let here = match (query.community, query.after) {
        (None, Some(after)) => community_of(scope, after).await?,
        (community, _) => community,
    };
    let mut states = communities::own_read_states(scope).await?;
    // A stable sort: the others stay in the order of their activity.
    states.sort_by_key(|state| Some(state.community) != here);
    for some in states.chunks(COMMUNITIES_AT_ONCE) {
        let thread = first_unread(scope, some, query.after).await?;
        if thread.is_some() {
            return Ok(NextUnreadThread { thread });
        }
    }
    Ok(NextUnreadThread { thread: None })
}

/// The community of a thread; `None` if the thread was deleted.
async fn community_of(scope: &Scope<Member>, id: ThreadId) -> Result<Option<CommunityId>, DbErr> {
    let found: Vec<CommunityId> = scope
        .select::<thread::Entity>()
        .by_id(id)
        .modify_select(|select| select.select_only().column(thread::Column::CommunityId))
        .all_tuples()
        .await?;
    Ok(found.first().copied())
}

/// The unread thread with the latest activity in the first of these communities that has one. One
/// query.
async fn first_unread(
    scope: &Scope<Member>,
    states: &[MemberReadState],
    except: Option<ThreadId>,
) -> Result<Option<UnreadThread>, DbErr> {
    #[derive(FromQueryResult)]
    struct Row {
        place: i64,
        id: ThreadId,
        caption: String,
    }
    let except = except.map_or_else(Uuid::nil, |id| id.uuid());
    let mut values: Vec<Value> = vec![scope.viewer().id().into(), except.into()];
    let parts = states.iter().enumerate().map(|(n, state)| {
        let threads = state.threads_sql(CountedThreads::Unmuted, &mut values);
        format!(
            "SELECT * FROM (SELECT CAST({n} AS BIGINT) AS place, t.id, t.caption \
             FROM ({threads}) AS t WHERE t.id <> $2 AND EXISTS (SELECT 1 FROM posts p \
               WHERE p.thread_id = t.id AND {}) \
             ORDER BY t.last_updated DESC, t.id DESC LIMIT 1) AS next_{n}",
            state.post_sql("t.since")
        )
    });
    let sql = format!("{} ORDER BY place", parts.collect::<Vec<_>>().join(" UNION ALL "));
    let found = scope.raw(&sql, values).all::<Row>().await?.into_iter().next();
    Ok(found.and_then(|row| {
        let state = states.get(usize::try_from(row.place).ok()?)?;
        Some(UnreadThread {
            community_id: state.community,
            thread_id: row.id,
            caption: row.caption,
        })
    }))
}
