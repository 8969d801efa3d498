//! Deletes a removed thread with its posts, pictures and files, in chunks of one transaction each. An
//! interrupted job resumes where it stopped, because deleted rows are not found again.

use crate::posts::rows::{image, post, thread};
use crate::posts::view::{PostView, PostViewData, deleted_author};
use crate::posts::{files, images};
use platform::jobs::{JobError, JobScope, NewJob};
use platform::{PostId, Problem, System, ThreadId, Tx, idempotency};
use sea_orm::sea_query::LockType;
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder, QuerySelect};
use serde::{Deserialize, Serialize};

pub const ERASURE_JOB: &str = "erase-thread";
/// Posts per transaction (C-067).
const CHUNK: u64 = 500;

/// A thread that was removed.
#[derive(Debug, Serialize, Deserialize)]
pub struct ThreadErasure {
    thread: ThreadId,
}

/// Job that deletes a removed thread.
pub(super) fn erasure_job(thread: ThreadId) -> Result<NewJob, DbErr> {
    let job = NewJob::new(ERASURE_JOB, &ThreadErasure { thread })?;
    Ok(job.once_as(format!("{ERASURE_JOB}:{thread}")))
}

/// Deletes a removed thread.
///
/// # Errors
/// Database errors; the job is retried.
pub async fn erase_thread(mut scope: JobScope, job: ThreadErasure) -> Result<(), JobError> {
    loop {
        let tx = scope.begin().await?;
        if lock_removed(&tx, job.thread).await?.is_none() {
            return Ok(tx.commit().await?);
        }
        let posts = oldest_last(&tx, job.thread).await?;
        if posts.is_empty() {
            let this = thread::Column::Id.eq(job.thread.uuid());
            tx.table_across_sites::<thread::Entity>().delete(this).await?.exactly_one()?;
            return Ok(tx.commit().await?);
        }
        let deleted = delete_posts(&tx, posts).await;
        deleted.map_err(|problem| JobError::retryable(problem.detail))?;
        tx.commit().await?;
    }
}

/// The removed thread, locked, so that two workers do not delete it at once.
async fn lock_removed(tx: &Tx<'_, System>, id: ThreadId) -> Result<Option<thread::Model>, DbErr> {
    tx.across_sites::<thread::Entity>()
        .by_id(id)
        .filter(thread::Column::RemovedAt.is_not_null())
        .modify_select(|select| select.lock(LockType::Update))
        .one()
        .await
}

/// The next posts to delete, newest first, so that replies are deleted before their parents.
async fn oldest_last(tx: &Tx<'_, System>, id: ThreadId) -> Result<Vec<post::Model>, DbErr> {
    use post::Column::{Created, Id, ThreadId};
    tx.across_sites::<post::Entity>()
        .filter(ThreadId.eq(id.uuid()))
        .modify_select(|select| select.order_by_desc(Created).order_by_desc(Id).limit(CHUNK))
        .all()
        .await
}

/// Deletes posts with their pictures, files, likes and mentions, and the stored responses to their
/// creation.
async fn delete_posts(tx: &Tx<'_, System>, posts: Vec<post::Model>) -> Result<(), Problem> {
    let ids: Vec<PostId> = posts.iter().map(|post| post.id).collect();
    let among = |column: image::Column| column.is_in(ids.iter().map(|id| id.uuid()));
    let pictures = Condition::all().add(among(image::Column::PostId));
    let gone = tx.table_across_sites::<image::Entity>().delete_returning(pictures).await?;
    if !gone.is_empty() {
        let addresses = gone.into_iter().map(|row| row.address).collect();
        tx.enqueue(images::deletion_job(&images::OrphanedImages { addresses })?).await?;
    }
    files::delete_of_posts(tx, &ids).await?;
    for post in posts {
        let (Some(author), Some(key)) = (post.author_id, post.idempotency_key.clone()) else {
            continue;
        };
        let empty = post::Model { content: String::new(), likes: 0, ..post };
        let view = PostView::new(empty, deleted_author(), PostViewData::default());
        idempotency::replace_response(tx, author, &key, &view).await?;
    }
    let these = post::Column::Id.is_in(ids.iter().map(|id| id.uuid()));
    tx.table_across_sites::<post::Entity>().delete(these).await?.as_many_as_there_are();
    Ok(())
}
