//! Creates threads (C-073, C-074).

use super::view::{ThreadView, ThreadViewer};
use crate::activity::{self, Notice, NotificationType};
use crate::communities;
use crate::content;
use crate::limits;
use crate::posts::error::ThreadError;
use crate::posts::rows::thread;
use crate::profiles;
use crate::search_index::{self, TextKind};
use platform::analytics::{self, AnalyticsEvent, AnalyticsEventType};
use platform::events::Topic;
use platform::idempotency::{self, Claim, CreatedResponse, IdempotencyKey};
use platform::limiter::LimitedAction;
use platform::{AccountViewer, CommunityId, Member, Problem, Scope, ThreadId, Tx};
use sea_orm::ActiveValue::Set;
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// A thread to create.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewThread {
    pub caption: Option<String>,
}

impl NewThread {
    fn validated(&self) -> Result<String, Problem> {
        validated_caption(self.caption.as_deref())
    }
}

/// The validated caption of a thread.
pub(super) fn validated_caption(caption: Option<&str>) -> Result<String, Problem> {
    let caption = caption.ok_or(ThreadError::Missing)?;
    content::check_title(caption)
        .map_err(|error| Problem::from(error).with_errors(vec![error.to_field_error("caption")]))
}

/// Creates a thread, as an admin of the community, or as a member if the community allows it. Other
/// members are notified according to their preferences (C-124, G-105).
pub(super) async fn create(
    scope: &mut Scope<Member>,
    community: CommunityId,
    key: &IdempotencyKey,
    new: &NewThread,
) -> Result<CreatedResponse<ThreadView>, Problem> {
    let caption = new.validated()?;
    let tx = scope.begin().await?;
    let fingerprint =
        idempotency::request_fingerprint(&format!("/communities/{community}/threads"), new);
    if let Claim::Replay(view) = idempotency::claim(&tx, key, &fingerprint).await? {
        return Ok(CreatedResponse::repeated(view));
    }
    let access = communities::lock_for_write(&tx, community).await?;
    if !access.may_start_threads() {
        return Err(ThreadError::AdminOnly.into());
    }
    limits::check_limit_within(&tx, LimitedAction::CreateThread).await?;
    let started_by = profiles::person_of(&tx, tx.viewer().id()).await?;
    let row = insert(&tx, community, caption).await?;
    let did = AnalyticsEvent::new(AnalyticsEventType::CreateThread, tx.viewer().id());
    analytics::record_event(&tx, did.on_content(row.id).in_community(community)).await?;
    let notice = thread_notice(&access.community.name, &row).with_author(tx.viewer().id());
    let mut view = ThreadView::new(row, started_by);
    let told = json!({ "communityId": community, "thread": &view });
    tx.publish(Topic::Community(community.uuid()), "thread.created", &told).await?;
    // Not in the event, which all members receive.
    view.viewer = ThreadViewer::new(&access);
    activity::notify_members(&tx, community, Some(tx.viewer().id()), notice).await?;
    idempotency::store_response(&tx, key, &view).await?;
    tx.commit().await?;
    Ok(CreatedResponse::created(view))
}

fn thread_notice(community: &str, row: &thread::Model) -> Notice {
    let title = format!("New thread in {community}");
    let about = json!({ "communityId": row.community_id, "threadId": row.id });
    let notice = Notice::new(NotificationType::CommunityThread, &title, &row.caption, about);
    notice.of_community(row.community_id)
}

async fn insert(
    tx: &Tx<'_, Member>,
    community: CommunityId,
    caption: String,
) -> Result<thread::Model, DbErr> {
    let now = tx.now();
    let row = thread::ActiveModel {
        id: Set(ThreadId::new()),
        community_id: Set(community),
        caption: Set(caption),
        created_by: Set(Some(tx.viewer().id())),
        numposts: Set(0),
        last_post_id: Set(None),
        created: Set(now),
        last_updated: Set(now),
        ..Default::default()
    };
    let row = tx.table::<thread::Entity>().insert(row).await?;
    search_index::store_words(tx, TextKind::Thread, row.id.uuid(), (&row.caption, "")).await?;
    communities::count_thread(tx, community, now).await?;
    Ok(row)
}
