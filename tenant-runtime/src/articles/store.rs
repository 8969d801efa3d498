//! Queries for articles.

use super::rows::article;
use crate::communities::Access;
use crate::profiles::blocks::not_blocked;
use platform::page::TimeCursor;
use platform::{AccountViewer, ArticleId, CommunityId, Member, Scope, Tx};
use sea_orm::sea_query::{Expr, LockType};
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder, QuerySelect, UpdateMany};
use std::collections::HashMap;

/// Up to `limit + 1` articles of a community that the viewer may read, newest first.
pub(super) async fn list_page(
    scope: &Scope<Member>,
    access: &Access,
    id: CommunityId,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<article::Model>, DbErr> {
    use article::Column::{AuthorId, CommunityId, Created, Id};
    let since = access.can_read_since().map(|since| Created.gt(since));
    let older = after.map(|last| last.after_in_descending(Created, Id));
    scope
        .select::<article::Entity>()
        .filter(CommunityId.eq(id.uuid()))
        .filter(Condition::all().add_option(since).add_option(older))
        .filter(not_blocked(AuthorId, scope.viewer().id(), access.applicable_blocks()))
        .modify_select(|select| select.order_by_desc(Created).order_by_desc(Id).limit(limit + 1))
        .all()
        .await
}

/// Ids of up to `limit` articles of a community that the viewer may read, newest first.
///
/// # Errors
/// Database errors.
pub async fn newest_ids(
    scope: &Scope<Member>,
    access: &Access,
    most: usize,
) -> Result<Vec<ArticleId>, DbErr> {
    use article::Column::{AuthorId, CommunityId, Created, Id};
    let since = access.can_read_since().map(|since| Created.gt(since));
    scope
        .select::<article::Entity>()
        .filter(CommunityId.eq(access.community.id.uuid()))
        .filter(Condition::all().add_option(since))
        .filter(not_blocked(AuthorId, scope.viewer().id(), access.applicable_blocks()))
        .modify_select(|select| {
            select
                .select_only()
                .column(Id)
                .order_by_desc(Created)
                .order_by_desc(Id)
                .limit(most as u64)
        })
        .all_tuples()
        .await
}

/// Number of articles of each of these communities, without zeros. One query.
///
/// # Errors
/// Database errors.
pub async fn counts_of(
    scope: &Scope<Member>,
    communities: &[CommunityId],
) -> Result<HashMap<CommunityId, i64>, DbErr> {
    use article::Column::{CommunityId as Of, Id};
    let rows: Vec<(CommunityId, i64)> = scope
        .select::<article::Entity>()
        .filter(Of.is_in(communities.iter().map(|id| id.uuid())))
        .modify_select(|select| {
            select.select_only().column(Of).expr_as(Id.count(), "n").group_by(Of)
        })
        .all_tuples()
        .await?;
    Ok(rows.into_iter().collect())
}

/// An article, locked, so that changes of its counts are serialised.
pub(super) async fn lock<V>(
    tx: &Tx<'_, V>,
    id: ArticleId,
) -> Result<Option<article::Model>, DbErr> {
    let locked = |select: sea_orm::Select<article::Entity>| select.lock(LockType::NoKeyUpdate);
    tx.select::<article::Entity>().by_id(id).modify_select(locked).one().await
}

/// Updates one article.
pub(super) async fn change<V>(
    tx: &Tx<'_, V>,
    id: ArticleId,
    change: impl FnOnce(UpdateMany<article::Entity>) -> UpdateMany<article::Entity>,
) -> Result<(), DbErr> {
    let this = article::Column::Id.eq(id.uuid());
    tx.table::<article::Entity>().update(this, change).await?.exactly_one()
}

/// Stores whether a report of the article is open.
///
/// # Errors
/// Database errors.
pub async fn set_flag<V>(tx: &Tx<'_, V>, id: ArticleId, flagged: bool) -> Result<(), DbErr> {
    use article::Column::{FlaggedForReview, Id};
    tx.table::<article::Entity>()
        .update(Id.eq(id.uuid()), |update| update.col_expr(FlaggedForReview, Expr::value(flagged)))
        .await?
        .as_many_as_there_are();
    Ok(())
}
