//! Adds and removes reactions. Who may like a post may react to it, with the same limit.

use super::{CHANGED_KIND, NewReaction, PostReaction, REACTIONS, ReactedPost, counts_of, of_posts};
use crate::limits;
use crate::posts::error::PostError;
use crate::posts::likes;
use crate::posts::rows::{post, reaction};
use crate::posts::store;
use platform::events::Topic;
use platform::idempotency::{self, Claim, IdempotencyKey};
use platform::limiter::LimitedAction;
use platform::{AccountViewer, Member, PostId, Problem, Scope, Tx};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, DbErr};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

/// Reactions of a post.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PostReactions {
    pub id: PostId,
    pub post_id: PostId,
    /// By emoji, in the order of the first of each.
    pub reactions: Vec<PostReaction>,
}

/// Adds a reaction of the viewer, or removes it. A repeated key changes nothing: a reaction that was
/// queued offline may be sent twice.
pub(in crate::posts) async fn toggle_reaction(
    scope: &mut Scope<Member>,
    key: &IdempotencyKey,
    id: PostId,
    new: &NewReaction,
) -> Result<PostReactions, Problem> {
    if !REACTIONS.contains(&new.emoji.as_str()) {
        return Err(PostError::UnknownReaction.into());
    }
    let tx = scope.begin().await?;
    let (access, mut post) = likes::lock_readable(&tx, id).await?;
    let fingerprint = idempotency::request_fingerprint(&format!("/posts/{id}/reactions"), new);
    if matches!(idempotency::claim::<_, bool>(&tx, key, &fingerprint).await?, Claim::Fresh) {
        limits::check_limit_within_as(&tx, LimitedAction::React, access.limit_class()).await?;
        let added = flip_reaction(&tx, id, &new.emoji).await?;
        if added && !post.has_reactions {
            store::change(&tx, id, |update| {
                update.col_expr(post::Column::HasReactions, Expr::value(true))
            })
            .await?;
            post.has_reactions = true;
        }
        publish_event(&tx, &post, (&new.emoji, added)).await?;
        idempotency::store_response(&tx, key, &added).await?;
        tx.commit().await?;
    } else {
        drop(tx);
    }
    let reactions = of_posts(scope, &access, &[post]).await?.remove(&id).unwrap_or_default();
    Ok(PostReactions { id, post_id: id, reactions })
}

/// Toggles the viewer's reaction. Returns whether there is one now.
async fn flip_reaction(tx: &Tx<'_, Member>, id: PostId, emoji: &str) -> Result<bool, DbErr> {
    let me = tx.viewer().id();
    let mine = Condition::all()
        .add(reaction::Column::PostId.eq(id.uuid()))
        .add(reaction::Column::UserId.eq(me.uuid()))
        .add(reaction::Column::Emoji.eq(emoji));
    let reactions = tx.table::<reaction::Entity>();
    if reactions.delete(mine).await?.is_changed() {
        return Ok(false);
    }
    let row = reaction::ActiveModel {
        post_id: Set(id),
        user_id: Set(me),
        emoji: Set(emoji.to_owned()),
        created_at: Set(tx.now()),
    };
    reactions.insert(row).await?;
    Ok(true)
}

/// Publishes the counts, and the viewer's reaction for their other devices.
async fn publish_event(
    tx: &Tx<'_, Member>,
    post: &post::Model,
    (emoji, added): (&str, bool),
) -> Result<(), DbErr> {
    let counts = counts_of(tx, &[post.id]).await?.remove(&post.id).unwrap_or_default();
    let mut said = ReactedPost::from(post).event(&counts);
    said["userId"] = json!(tx.viewer().id());
    said["emoji"] = json!(emoji);
    said["added"] = json!(added);
    let topic = Topic::Community(post.community_id.uuid());
    tx.publish(topic, CHANGED_KIND, &said).await.map(drop)
}
