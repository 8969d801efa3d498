//! Mentions of members by handle in posts. Notified once are members of the community who can read
//! the post and want such notifications, unless one of author and member has blocked the other.
//! Shown to a reader are only mentions of current members who are in no block with the reader.

use super::rows::{mention, post, thread};
use crate::activity::{Notice, NotificationType, notify};
use crate::communities::{self, Access};
use crate::content;
use crate::profiles::UserSummary;
use crate::profiles::blocks::{Blocks, not_blocked_sql};
use crate::profiles::handles::meant_by;
use crate::sql::placeholders;
use platform::{AccountViewer, Member, PostId, Scope, Tx, UserId};
use regex::Regex;
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, DbErr, FromQueryResult};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;
use utoipa::ToSchema;

/// Maximum mentions of one post.
const MENTIONS_MAX: usize = 20;

/// Characters of a handle after an `@` that is not inside a word, as in an email address.
static MENTION: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?:^|[^\w@.+/-])@([A-Za-z0-9][A-Za-z0-9._-]*)").ok());

/// A member mentioned in a post.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, FromQueryResult, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PostMention {
    pub user_id: UserId,
    /// Lower-case, without the `@`.
    pub handle: String,
}

/// The first twenty different mentions in a text, outside its code; for each one the candidate
/// handles, most likely first.
fn handles_in(text: &str) -> Vec<Vec<String>> {
    let Some(mention) = MENTION.as_ref() else { return Vec::new() };
    let mut seen = HashSet::new();
    mention
        .captures_iter(&content::without_code(text))
        .filter_map(|found| Some(meant_by(found.get(1)?.as_str())))
        .filter(|meant| !meant.is_empty() && seen.insert(meant.clone()))
        .take(MENTIONS_MAX)
        .collect()
}

/// Resolves each mention to its first candidate handle that exists.
fn resolve_handles<'a>(calls: &'a [Vec<String>], had: &HashSet<String>) -> HashSet<&'a str> {
    calls
        .iter()
        .filter_map(|meant| meant.iter().find(|one| had.contains(*one)))
        .map(String::as_str)
        .collect()
}

/// Stores the mentions of a post and notifies members who were not mentioned before. Returns the
/// mentions.
pub(super) async fn store_mentions(
    tx: &Tx<'_, Member>,
    thread: &thread::Model,
    post: &post::Model,
    author: &UserSummary,
) -> Result<Vec<PostMention>, DbErr> {
    let named = mentioned_members(tx, post).await?;
    let of_it = mention::Column::PostId.eq(post.id.uuid());
    let before: HashSet<UserId> = if post.is_edited {
        let gone = tx.table::<mention::Entity>().delete_returning(of_it).await?;
        gone.into_iter().map(|row| row.user_id).collect()
    } else {
        HashSet::new()
    };
    let row = |one: &PostMention| mention::ActiveModel {
        post_id: Set(post.id),
        user_id: Set(one.user_id),
        created_at: Set(tx.now()),
    };
    tx.table::<mention::Entity>().insert_many(named.iter().map(row).collect()).await?;
    let new = named.iter().map(|one| one.user_id).filter(|user| !before.contains(user)).collect();
    notify_mentioned(tx, (thread, post), author, new).await?;
    Ok(named)
}

/// Notifies members that a post mentions them.
async fn notify_mentioned(
    tx: &Tx<'_, Member>,
    (thread, post): (&thread::Model, &post::Model),
    author: &UserSummary,
    new: Vec<UserId>,
) -> Result<(), DbErr> {
    if new.is_empty() {
        return Ok(());
    }
    let reply = post.parent_post_id.is_some();
    let kind =
        if reply { NotificationType::CommunityReply } else { NotificationType::CommunityPost };
    let title = format!("{} mentioned you", author.display_name);
    let about = json!({
        "communityId": post.community_id, "threadId": post.thread_id, "postId": post.id,
        "mention": true,
    });
    let new = communities::subscribers(tx, post.community_id, &new, kind).await?;
    // The post is the source, so that a mention that an edit removes and another restores notifies
    // once.
    let notice = Notice::new(kind, &title, &thread.caption, about).about_subject(post.id.uuid());
    notify(tx, &new, &notice.of_community(post.community_id).with_author(tx.viewer().id())).await
}

