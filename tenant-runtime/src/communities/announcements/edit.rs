//! Changes and cancels an announcement, as an admin. People who answered yes or maybe to an event are
//! notified.

use super::error::AnnouncementError;
use super::input::{AnnouncementInput, NewAnnouncement};
use super::rows::{ActiveModel, Model};
use super::view::{self, AnnouncementView};
use super::{AnnouncementId, actions, rules, store};
use crate::communities::events::{self, EventNotice};
use crate::limits;
use crate::search_index::{self, TextKind};
use platform::limiter::LimitedAction;
use platform::{AccountViewer, CommunityId, Member, Problem, Scope, Tx};
use sea_orm::ActiveValue::Set;

/// Replaces all fields of an announcement. Repeating it changes nothing.
pub(super) async fn edit(
    scope: &mut Scope<Member>,
    community: CommunityId,
    id: AnnouncementId,
    change: &NewAnnouncement,
) -> Result<AnnouncementView, Problem> {
    limits::check_limit(scope.services(), scope.viewer(), LimitedAction::Manage).await?;
    let tx = scope.begin().await?;
    let before = lock_open(&tx, community, id).await?;
    let input = change.validated(tx.now(), Some(&before))?;
    if before.cancelled_at.is_some() {
        return Err(AnnouncementError::Cancelled.into());
    }
    if input.starts_at.is_some() != before.starts_at.is_some() {
        return Err(AnnouncementError::KindFixed.in_field("startsAt"));
    }
    let notice = notice_of_change(&before, &input);
    if notice.is_none() && input.capacity == before.capacity {
        let view = view::show_one(&tx, before, tx.viewer().id()).await?;
        return Ok(view);
    }
    let columns = ActiveModel {
        edited_at: Set(Some(tx.now())),
        revision: Set(before.revision + 1),
        ..input.into_active_model()
    };
    let row = store::update_announcement(&tx, id, columns).await?;
    search_index::refresh(&tx, TextKind::Announcement, &[id.uuid()]).await?;
    if before.starts_at != row.starts_at {
        events::schedule_reminders(&tx, &row).await?;
    }
    if let Some(notice) = notice.filter(|_| row.starts_at.is_some()) {
        events::notify_attendees(&tx, &row, notice).await?;
    }
    finish(tx, row).await
}

/// Cancels an event. Cancelling it again changes nothing.
pub(super) async fn cancel(
    scope: &mut Scope<Member>,
    community: CommunityId,
    id: AnnouncementId,
) -> Result<AnnouncementView, Problem> {
    limits::check_limit(scope.services(), scope.viewer(), LimitedAction::Manage).await?;
    let tx = scope.begin().await?;
    let before = lock_open(&tx, community, id).await?;
    if before.starts_at.is_none() {
        return Err(AnnouncementError::NotEvent.into());
    }
    if before.cancelled_at.is_some() {
        return Ok(view::show_one(&tx, before, tx.viewer().id()).await?);
    }
    let columns = ActiveModel {
        cancelled_at: Set(Some(tx.now())),
        revision: Set(before.revision + 1),
        ..Default::default()
    };
    let row = store::update_announcement(&tx, id, columns).await?;
    events::notify_attendees(&tx, &row, EventNotice::Cancelled).await?;
    finish(tx, row).await
}

/// The announcement, locked, if the viewer is an admin and it has not ended.
async fn lock_open(
    tx: &Tx<'_, Member>,
    community: CommunityId,
    id: AnnouncementId,
) -> Result<Model, Problem> {
    actions::require_access(tx, community).await?;
    let row = store::lock(tx, community, id).await?.ok_or(AnnouncementError::NotFound)?;
    if !row.is_active {
        return Err(AnnouncementError::Ended.into());
    }
    if row.is_over(tx.now()) {
        return Err(AnnouncementError::Over.into());
    }
    Ok(row)
}

/// Notice about the change; `None` if nothing changes that concerns an attendee.
fn notice_of_change(before: &Model, input: &AnnouncementInput) -> Option<EventNotice> {
    if before.starts_at != input.starts_at {
        return Some(EventNotice::Moved);
    }
    let is_same = before.source_text() == input.content
        && before.ends_at == input.ends_at
        && before.location == input.location
        && before.link == input.link;
    (!is_same).then_some(EventNotice::Changed)
}

async fn finish(tx: Tx<'_, Member>, row: Model) -> Result<AnnouncementView, Problem> {
    let view = view::show_one(&tx, row, tx.viewer().id()).await?;
    rules::publish_event(&tx, "announcement.updated", &view).await?;
    tx.commit().await?;
    Ok(view)
}
