//! How threads are kept: queries.

use crate::communities::{Access, CommunityId};
use crate::posts::rows::{post, thread};
use crate::posts::{PostId, ThreadId};
use crate::profiles::estranged::{not_estranged, not_estranged_sql};
use crate::reads::places;
use chrono::DateTime;
use platform::page::TimeCursor;
use platform::{Identified, Member, Scope, UserId};
use sea_orm::{ColumnTrait, Condition, DbErr, FromQueryResult, QueryOrder, QuerySelect};
use std::collections::HashMap;

/// People named beside a thread.
const SPEAKERS_MAX: i64 = 4;

/// Up to `limit + 1` threads of a community, the latest activity first (C-075).
pub(super) async fn page<V>(
    scope: &Scope<V>,
    id: CommunityId,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<thread::Model>, DbErr> {
    use thread::Column::{CommunityId, Id, LastUpdated};
    let beyond = after.map(|last| last.older(LastUpdated, Id));
    scope
        .select::<thread::Entity>()
        .filter(CommunityId.eq(id.uuid()))
        .filter(Condition::all().add_option(beyond))
        .shape(|select| select.order_by_desc(LastUpdated).order_by_desc(Id).limit(limit + 1))
        .all()
        .await
}

/// One thread of a community.
pub(super) async fn find<V>(
    scope: &Scope<V>,
    community: CommunityId,
    id: ThreadId,
) -> Result<Option<thread::Model>, DbErr> {
    let here = thread::Column::CommunityId.eq(community.uuid());
    scope.select::<thread::Entity>().by_id(id).filter(here).one().await
}

/// These posts by their threads, without those that the viewer does not read.
pub(super) async fn last_posts(
    scope: &Scope<Member>,
    access: &Access,
    ids: &[PostId],
) -> Result<HashMap<ThreadId, post::Model>, DbErr> {
    let since = access.sees_since();
    let rows = scope
        .select::<post::Entity>()
        .filter(post::Column::Id.is_in(ids.iter().map(|id| id.uuid())))
        .filter(Condition::all().add_option(since.map(|since| post::Column::Created.gt(since))))
        .filter(not_estranged(post::Column::AuthorId, scope.viewer().id(), access.blocks()))
        .all()
        .await?;
    Ok(rows.into_iter().map(|row| (row.thread_id, row)).collect())
}

/// Who speaks in a thread.
#[derive(Debug, Clone, Default)]
pub(super) struct Speakers {
    /// Who spoke last, the latest first.
    pub first: Vec<UserId>,
    /// How many there are.
    pub count: i64,
}

/// Who speaks in these threads, as far as the viewer can read them. One query.
pub(super) async fn speakers(
    scope: &Scope<Member>,
    access: &Access,
    threads: &[ThreadId],
) -> Result<HashMap<ThreadId, Speakers>, DbErr> {
    #[derive(FromQueryResult)]
    struct Row {
        thread_id: ThreadId,
        author_id: UserId,
        total: i64,
    }
    if threads.is_empty() {
        return Ok(HashMap::new());
    }
    let sql = format!(
        "SELECT thread_id, author_id, total FROM (SELECT thread_id, author_id, \
         ROW_NUMBER() OVER (PARTITION BY thread_id ORDER BY MAX(created) DESC, author_id) AS place, \
         COUNT(*) OVER (PARTITION BY thread_id) AS total FROM posts \
         WHERE created > $1 AND author_id IS NOT NULL AND removed_at IS NULL AND thread_id IN ({}) AND {} \
         GROUP BY thread_id, author_id) AS ranked \
         WHERE place <= {SPEAKERS_MAX} ORDER BY thread_id, place",
        places(3, threads.len()),
        not_estranged_sql("author_id", "$2", access.blocks())
    );
    let since = access.sees_since().unwrap_or(DateTime::UNIX_EPOCH);
    let ids = threads.iter().map(|id| (*id).into());
    let values = [since.into(), scope.viewer().id().into()].into_iter().chain(ids).collect();
    let mut speakers: HashMap<ThreadId, Speakers> = HashMap::new();
    for row in scope.raw(&sql, values).all::<Row>().await? {
        let of_thread = speakers.entry(row.thread_id).or_default();
        of_thread.first.push(row.author_id);
        of_thread.count = row.total;
    }
    Ok(speakers)
}