/// The mentioned members who can read the post, without its author. One query, or none if there are
/// no mentions.
async fn mentioned_members(
    tx: &Tx<'_, Member>,
    post: &post::Model,
) -> Result<Vec<PostMention>, DbErr> {
    let calls = handles_in(&post.source_text());
    let meant: HashSet<&String> = calls.iter().flatten().collect();
    if meant.is_empty() {
        return Ok(Vec::new());
    }
    let sql = format!(
        "SELECT h.user_id, h.handle FROM handles h \
         JOIN community_members m ON m.user_id = h.user_id AND m.community_id = $2 \
         WHERE h.user_id <> $1 AND COALESCE({} < $3, TRUE) AND {} AND h.handle IN ({}) ORDER BY h.handle",
        communities::since_sql("m"),
        not_blocked_sql("h.user_id", "$1", Blocks::Both),
        placeholders(4, meant.len())
    );
    let mut values = vec![tx.viewer().id().into(), post.community_id.into(), post.created.into()];
    values.extend(meant.into_iter().map(|handle| handle.clone().into()));
    let mut found: Vec<PostMention> = tx.raw(&sql, values).all().await?;
    let had = found.iter().map(|one| one.handle.clone()).collect();
    let named = resolve_handles(&calls, &had);
    found.retain(|one| named.contains(one.handle.as_str()));
    Ok(found)
}

/// Mentions in these posts, as shown to the viewer. One query, or none if no post can contain one.
pub(super) async fn of_posts(
    scope: &Scope<Member>,
    access: &Access,
    posts: &[post::Model],
) -> Result<HashMap<PostId, Vec<PostMention>>, DbErr> {
    #[derive(FromQueryResult)]
    struct Row {
        post_id: PostId,
        user_id: UserId,
        handle: String,
    }
    let calling: Vec<PostId> =
        posts.iter().filter(|post| post.content.contains('@')).map(|post| post.id).collect();
    if calling.is_empty() {
        return Ok(HashMap::new());
    }
    let sql = format!(
        "SELECT n.post_id, n.user_id, h.handle FROM post_mentions n \
         JOIN posts p ON p.id = n.post_id \
         JOIN community_members m ON m.user_id = n.user_id AND m.community_id = p.community_id \
         JOIN handles h ON h.user_id = n.user_id \
         WHERE n.post_id IN ({}) AND {} ORDER BY h.handle",
        placeholders(2, calling.len()),
        not_blocked_sql("n.user_id", "$1", access.applicable_blocks())
    );
    let me = scope.viewer().id().into();
    let values = std::iter::once(me).chain(calling.into_iter().map(Into::into)).collect();
    let mut mentions: HashMap<PostId, Vec<PostMention>> = HashMap::new();
    for Row { post_id, user_id, handle } in scope.raw(&sql, values).all().await? {
        mentions.entry(post_id).or_default().push(PostMention { user_id, handle });
    }
    Ok(mentions)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A test example that the web client shares.
    #[derive(Deserialize)]
    struct MentionExample {
        text: String,
        handles: HashSet<String>,
        named: Vec<String>,
    }

    #[test]
    fn finds_mentions_like_the_shared_examples() {
        let read =
            serde_json::from_str::<Vec<MentionExample>>(include_str!("mention-vectors.json"));
        let examples = read.unwrap_or_else(|error| panic!("the examples are JSON: {error}"));
        for MentionExample { text, handles, named } in examples {
            let calls = handles_in(&text);
            let mut found: Vec<_> = resolve_handles(&calls, &handles).into_iter().collect();
            found.sort_unstable();
            assert_eq!(found, named, "{text}");
        }
    }

    #[test]
    fn limits_mentions_to_twenty() {
        let text: String = (0..30).map(|n| format!("@person{n} ")).collect();
        assert_eq!(handles_in(&text).len(), MENTIONS_MAX);
    }
}
