//! Deletion of an article by its author, or removal by a moderator with a reason. Its comments,
//! likes and reactions are deleted too.

use super::error::ArticleError;
use super::rows::article;
use super::view::{self, deleted_author};
use super::{rules, write};
use crate::activity::{self, Notice, NotificationType, notify};
use crate::limits;
use crate::posts::ReasonForRemoval;
use crate::reports::{self, Subject};
use platform::audit::{self, AuditedAction};
use platform::limiter::LimitedAction;
use platform::{AccountViewer, ArticleId, Member, Problem, Scope, Tx, idempotency};
use sea_orm::ColumnTrait;
use serde_json::json;

/// Deletes the viewer's own article.
pub(super) async fn delete(scope: &mut Scope<Member>, id: ArticleId) -> Result<(), Problem> {
    let tx = scope.begin().await?;
    let (_, row) = rules::lock_for_write(&tx, id).await?;
    if row.author_id != Some(tx.viewer().id()) {
        return Err(ArticleError::NotTheAuthor.into());
    }
    limits::check_limit_within(&tx, LimitedAction::EditContent).await?;
    remove_article(&tx, row).await?;
    Ok(tx.commit().await?)
}

/// Removes an article, as a moderator.
pub(super) async fn remove(
    scope: &mut Scope<Member>,
    id: ArticleId,
    removal: &ReasonForRemoval,
) -> Result<(), Problem> {
    let tx = scope.begin().await?;
    let (access, row) = rules::lock_for_removal(&tx, id).await?;
    if !access.may_moderate() {
        return Err(ArticleError::NotAModerator.into());
    }
    let reason = removal.validated()?;
    limits::check_limit_within(&tx, LimitedAction::Moderate).await?;
    let me = tx.viewer().id();
    let act = AuditedAction {
        actor: Some(me),
        action: "article.remove",
        subject_kind: "article",
        subject_id: id.to_string(),
        before: json!({ "authorId": row.author_id, "communityId": row.community_id }),
        after: json!({}),
        reason: Some(&reason),
    };
    audit::record_action(&tx, act).await?;
    if let Some(author) = row.author_id.filter(|author| *author != me) {
        let said = format!("{}: {reason}", access.community.name);
        let about = json!({ "communityId": row.community_id, "articleId": id });
        let kind = NotificationType::SystemMessage;
        let notice = Notice::new(kind, "Your article was removed", &said, about);
        notify(&tx, &[author], &notice.of_community(row.community_id)).await?;
    }
    remove_article(&tx, row).await?;
    Ok(tx.commit().await?)
}

async fn remove_article(tx: &Tx<'_, Member>, row: article::Model) -> Result<(), Problem> {
    reports::close_reports_about(tx, Subject::Article(row.id)).await?;
    activity::delete_notices_about(tx, row.id.uuid()).await?;
    let this = article::Column::Id.eq(row.id.uuid());
    tx.table::<article::Entity>().delete(this).await?.exactly_one()?;
    write::publish_event(tx, "article.removed", &row).await?;
    let (Some(author), Some(key)) = (row.author_id, row.idempotency_key.clone()) else {
        return Ok(());
    };
    let empty = article::Model { title: String::new(), content: String::new(), ..row };
    idempotency::replace_response(tx, author, &key, &view::new(empty, deleted_author())).await
}
