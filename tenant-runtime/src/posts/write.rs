//! Creates posts and replies (C-078 to C-083, G-040, G-112).

use super::error::{PostError, ThreadError};
use super::files::{self, FileId};
use super::polls::{self, NewPoll};
use super::rows::{post, thread};
use super::threads::{self, LastPost, ThreadUpdate};
use super::view::{PostView, PostViewData};
use super::{ImageId, images, mentions, previews, read_state, reply_notifications, rules, store};
use crate::communities::{self, Access};
use crate::content::{self, ContentError, LengthLimit, TextFormat};
use crate::cord_activity::{self, ActivityKind, PairActivity};
use crate::limits;
use crate::profiles;
use platform::analytics::{self, AnalyticsEvent, AnalyticsEventType};
use platform::config::ContentFilter;
use platform::events::Topic;
use platform::idempotency::{self, Claim, CreatedResponse, IdempotencyKey};
use platform::limiter::LimitedAction;
use platform::{
    AccountViewer, CommunityId, Member, PostId, Problem, Scope, ThreadId, Tx, UserId,
    content_filters,
};
use sea_orm::ActiveValue::Set;
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// A post or reply to create.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewPost {
    /// May be empty or missing if pictures or files are attached.
    pub content: Option<String>,
    /// Parent post; makes this a reply.
    pub parent_post_id: Option<PostId>,
    /// Ids of at most four pictures in their order. Each must be uploaded before and not be part of
    /// another post.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub image_ids: Vec<ImageId>,
    /// Ids of at most four files in their order, uploaded before like the pictures.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub file_ids: Vec<FileId>,
    /// Poll of a post that is no reply; the content is its question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub poll: Option<NewPoll>,
}

/// Community and thread of a new post.
#[derive(Debug, Clone, Copy)]
pub(super) struct PostLocation {
    pub community: CommunityId,
    pub thread: ThreadId,
}

impl NewPost {
    /// Returns true if it is a reply.
    pub(super) const fn is_reply(&self) -> bool {
        self.parent_post_id.is_some()
    }

    /// Returns true if pictures or files are attached, so that it may have no text. A poll needs one,
    /// its question.
    const fn may_be_empty(&self) -> bool {
        self.poll.is_none() && !(self.image_ids.is_empty() && self.file_ids.is_empty())
    }

    fn validated(&self, filter: ContentFilter) -> Result<String, Problem> {
        let rule = ContentRule { is_reply: self.is_reply(), may_be_empty: self.may_be_empty() };
        match &self.content {
            None if rule.may_be_empty => Ok(String::new()),
            content => rule.validated(content.as_deref(), filter),
        }
    }
}

/// Rule for the content of a post.
#[derive(Debug, Clone, Copy)]
pub(super) struct ContentRule {
    pub is_reply: bool,
    /// True if pictures or files are attached.
    pub may_be_empty: bool,
}

impl ContentRule {
    /// The validated content.
    pub(super) fn validated(
        self,
        content: Option<&str>,
        filter: ContentFilter,
    ) -> Result<String, Problem> {
        let (missing, length) = if self.is_reply {
            (PostError::ReplyMissing, LengthLimit::Message)
        } else {
            (PostError::PostMissing, LengthLimit::Post)
        };
        let text = content.ok_or(missing)?;
        match content::check_post(text, length, filter) {
            Err(ContentError::MessageEmpty) if self.may_be_empty => Ok(String::new()),
            checked => {
                checked.map_err(|error| content::post_problem(error, "content", text, filter))
            }
        }
    }
}

