//! Comments on articles (C-091, G-080). Deletion is in `comment_removal`.

use super::error::{ArticleError, COMMENT_FAILED, COMMENTS_FAILED};
use super::rows::{article, comment};
use super::view::deleted_author;
use super::{CommentId, notices, rules, store};
use crate::communities::Access;
use crate::content::{self, TextFormat};
use crate::cord_activity::{self, ActivityKind, PairActivity};
use crate::limits;
use crate::profiles::blocks::not_blocked;
use crate::profiles::{self, UserSummary};
use chrono::{DateTime, Utc};
use platform::analytics::{self, AnalyticsEvent, AnalyticsEventType};
use platform::api::ApiRouter;
use platform::events::Topic;
use platform::extract::{Json, Path, Query};
use platform::idempotency::{self, Claim, CreatedResponse, IdempotencyKey};
use platform::limiter::LimitedAction;
use platform::page::{Page, PageQuery, TimeCursor};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{AccountViewer, ArticleId, Member, Problem, Scope, Services, Tx, UserId, routes};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder, QuerySelect};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// Default and maximum page size.
const COMMENTS_PAGE: (u64, u64) = (50, 100);

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(list, create))
}

/// A comment to create.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NewComment {
    #[serde(default)]
    content: String,
}

/// A comment.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Comment {
    id: CommentId,
    article_id: ArticleId,
    author_id: UserId,
    author: UserSummary,
    /// Source text with markup, as the author typed it; never HTML.
    content: String,
    created: DateTime<Utc>,
    idempotency_key: Option<String>,
}

impl Comment {
    pub fn new(row: comment::Model, author: UserSummary) -> Self {
        Self {
            id: row.id,
            article_id: row.article_id,
            author_id: author.user_id,
            author,
            content: row.content_format.to_source(row.content),
            created: row.created,
            idempotency_key: row.idempotency_key,
        }
    }
}

/// Lists the comments on an article, oldest first.
#[utoipa::path(get, path = "/articles/{id}/comments", operation_id = "listArticleComments",
    tag = "articles", params(("id" = ArticleId, Path), PageQuery),
    responses((status = 200, body = Page<Comment>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "comments.list", skip_all, fields(article.id = %id))]
async fn list(
    mut scope: Scope<Member>,
    Path(id): Path<ArticleId>,
    Query(query): Query<PageQuery>,
) -> Result<Json<Page<Comment>>, Problem> {
    Ok(Json(list_comments(&mut scope, id, &query).await.or_detail(COMMENTS_FAILED)?))
}

/// Comments on an article.
#[utoipa::path(post, path = "/articles/{id}/comments", operation_id = "createArticleComment",
    tag = "articles", params(("id" = ArticleId, Path),
        ("idempotency-key" = Option<String>, Header, description = "a UUID")),
    request_body = NewComment,
    responses((status = 201, body = Comment), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "comments.create", skip_all, fields(article.id = %id))]
async fn create(
    mut scope: Scope<Member>,
    Path(id): Path<ArticleId>,
    key: IdempotencyKey,
    Json(body): Json<NewComment>,
) -> Result<CreatedResponse<Comment>, Problem> {
    create_comment(&mut scope, id, &key, &body).await.or_detail(COMMENT_FAILED)
}

async fn list_comments(
    scope: &mut Scope<Member>,
    id: ArticleId,
    query: &PageQuery,
) -> Result<Page<Comment>, Problem> {
    let tx = scope.begin().await?;
    let (access, _) = rules::load_access(&tx, id).await?;
    drop(tx);
    let limit = query.row_limit(COMMENTS_PAGE.0, COMMENTS_PAGE.1);
    let rows =
        comment_rows(scope, &access, id, query.decode_cursor::<TimeCursor>()?, limit).await?;
    let page =
        Page::from_rows(rows, limit, |row| TimeCursor { at: row.created, id: row.id.uuid() });
    let authors: Vec<UserId> = page.items.iter().filter_map(|row| row.author_id).collect();
    let people = profiles::load_people(scope, &authors).await?;
    Ok(page.map_items(|row| {
        let author =
            row.author_id.and_then(|id| people.get(&id).cloned()).unwrap_or_else(deleted_author);
        Comment::new(row, author)
    }))
}

