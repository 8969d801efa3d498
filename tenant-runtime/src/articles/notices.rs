//! Notifies the author of an article of comments, likes and reactions by others, if they are still a
//! member and want such notifications.

use super::rows::{article, comment};
use crate::activity::{self, Notice, NotificationType};
use crate::communities::{self, AuthoredContent};
use crate::profiles::blocks::{Blocks, not_blocked_sql};
use crate::profiles::{self, UserSummary};
use platform::{AccountViewer, ArticleId, Member, Tx, UserId};
use sea_orm::{DbErr, FromQueryResult};
use serde_json::json;

/// Kind of these notifications.
const KIND: NotificationType = NotificationType::CommunityReply;

/// Notifies the author of a new comment.
pub(super) async fn notify_of_comment(
    tx: &Tx<'_, Member>,
    article: &article::Model,
    (comment, by): (&comment::Model, &UserSummary),
) -> Result<(), DbErr> {
    let Some(author) = recipient(tx, article, tx.viewer().id()).await? else { return Ok(()) };
    let title = format!("{} commented on your article", by.display_name);
    let about = json!({
        "communityId": article.community_id, "articleId": article.id, "commentId": comment.id,
    });
    let notice = Notice::new(KIND, &title, &article.title, about);
    let notice = notice.of_community(article.community_id).with_author(by.user_id);
    activity::notify(tx, &[author], &notice).await
}

/// Notifies the author of likes and reactions to a locked article after the viewer `added` or
/// removed one. All of them are one notification: while it is unread, only its text changes.
pub(super) async fn notify_of_reactions(
    tx: &Tx<'_, Member>,
    article: &article::Model,
    added: bool,
) -> Result<(), DbErr> {
    let Some(author) = recipient(tx, article, tx.viewer().id()).await? else { return Ok(()) };
    let Some(newest) = newest_reaction(tx, article.id, author).await? else {
        return activity::withdraw_unread(tx, author, article.id.uuid()).await;
    };
    let by = profiles::person_of(tx, newest.user_id).await?.display_name;
    let title = match newest.people - 1 {
        0 => format!("{by} reacted to your article"),
        1 => format!("{by} and one other person reacted to your article"),
        others => format!("{by} and {others} other people reacted to your article"),
    };
    let about = json!({
        "communityId": article.community_id, "articleId": article.id, "reaction": true,
    });
    let notice = Notice::new(KIND, &title, &article.title, about);
    let notice = notice.of_community(article.community_id).with_author(newest.user_id);
    let notice = notice.about_subject(article.id.uuid());
    activity::notify_coalesced(tx, author, &notice, added).await
}

/// The author, if they are notified of what the user `by` did.
async fn recipient(
    tx: &Tx<'_, Member>,
    article: &article::Model,
    by: UserId,
) -> Result<Option<UserId>, DbErr> {
    let Some(author) = article.author_id.filter(|author| *author != by) else { return Ok(None) };
    let content =
        AuthoredContent { community: article.community_id, author, created: article.created };
    Ok(communities::wants_notice(tx, content, by, KIND).await?.then_some(author))
}

/// The user with the newest like or reaction.
#[derive(FromQueryResult)]
struct NewestReaction {
    user_id: UserId,
    /// Number of users with likes or reactions.
    people: i64,
}

/// The newest like or reaction by another user in no block with the author. One query.
async fn newest_reaction(
    tx: &Tx<'_, Member>,
    id: ArticleId,
    author: UserId,
) -> Result<Option<NewestReaction>, DbErr> {
    let sql = format!(
        "SELECT r.user_id, COUNT(*) OVER () AS people FROM \
         (SELECT k.user_id, MAX(k.created_at) AS newest FROM \
           (SELECT user_id, created_at FROM article_likes WHERE article_id = $1 \
            UNION ALL SELECT user_id, created_at FROM article_reactions WHERE article_id = $1) AS k \
          WHERE k.user_id <> $2 AND {} GROUP BY k.user_id) AS r \
         ORDER BY r.newest DESC, r.user_id LIMIT 1",
        not_blocked_sql("k.user_id", "$2", Blocks::Both)
    );
    tx.raw(&sql, vec![id.into(), author.into()]).one().await
}
