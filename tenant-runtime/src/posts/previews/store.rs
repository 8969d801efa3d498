//! Queries for link previews.

use super::rows::{page, preview};
use super::view::LinkPreview;
use crate::posts::rows::post;
use platform::jobs::JobScope;
use platform::{Member, PostId, Scope, System, Tx};
use sea_orm::sea_query::{Expr, LockType};
use sea_orm::{ActiveModelTrait, ColumnTrait, DbErr, IntoActiveModel, QueryOrder, QuerySelect};
use std::collections::HashMap;

/// The previews of these posts, in their order within each post. One query, or none if no post has
/// one.
pub(in crate::posts) async fn of_posts(
    scope: &Scope<Member>,
    posts: &[post::Model],
) -> Result<HashMap<PostId, Vec<LinkPreview>>, DbErr> {
    let ids: Vec<PostId> =
        posts.iter().filter(|post| post.has_previews).map(|post| post.id).collect();
    let mut previews: HashMap<PostId, Vec<LinkPreview>> = HashMap::new();
    if ids.is_empty() {
        return Ok(previews);
    }
    let rows = scope
        .select::<preview::Entity>()
        .filter(preview::Column::PostId.is_in(ids.iter().map(|id| id.uuid())))
        .modify_select(|select| select.order_by_asc(preview::Column::Position))
        .all()
        .await?;
    for row in rows {
        previews.entry(row.post_id).or_default().push(row.into());
    }
    Ok(previews)
}

/// A post, locked.
pub(super) async fn lock_post(
    tx: &Tx<'_, System>,
    id: PostId,
) -> Result<Option<post::Model>, DbErr> {
    tx.across_sites::<post::Entity>()
        .by_id(id)
        .modify_select(|select| select.lock(LockType::NoKeyUpdate))
        .one()
        .await
}

/// Replaces the previews of a locked post.
pub(super) async fn replace(
    tx: &Tx<'_, System>,
    post: &post::Model,
    rows: &[preview::Model],
) -> Result<(), DbErr> {
    let of_it = preview::Column::PostId.eq(post.id.uuid());
    let table = tx.table_across_sites::<preview::Entity>();
    table.delete(of_it).await?.as_many_as_there_are();
    let new = rows.iter().cloned().map(all_set).collect();
    table.insert_many(new).await?;
    let this = post::Column::Id.eq(post.id.uuid());
    let posts = tx.table_across_sites::<post::Entity>();
    let flagged = posts.update(this, |update| {
        update.col_expr(post::Column::HasPreviews, Expr::value(!rows.is_empty()))
    });
    flagged.await?.exactly_one()
}

/// A row to insert.
fn all_set(row: preview::Model) -> preview::ActiveModel {
    row.into_active_model().reset_all()
}

/// Deletes the previews of a post.
pub(in crate::posts) async fn delete_of_post(
    tx: &Tx<'_, Member>,
    post: &post::Model,
) -> Result<(), DbErr> {
    if post.has_previews {
        let of_it = preview::Column::PostId.eq(post.id.uuid());
        tx.table::<preview::Entity>().delete(of_it).await?.as_many_as_there_are();
    }
    Ok(())
}

/// Deletes expired pages from the cache.
///
/// # Errors
/// Database errors; the job is retried.
pub async fn sweep(scope: &mut JobScope) -> Result<(), DbErr> {
    let tx = scope.begin().await?;
    let expired = page::Column::ExpiresAt.lte(tx.now());
    tx.global_table::<page::Entity>().delete(expired).await?.as_many_as_there_are();
    tx.commit().await
}
