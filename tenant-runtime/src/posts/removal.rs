//! Deletion of a post by its author, or removal by a moderator with a reason (G-079). The content
//! is erased; a post with replies leaves a tombstone.

use super::error::PostError;
use super::lock::{self, LockedPost};
use super::rows::{like, mention, post, reaction, thread};
use super::threads::{LastPost, ThreadUpdate};
use super::view::{PostRemovalKind, PostView, PostViewData, deleted_author};
use super::{event_log, files, images, polls, previews, revisions, store};
use crate::activity::{self, Notice, NotificationType, notify};
use crate::communities;
use crate::content::{ContentError, TextRule};
use crate::limits;
use crate::profiles;
use crate::reports::{self, Subject};
use platform::audit::{self, AuditedAction};
use platform::events::Topic;
use platform::limiter::LimitedAction;
use platform::{
    AccountViewer, CommunityId, Member, PostId, Problem, Scope, ThreadId, Tx, idempotency,
};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, DbErr};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// Maximum characters of a reason.
pub(super) const REASON_CHARS_MAX: usize = 500;

/// Reason for a removal.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReasonForRemoval {
    #[serde(default)]
    pub reason: String,
}

impl ReasonForRemoval {
    /// The validated reason.
    ///
    /// # Errors
    /// A validation error that names the field.
    pub fn validated(&self) -> Result<String, Problem> {
        let refuse = |error: ContentError| {
            Problem::from(error).with_errors(vec![error.to_field_error("reason")])
        };
        TextRule::multi_line(REASON_CHARS_MAX).check(&self.reason).map_err(refuse)
    }
}

/// A deleted or removed post.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PostTombstone {
    pub id: PostId,
    pub post_id: PostId,
    pub community_id: CommunityId,
    pub thread_id: ThreadId,
    pub removed: PostRemovalKind,
    /// True if a tombstone remains for its replies.
    pub is_tombstone: bool,
    /// Number of posts left in the thread.
    pub numposts: i64,
}

/// Deletes the viewer's own post.
pub(super) async fn delete(
    scope: &mut Scope<Member>,
    id: PostId,
) -> Result<PostTombstone, Problem> {
    let tx = scope.begin().await?;
    let held = lock::to_change(&tx, id).await?;
    if held.post.author_id != Some(tx.viewer().id()) {
        return Err(PostError::NotTheAuthor.into());
    }
    limits::check_limit_within(&tx, LimitedAction::EditContent).await?;
    let gone = remove_post(&tx, &held, None).await?;
    tx.commit().await?;
    Ok(gone)
}

/// Removes a post, as a moderator.
pub(super) async fn remove(
    scope: &mut Scope<Member>,
    id: PostId,
    removal: &ReasonForRemoval,
) -> Result<PostTombstone, Problem> {
    let tx = scope.begin().await?;
    let held = lock::to_remove(&tx, id).await?;
    if !held.access.may_moderate() {
        return Err(PostError::NotAModerator.into());
    }
    let reason = removal.validated()?;
    limits::check_limit_within_as(&tx, LimitedAction::Moderate, held.access.limit_class()).await?;
    let gone = remove_post(&tx, &held, Some(&reason)).await?;
    audit(&tx, &held, &reason).await?;
    tx.commit().await?;
    Ok(gone)
}

/// Records a removal in the audit log and notifies the author.
async fn audit(tx: &Tx<'_, Member>, held: &LockedPost, reason: &str) -> Result<(), DbErr> {
    let LockedPost { access, post, .. } = held;
    let about = json!({
        "communityId": post.community_id, "threadId": post.thread_id, "postId": post.id,
    });
    let me = tx.viewer().id();
    let act = AuditedAction {
        actor: Some(me),
        action: "post.remove",
        subject_kind: "post",
        subject_id: post.id.to_string(),
        before: json!({ "authorId": post.author_id, "communityId": post.community_id }),
        after: json!({}),
        reason: Some(reason),
    };
    audit::record_action(tx, act).await?;
    let Some(author) = post.author_id.filter(|author| *author != me) else { return Ok(()) };
    let said = format!("{}: {reason}", access.community.name);
    let notice =
        Notice::new(NotificationType::SystemMessage, "Your post was removed", &said, about);
    notify(tx, &[author], &notice.of_community(post.community_id)).await
}

/// Deletes a locked post and its dependent rows, except replies.
async fn remove_post(
    tx: &Tx<'_, Member>,
    held: &LockedPost,
    reason: Option<&str>,
) -> Result<PostTombstone, Problem> {
    let LockedPost { thread, post, .. } = held;
    reports::close_reports_about(tx, Subject::Post(post.id)).await?;
    activity::delete_notices_about(tx, post.id.uuid()).await?;
    delete_attachments(tx, post).await?;
    let empty = as_tombstone(tx, post, reason);
    let is_tombstone = store::is_answered(tx, post.id).await?;
    if let Some(parent) = post.parent_post_id {
        store::decrement_replies(tx, parent).await?;
    }
    if is_tombstone {
        replace_by_tombstone(tx, &empty).await?;
    } else {
        delete_notices(tx, post).await?;
    }
    let newest = store::newest_post(tx, thread.id).await?;
    store::decrement_posts(tx, thread.id, newest.as_ref().map(|post| post.id)).await?;
    communities::decrement_posts(tx, thread.community_id).await?;
    let gone = PostTombstone {
        id: post.id,
        post_id: post.id,
        community_id: post.community_id,
        thread_id: post.thread_id,
        removed: if empty.deleted { PostRemovalKind::Deleted } else { PostRemovalKind::Removed },
        is_tombstone,
        numposts: thread.numposts - 1,
    };
    delete_told_notices(tx, post, &empty, &gone).await?;
    publish_event(tx, thread, post, &gone, newest).await?;
    Ok(gone)
}

