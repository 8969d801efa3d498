//! Reads articles, and decides whether the viewer may read one.

use super::error::ArticleError;
use super::rows::article;
use super::view::{self, ArticleSummary, ArticleView};
use super::{likes_and_reactions, store};
use crate::communities::{self, Access, ReadableContent};
use crate::content;
use crate::profiles::blocks::blocked_pairs;
use crate::sql::SqlReader;
use http::StatusCode;
use platform::page::{Page, PageQuery, TimeCursor};
use platform::{AccountViewer, ArticleId, CommunityId, Member, Problem, Scope, Tx};
use sea_orm::{ColumnTrait, DbErr};
use std::collections::HashMap;

/// Default and maximum page size (C-093).
const ARTICLES_PAGE: (u64, u64) = (10, 50);
/// Characters of the excerpt in the report queue.
const EXCERPT_CHARS: usize = 300;

/// A page of a community's articles, newest first.
pub(super) async fn list(
    scope: &Scope<Member>,
    community: CommunityId,
    query: &PageQuery,
) -> Result<Page<ArticleSummary>, Problem> {
    let scope = &scope.on_one_connection().await?;
    let access = communities::load_access(scope, community).await?;
    if !access.is_inside() {
        return Err(ArticleError::MembersOnly.into());
    }
    let limit = query.row_limit(ARTICLES_PAGE.0, ARTICLES_PAGE.1);
    let rows =
        store::list_page(scope, &access, community, query.decode_cursor::<TimeCursor>()?, limit)
            .await?;
    let page =
        Page::from_rows(rows, limit, |row| TimeCursor { at: row.created, id: row.id.uuid() });
    let items = view::to_summaries(scope, &access, page.items).await?;
    Ok(Page { items, next_cursor: page.next_cursor })
}

/// One article; counts the view.
pub(super) async fn get_article(
    scope: &mut Scope<Member>,
    id: ArticleId,
) -> Result<ArticleView, Problem> {
    let tx = scope.begin().await?;
    let (access, mut article) = load_access(&tx, id).await?;
    article.views += likes_and_reactions::record_view(&tx, &article).await?;
    tx.commit().await?;
    view::to_views(scope, &access, article).await
}

/// The article and the viewer's access to its community, if they may read it.
pub(super) async fn load_access(
    tx: &Tx<'_, Member>,
    id: ArticleId,
) -> Result<(Access, article::Model), Problem> {
    let found = tx.select::<article::Entity>().by_id(id).one().await?;
    let article = found.ok_or(ArticleError::NotFound)?;
    let access = hide_as_not_found(communities::load_access(tx, article.community_id).await)?;
    check_readable(tx, &access, &article).await?;
    Ok((access, article))
}

/// Like [`load_access`], for a viewer who is about to write; locks the article.
pub(super) async fn lock_for_write(
    tx: &Tx<'_, Member>,
    id: ArticleId,
) -> Result<(Access, article::Model), Problem> {
    let (access, article) = lock_article(tx, id).await?;
    check_readable(tx, &access, &article).await?;
    Ok((access, article))
}

/// Like [`load_access`], for a moderator. They may remove a reported article even if it was written
/// before they joined, or by a user they have blocked (G-079).
pub(super) async fn lock_for_removal(
    tx: &Tx<'_, Member>,
    id: ArticleId,
) -> Result<(Access, article::Model), Problem> {
    let (access, article) = lock_article(tx, id).await?;
    if !access.may_moderate() {
        check_readable(tx, &access, &article).await?;
    }
    Ok((access, article))
}

async fn lock_article(
    tx: &Tx<'_, Member>,
    id: ArticleId,
) -> Result<(Access, article::Model), Problem> {
    let found = tx.select::<article::Entity>().by_id(id).one().await?;
    let place = found.ok_or(ArticleError::NotFound)?.community_id;
    let access = hide_as_not_found(communities::lock_for_write(tx, place).await)?;
    let article = store::lock(tx, id).await?.ok_or(ArticleError::NotFound)?;
    Ok((access, article))
}

/// Reports the article as not found if the viewer may not see its community.
fn hide_as_not_found(reached: Result<Access, Problem>) -> Result<Access, Problem> {
    reached.map_err(|problem| {
        let unknown = problem.entry.status == StatusCode::NOT_FOUND;
        if unknown { ArticleError::NotFound.into() } else { problem }
    })
}

/// Checks that it lies in the visible history, and that its author and the viewer have not blocked
/// each other.
async fn check_readable(
    reads: &Tx<'_, Member>,
    access: &Access,
    article: &article::Model,
) -> Result<(), Problem> {
    let sees = access.can_read_at(article.created)
        && match article.author_id {
            Some(author) => {
                let apart = blocked_pairs(reads, reads.viewer().id()).await?;
                !apart.contains_user(author, access.applicable_blocks())
            }
            None => true,
        };
    if sees { Ok(()) } else { Err(ArticleError::NotFound.into()) }
}

/// Community and author of an article that the viewer may read.
///
/// # Errors
/// [`ArticleError::NotFound`].
pub async fn find_readable(
    tx: &Tx<'_, Member>,
    id: ArticleId,
) -> Result<ReadableContent, Problem> {
    let (access, article) = load_access(tx, id).await?;
    Ok(ReadableContent::new(&access, article.author_id))
}

/// Excerpts of these articles, for moderators of their communities. One query.
///
/// # Errors
/// Database errors.
pub async fn reported_excerpts<V>(
    scope: &Scope<V>,
    ids: &[ArticleId],
) -> Result<HashMap<ArticleId, String>, DbErr>
where
    Scope<V>: SqlReader,
{
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let of_these = article::Column::Id.is_in(ids.iter().map(|id| id.uuid()));
    let rows = scope.select::<article::Entity>().filter(of_these).all().await?;
    let shown = |row: article::Model| {
        let words = content::article_words(&row.content);
        (row.id, content::truncate(&format!("{}: {words}", row.title), EXCERPT_CHARS))
    };
    Ok(rows.into_iter().map(shown).collect())
}
