//! Notifies all members of a community, in chunks.

use super::{Notice, notify};
use crate::communities;
use platform::jobs::{JobError, JobScope, NewJob};
use platform::{CommunityId, Tx, UserId};
use sea_orm::{DbErr, FromQueryResult};
use serde::{Deserialize, Serialize};

pub const JOB_KIND: &str = "notify-members";
/// Members notified per transaction.
const CHUNK: i64 = 500;

/// Progress of notifying a community.
#[derive(Debug, Serialize, Deserialize)]
pub struct CommunityNoticeJob {
    notice: Notice,
    community: CommunityId,
    /// The author of the event, who is not notified.
    except: Option<UserId>,
    /// Last notified member, in id order.
    after: Option<UserId>,
}

/// Notifies all users who are members when the job runs, except `except` and those who have turned
/// off such notifications.
///
/// # Errors
/// Database errors.
pub async fn notify_members<V>(
    tx: &Tx<'_, V>,
    community: CommunityId,
    except: Option<UserId>,
    notice: Notice,
) -> Result<(), DbErr> {
    let telling = CommunityNoticeJob { notice, community, except, after: None };
    tx.enqueue(NewJob::new(JOB_KIND, &telling)?).await.map(drop)
}

/// Notifies one chunk of members, and enqueues a job for the next in the same transaction.
///
/// # Errors
/// Database errors; the job is retried.
pub async fn deliver_member_notices(
    mut scope: JobScope,
    telling: CommunityNoticeJob,
) -> Result<(), JobError> {
    #[derive(FromQueryResult)]
    struct RecipientRow {
        user_id: UserId,
    }
    const CHUNK_OF: &str = "SELECT user_id FROM community_members \
         WHERE community_id = $1 AND user_id > $2 ORDER BY user_id LIMIT $3";
    let tx = scope.begin().await?;
    let after = telling.after.map_or_else(uuid::Uuid::nil, |user| user.uuid());
    let values = vec![telling.community.into(), after.into(), CHUNK.into()];
    let members: Vec<UserId> = tx
        .raw(CHUNK_OF, values)
        .all::<RecipientRow>()
        .await?
        .into_iter()
        .map(|p| p.user_id)
        .collect();
    let told: Vec<UserId> =
        members.iter().copied().filter(|user| Some(*user) != telling.except).collect();
    let told = communities::subscribers(&tx, telling.community, &told, telling.notice.kind).await?;
    notify(&tx, &told, &telling.notice).await?;
    if let Some(last) = members.last().filter(|_| members.len() as i64 == CHUNK) {
        let rest = CommunityNoticeJob { after: Some(*last), ..telling };
        tx.enqueue(NewJob::new(JOB_KIND, &rest)?).await?;
    }
    tx.commit().await?;
    Ok(())
}
