//! Telling a whole community, a chunk of its members at a time.

use super::{Notice, notify};
use crate::communities::{self, CommunityId};
use platform::jobs::{JobError, JobScope, NewJob};
use platform::{Tx, UserId};
use sea_orm::{DbErr, FromQueryResult};
use serde::{Deserialize, Serialize};

pub const JOB_KIND: &str = "notify-members";
/// Members told in one transaction.
const CHUNK: i64 = 500;

/// A notice on its way through a community.
#[derive(Debug, Serialize, Deserialize)]
pub struct Telling {
    notice: Notice,
    community: CommunityId,
    /// Whose doing it was: they know.
    except: Option<UserId>,
    /// The last who was told, in the order of their ids.
    after: Option<UserId>,
}

/// Tells everybody who is a member when the job comes to them, but `except`, and those who do not
/// want to be told such a thing.
///
/// # Errors
/// Database errors.
pub async fn notify_members<V>(
    tx: &Tx<'_, V>,
    community: CommunityId,
    except: Option<UserId>,
    notice: Notice,
) -> Result<(), DbErr> {
    let telling = Telling { notice, community, except, after: None };
    tx.enqueue(NewJob::new(JOB_KIND, &telling)?).await.map(drop)
}

/// Tells one chunk; the rest is a job of its own, left in the same transaction.
///
/// # Errors
/// Database errors; the job is retried.
pub async fn tell_members(mut scope: JobScope, telling: Telling) -> Result<(), JobError> {
    #[derive(FromQueryResult)]
    struct Place {
        user_id: UserId,
    }
    const CHUNK_OF: &str = "SELECT user_id FROM community_members \
         WHERE community_id = $1 AND user_id > $2 ORDER BY user_id LIMIT $3";
    let tx = scope.begin().await?;
    let after = telling.after.map_or_else(uuid::Uuid::nil, |user| user.uuid());
    let values = vec![telling.community.into(), after.into(), CHUNK.into()];
    let members: Vec<UserId> =
        tx.raw(CHUNK_OF, values).all::<Place>().await?.into_iter().map(|p| p.user_id).collect();
    let told: Vec<UserId> =
        members.iter().copied().filter(|user| Some(*user) != telling.except).collect();
    let told = communities::who_hear(&tx, telling.community, &told, telling.notice.kind).await?;
    notify(&tx, &told, &telling.notice).await?;
    if let Some(last) = members.last().filter(|_| members.len() as i64 == CHUNK) {
        let rest = Telling { after: Some(*last), ..telling };
        tx.enqueue(NewJob::new(JOB_KIND, &rest)?).await?;
    }
    tx.commit().await?;
    Ok(())
}
