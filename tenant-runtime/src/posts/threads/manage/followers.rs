//! Notifies the followers of a thread of a new post, in chunks, unless the post mentions them or
//! replies to them: those are notified already.

use super::subscription::SubscriptionLevel;
use crate::activity::{Notice, NotificationType, notify};
use crate::communities;
use crate::posts::mentions::PostMention;
use crate::posts::rows::{post, subscription, thread};
use crate::profiles::blocks::{Blocks, not_blocked_sql};
use platform::jobs::{JobError, JobScope, NewJob};
use platform::{AccountViewer, CommunityId, Member, PostId, System, ThreadId, Tx, UserId};
use sea_orm::{ColumnTrait, Condition, DbErr, FromQueryResult};
use serde::{Deserialize, Serialize};
use serde_json::json;

pub const FOLLOWERS_JOB: &str = "notify-thread-followers";
/// Followers notified per transaction.
const CHUNK: i64 = 500;

/// Progress of notifying the followers of a thread.
#[derive(Debug, Serialize, Deserialize)]
pub struct FollowerNotices {
    notice: Notice,
    community: CommunityId,
    thread: ThreadId,
    post: PostId,
    /// Members who were notified of the post already.
    except: Vec<UserId>,
    /// Last notified follower, in id order.
    after: Option<UserId>,
}

/// Enqueues the notifications of a new post, if others follow its thread.
pub(in crate::posts) async fn enqueue_follower_notices(
    tx: &Tx<'_, Member>,
    thread: &thread::Model,
    post: &post::Model,
    (mentioned, answered): (&[PostMention], Option<UserId>),
) -> Result<(), DbErr> {
    let others = Condition::all()
        .add(subscription::Column::ThreadId.eq(thread.id.uuid()))
        .add(subscription::Column::Level.eq(SubscriptionLevel::Followed))
        .add(subscription::Column::UserId.ne(tx.viewer().id().uuid()));
    if !tx.select::<subscription::Entity>().filter(others).exists().await? {
        return Ok(());
    }
    let title = format!("New post in {}", thread.caption);
    let about = json!({
        "communityId": post.community_id, "threadId": post.thread_id, "postId": post.id,
    });
    let notice = Notice::new(NotificationType::CommunityPost, &title, &thread.caption, about);
    let notices = FollowerNotices {
        notice: notice.of_community(post.community_id).with_author(tx.viewer().id()),
        community: post.community_id,
        thread: thread.id,
        post: post.id,
        except: mentioned.iter().map(|one| one.user_id).chain(answered).collect(),
        after: None,
    };
    tx.enqueue(NewJob::new(FOLLOWERS_JOB, &notices)?).await.map(drop)
}

/// Notifies one chunk of followers, and enqueues a job for the next in the same transaction.
///
/// # Errors
/// Database errors; the job is retried.
pub async fn notify_followers(
    mut scope: JobScope,
    notices: FollowerNotices,
) -> Result<(), JobError> {
    let tx = scope.begin().await?;
    let followers = next_followers(&tx, &notices).await?;
    let told: Vec<UserId> =
        followers.iter().copied().filter(|user| !notices.except.contains(user)).collect();
    let kind = NotificationType::CommunityPost;
    let told = communities::subscribers(&tx, notices.community, &told, kind).await?;
    notify(&tx, &told, &notices.notice).await?;
    if let Some(last) = followers.last().filter(|_| followers.len() as i64 == CHUNK) {
        let rest = FollowerNotices { after: Some(*last), ..notices };
        tx.enqueue(NewJob::new(FOLLOWERS_JOB, &rest)?).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// The next followers who can read the post, in id order; none if it was removed.
async fn next_followers(
    tx: &Tx<'_, System>,
    notices: &FollowerNotices,
) -> Result<Vec<UserId>, DbErr> {
    #[derive(FromQueryResult)]
    struct Follower {
        user_id: UserId,
    }
    let sql = format!(
        "SELECT s.user_id FROM thread_subscriptions s JOIN posts p ON p.thread_id = s.thread_id \
         WHERE s.thread_id = $1 AND s.level = 'followed' AND s.user_id > $2 \
         AND p.id = $3 AND p.removed_at IS NULL AND p.author_id <> s.user_id AND {} AND {} \
         ORDER BY s.user_id LIMIT $4",
        communities::can_read_sql("s.user_id", "p.community_id", "p.created"),
        not_blocked_sql("p.author_id", "s.user_id", Blocks::Both),
    );
    let after = notices.after.map_or_else(uuid::Uuid::nil, |user| user.uuid());
    let values = vec![notices.thread.into(), after.into(), notices.post.into(), CHUNK.into()];
    let rows = tx.raw(&sql, values).all::<Follower>().await?;
    Ok(rows.into_iter().map(|row| row.user_id).collect())
}