/// Deletes its likes, reactions, mentions, earlier texts, poll, previews, files and pictures.
async fn delete_attachments(tx: &Tx<'_, Member>, post: &post::Model) -> Result<(), DbErr> {
    let id = post.id;
    let likes = like::Column::PostId.eq(id.uuid());
    tx.table::<like::Entity>().delete(likes).await?.as_many_as_there_are();
    let reactions = reaction::Column::PostId.eq(id.uuid());
    tx.table::<reaction::Entity>().delete(reactions).await?.as_many_as_there_are();
    let mentions = mention::Column::PostId.eq(id.uuid());
    tx.table::<mention::Entity>().delete(mentions).await?.as_many_as_there_are();
    revisions::delete_of_post(tx, id).await?;
    polls::delete_of_post(tx, post).await?;
    previews::delete_of_post(tx, post).await?;
    files::delete_of_post(tx, post).await?;
    images::delete_of_post(tx, id).await
}

/// The post as a tombstone.
fn as_tombstone(tx: &Tx<'_, Member>, post: &post::Model, reason: Option<&str>) -> post::Model {
    post::Model {
        content: String::new(),
        likes: 0,
        is_edited: false,
        edited_at: None,
        has_poll: false,
        has_files: false,
        has_previews: false,
        has_reactions: false,
        deleted: reason.is_none(),
        removed_at: Some(tx.now()),
        removed_by: Some(tx.viewer().id()),
        removal_reason: reason.map(str::to_owned),
        ..post.clone()
    }
}

async fn replace_by_tombstone(tx: &Tx<'_, Member>, empty: &post::Model) -> Result<(), DbErr> {
    use post::Column;
    store::change(tx, empty.id, |update| {
        update
            .col_expr(Column::Content, Expr::value(empty.content.clone()))
            .col_expr(Column::Likes, Expr::value(empty.likes))
            .col_expr(Column::IsEdited, Expr::value(empty.is_edited))
            .col_expr(Column::EditedAt, Expr::value(empty.edited_at))
            .col_expr(Column::Deleted, Expr::value(empty.deleted))
            .col_expr(Column::RemovedAt, Expr::value(empty.removed_at))
            .col_expr(Column::RemovedBy, Expr::value(empty.removed_by.map(|id| id.uuid())))
            .col_expr(Column::RemovalReason, Expr::value(empty.removal_reason.clone()))
            .col_expr(Column::HasPoll, Expr::value(empty.has_poll))
            .col_expr(Column::HasFiles, Expr::value(empty.has_files))
            .col_expr(Column::HasPreviews, Expr::value(empty.has_previews))
            .col_expr(Column::HasReactions, Expr::value(empty.has_reactions))
    })
    .await
}

/// Deletes a post without replies, and each ancestor tombstone that has no other replies.
async fn delete_notices(tx: &Tx<'_, Member>, post: &post::Model) -> Result<(), DbErr> {
    let mut next = Some((post.id, post.parent_post_id));
    while let Some((id, parent)) = next.take() {
        tx.table::<post::Entity>().delete(post::Column::Id.eq(id.uuid())).await?.exactly_one()?;
        let Some(parent) = parent else { break };
        let above = tx.select::<post::Entity>().by_id(parent).one().await?;
        if let Some(above) = above.filter(|above| above.removed_at.is_some())
            && !store::is_answered(tx, above.id).await?
        {
            next = Some((above.id, above.parent_post_id));
        }
    }
    Ok(())
}

/// Erases the content of the post: replaces its events in the log by its removal, and the stored
/// response to its creation.
async fn delete_told_notices(
    tx: &Tx<'_, Member>,
    post: &post::Model,
    empty: &post::Model,
    gone: &PostTombstone,
) -> Result<(), Problem> {
    let about = "payload -> 'post' ->> 'id' = $3 OR payload -> 'lastPost' ->> 'postId' = $3";
    let place = (Topic::Community(post.community_id.uuid()), post.created);
    let fact = ("post.removed", &audit_value(post, gone));
    event_log::replace(tx, place, (about, post.id.to_string()), fact).await?;
    let (Some(author), Some(key)) = (post.author_id, &post.idempotency_key) else { return Ok(()) };
    let view = PostView::new(empty.clone(), deleted_author(), PostViewData::default());
    idempotency::replace_response(tx, author, key, &view).await
}

fn audit_value(post: &post::Model, gone: &PostTombstone) -> serde_json::Value {
    json!({
        "communityId": post.community_id, "threadId": post.thread_id, "postId": post.id,
        "removed": gone.removed, "isTombstone": gone.is_tombstone, "numposts": gone.numposts,
        "parentPostId": post.parent_post_id,
        "post": { "id": post.id, "authorId": post.author_id, "created": post.created },
    })
}

async fn publish_event(
    tx: &Tx<'_, Member>,
    thread: &thread::Model,
    post: &post::Model,
    gone: &PostTombstone,
    newest: Option<post::Model>,
) -> Result<(), DbErr> {
    let topic = Topic::Community(thread.community_id.uuid());
    tx.publish(topic, "post.removed", &audit_value(post, gone)).await?;
    let last_post = match newest {
        Some(newest) => {
            let author = match newest.author_id {
                Some(author) => profiles::person_of(tx, author).await?,
                None => deleted_author(),
            };
            Some(LastPost::new(&newest, &author))
        }
        None => None,
    };
    let update = ThreadUpdate {
        community_id: thread.community_id,
        thread_id: thread.id,
        numposts: gone.numposts,
        last_updated: thread.last_updated,
        last_post,
    };
    tx.publish(topic, "thread.updated", &update).await.map(drop)
}
