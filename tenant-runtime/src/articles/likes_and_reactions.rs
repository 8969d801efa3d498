//! Likes, reactions and views of articles.

use super::error::ArticleError;
use super::rows::{article, like, look, reaction};
use super::{notices, rules, store};
use crate::cord_activity::{self, ActivityKind, PairActivity};
use crate::limits;
use crate::profiles::blocks::{Blocks, not_blocked_sql};
use crate::sql::placeholders;
use platform::analytics::{self, AnalyticsEvent, AnalyticsEventType};
use platform::events::Topic;
use platform::limiter::LimitedAction;
use platform::{AccountViewer, ArticleId, Member, Problem, Scope, Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, Condition, DbErr, FromQueryResult};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::HashMap;
use utoipa::ToSchema;

/// Available reactions, in display order (G-080).
pub(super) const REACTIONS: [&str; 6] = ["👏", "❤️", "💡", "🎉", "🤔", "😢"];
/// Reaction that marks an article as helpful, for the cord with its author.
const HELPFUL: &str = "💡";
/// Maximum users listed as having liked an article.
const LIKED_BY_MAX: i64 = 20;

/// Number of reactions of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReactionCount {
    pub emoji: String,
    pub count: i64,
    pub mine: bool,
}

/// Likes and reactions of one article.
#[derive(Debug, Clone, Default)]
pub(super) struct LikesAndReactions {
    pub liked_by: Vec<UserId>,
    pub liked_by_me: bool,
    pub reactions: Vec<ReactionCount>,
}

impl LikesAndReactions {
    /// Marks of an article without likes and reactions.
    pub fn without_marks() -> Self {
        let zero = |emoji: &str| ReactionCount { emoji: emoji.to_owned(), count: 0, mine: false };
        Self { reactions: REACTIONS.into_iter().map(zero).collect(), ..Self::default() }
    }
}

/// Marks of these articles. 2 queries for any number.
pub(super) async fn of_articles(
    scope: &Scope<Member>,
    blocks: Blocks,
    ids: &[ArticleId],
) -> Result<HashMap<ArticleId, LikesAndReactions>, DbErr> {
    let mut marks: HashMap<ArticleId, LikesAndReactions> =
        ids.iter().map(|id| (*id, LikesAndReactions::without_marks())).collect();
    if ids.is_empty() {
        return Ok(marks);
    }
    add_likes(scope, blocks, ids, &mut marks).await?;
    add_reactions(scope, ids, &mut marks).await?;
    Ok(marks)
}

async fn add_likes(
    scope: &Scope<Member>,
    blocks: Blocks,
    ids: &[ArticleId],
    marks: &mut HashMap<ArticleId, LikesAndReactions>,
) -> Result<(), DbErr> {
    #[derive(FromQueryResult)]
    struct Row {
        article_id: ArticleId,
        user_id: UserId,
        place: i64,
    }
    let me = scope.viewer().id();
    let sql = format!(
        "SELECT article_id, user_id, place FROM (SELECT article_id, user_id, ROW_NUMBER() OVER \
         (PARTITION BY article_id ORDER BY created_at, user_id) AS place FROM article_likes \
         WHERE article_id IN ({}) AND {}) AS ranked \
         WHERE place <= {LIKED_BY_MAX} OR user_id = $1 ORDER BY article_id, place",
        placeholders(2, ids.len()),
        not_blocked_sql("user_id", "$1", blocks)
    );
    let values = std::iter::once(me.into()).chain(ids.iter().map(|id| (*id).into())).collect();
    for row in scope.raw(&sql, values).all::<Row>().await? {
        let of_it = marks.entry(row.article_id).or_default();
        of_it.liked_by_me |= row.user_id == me;
        if row.place <= LIKED_BY_MAX {
            of_it.liked_by.push(row.user_id);
        }
    }
    Ok(())
}

async fn add_reactions(
    scope: &Scope<Member>,
    ids: &[ArticleId],
    marks: &mut HashMap<ArticleId, LikesAndReactions>,
) -> Result<(), DbErr> {
    #[derive(FromQueryResult)]
    struct Row {
        article_id: ArticleId,
        emoji: String,
        count: i64,
        mine: i64,
    }
    let sql = format!(
        "SELECT article_id, emoji, COUNT(*) AS count, \
         COUNT(CASE WHEN user_id = $1 THEN 1 END) AS mine FROM article_reactions \
         WHERE article_id IN ({}) GROUP BY article_id, emoji",
        placeholders(2, ids.len())
    );
    let me = scope.viewer().id().into();
    let values = std::iter::once(me).chain(ids.iter().map(|id| (*id).into())).collect();
    for row in scope.raw(&sql, values).all::<Row>().await? {
        let of_it = marks.entry(row.article_id).or_insert_with(LikesAndReactions::without_marks);
        let shown = of_it.reactions.iter_mut().find(|reaction| reaction.emoji == row.emoji);
        if let Some(shown) = shown {
            (shown.count, shown.mine) = (row.count, row.mine > 0);
        }
    }
    Ok(())
}

/// Result of a like.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArticleLike {
    pub id: ArticleId,
    pub article_id: ArticleId,
    pub likes: i64,
    pub liked: bool,
}