/// Creates a post. The idempotency key is claimed first, so that a repeated request gets the
/// response of the first one and does not count against a limit.
pub(super) async fn create(
    scope: &mut Scope<Member>,
    place: PostLocation,
    key: &IdempotencyKey,
    new: &NewPost,
) -> Result<CreatedResponse<PostView>, Problem> {
    let filter = content_filters::current(scope.services(), scope.site()).await?;
    let text = new.validated(filter)?;
    let tx = scope.begin().await?;
    let path = format!("/communities/{}/threads/{}/posts", place.community, place.thread);
    let fingerprint = idempotency::request_fingerprint(&path, new);
    if let Claim::Replay(view) = idempotency::claim(&tx, key, &fingerprint).await? {
        return Ok(CreatedResponse::repeated(view));
    }
    let poll = polls::validated(new.poll.as_ref(), new.is_reply(), tx.now())?;
    let access = communities::lock_for_write(&tx, place.community).await?;
    if access.membership.is_none() {
        return Err(PostError::NotAMember.into());
    }
    let thread = store::lock_thread(&tx, place.community, place.thread).await?;
    let thread = thread.ok_or(ThreadError::NotFound)?;
    if thread.closed_at.is_some() {
        return Err(PostError::ThreadClosed.into());
    }
    let answered = check_parent(&tx, &access, place.thread, new.parent_post_id).await?;
    limits::check_limit_within(&tx, LimitedAction::CreatePost).await?;
    let author = profiles::person_of(&tx, tx.viewer().id()).await?;
    let post = insert(&tx, &thread, text, new, key).await?;
    read_state::mark_own_post(&tx, &access, &post).await?;
    if let Some(to) = answered {
        let reply = PairActivity::new(ActivityKind::Reply, tx.viewer().id(), to);
        cord_activity::publish(&tx, reply).await?;
    }
    let images = images::attach_to_post(&tx, &post, &new.image_ids).await?;
    let files = files::attach_to_post(&tx, &post, &new.file_ids).await?;
    let poll = polls::attach_to_post(&tx, &post, poll).await?;
    let mentions = mentions::store_mentions(&tx, &thread, &post, &author).await?;
    let told = reply_notifications::send_notices(&tx, &thread, &post, (&author, &mentions)).await?;
    threads::enqueue_follower_notices(&tx, &thread, &post, (&mentions, told)).await?;
    previews::enqueue(&tx, &post).await?;
    let last_post = LastPost::new(&post, &author);
    let data = PostViewData { images, mentions, files, poll, ..PostViewData::default() };
    let mut view =
        publish_event(&tx, &thread, PostView::new(post, author, data), last_post).await?;
    // Not in the event, which all members receive.
    if let Some(poll) = &mut view.poll {
        poll.may_close = true;
    }
    idempotency::store_response(&tx, key, &view).await?;
    tx.commit().await?;
    Ok(CreatedResponse::created(view))
}

/// Checks that the parent is a post of the same thread that the author can read. Returns its author.
async fn check_parent(
    tx: &Tx<'_, Member>,
    access: &Access,
    thread: ThreadId,
    parent: Option<PostId>,
) -> Result<Option<UserId>, Problem> {
    let Some(id) = parent else { return Ok(None) };
    let found = store::in_thread(tx, thread, id).await?;
    let answered = found.ok_or(PostError::NotFound)?;
    if !rules::is_readable(tx, access, &answered).await? {
        return Err(PostError::NotFound.into());
    }
    store::increment_replies(tx, answered.id).await?;
    Ok(answered.author_id)
}