async fn comment_rows(
    scope: &Scope<Member>,
    access: &Access,
    id: ArticleId,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<comment::Model>, DbErr> {
    use comment::Column::{ArticleId, AuthorId, Created, Id};
    let newer = after.map(|last| last.after_in_ascending(Created, Id));
    scope
        .select::<comment::Entity>()
        .filter(ArticleId.eq(id.uuid()))
        .filter(Condition::all().add_option(newer))
        .filter(not_blocked(AuthorId, scope.viewer().id(), access.applicable_blocks()))
        .modify_select(|select| select.order_by_asc(Created).order_by_asc(Id).limit(limit + 1))
        .all()
        .await
}

async fn create_comment(
    scope: &mut Scope<Member>,
    id: ArticleId,
    key: &IdempotencyKey,
    new: &NewComment,
) -> Result<CreatedResponse<Comment>, Problem> {
    let text = content::check_remark(&new.content)
        .map_err(|error| Problem::from(error).with_errors(vec![error.to_field_error("content")]))?;
    let tx = scope.begin().await?;
    let fingerprint = idempotency::request_fingerprint(&format!("/articles/{id}/comments"), new);
    if let Claim::Replay(view) = idempotency::claim(&tx, key, &fingerprint).await? {
        return Ok(CreatedResponse::repeated(view));
    }
    let (access, article) = rules::lock_for_write(&tx, id).await?;
    if access.membership.is_none() {
        return Err(ArticleError::NotAMember.into());
    }
    limits::check_limit_within(&tx, LimitedAction::CreatePost).await?;
    let author = profiles::person_of(&tx, tx.viewer().id()).await?;
    let row = insert(&tx, &article, text, key).await?;
    let said = AnalyticsEvent::new(AnalyticsEventType::CreateComment, tx.viewer().id());
    analytics::record_event(&tx, said.on_content(row.id).in_community(article.community_id))
        .await?;
    count(&tx, &article, 1).await?;
    publish_event(&tx, &article, &row, 1).await?;
    notices::notify_of_comment(&tx, &article, (&row, &author)).await?;
    if let Some(author) = article.author_id {
        let kind = ActivityKind::ArticleComment;
        cord_activity::publish(&tx, PairActivity::new(kind, tx.viewer().id(), author)).await?;
    }
    let view = Comment::new(row, author);
    idempotency::store_response(&tx, key, &view).await?;
    tx.commit().await?;
    Ok(CreatedResponse::created(view))
}

async fn insert(
    tx: &Tx<'_, Member>,
    article: &article::Model,
    content: String,
    key: &IdempotencyKey,
) -> Result<comment::Model, DbErr> {
    let row = comment::ActiveModel {
        id: Set(CommentId::new()),
        community_id: Set(article.community_id),
        article_id: Set(article.id),
        author_id: Set(Some(tx.viewer().id())),
        content: Set(content),
        content_format: Set(TextFormat::Text),
        idempotency_key: Set(key.0.clone()),
        created: Set(tx.now()),
    };
    tx.table::<comment::Entity>().insert(row).await
}

/// Changes the comment count of a locked article.
pub(super) async fn count(
    tx: &Tx<'_, Member>,
    article: &article::Model,
    by: i64,
) -> Result<(), DbErr> {
    use article::Column::CommentCount;
    store::change(tx, article.id, |update| {
        update.col_expr(CommentCount, Expr::col(CommentCount).add(by))
    })
    .await
}

/// Publishes a new or deleted comment to the viewers who may read both the article and the comment.
pub(super) async fn publish_event(
    tx: &Tx<'_, Member>,
    article: &article::Model,
    row: &comment::Model,
    by: i64,
) -> Result<(), DbErr> {
    let told = json!({
        "communityId": article.community_id, "articleId": article.id, "commentId": row.id,
        "commentCount": article.comment_count + by,
        "article": { "id": article.id, "authorId": article.author_id, "created": article.created },
        "comment": { "id": row.id, "authorId": row.author_id, "created": row.created },
    });
    let kind = if by > 0 { "comment.created" } else { "comment.removed" };
    tx.publish(Topic::Community(article.community_id.uuid()), kind, &told).await.map(drop)
}