/// Likes an article, or removes the like.
pub(super) async fn toggle_like(
    scope: &mut Scope<Member>,
    id: ArticleId,
) -> Result<ArticleLike, Problem> {
    let tx = scope.begin().await?;
    let (access, article) = rules::load_access(&tx, id).await?;
    limits::check_limit_within_as(&tx, LimitedAction::React, access.limit_class()).await?;
    // Counted from the rows while the article is locked, so that the stored count is exact.
    store::lock(&tx, id).await?.ok_or(ArticleError::NotFound)?;
    let liked = flip_like(&tx, id).await?;
    let of_it = like::Column::ArticleId.eq(id.uuid());
    let likes = tx.select::<like::Entity>().filter(of_it).count().await?;
    let likes = i64::try_from(likes).unwrap_or(i64::MAX);
    store::change(&tx, id, |update| update.col_expr(article::Column::Likes, Expr::value(likes)))
        .await?;
    if let (true, Some(author)) = (liked, article.author_id) {
        let like = PairActivity::new(ActivityKind::Like, tx.viewer().id(), author).once_for(id);
        cord_activity::publish(&tx, like).await?;
    }
    notices::notify_of_reactions(&tx, &article, liked).await?;
    if liked {
        record_event(&tx, AnalyticsEventType::LikeArticle, &article).await?;
    }
    publish_event(&tx, &article).await?;
    tx.commit().await?;
    Ok(ArticleLike { id, article_id: id, likes, liked })
}

async fn flip_like(tx: &Tx<'_, Member>, id: ArticleId) -> Result<bool, DbErr> {
    let me = tx.viewer().id();
    let mine = Condition::all()
        .add(like::Column::ArticleId.eq(id.uuid()))
        .add(like::Column::UserId.eq(me.uuid()));
    let likes = tx.table::<like::Entity>();
    if likes.delete(mine).await?.is_changed() {
        return Ok(false);
    }
    let row =
        like::ActiveModel { article_id: Set(id), user_id: Set(me), created_at: Set(tx.now()) };
    likes.insert(row).await?;
    Ok(true)
}

/// A reaction to add or remove.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reaction {
    /// One of 👏 ❤️ 💡 🎉 🤔 😢.
    pub emoji: String,
}

/// Reactions of an article.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArticleReactions {
    pub id: ArticleId,
    pub article_id: ArticleId,
    pub reactions: Vec<ReactionCount>,
}

/// Adds a reaction, or removes it.
pub(super) async fn toggle_reaction(
    scope: &mut Scope<Member>,
    id: ArticleId,
    emoji: &str,
) -> Result<ArticleReactions, Problem> {
    if !REACTIONS.contains(&emoji) {
        return Err(ArticleError::UnknownReaction.into());
    }
    let tx = scope.begin().await?;
    let (access, article) = rules::load_access(&tx, id).await?;
    limits::check_limit_within_as(&tx, LimitedAction::React, access.limit_class()).await?;
    store::lock(&tx, id).await?.ok_or(ArticleError::NotFound)?;
    let me = tx.viewer().id();
    let mine = Condition::all()
        .add(reaction::Column::ArticleId.eq(id.uuid()))
        .add(reaction::Column::UserId.eq(me.uuid()))
        .add(reaction::Column::Emoji.eq(emoji));
    let reactions = tx.table::<reaction::Entity>();
    let added = !reactions.delete(mine).await?.is_changed();
    if added {
        let row = reaction::ActiveModel {
            article_id: Set(id),
            user_id: Set(me),
            emoji: Set(emoji.to_owned()),
            created_at: Set(tx.now()),
        };
        reactions.insert(row).await?;
        if let (HELPFUL, Some(author)) = (emoji, article.author_id) {
            let mark = PairActivity::new(ActivityKind::HelpfulMark, me, author).once_for(id);
            cord_activity::publish(&tx, mark).await?;
        }
    }
    notices::notify_of_reactions(&tx, &article, added).await?;
    publish_event(&tx, &article).await?;
    tx.commit().await?;
    let mut marks = HashMap::from([(id, LikesAndReactions::without_marks())]);
    add_reactions(scope, &[id], &mut marks).await?;
    let reactions = marks.remove(&id).unwrap_or_default().reactions;
    Ok(ArticleReactions { id, article_id: id, reactions })
}

/// Publishes changed counts of an article.
pub(super) async fn publish_event<V>(
    tx: &Tx<'_, V>,
    article: &article::Model,
) -> Result<(), DbErr> {
    let told = json!({
        "communityId": article.community_id, "articleId": article.id,
        "article": { "id": article.id, "authorId": article.author_id, "created": article.created },
    });
    let topic = Topic::Community(article.community_id.uuid());
    tx.publish(topic, "article.updated", &told).await.map(drop)
}

/// Records that the viewer read another user's article, once a day. Returns the number of views
/// that this adds.
pub(super) async fn record_view(
    tx: &Tx<'_, Member>,
    article: &article::Model,
) -> Result<i64, DbErr> {
    let me = tx.viewer().id();
    if article.author_id == Some(me) {
        return Ok(0);
    }
    let row = look::ActiveModel {
        article_id: Set(article.id),
        user_id: Set(me),
        day: Set(tx.now().format("%Y-%m-%d").to_string()),
    };
    let key = [look::Column::ArticleId, look::Column::UserId, look::Column::Day];
    if !tx.table::<look::Entity>().insert_unless_there(row, &key).await? {
        return Ok(0);
    }
    use article::Column::Views;
    store::change(tx, article.id, |update| update.col_expr(Views, Expr::col(Views).add(1))).await?;
    record_event(tx, AnalyticsEventType::ViewArticle, article).await?;
    Ok(1)
}

async fn record_event(
    tx: &Tx<'_, Member>,
    event: AnalyticsEventType,
    article: &article::Model,
) -> Result<(), DbErr> {
    let did = AnalyticsEvent::new(event, tx.viewer().id());
    analytics::record_event(tx, did.on_content(article.id).in_community(article.community_id)).await
}