async fn insert(
    tx: &Tx<'_, Member>,
    thread: &thread::Model,
    content: String,
    new: &NewPost,
    key: &IdempotencyKey,
) -> Result<post::Model, DbErr> {
    // The thread is locked, so no existing post is newer than its last one; `max` keeps the order
    // even if clocks differ.
    let created = tx.now().max(thread.last_updated);
    let row = post::ActiveModel {
        id: Set(PostId::new()),
        community_id: Set(thread.community_id),
        thread_id: Set(thread.id),
        author_id: Set(Some(tx.viewer().id())),
        parent_post_id: Set(new.parent_post_id),
        content: Set(content),
        content_format: Set(TextFormat::Text),
        likes: Set(0),
        reply_count: Set(0),
        is_edited: Set(false),
        idempotency_key: Set(key.0.clone()),
        created: Set(created),
        edited_at: Set(None),
        deleted: Set(false),
        removed_at: Set(None),
        removed_by: Set(None),
        removal_reason: Set(None),
        has_poll: Set(new.poll.is_some()),
        has_files: Set(!new.file_ids.is_empty()),
        ..Default::default()
    };
    let post = tx.table::<post::Entity>().insert(row).await?;
    store::record_post(tx, thread, &post).await?;
    communities::increment_posts(tx, thread.community_id, created).await?;
    let posted = AnalyticsEvent::new(AnalyticsEventType::CreatePost, tx.viewer().id());
    analytics::record_event(tx, posted.on_content(post.id).in_community(post.community_id)).await?;
    Ok(post)
}

async fn publish_event(
    tx: &Tx<'_, Member>,
    thread: &thread::Model,
    view: PostView,
    last_post: LastPost,
) -> Result<PostView, DbErr> {
    let update = ThreadUpdate {
        community_id: thread.community_id,
        thread_id: thread.id,
        numposts: thread.numposts + 1,
        last_updated: view.created,
        last_post: Some(last_post),
    };
    let topic = Topic::Community(thread.community_id.uuid());
    let said = json!({
        "communityId": thread.community_id, "threadId": thread.id, "post": &view,
    });
    tx.publish(topic, "post.created", &said).await?;
    tx.publish(topic, "thread.updated", &update).await?;
    Ok(view)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn validate(content: Option<&str>, is_reply: bool) -> Result<String, String> {
        let new = NewPost {
            content: content.map(str::to_owned),
            parent_post_id: is_reply.then(PostId::new),
            image_ids: Vec::new(),
            file_ids: Vec::new(),
            poll: None,
        };
        validate_post(&new)
    }

    fn validate_post(new: &NewPost) -> Result<String, String> {
        new.validated(ContentFilter::Strict).map_err(|problem| problem.detail)
    }

    #[test]
    fn limits_posts_to_300_characters_and_replies_to_5000() {
        let (three_hundred, five_thousand) = ("a".repeat(300), "a".repeat(5000));
        assert!(validate(Some(&three_hundred), false).is_ok());
        let refused = validate(Some(&format!("{three_hundred}a")), false);
        assert_eq!(refused, Err("Post exceeds maximum length of 300 characters".to_owned()));
        assert!(validate(Some(&five_thousand), true).is_ok());
        let refused = validate(Some(&format!("{five_thousand}a")), true);
        assert_eq!(refused, Err("Message too long (max 5000 characters)".to_owned()));
    }

    #[test]
    fn posts_with_pictures_need_no_text() {
        for content in [None, Some(String::new()), Some(" \n\u{200b}".to_owned())] {
            let new = NewPost {
                content,
                parent_post_id: None,
                image_ids: vec![ImageId::new()],
                file_ids: Vec::new(),
                poll: None,
            };
            assert_eq!(validate_post(&new), Ok(String::new()));
        }
        let content = Some("<script>".to_owned());
        let new = NewPost {
            content,
            parent_post_id: None,
            image_ids: vec![ImageId::new()],
            file_ids: Vec::new(),
            poll: None,
        };
        assert_eq!(validate_post(&new), Err("Message contains prohibited content".to_owned()));
    }

    #[test]
    fn reports_missing_content_of_posts_and_replies() {
        let missing = |kind| Err(format!("Missing required data to create {kind}"));
        assert_eq!(validate(None, false), missing("post"));
        assert_eq!(validate(None, true), missing("reply"));
        assert_eq!(validate(Some("  "), false), Err("Message cannot be empty".to_owned()));
        let prohibited = Err("Message contains prohibited content".to_owned());
        assert_eq!(validate(Some("drop table x"), true), prohibited);
    }
}
