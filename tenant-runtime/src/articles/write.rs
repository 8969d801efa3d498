//! Creates and edits articles (C-092, C-093, G-080).

use super::error::ArticleError;
use super::rows::article;
use super::view::{self, ArticleView};
use super::{drafts, likes_and_reactions, rules, store};
use crate::communities;
use crate::content::{self, ContentError, DESCRIPTION_CHARS_MAX, TextRule};
use crate::limits;
use crate::profiles;
use crate::search_index::{self, TextKind};
use platform::analytics::{self, AnalyticsEvent, AnalyticsEventType};
use platform::events::Topic;
use platform::idempotency::{self, Claim, CreatedResponse, IdempotencyKey};
use platform::limiter::LimitedAction;
use platform::{AccountViewer, ArticleId, CommunityId, Member, Problem, Scope, Tx};
use sea_orm::ActiveValue::Set;
use sea_orm::DbErr;
use sea_orm::sea_query::Expr;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// Maximum words of an article (C-092).
const WORDS_MAX: usize = 1600;

/// An article to create.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewArticle {
    #[serde(default)]
    pub title: String,
    /// Markdown.
    #[serde(default)]
    pub content: String,
    /// True if it is public although the community is not (G-081).
    #[serde(default)]
    pub shared: bool,
}

/// Fields to change; omitted ones stay.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArticleChange {
    pub title: Option<String>,
    pub content: Option<String>,
    pub shared: Option<bool>,
}

fn field_problem(field: &'static str) -> impl Fn(ContentError) -> Problem {
    move |error| Problem::from(error).with_errors(vec![error.to_field_error(field)])
}

fn validated_title(title: &str) -> Result<String, Problem> {
    content::check_title(title).map_err(field_problem("title"))
}

fn validated_content(text: &str) -> Result<String, Problem> {
    if content::count_words(text) > WORDS_MAX {
        return Err(ArticleError::TooLong.into());
    }
    TextRule::multi_line(DESCRIPTION_CHARS_MAX).check(text).map_err(field_problem("content"))
}

/// Creates an article, and deletes the viewer's draft of it.
pub(super) async fn create(
    scope: &mut Scope<Member>,
    community: CommunityId,
    key: &IdempotencyKey,
    new: &NewArticle,
) -> Result<CreatedResponse<ArticleView>, Problem> {
    let (title, text) = (validated_title(&new.title)?, validated_content(&new.content)?);
    let tx = scope.begin().await?;
    let fingerprint =
        idempotency::request_fingerprint(&format!("/communities/{community}/articles"), new);
    if let Claim::Replay(view) = idempotency::claim(&tx, key, &fingerprint).await? {
        return Ok(CreatedResponse::repeated(view));
    }
    let access = communities::lock_for_write(&tx, community).await?;
    if access.membership.is_none() {
        return Err(ArticleError::NotAMember.into());
    }
    limits::check_limit_within(&tx, LimitedAction::Write).await?;
    let author = profiles::person_of(&tx, tx.viewer().id()).await?;
    let row = insert(&tx, community, (title, text, new.shared), key).await?;
    let wrote = AnalyticsEvent::new(AnalyticsEventType::CreateArticle, tx.viewer().id());
    analytics::record_event(&tx, wrote.on_content(row.id).in_community(community)).await?;
    drafts::delete_own_draft(&tx, community, None).await?;
    publish_event(&tx, "article.created", &row).await?;
    let view = view::new(row, author);
    idempotency::store_response(&tx, key, &view).await?;
    tx.commit().await?;
    Ok(CreatedResponse::created(view))
}

async fn insert(
    tx: &Tx<'_, Member>,
    community: CommunityId,
    (title, content, shared): (String, String, bool),
    key: &IdempotencyKey,
) -> Result<article::Model, DbErr> {
    let now = tx.now();
    let row = article::ActiveModel {
        id: Set(ArticleId::new()),
        community_id: Set(community),
        author_id: Set(Some(tx.viewer().id())),
        title: Set(title),
        content: Set(content),
        shared: Set(shared),
        flagged_for_review: Set(false),
        is_edited: Set(false),
        views: Set(0),
        likes: Set(0),
        comment_count: Set(0),
        idempotency_key: Set(key.0.clone()),
        created: Set(now),
        last_updated: Set(now),
    };
    let row = tx.table::<article::Entity>().insert(row).await?;
    store_words(tx, &row).await?;
    Ok(row)
}

async fn store_words(tx: &Tx<'_, Member>, row: &article::Model) -> Result<(), DbErr> {
    let texts = (row.title.as_str(), row.content.as_str());
    search_index::store_words(tx, TextKind::Article, row.id.uuid(), texts).await
}

/// Changes the viewer's own article.
pub(super) async fn edit(
    scope: &mut Scope<Member>,
    id: ArticleId,
    new: &ArticleChange,
) -> Result<ArticleView, Problem> {
    let tx = scope.begin().await?;
    let (access, mut row) = rules::lock_for_write(&tx, id).await?;
    if row.author_id != Some(tx.viewer().id()) {
        return Err(ArticleError::NotTheAuthor.into());
    }
    let title = new.title.as_deref().map_or(Ok(row.title.clone()), validated_title)?;
    let text = new.content.as_deref().map_or(Ok(row.content.clone()), validated_content)?;
    limits::check_limit_within(&tx, LimitedAction::Write).await?;
    if (&title, &text) != (&row.title, &row.content) {
        (row.title, row.content, row.is_edited) = (title, text, true);
        row.last_updated = tx.now();
    }
    row.shared = new.shared.unwrap_or(row.shared);
    store_article(&tx, &row).await?;
    drafts::delete_own_draft(&tx, row.community_id, Some(id)).await?;
    likes_and_reactions::publish_event(&tx, &row).await?;
    tx.commit().await?;
    view::to_views(scope, &access, row).await
}

async fn store_article(tx: &Tx<'_, Member>, row: &article::Model) -> Result<(), DbErr> {
    use article::Column;
    store::change(tx, row.id, |update| {
        update
            .col_expr(Column::Title, Expr::value(row.title.clone()))
            .col_expr(Column::Content, Expr::value(row.content.clone()))
            .col_expr(Column::Shared, Expr::value(row.shared))
            .col_expr(Column::IsEdited, Expr::value(row.is_edited))
            .col_expr(Column::LastUpdated, Expr::value(row.last_updated))
    })
    .await?;
    store_words(tx, row).await
}

/// Publishes that an article was created or deleted. Clients that may read it fetch the content.
pub(super) async fn publish_event<V>(
    tx: &Tx<'_, V>,
    kind: &'static str,
    row: &article::Model,
) -> Result<(), DbErr> {
    let told = json!({
        "communityId": row.community_id, "articleId": row.id,
        "article": { "id": row.id, "authorId": row.author_id, "created": row.created },
    });
    tx.publish(Topic::Community(row.community_id.uuid()), kind, &told).await.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_an_article_with_more_than_1600_words() {
        let words = |n| validated_content(&"word ".repeat(n)).map(drop).map_err(|said| said.detail);
        assert_eq!(words(1600), Ok(()));
        let refused = Err("Article exceeds maximum length of 1600 words".to_owned());
        assert_eq!(words(1601), refused);
        assert_eq!(words(0), Err("Input is required".to_owned()));
    }
}
