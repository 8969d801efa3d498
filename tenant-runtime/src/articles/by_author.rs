//! The latest articles of an author: all of them for staff, and for members those that they may
//! read.

use super::rows::article;
use super::view::{self, ArticleSummary};
use crate::communities::{SqlViewer, is_readable_sql};
use crate::content;
use crate::profiles::blocks::Blocks;
use chrono::{DateTime, Utc};
use platform::page::{Page, PageQuery, TimeCursor};
use platform::scope::AcrossSites;
use platform::{AccountViewer, ArticleId, CommunityId, Member, Problem, Scope, UserId};
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder, QuerySelect, Value};

/// Characters of an excerpt.
const EXCERPT_CHARS: usize = 200;

/// Default and maximum page size.
const PAGE: (u64, u64) = (10, 50);

/// An article of the author.
#[derive(Debug)]
pub struct AuthoredArticle {
    pub id: ArticleId,
    pub community_id: CommunityId,
    pub title: String,
    pub excerpt: String,
    pub created: DateTime<Utc>,
}

/// Up to `limit + 1` articles, newest first.
///
/// # Errors
/// Database errors.
pub async fn latest_articles_of<V: AcrossSites>(
    scope: &Scope<V>,
    author: UserId,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<AuthoredArticle>, DbErr> {
    use article::Column::{AuthorId, Created, Id};
    let theirs = Condition::all()
        .add(AuthorId.eq(author.uuid()))
        .add_option(after.map(|last| last.after_in_descending(Created, Id)));
    let rows = scope
        .across_sites::<article::Entity>()
        .filter(theirs)
        .modify_select(|select| select.order_by_desc(Created).order_by_desc(Id).limit(limit + 1))
        .all()
        .await?;
    let to_article = |row: article::Model| AuthoredArticle {
        id: row.id,
        community_id: row.community_id,
        excerpt: content::article_excerpt(&row.content, EXCERPT_CHARS),
        title: row.title,
        created: row.created,
    };
    Ok(rows.into_iter().map(to_article).collect())
}

/// A page of an author's articles that the viewer may read on this site, newest first. 4 queries.
///
/// # Errors
/// An invalid cursor, and database errors.
pub async fn readable_articles_of(
    scope: &Scope<Member>,
    author: UserId,
    query: &PageQuery,
) -> Result<Page<ArticleSummary>, Problem> {
    let limit = query.row_limit(PAGE.0, PAGE.1);
    let rows = readable_rows(scope, author, query.decode_cursor::<TimeCursor>()?, limit).await?;
    let page =
        Page::from_rows(rows, limit, |row| TimeCursor { at: row.created, id: row.id.uuid() });
    let blocks = if scope.viewer().is_staff() { Blocks::NotApplied } else { Blocks::Both };
    let items = view::to_summaries_for(scope, (blocks, false), page.items).await?;
    Ok(Page { items, next_cursor: page.next_cursor })
}

async fn readable_rows(
    scope: &Scope<Member>,
    author: UserId,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<article::Model>, DbErr> {
    let mut values: Vec<Value> =
        vec![scope.viewer().id().into(), author.into(), (limit + 1).cast_signed().into()];
    let portal = scope.site().affiliation();
    values.extend(portal.map(Value::from));
    let viewer = SqlViewer { id: "$1", is_staff: scope.viewer().is_staff() };
    let readable = is_readable_sql(("a", "author_id"), viewer, portal.map(|_| "$4"));
    let older = after.map_or_else(String::new, |last| {
        values.extend([Value::from(last.at), Value::from(last.id)]);
        format!("AND (a.created, a.id) < (${}, ${})", values.len() - 1, values.len())
    });
    let sql = format!(
        "SELECT a.* FROM articles a WHERE a.author_id = $2 AND $1 = $1 {older} AND {readable} \
         ORDER BY a.created DESC, a.id DESC LIMIT $3"
    );
    scope.raw(&sql, values).all().await
}
