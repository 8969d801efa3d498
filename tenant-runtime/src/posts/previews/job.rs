//! Job that loads the previews of a post.

use super::fetch;
use super::rows::preview;
use super::store;
use super::view::LinkPreview;
use crate::content;
use crate::posts::rows::post;
use platform::config::LinkPreviews;
use platform::events::Topic;
use platform::jobs::{JobError, JobScope, NewJob};
use platform::{Member, PostId, System, Tx};
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::HashMap;

pub const JOB_KIND: &str = "load-link-previews";
/// Maximum previews of one post.
const PREVIEWS_MAX: usize = 3;
/// Links with more characters have no preview.
const LINK_CHARS_MAX: usize = 1000;
/// Attempts of the job; pages that cannot be read are no failure.
const ATTEMPTS_MAX: i64 = 5;

/// A post whose previews are to be loaded.
#[derive(Debug, Serialize, Deserialize)]
pub struct PreviewJob {
    post: PostId,
}

/// Enqueues the job for a new or edited post that has links, or had previews.
pub(in crate::posts) async fn enqueue(
    tx: &Tx<'_, Member>,
    post: &post::Model,
) -> Result<(), DbErr> {
    let is_on = tx.services().config().content.link_previews == LinkPreviews::On;
    let has_links = || !links_of(post).is_empty();
    if post.hides_previews || !(post.has_previews || is_on && has_links()) {
        return Ok(());
    }
    let job = NewJob::new(JOB_KIND, &PreviewJob { post: post.id })?;
    tx.enqueue(job.max_attempts(ATTEMPTS_MAX)).await.map(drop)
}

/// The links of a post that get previews.
fn links_of(post: &post::Model) -> Vec<String> {
    let links = content::web_links(&post.source_text()).into_iter();
    links.filter(|link| link.chars().count() <= LINK_CHARS_MAX).take(PREVIEWS_MAX).collect()
}

/// Loads the previews of a post and publishes them. Nothing happens if the post was removed, or its
/// previews were.
///
/// # Errors
/// Database errors; the job is retried.
pub async fn load_previews(mut scope: JobScope, job: PreviewJob) -> Result<(), JobError> {
    let found = scope.across_sites::<post::Entity>().by_id(job.post).one().await?;
    let Some(found) = found.filter(is_shown) else { return Ok(()) };
    let links = links_of(&found);
    let mut pages = match scope.services().config().content.link_previews {
        LinkPreviews::On => fetch::read_pages(&mut scope, &links).await?,
        LinkPreviews::Off => HashMap::new(),
    };
    let tx = scope.begin().await?;
    let Some(post) = store::lock_post(&tx, job.post).await?.filter(is_shown) else {
        return Ok(tx.commit().await?);
    };
    // After another edit, the job of that edit stores the previews.
    if links_of(&post) != links {
        return Ok(tx.commit().await?);
    }
    let rows: Vec<preview::Model> = links
        .into_iter()
        .filter_map(|url| pages.remove(&url).map(|texts| (url, texts)))
        .zip(0_i64..)
        .map(|((url, texts), position)| preview::Model {
            post_id: post.id,
            position,
            url,
            title: texts.title,
            description: texts.description,
            site_name: texts.site_name,
        })
        .collect();
    if post.has_previews || !rows.is_empty() {
        store::replace(&tx, &post, &rows).await?;
        publish(&tx, &post, rows).await?;
    }
    Ok(tx.commit().await?)
}

fn is_shown(post: &post::Model) -> bool {
    post.removed_at.is_none() && !post.hides_previews
}

async fn publish(
    tx: &Tx<'_, System>,
    post: &post::Model,
    rows: Vec<preview::Model>,
) -> Result<(), DbErr> {
    let previews = rows.into_iter().map(LinkPreview::from).collect();
    publish_previews(tx, post, previews).await
}

/// Publishes the previews of a post to its readers.
pub(super) async fn publish_previews<V>(
    tx: &Tx<'_, V>,
    post: &post::Model,
    previews: Vec<LinkPreview>,
) -> Result<(), DbErr> {
    let said = json!({
        "communityId": post.community_id, "threadId": post.thread_id, "postId": post.id,
        "previews": previews,
        "post": { "id": post.id, "authorId": post.author_id, "created": post.created },
    });
    tx.publish(Topic::Community(post.community_id.uuid()), "post.previews", &said).await.map(drop)
}
