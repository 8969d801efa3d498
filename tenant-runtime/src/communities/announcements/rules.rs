//! Creates and lists announcements.

use super::error::AnnouncementError;
use super::rows::{ActiveModel, Entity, Model};
use super::view::{self, AnnouncementView};
use super::{AnnouncementId, store};
use crate::activity::{self, Notice, NotificationType};
use crate::communities::error::CommunityError;
use crate::communities::rows::community;
use crate::communities::{access, load_access};
use crate::content::{self, TextFormat};
use crate::limits;
use chrono::{DateTime, Utc};
use platform::events::Topic;
use platform::idempotency::{self, Claim, CreatedResponse, IdempotencyKey};
use platform::limiter::LimitedAction;
use platform::page::{Page, PageQuery, TimeCursor};
use platform::{AccountViewer, CommunityId, Member, Problem, Scope, Tx};
use sea_orm::ActiveValue::Set;
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// Default and maximum page size.
const ANNOUNCEMENTS_PAGE: (u64, u64) = (20, 50);
/// Characters of an announcement that its notification quotes.
const NOTICE_CHARS: usize = 200;

/// A new announcement.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewAnnouncement {
    /// At most 5000 characters.
    #[serde(default)]
    pub content: String,
    /// Start of the event; omit if it is not an event.
    pub starts_at: Option<DateTime<Utc>>,
}

impl NewAnnouncement {
    fn validated(&self, now: DateTime<Utc>) -> Result<String, Problem> {
        if self.starts_at.is_some_and(|start| start <= now) {
            return Err(AnnouncementError::PastStart.into());
        }
        content::check_remark(&self.content).map_err(|error| {
            Problem::from(error).with_errors(vec![error.to_field_error("content")])
        })
    }
}

/// Lists the active announcements, for members: the pinned one first, then newest first. 4 queries
/// per page, plus the one that loads the authors.
pub(super) async fn list(
    scope: &Scope<Member>,
    id: CommunityId,
    query: &PageQuery,
) -> Result<Page<AnnouncementView>, Problem> {
    if !load_access(scope, id).await?.is_inside() {
        return Err(CommunityError::MembersOnly.into());
    }
    let limit = query.row_limit(ANNOUNCEMENTS_PAGE.0, ANNOUNCEMENTS_PAGE.1);
    let after = query.decode_cursor::<TimeCursor>()?;
    let pinned = if after.is_none() { store::find_pinned(scope, id).await? } else { None };
    let rows = store::list_page(scope, id, after, limit).await?;
    let page =
        Page::from_rows(rows, limit, |row| TimeCursor { at: row.created_at, id: row.id.uuid() });
    let rows = pinned.into_iter().chain(page.items).collect();
    Ok(Page { items: view::to_views(scope, rows).await?, next_cursor: page.next_cursor })
}

/// Creates an announcement, as an admin, and notifies all members.
pub(super) async fn create(
    scope: &mut Scope<Member>,
    id: CommunityId,
    key: &IdempotencyKey,
    new: &NewAnnouncement,
) -> Result<CreatedResponse<AnnouncementView>, Problem> {
    let text = new.validated(scope.now())?;
    let tx = scope.begin().await?;
    let fingerprint =
        idempotency::request_fingerprint(&format!("/communities/{id}/announcements"), new);
    if let Claim::Replay(view) = idempotency::claim(&tx, key, &fingerprint).await? {
        return Ok(CreatedResponse::repeated(view));
    }
    limits::check_limit_within(&tx, LimitedAction::Manage).await?;
    let access = access::lock_for_managing(&tx, id).await?;
    if !access.is_admin() {
        return Err(AnnouncementError::NotAdmin.into());
    }
    let row = insert(&tx, id, text, new.starts_at).await?;
    let notice = announcement_notice(&access.community, &row).with_author(tx.viewer().id());
    let view = view::show_one(&tx, row).await?;
    publish_event(&tx, "announcement.created", &view).await?;
    activity::notify_members(&tx, id, Some(tx.viewer().id()), notice).await?;
    idempotency::store_response(&tx, key, &view).await?;
    tx.commit().await?;
    Ok(CreatedResponse::created(view))
}

async fn insert(
    tx: &Tx<'_, Member>,
    community: CommunityId,
    content: String,
    starts_at: Option<DateTime<Utc>>,
) -> Result<Model, DbErr> {
    let row = ActiveModel {
        id: Set(AnnouncementId::new()),
        community_id: Set(community),
        author_id: Set(Some(tx.viewer().id())),
        content: Set(content),
        content_format: Set(TextFormat::Text),
        is_active: Set(true),
        is_pinned: Set(false),
        starts_at: Set(starts_at),
        created_at: Set(tx.now()),
        ended_at: Set(None),
    };
    tx.table::<Entity>().insert(row).await
}

fn announcement_notice(community: &community::Model, row: &Model) -> Notice {
    let (kind, title) = match row.starts_at {
        None => {
            (NotificationType::CommunityAnnouncement, format!("Announcement in {}", community.name))
        }
        Some(at) => {
            let when = at.format("%-d %B %Y at %H:%M UTC");
            (NotificationType::CommunityEvent, format!("Event in {} on {when}", community.name))
        }
    };
    let words: String =
        content::plain_text(&row.source_text()).chars().take(NOTICE_CHARS).collect();
    let about = json!({
        "communityId": row.community_id, "announcementId": row.id, "startsAt": row.starts_at,
    });
    Notice::new(kind, &title, &words, about).of_community(row.community_id)
}

/// Publishes a change to the community's open streams.
pub(super) async fn publish_event(
    tx: &Tx<'_, Member>,
    kind: &'static str,
    view: &AnnouncementView,
) -> Result<(), DbErr> {
    let about = json!({ "communityId": view.community_id, "announcement": view });
    tx.publish(Topic::Community(view.community_id.uuid()), kind, &about).await.map(drop)
}
