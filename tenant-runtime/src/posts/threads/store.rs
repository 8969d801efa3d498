//! Queries for threads.

use crate::communities::Access;
use crate::posts::rows::{post, thread};
use crate::posts::unread::{CountedThreads, MemberReadState};
use crate::profiles::blocks::{Blocks, not_blocked, not_blocked_sql};
use crate::sql::placeholders;
use chrono::{DateTime, Utc};
use platform::page::TimeCursor;
use platform::{AccountViewer, CommunityId, Member, PostId, Scope, ThreadId, UserId};
use sea_orm::{ColumnTrait, Condition, DbBackend, DbErr, FromQueryResult, QueryOrder, QuerySelect};
use std::collections::HashMap;

/// Maximum participants shown for a thread.
const SPEAKERS_MAX: i64 = 4;

/// Up to `limit + 1` threads of a community that are not pinned, latest activity first (C-075).
pub(super) async fn list_page<V>(
    scope: &Scope<V>,
    id: CommunityId,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<thread::Model>, DbErr> {
    use thread::Column::{CommunityId, Id, LastUpdated, PinnedPosition};
    let beyond = after.map(|last| last.after_in_descending(LastUpdated, Id));
    scope
        .select::<thread::Entity>()
        .filter(CommunityId.eq(id.uuid()))
        .filter(PinnedPosition.is_null())
        .filter(Condition::all().add_option(beyond))
        .modify_select(|select| {
            select.order_by_desc(LastUpdated).order_by_desc(Id).limit(limit + 1)
        })
        .all()
        .await
}

/// Up to `limit + 1` threads of a community that are not pinned, newest first.
pub(super) async fn list_newest<V>(
    scope: &Scope<V>,
    id: CommunityId,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<thread::Model>, DbErr> {
    use thread::Column::{CommunityId, Created, Id, PinnedPosition};
    let beyond = after.map(|last| last.after_in_descending(Created, Id));
    scope
        .select::<thread::Entity>()
        .filter(CommunityId.eq(id.uuid()))
        .filter(PinnedPosition.is_null())
        .filter(Condition::all().add_option(beyond))
        .modify_select(|select| select.order_by_desc(Created).order_by_desc(Id).limit(limit + 1))
        .all()
        .await
}

/// Up to `limit + 1` threads of a community with unread posts, latest activity first. The caller
/// has checked that the community is visible on the site.
pub(super) async fn list_unread(
    scope: &Scope<Member>,
    state: &MemberReadState,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<thread::Model>, DbErr> {
    let mut values = vec![scope.viewer().id().into()];
    let threads = state.threads_sql(CountedThreads::All, &mut values);
    let beyond = after.map_or_else(String::new, |last| {
        let (at, id) = (values.len() + 1, values.len() + 2);
        values.extend([last.at.into(), last.id.into()]);
        format!("AND t.last_updated <= ${at} AND (t.last_updated < ${at} OR t.id < ${id})")
    });
    let sql = format!(
        "SELECT threads.* FROM ({threads}) AS t JOIN threads ON threads.id = t.id \
         WHERE EXISTS (SELECT 1 FROM posts p WHERE p.thread_id = t.id AND {}) {beyond} \
         ORDER BY t.last_updated DESC, t.id DESC LIMIT {}",
        state.post_sql("t.since"),
        limit + 1
    );
    scope.raw(&sql, values).all().await
}

/// Ids and captions of up to `limit` threads of a community of the viewer, latest activity first.
///
/// # Errors
/// Database errors.
pub async fn latest_threads<V>(
    scope: &Scope<V>,
    id: CommunityId,
    most: usize,
) -> Result<Vec<(ThreadId, String)>, DbErr> {
    use thread::Column::{Caption, CommunityId, Id, LastUpdated};
    scope
        .select::<thread::Entity>()
        .filter(CommunityId.eq(id.uuid()))
        .modify_select(|select| {
            select
                .select_only()
                .column(Id)
                .column(Caption)
                .order_by_desc(LastUpdated)
                .order_by_desc(Id)
                .limit(most as u64)
        })
        .all_tuples()
        .await
}

/// A thread of the community.
pub(super) async fn find<V>(
    scope: &Scope<V>,
    community: CommunityId,
    id: ThreadId,
) -> Result<Option<thread::Model>, DbErr> {
    let here = thread::Column::CommunityId.eq(community.uuid());
    scope.select::<thread::Entity>().by_id(id).filter(here).one().await
}

/// A thread of any community.
pub(super) async fn find_anywhere<V>(
    scope: &Scope<V>,
    id: ThreadId,
) -> Result<Option<thread::Model>, DbErr> {
    scope.select::<thread::Entity>().by_id(id).one().await
}

/// Number of posts of a thread from before the viewer's visible history. One query, or none if it
/// is unlimited.
pub(super) async fn count_hidden(
    scope: &Scope<Member>,
    access: &Access,
    id: ThreadId,
) -> Result<i64, DbErr> {
    let Some(since) = access.can_read_since() else { return Ok(0) };
    let older = Condition::all()
        .add(post::Column::ThreadId.eq(id.uuid()))
        .add(post::Column::Created.lte(since))
        .add(post::Column::RemovedAt.is_null());
    let hidden = scope.select::<post::Entity>().filter(older).count().await?;
    Ok(i64::try_from(hidden).unwrap_or(i64::MAX))
}

/// Condition for the posts of a thread that the viewer may read, without tombstones.
fn readable_posts(scope: &Scope<Member>, access: &Access, id: ThreadId) -> Condition {
    let since = access.can_read_since().map(|since| post::Column::Created.gt(since));
    let blocks = access.applicable_blocks();
    Condition::all()
        .add(post::Column::ThreadId.eq(id.uuid()))
        .add(post::Column::RemovedAt.is_null())
        .add_option(since)
        .add(not_blocked(post::Column::AuthorId, scope.viewer().id(), blocks))
}

/// The first post of a thread at a time or later that the viewer may read.
pub(super) async fn first_post_since(
    scope: &Scope<Member>,
    access: &Access,
    id: ThreadId,
    time: DateTime<Utc>,
) -> Result<Option<post::Model>, DbErr> {
    use post::Column::{Created, Id};
    scope
        .select::<post::Entity>()
        .filter(readable_posts(scope, access, id).add(Created.gte(time)))
        .modify_select(|select| select.order_by_asc(Created).order_by_asc(Id).limit(1))
        .one()
        .await
}

/// The last post of a thread that the viewer may read.
pub(super) async fn last_post_of(
    scope: &Scope<Member>,
    access: &Access,
    id: ThreadId,
) -> Result<Option<post::Model>, DbErr> {
    use post::Column::{Created, Id};
    scope
        .select::<post::Entity>()
        .filter(readable_posts(scope, access, id))
        .modify_select(|select| select.order_by_desc(Created).order_by_desc(Id).limit(1))
        .one()
        .await
}

/// These posts by thread, without those that the viewer may not read.
pub(super) async fn last_posts(
    scope: &Scope<Member>,
    access: &Access,
    ids: &[PostId],
) -> Result<HashMap<ThreadId, post::Model>, DbErr> {
    let since = access.can_read_since();
    let rows = scope
        .select::<post::Entity>()
        .filter(post::Column::Id.is_in(ids.iter().map(|id| id.uuid())))
        .filter(Condition::all().add_option(since.map(|since| post::Column::Created.gt(since))))
        .filter(not_blocked(
            post::Column::AuthorId,
            scope.viewer().id(),
            access.applicable_blocks(),
        ))
        .all()
        .await?;
    Ok(rows.into_iter().map(|row| (row.thread_id, row)).collect())
}

/// Participants of a thread.
#[derive(Debug, Clone, Default)]
pub(super) struct ThreadParticipants {
    /// The most recent authors, latest first.
    pub first: Vec<UserId>,
    /// Number of all authors.
    pub count: i64,
}

/// Participants of these threads, as far as the viewer can read their posts. One query.
pub(super) async fn participants_of(
    scope: &Scope<Member>,
    access: &Access,
    threads: &[ThreadId],
) -> Result<HashMap<ThreadId, ThreadParticipants>, DbErr> {
    #[derive(FromQueryResult)]
    struct Row {
        thread_id: ThreadId,
        author_id: UserId,
        total: i64,
    }
    if threads.is_empty() {
        return Ok(HashMap::new());
    }
    let sql =
        speakers_sql(scope.backend(), access.applicable_blocks(), &placeholders(3, threads.len()));
    let since = access.can_read_since().unwrap_or(DateTime::UNIX_EPOCH);
    let ids = threads.iter().map(|id| (*id).into());
    let values = [since.into(), scope.viewer().id().into()].into_iter().chain(ids).collect();
    let mut speakers: HashMap<ThreadId, ThreadParticipants> = HashMap::new();
    for row in scope.raw(&sql, values).all::<Row>().await? {
        let of_thread = speakers.entry(row.thread_id).or_default();
        of_thread.first.push(row.author_id);
        of_thread.count = row.total;
    }
    Ok(speakers)
}

/// SQL for the participants who wrote after `$1` and are in no block with the viewer `$2`. They are
/// counted individually only if some may be hidden; a viewer who sees the whole thread and has no
/// blocks gets the thread's stored count.
fn speakers_sql(backend: DbBackend, blocks: Blocks, threads: &str) -> String {
    let seen = |of: &str| {
        let near = not_blocked_sql(&format!("{of}.author_id"), "$2", blocks);
        format!("{of}.spoke_at > $1 AND {near}")
    };
    if backend == DbBackend::Postgres {
        let (first, counted) = (seen("f"), seen("c"));
        return format!(
            "SELECT t.id AS thread_id, s.author_id, n.total FROM threads t \
             CROSS JOIN LATERAL (SELECT f.author_id, f.spoke_at FROM thread_speakers f \
               WHERE f.thread_id = t.id AND {first} \
               ORDER BY f.spoke_at DESC, f.author_id LIMIT {SPEAKERS_MAX}) AS s \
             CROSS JOIN LATERAL (SELECT CASE WHEN t.created > $1 AND NOT EXISTS (SELECT 1 \
                 FROM blocks b WHERE b.blocker_id = $2 OR b.blocked_id = $2) THEN t.speakers \
               ELSE (SELECT COUNT(*) FROM thread_speakers c WHERE c.thread_id = t.id AND {counted}) \
               END AS total) AS n \
             WHERE t.id IN ({threads}) ORDER BY t.id, s.spoke_at DESC, s.author_id"
        );
    }
    let seen = seen("s");
    format!(
        "SELECT thread_id, author_id, total FROM (SELECT s.thread_id, s.author_id, \
         ROW_NUMBER() OVER (PARTITION BY s.thread_id ORDER BY s.spoke_at DESC, s.author_id) AS place, \
         COUNT(*) OVER (PARTITION BY s.thread_id) AS total FROM thread_speakers s \
         WHERE s.thread_id IN ({threads}) AND {seen}) AS ranked \
         WHERE place <= {SPEAKERS_MAX} ORDER BY thread_id, place"
    )
}
