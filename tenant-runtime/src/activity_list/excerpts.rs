//! Excerpts of items.

use crate::activity::{ActivityItem, NoticeSubject};
use crate::{articles, posts};
use platform::{Member, PostId, Scope, ThreadId};
use sea_orm::DbErr;
use uuid::Uuid;

/// Characters of an excerpt, without the ellipsis.
const EXCERPT_CHARS: usize = 199;

/// Adds the excerpts to items. At most 2 queries: posts, comments.
pub(super) async fn add_excerpts(
    scope: &Scope<Member>,
    items: &mut [ActivityItem],
) -> Result<(), DbErr> {
    let (mut of_posts, mut of_threads) = (Vec::<PostId>::new(), Vec::<ThreadId>::new());
    let mut of_comments = Vec::<Uuid>::new();
    for subject in items.iter().filter_map(|item| item.subject) {
        match subject {
            NoticeSubject::Post { post, .. } => of_posts.push(post),
            NoticeSubject::Thread(thread) => of_threads.push(thread),
            NoticeSubject::Comment { comment, .. } => of_comments.push(comment),
            NoticeSubject::Article(_) => {}
        }
    }
    let subjects = (of_posts.as_slice(), of_threads.as_slice());
    let mut excerpts = posts::readable_excerpts(scope, subjects, EXCERPT_CHARS).await?;
    let comments = articles::readable_comment_excerpts(scope, &of_comments, EXCERPT_CHARS);
    excerpts.extend(comments.await?);
    for item in items {
        let excerpt = item.subject.and_then(|subject| excerpts.get(&subject.content_id()));
        item.excerpt = excerpt.filter(|text| !text.is_empty()).cloned();
    }
    Ok(())
}
