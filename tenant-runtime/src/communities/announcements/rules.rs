//! Creates and lists announcements.

use super::error::AnnouncementError;
use super::input::{AnnouncementInput, NewAnnouncement};
use super::rows::{ActiveModel, Entity, Model};
use super::view::{self, AnnouncementView};
use super::{AnnouncementId, store};
use crate::activity::{self, Notice, NotificationType};
use crate::communities::error::CommunityError;
use crate::communities::rows::community;
use crate::communities::{access, events, load_access};
use crate::content;
use crate::limits;
use crate::search_index::{self, TextKind};
use platform::events::Topic;
use platform::idempotency::{self, Claim, CreatedResponse, IdempotencyKey};
use platform::limiter::LimitedAction;
use platform::page::{Page, PageQuery, TimeCursor};
use platform::{AccountViewer, CommunityId, Member, Problem, Scope, Tx};
use sea_orm::ActiveValue::Set;
use sea_orm::DbErr;
use serde_json::json;

/// Default and maximum page size.
const ANNOUNCEMENTS_PAGE: (u64, u64) = (20, 50);
/// Characters of an announcement that its notification quotes.
const NOTICE_CHARS: usize = 200;
/// Format of the start of an event in titles of notifications.
pub(in crate::communities) const TIME_FORMAT: &str = "%-d %B %Y at %H:%M UTC";

/// Lists the active announcements, for members: the pinned one first, then newest first. 4 queries
/// per page, plus those that load the authors and the answers to events.
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
    Ok(Page {
        items: view::to_views(scope, rows, scope.viewer().id()).await?,
        next_cursor: page.next_cursor,
    })
}

/// Returns one announcement, for members.
pub(super) async fn find(
    scope: &Scope<Member>,
    community: CommunityId,
    id: AnnouncementId,
) -> Result<AnnouncementView, Problem> {
    let row = store::find_inside(scope, community, id).await?;
    Ok(view::show_one(scope, row, scope.viewer().id()).await?)
}

/// Creates an announcement, as an admin, and notifies all members.
pub(super) async fn create(
    scope: &mut Scope<Member>,
    id: CommunityId,
    key: &IdempotencyKey,
    new: &NewAnnouncement,
) -> Result<CreatedResponse<AnnouncementView>, Problem> {
    let input = new.validated(scope.now(), None)?;
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
    let row = insert(&tx, id, input).await?;
    events::schedule_reminders(&tx, &row).await?;
    let notice = announcement_notice(&access.community, &row).with_author(tx.viewer().id());
    let view = view::show_one(&tx, row, tx.viewer().id()).await?;
    publish_event(&tx, "announcement.created", &view).await?;
    activity::notify_members(&tx, id, Some(tx.viewer().id()), notice).await?;
    idempotency::store_response(&tx, key, &view).await?;
    tx.commit().await?;
    Ok(CreatedResponse::created(view))
}

async fn insert(
    tx: &Tx<'_, Member>,
    community: CommunityId,
    input: AnnouncementInput,
) -> Result<Model, DbErr> {
    let row = ActiveModel {
        id: Set(AnnouncementId::new()),
        community_id: Set(community),
        author_id: Set(Some(tx.viewer().id())),
        is_active: Set(true),
        is_pinned: Set(false),
        created_at: Set(tx.now()),
        ended_at: Set(None),
        edited_at: Set(None),
        cancelled_at: Set(None),
        revision: Set(0),
        ..input.into_active_model()
    };
    let row = tx.table::<Entity>().insert(row).await?;
    search_index::refresh(tx, TextKind::Announcement, &[row.id.uuid()]).await?;
    Ok(row)
}

fn announcement_notice(community: &community::Model, row: &Model) -> Notice {
    let (kind, title) = match row.starts_at {
        None => {
            (NotificationType::CommunityAnnouncement, format!("Announcement in {}", community.name))
        }
        Some(at) => {
            let when = at.format(TIME_FORMAT);
            (NotificationType::CommunityEvent, format!("Event in {} on {when}", community.name))
        }
    };
    let words = notice_text(row);
    let about = json!({
        "communityId": row.community_id, "announcementId": row.id, "startsAt": row.starts_at,
    });
    Notice::new(kind, &title, &words, about).of_community(row.community_id)
}

/// Beginning of the text, for a notification.
pub(in crate::communities) fn notice_text(row: &Model) -> String {
    content::plain_text(&row.source_text()).chars().take(NOTICE_CHARS).collect()
}

/// Publishes a change to the community's open streams.
pub(super) async fn publish_event(
    tx: &Tx<'_, Member>,
    kind: &'static str,
    view: &AnnouncementView,
) -> Result<(), DbErr> {
    let mut about = json!({ "communityId": view.community_id, "announcement": view });
    if view.answers.is_some()
        && let Some(event) = about["announcement"].as_object_mut()
    {
        // The author's answer is no answer of the recipients.
        event.remove("ownAnswer");
    }
    tx.publish(Topic::Community(view.community_id.uuid()), kind, &about).await.map(drop)
}
