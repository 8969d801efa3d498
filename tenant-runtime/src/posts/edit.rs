//! Editing one's own posts (C-077, G-079).

use super::error::PostError;
use super::lock::{self, LockedPost};
use super::mentions::{self, PostMention};
use super::rows::{post, thread};
use super::threads::{LastPost, ThreadUpdate};
use super::view::{self, PostView};
use super::write::ContentRule;
use super::{images, previews, revisions, store};
use crate::content::TextFormat;
use crate::limits;
use crate::profiles::{self, UserSummary};
use platform::events::Topic;
use platform::limiter::LimitedAction;
use platform::{AccountViewer, Member, PostId, Problem, Scope, Tx, content_filters};
use sea_orm::DbErr;
use sea_orm::sea_query::Expr;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

/// New content of a post.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PostChange {
    /// May be empty if pictures or files are attached.
    pub content: Option<String>,
}

/// Edits the viewer's own post. The same rules apply as to a new one.
pub(super) async fn edit(
    scope: &mut Scope<Member>,
    id: PostId,
    new: &PostChange,
) -> Result<PostView, Problem> {
    let filter = content_filters::current(scope.services(), scope.site()).await?;
    let tx = scope.begin().await?;
    let LockedPost { access, thread, mut post } = lock::to_change(&tx, id).await?;
    if post.author_id != Some(tx.viewer().id()) {
        return Err(PostError::NotTheAuthor.into());
    }
    let rule = ContentRule {
        is_reply: post.parent_post_id.is_some(),
        may_be_empty: may_be_empty(&tx, &post).await?,
    };
    let text = rule.validated(new.content.as_deref(), filter)?;
    limits::check_limit_within(&tx, LimitedAction::EditContent).await?;
    if text != post.source_text() {
        revisions::record_earlier_content(&tx, &post).await?;
        (post.content, post.content_format) = (text, TextFormat::Text);
        replace_mentions(&tx, &mut post).await?;
        let author = profiles::person_of(&tx, tx.viewer().id()).await?;
        let mentions = mentions::store_mentions(&tx, &thread, &post, &author).await?;
        publish_event(&tx, &thread, (&post, &mentions), &author).await?;
        previews::enqueue(&tx, &post).await?;
    }
    tx.commit().await?;
    let shown = view::to_views(scope, &access, vec![post]).await?;
    Ok(shown.into_iter().next().ok_or(PostError::NotFound)?)
}

/// Returns true if pictures or files are attached to a post, so that its text may be removed. A poll
/// keeps its question.
async fn may_be_empty(tx: &Tx<'_, Member>, post: &post::Model) -> Result<bool, DbErr> {
    Ok(!post.has_poll && (post.has_files || images::has_images(tx, post.id).await?))
}

async fn replace_mentions(tx: &Tx<'_, Member>, post: &mut post::Model) -> Result<(), DbErr> {
    use post::Column::{Content, ContentFormat, EditedAt, IsEdited};
    (post.is_edited, post.edited_at) = (true, Some(tx.now()));
    store::change(tx, post.id, |update| {
        update
            .col_expr(Content, Expr::value(post.content.clone()))
            .col_expr(ContentFormat, Expr::value(post.content_format))
            .col_expr(IsEdited, Expr::value(true))
            .col_expr(EditedAt, Expr::value(post.edited_at))
    })
    .await
}

/// Publishes the change to readers of the post, and to the thread list if it is the thread's last
/// post.
async fn publish_event(
    tx: &Tx<'_, Member>,
    thread: &thread::Model,
    (post, mentions): (&post::Model, &[PostMention]),
    author: &UserSummary,
) -> Result<(), DbErr> {
    let topic = Topic::Community(post.community_id.uuid());
    let said = json!({
        "communityId": post.community_id, "threadId": post.thread_id, "postId": post.id,
        "post": {
            "id": post.id, "authorId": post.author_id, "created": post.created,
            "content": post.source_text(), "isEdited": true, "editedAt": post.edited_at,
            "mentions": mentions,
        },
    });
    tx.publish(topic, "post.edited", &said).await?;
    if thread.last_post_id != Some(post.id) {
        return Ok(());
    }
    let update = ThreadUpdate {
        community_id: thread.community_id,
        thread_id: thread.id,
        numposts: thread.numposts,
        last_updated: thread.last_updated,
        last_post: Some(LastPost::new(post, author)),
    };
    tx.publish(topic, "thread.updated", &update).await.map(drop)
}
