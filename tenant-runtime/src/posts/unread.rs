//! What others have said since somebody last looked.

use super::ThreadId;
use super::rows::post;
use crate::communities::{Access, CommunityId};
use crate::profiles::estranged::{Blocks, not_estranged};
use chrono::{DateTime, Utc};
use platform::{Identified, Member, Scope};
use sea_orm::sea_query::ExprTrait;
use sea_orm::{ColumnTrait, Condition, DbErr, QuerySelect};
use std::collections::HashMap;

/// Posts of others in each community since its time, as far as the blocks that count there let the
/// viewer read them. One query.
///
/// # Errors
/// The database's.
pub async fn unread_in_communities(
    scope: &Scope<Member>,
    since: &[(CommunityId, DateTime<Utc>, Blocks)],
) -> Result<HashMap<CommunityId, i64>, DbErr> {
    use post::Column::{AuthorId, CommunityId, Created, Id};
    let me = scope.viewer().id();
    let newer = since.iter().fold(Condition::any(), |any, (community, since, blocks)| {
        let here = CommunityId.eq(community.uuid()).and(Created.gt(*since));
        any.add(Condition::all().add(here).add(not_estranged(AuthorId, me, *blocks)))
    });
    let counts: Vec<(crate::communities::CommunityId, i64)> = scope
        .select::<post::Entity>()
        .filter(newer)
        .filter(by_others(scope))
        .shape(|select| {
            select
                .select_only()
                .column(CommunityId)
                .column_as(Id.count(), "unread")
                .group_by(CommunityId)
        })
        .tuples()
        .await?;
    Ok(counts.into_iter().collect())
}

/// Posts of others in each of these threads since one time. One query.
pub(super) async fn in_threads(
    scope: &Scope<Member>,
    access: &Access,
    threads: &[ThreadId],
    since: DateTime<Utc>,
) -> Result<HashMap<ThreadId, i64>, DbErr> {
    use post::Column::{AuthorId, Created, Id, ThreadId};
    let counts: Vec<(super::ThreadId, i64)> = scope
        .select::<post::Entity>()
        .filter(ThreadId.is_in(threads.iter().map(|id| id.uuid())))
        .filter(Created.gt(since))
        .filter(not_estranged(AuthorId, scope.viewer().id(), access.blocks()))
        .filter(by_others(scope))
        .shape(|select| {
            select.select_only().column(ThreadId).column_as(Id.count(), "unread").group_by(ThreadId)
        })
        .tuples()
        .await?;
    Ok(counts.into_iter().collect())
}

fn by_others(scope: &Scope<Member>) -> Condition {
    use post::Column::AuthorId;
    let me = scope.viewer().id().uuid();
    Condition::any().add(AuthorId.is_null()).add(AuthorId.ne(me))
}
