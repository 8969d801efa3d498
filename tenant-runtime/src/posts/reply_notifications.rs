//! Notifies the author of a post that it was replied to, if they are still a member, can read the
//! reply, want such notifications (C-124, G-105), have not muted the thread and are not already
//! notified as mentioned.

use super::mentions::PostMention;
use super::rows::{post, thread};
use super::threads::is_muted_sql;
use crate::activity::{Notice, NotificationType, notify};
use crate::communities;
use crate::profiles::UserSummary;
use crate::profiles::blocks::{Blocks, not_blocked_sql};
use platform::{AccountViewer, Member, Tx, UserId};
use sea_orm::{DbErr, FromQueryResult};
use serde_json::json;

/// Notifies the author of the parent post of `reply`, if it is another member's. Returns the
/// notified author.
pub(super) async fn send_notices(
    tx: &Tx<'_, Member>,
    thread: &thread::Model,
    reply: &post::Model,
    (author, called): (&UserSummary, &[PostMention]),
) -> Result<Option<UserId>, DbErr> {
    let Some(to) = parent_author(tx, reply).await? else { return Ok(None) };
    if called.iter().any(|one| one.user_id == to) {
        return Ok(None);
    }
    let kind = NotificationType::CommunityReply;
    let told = communities::subscribers(tx, reply.community_id, &[to], kind).await?;
    if told.is_empty() {
        return Ok(None);
    }
    let title = format!("{} replied to your post", author.display_name);
    let about = json!({
        "communityId": reply.community_id, "threadId": reply.thread_id, "postId": reply.id,
        "parentPostId": reply.parent_post_id,
    });
    let notice = Notice::new(kind, &title, &thread.caption, about);
    let notice = notice.of_community(reply.community_id).with_author(tx.viewer().id());
    notify(tx, &told, &notice).await?;
    Ok(Some(to))
}

/// The author of the parent post, unless it is the viewer, they have muted the thread, or one of
/// them has blocked the other.
async fn parent_author(tx: &Tx<'_, Member>, reply: &post::Model) -> Result<Option<UserId>, DbErr> {
    #[derive(FromQueryResult)]
    struct Author {
        user_id: UserId,
    }
    let Some(parent) = reply.parent_post_id else { return Ok(None) };
    let sql = format!(
        "SELECT m.user_id FROM posts p JOIN community_members m \
           ON m.user_id = p.author_id AND m.community_id = p.community_id \
         WHERE p.id = $2 AND m.user_id <> $1 AND COALESCE({} < $3, TRUE) AND NOT {} AND {}",
        communities::since_sql("m"),
        is_muted_sql("m.user_id", "p.thread_id"),
        not_blocked_sql("m.user_id", "$1", Blocks::Both)
    );
    let values = vec![tx.viewer().id().into(), parent.into(), reply.created.into()];
    Ok(tx.raw(&sql, values).one::<Author>().await?.map(|author| author.user_id))
}
