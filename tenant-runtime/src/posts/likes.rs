//! Likes of posts. The rows are authoritative, the count is derived from them (C-088).

use super::error::PostError;
use super::rows::{like, post};
use super::{rules, store};
use crate::communities;
use crate::communities::Access;
use crate::cord_activity::{self, ActivityKind, PairActivity};
use crate::limits;
use crate::profiles::blocks::not_blocked_sql;
use crate::sql::placeholders;
use platform::analytics::{self, AnalyticsEvent, AnalyticsEventType};
use platform::events::Topic;
use platform::idempotency::{self, Claim, IdempotencyKey};
use platform::language;
use platform::limiter::LimitedAction;
use platform::{AccountViewer, Member, PostId, Problem, Scope, Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, DbErr, FromQueryResult};
use serde::Serialize;
use serde_json::json;
use std::collections::HashMap;
use utoipa::ToSchema;

/// Maximum users listed as having liked a post.
const LIKED_BY_MAX: i64 = 20;

/// Likes of a post, as far as the viewer sees them.
#[derive(Debug, Clone, Default)]
pub(super) struct Likes {
    /// The first users who liked it.
    pub first: Vec<UserId>,
    /// True if the viewer likes it.
    pub mine: bool,
}

/// Likes of these posts. One query for any number of posts and likes.
pub(super) async fn of_posts(
    scope: &Scope<Member>,
    access: &Access,
    posts: &[PostId],
) -> Result<HashMap<PostId, Likes>, DbErr> {
    #[derive(FromQueryResult)]
    struct Row {
        post_id: PostId,
        user_id: UserId,
        place: i64,
    }
    if posts.is_empty() {
        return Ok(HashMap::new());
    }
    let me = scope.viewer().id();
    let sql = format!(
        "SELECT post_id, user_id, place FROM (SELECT post_id, user_id, ROW_NUMBER() OVER \
         (PARTITION BY post_id ORDER BY created_at, user_id) AS place FROM post_likes \
         WHERE post_id IN ({}) AND {}) AS ranked \
         WHERE place <= {LIKED_BY_MAX} OR user_id = $1 ORDER BY post_id, place",
        placeholders(2, posts.len()),
        not_blocked_sql("user_id", "$1", access.applicable_blocks())
    );
    let values = std::iter::once(me.into()).chain(posts.iter().map(|id| (*id).into())).collect();
    let mut likes: HashMap<PostId, Likes> = HashMap::new();
    for row in scope.raw(&sql, values).all::<Row>().await? {
        let of_post = likes.entry(row.post_id).or_default();
        of_post.mine |= row.user_id == me;
        if row.place <= LIKED_BY_MAX {
            of_post.first.push(row.user_id);
        }
    }
    Ok(likes)
}

/// Result of a like.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LikeResult {
    pub id: PostId,
    pub post_id: PostId,
    pub likes: i64,
    pub liked: bool,
    #[schema(example = "Post liked")]
    #[serde(serialize_with = "language::localized")]
    pub message: &'static str,
}

impl LikeResult {
    const fn new(id: PostId, likes: i64, liked: bool) -> Self {
        let message = if liked { "Post liked" } else { "Post unliked" };
        Self { id, post_id: id, likes, liked, message }
    }
}

/// Likes a post, or removes the like. A repeated key changes nothing: a like that was queued
/// offline may be sent twice.
pub(super) async fn toggle_like(
    scope: &mut Scope<Member>,
    key: &IdempotencyKey,
    id: PostId,
) -> Result<LikeResult, Problem> {
    let tx = scope.begin().await?;
    let (access, post) = lock_readable(&tx, id).await?;
    let fingerprint = idempotency::request_fingerprint(&format!("/posts/{id}/like"), &());
    if let Claim::Replay(liked) = idempotency::claim(&tx, key, &fingerprint).await? {
        return Ok(LikeResult::new(id, post.likes, liked));
    }
    limits::check_limit_within_as(&tx, LimitedAction::React, access.limit_class()).await?;
    let liked = flip_like(&tx, id).await?;
    // Counted from the rows while the post is locked, so that the stored count is exact.
    let likes = tx.select::<like::Entity>().filter(like::Column::PostId.eq(id.uuid())).count();
    let likes = i64::try_from(likes.await?).unwrap_or(i64::MAX);
    store::change(&tx, id, |update| update.col_expr(post::Column::Likes, Expr::value(likes)))
        .await?;
    let told = json!({
        "communityId": post.community_id, "threadId": post.thread_id, "postId": id,
        "likes": likes, "userId": tx.viewer().id(), "liked": liked,
        "post": { "id": id, "authorId": post.author_id, "created": post.created },
    });
    tx.publish(Topic::Community(post.community_id.uuid()), "post.liked", &told).await?;
    if liked {
        let did = AnalyticsEvent::new(AnalyticsEventType::LikePost, tx.viewer().id());
        analytics::record_event(&tx, did.on_content(id).in_community(post.community_id)).await?;
    }
    if let (true, Some(author)) = (liked, post.author_id) {
        let like = PairActivity::new(ActivityKind::Like, tx.viewer().id(), author).once_for(id);
        cord_activity::publish(&tx, like).await?;
    }
    idempotency::store_response(&tx, key, &liked).await?;
    tx.commit().await?;
    Ok(LikeResult::new(id, likes, liked))
}

/// The post, locked, if the viewer may read it.
pub(super) async fn lock_readable(
    tx: &Tx<'_, Member>,
    id: PostId,
) -> Result<(Access, post::Model), Problem> {
    let post = store::lock(tx, id).await?.ok_or(PostError::NotFound)?;
    match communities::load_access(tx, post.community_id).await {
        Ok(access) if rules::is_readable(tx, &access, &post).await? => Ok((access, post)),
        Err(problem) if problem.entry.status.is_server_error() => Err(problem),
        _ => Err(PostError::NotFound.into()),
    }
}

/// Toggles the viewer's like. Returns whether there is one now.
async fn flip_like(tx: &Tx<'_, Member>, id: PostId) -> Result<bool, DbErr> {
    let me = tx.viewer().id();
    let mine = Condition::all()
        .add(like::Column::PostId.eq(id.uuid()))
        .add(like::Column::UserId.eq(me.uuid()));
    let likes = tx.table::<like::Entity>();
    if likes.delete(mine).await?.is_changed() {
        return Ok(false);
    }
    let row = like::ActiveModel { post_id: Set(id), user_id: Set(me), created_at: Set(tx.now()) };
    likes.insert(row).await?;
    Ok(true)
}
