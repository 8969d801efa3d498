//! The latest articles of an author, for staff.

use super::rows::article;
use crate::content;
use chrono::{DateTime, Utc};
use platform::page::TimeCursor;
use platform::scope::AcrossSites;
use platform::{ArticleId, CommunityId, Scope, UserId};
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder, QuerySelect};

/// Characters of an excerpt.
const EXCERPT_CHARS: usize = 200;

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
