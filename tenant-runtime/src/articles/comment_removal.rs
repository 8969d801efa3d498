//! Deletion of a comment by its author, or removal by a moderator with a reason, as for articles
//! and posts (G-079).

use super::comments::{Comment, count, publish_event};
use super::error::{ArticleError, UNCOMMENT_FAILED};
use super::rows::{article, comment};
use super::view::deleted_author;
use super::{CommentId, rules};
use crate::activity::{self, Notice, NotificationType, notify};
use crate::communities::Access;
use crate::limits;
use crate::posts::ReasonForRemoval;
use http::StatusCode;
use platform::api::ApiRouter;
use platform::audit::{self, AuditedAction};
use platform::extract::{Json, Path};
use platform::limiter::LimitedAction;
use platform::problem::{ProblemDocument, ResultExt};
use platform::{
    AccountViewer, ArticleId, Member, Problem, Scope, Services, Tx, idempotency, routes,
};
use sea_orm::{ColumnTrait, DbErr};
use serde_json::json;

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(delete)).routes(routes!(remove))
}

/// Deletes the viewer's own comment.
#[utoipa::path(delete, path = "/articles/{id}/comments/{commentId}",
    operation_id = "deleteArticleComment", tag = "articles",
    params(("id" = ArticleId, Path), ("commentId" = CommentId, Path)),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "comments.delete", skip_all, fields(comment.id = %comment))]
async fn delete(
    mut scope: Scope<Member>,
    Path((id, comment)): Path<(ArticleId, CommentId)>,
) -> Result<StatusCode, Problem> {
    undo_count(&mut scope, id, comment).await.or_detail(UNCOMMENT_FAILED)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Removes a comment with a reason, as a moderator of the community.
#[utoipa::path(post, path = "/articles/{id}/comments/{commentId}/removal",
    operation_id = "removeArticleComment", tag = "articles",
    params(("id" = ArticleId, Path), ("commentId" = CommentId, Path)), request_body = ReasonForRemoval,
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "comments.remove", skip_all, fields(comment.id = %comment))]
async fn remove(
    mut scope: Scope<Member>,
    Path((id, comment)): Path<(ArticleId, CommentId)>,
    Json(body): Json<ReasonForRemoval>,
) -> Result<StatusCode, Problem> {
    remove_as_moderator(&mut scope, (id, comment), &body).await.or_detail(UNCOMMENT_FAILED)?;
    Ok(StatusCode::NO_CONTENT)
}

async fn undo_count(
    scope: &mut Scope<Member>,
    id: ArticleId,
    comment: CommentId,
) -> Result<(), Problem> {
    let tx = scope.begin().await?;
    let (_, article) = rules::lock_for_write(&tx, id).await?;
    let row = find(&tx, id, comment).await?;
    if row.author_id != Some(tx.viewer().id()) {
        return Err(ArticleError::NotTheAuthor.into());
    }
    limits::check_limit_within(&tx, LimitedAction::EditContent).await?;
    remove_comment(&tx, &article, row).await?;
    Ok(tx.commit().await?)
}

async fn remove_as_moderator(
    scope: &mut Scope<Member>,
    (id, comment): (ArticleId, CommentId),
    removal: &ReasonForRemoval,
) -> Result<(), Problem> {
    let tx = scope.begin().await?;
    let (access, article) = rules::lock_for_removal(&tx, id).await?;
    if !access.may_moderate() {
        return Err(ArticleError::NotAModerator.into());
    }
    let row = find(&tx, id, comment).await?;
    let reason = removal.validated()?;
    limits::check_limit_within(&tx, LimitedAction::Moderate).await?;
    audit(&tx, &access, &row, &reason).await?;
    remove_comment(&tx, &article, row).await?;
    Ok(tx.commit().await?)
}

async fn find(
    tx: &Tx<'_, Member>,
    article: ArticleId,
    id: CommentId,
) -> Result<comment::Model, Problem> {
    let on_it = comment::Column::ArticleId.eq(article.uuid());
    let found = tx.select::<comment::Entity>().by_id(id).filter(on_it).one().await?;
    Ok(found.ok_or(ArticleError::CommentNotFound)?)
}

/// Deletes a comment of a locked article.
async fn remove_comment(
    tx: &Tx<'_, Member>,
    article: &article::Model,
    row: comment::Model,
) -> Result<(), Problem> {
    let this = comment::Column::Id.eq(row.id.uuid());
    tx.table::<comment::Entity>().delete(this).await?.exactly_one()?;
    activity::delete_notices_about(tx, row.id.uuid()).await?;
    count(tx, article, -1).await?;
    publish_event(tx, article, &row, -1).await?;
    let (Some(author), Some(key)) = (row.author_id, row.idempotency_key.clone()) else {
        return Ok(());
    };
    let empty = comment::Model { content: String::new(), ..row };
    idempotency::replace_response(tx, author, &key, &Comment::new(empty, deleted_author())).await
}

/// Records a removal in the audit log and notifies the author.
async fn audit(
    tx: &Tx<'_, Member>,
    access: &Access,
    row: &comment::Model,
    reason: &str,
) -> Result<(), DbErr> {
    let me = tx.viewer().id();
    let act = AuditedAction {
        actor: Some(me),
        action: "comment.remove",
        subject_kind: "comment",
        subject_id: row.id.to_string(),
        before: json!({
            "authorId": row.author_id, "communityId": row.community_id, "articleId": row.article_id,
        }),
        after: json!({}),
        reason: Some(reason),
    };
    audit::record_action(tx, act).await?;
    let Some(author) = row.author_id.filter(|author| *author != me) else { return Ok(()) };
    let said = format!("{}: {reason}", access.community.name);
    let about = json!({
        "communityId": row.community_id, "articleId": row.article_id, "commentId": row.id,
    });
    let kind = NotificationType::SystemMessage;
    let notice = Notice::new(kind, "Your comment was removed", &said, about);
    notify(tx, &[author], &notice.of_community(row.community_id)).await
}
