//! Queries for posts.

use super::rows::{post, thread};
use crate::communities::Access;
use crate::profiles::blocks::not_blocked;
use platform::page::TimeCursor;
use platform::{AccountViewer, Member, PostId, Scope, ThreadId, Tx};
use sea_orm::sea_query::{Expr, ExprTrait, LockType, Query, SelectStatement};
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder, QuerySelect, UpdateMany};

/// Query for a thread, if it was not removed.
fn existing_thread(id: ThreadId) -> SelectStatement {
    Query::select()
        .column(thread::Column::Id)
        .from(thread::Entity)
        .and_where(thread::Column::Id.eq(id.uuid()))
        .and_where(thread::Column::RemovedAt.is_null())
        .to_owned()
}

/// Up to `limit + 1` posts of a thread that the viewer may read, newest first.
pub(super) async fn list_page(
    scope: &Scope<Member>,
    access: &Access,
    id: ThreadId,
    before: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<post::Model>, DbErr> {
    use post::Column::{AuthorId, Created, Id, ThreadId};
    let since = access.can_read_since();
    let older = before.map(|last| last.after_in_descending(Created, Id));
    scope
        .select::<post::Entity>()
        .filter(ThreadId.in_subquery(existing_thread(id)))
        .filter(Condition::all().add_option(since.map(|since| Created.gt(since))).add_option(older))
        .filter(not_blocked(AuthorId, scope.viewer().id(), access.applicable_blocks()))
        .modify_select(|select| select.order_by_desc(Created).order_by_desc(Id).limit(limit + 1))
        .all()
        .await
}

/// A post of a thread that was not removed.
pub(super) async fn find_in_thread(
    scope: &Scope<Member>,
    (community, thread): (platform::CommunityId, ThreadId),
    id: PostId,
) -> Result<Option<post::Model>, DbErr> {
    let here = Condition::all()
        .add(post::Column::CommunityId.eq(community.uuid()))
        .add(post::Column::ThreadId.eq(thread.uuid()))
        .add(post::Column::ThreadId.in_subquery(existing_thread(thread)));
    scope.select::<post::Entity>().by_id(id).filter(here).one().await
}

/// Returns true if the community has this thread.
pub(super) async fn is_thread(
    scope: &Scope<Member>,
    community: platform::CommunityId,
    id: ThreadId,
) -> Result<bool, DbErr> {
    let here = thread::Column::CommunityId.eq(community.uuid());
    scope.select::<thread::Entity>().by_id(id).filter(here).exists().await
}

/// A thread of the community, locked, so that its posts are written one after another with
/// increasing times.
pub(super) async fn lock_thread<V>(
    tx: &Tx<'_, V>,
    community: platform::CommunityId,
    id: ThreadId,
) -> Result<Option<thread::Model>, DbErr> {
    tx.select::<thread::Entity>()
        .by_id(id)
        .filter(thread::Column::CommunityId.eq(community.uuid()))
        .modify_select(|select| select.lock(LockType::NoKeyUpdate))
        .one()
        .await
}

/// A post of the thread.
pub(super) async fn in_thread<V>(
    tx: &Tx<'_, V>,
    thread: ThreadId,
    id: PostId,
) -> Result<Option<post::Model>, DbErr> {
    let here = post::Column::ThreadId.eq(thread.uuid());
    tx.select::<post::Entity>().by_id(id).filter(here).one().await
}

/// Adds a reply to the count of its parent.
pub(super) async fn increment_replies<V>(tx: &Tx<'_, V>, parent: PostId) -> Result<(), DbErr> {
    use post::Column::{Id, ReplyCount};
    tx.table::<post::Entity>()
        .update(Id.eq(parent.uuid()), |update| {
            update.col_expr(ReplyCount, Expr::col(ReplyCount).add(1))
        })
        .await?
        .exactly_one()
}

/// A post, locked.
pub(super) async fn lock<V>(tx: &Tx<'_, V>, id: PostId) -> Result<Option<post::Model>, DbErr> {
    let locked = |select: sea_orm::Select<post::Entity>| select.lock(LockType::NoKeyUpdate);
    tx.select::<post::Entity>().by_id(id).modify_select(locked).one().await
}

/// Updates one post.
pub(super) async fn change<V>(
    tx: &Tx<'_, V>,
    id: PostId,
    change: impl FnOnce(UpdateMany<post::Entity>) -> UpdateMany<post::Entity>,
) -> Result<(), DbErr> {
    let this = post::Column::Id.eq(id.uuid());
    tx.table::<post::Entity>().update(this, change).await?.exactly_one()
}

/// Returns true if a post has replies, including tombstones.
pub(super) async fn is_answered<V>(tx: &Tx<'_, V>, id: PostId) -> Result<bool, DbErr> {
    let to_it = post::Column::ParentPostId.eq(id.uuid());
    tx.select::<post::Entity>().filter(to_it).exists().await
}

/// Subtracts a reply from the count of its parent.
pub(super) async fn decrement_replies<V>(tx: &Tx<'_, V>, parent: PostId) -> Result<(), DbErr> {
    use post::Column::ReplyCount;
    change(tx, parent, |update| update.col_expr(ReplyCount, Expr::col(ReplyCount).sub(1))).await
}

/// The newest remaining post of a thread.
pub(super) async fn newest_post<V>(
    tx: &Tx<'_, V>,
    thread: ThreadId,
) -> Result<Option<post::Model>, DbErr> {
    use post::Column::{Created, Id, RemovedAt, ThreadId};
    tx.select::<post::Entity>()
        .filter(ThreadId.eq(thread.uuid()))
        .filter(RemovedAt.is_null())
        .modify_select(|select| select.order_by_desc(Created).order_by_desc(Id).limit(1))
        .one()
        .await
}

/// Subtracts a post from the count of a locked thread, and updates its newest post.
pub(super) async fn decrement_posts<V>(
    tx: &Tx<'_, V>,
    thread: ThreadId,
    newest: Option<PostId>,
) -> Result<(), DbErr> {
    use thread::Column::{Id, LastPostId, Numposts};
    tx.table::<thread::Entity>()
        .update(Id.eq(thread.uuid()), |update| {
            update
                .col_expr(Numposts, Expr::col(Numposts).sub(1))
                .col_expr(LastPostId, Expr::value(newest.map(|id| id.uuid())))
        })
        .await?
        .exactly_one()
}

/// Stores the newest post of a locked thread.
pub(super) async fn record_post<V>(
    tx: &Tx<'_, V>,
    thread: &thread::Model,
    post: &post::Model,
) -> Result<(), DbErr> {
    use thread::Column::{Id, LastPostId, LastUpdated, Numposts};
    tx.table::<thread::Entity>()
        .update(Id.eq(thread.id.uuid()), |update| {
            update
                .col_expr(Numposts, Expr::col(Numposts).add(1))
                .col_expr(LastPostId, Expr::value(post.id.uuid()))
                .col_expr(LastUpdated, Expr::value(post.created))
        })
        .await?
        .exactly_one()
}
