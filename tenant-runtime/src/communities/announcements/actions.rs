//! Actions of admins on announcements: pin, unpin, end and delete.

use super::error::AnnouncementError;
use super::rows::{ActiveModel, Model};
use super::view::{self, AnnouncementView};
use super::{AnnouncementId, rules, store};
use crate::communities::error::CommunityError;
use crate::communities::{access, store as communities};
use crate::limits;
use platform::events::Topic;
use platform::limiter::LimitedAction;
use platform::{AccountViewer, CommunityId, Member, Problem, Scope, Tx};
use sea_orm::ActiveValue::Set;
use serde_json::json;

/// An action on an announcement.
#[derive(Debug, Clone, Copy)]
pub(super) enum AnnouncementAction {
    /// Shows it first and unpins the announcement that was pinned before.
    Pin,
    Unpin,
    /// Stops showing it.
    End,
}

/// Applies the action with the community locked. Of two concurrent pins, the later one wins.
pub(super) async fn apply_action(
    scope: &mut Scope<Member>,
    community: CommunityId,
    id: AnnouncementId,
    act: AnnouncementAction,
) -> Result<AnnouncementView, Problem> {
    limits::check_limit(scope.services(), scope.viewer(), LimitedAction::Manage).await?;
    let tx = scope.begin().await?;
    require_access(&tx, community).await?;
    let row = store::find(&tx, community, id).await?.ok_or(AnnouncementError::NotFound)?;
    if !row.is_active {
        return Err(AnnouncementError::Ended.into());
    }
    if matches!(act, AnnouncementAction::Pin) {
        unpin_another(&tx, &row).await?;
    }
    let change = match act {
        AnnouncementAction::Pin => ActiveModel { is_pinned: Set(true), ..Default::default() },
        AnnouncementAction::Unpin => ActiveModel { is_pinned: Set(false), ..Default::default() },
        AnnouncementAction::End => ActiveModel {
            is_active: Set(false),
            is_pinned: Set(false),
            ended_at: Set(Some(tx.now())),
            ..Default::default()
        },
    };
    let row = store::update_announcement(&tx, id, change).await?;
    let view = view::show_one(&tx, row, tx.viewer().id()).await?;
    rules::publish_event(&tx, "announcement.updated", &view).await?;
    tx.commit().await?;
    Ok(view)
}

/// Checks that the viewer is an admin and locks the community, so that such actions are serialised.
pub(super) async fn require_access(
    tx: &Tx<'_, Member>,
    community: CommunityId,
) -> Result<(), Problem> {
    if !access::lock_for_managing(tx, community).await?.is_admin() {
        return Err(CommunityError::AdminOnly.into());
    }
    communities::lock(tx, community).await?.ok_or(CommunityError::NotFound)?;
    Ok(())
}

async fn unpin_another(tx: &Tx<'_, Member>, row: &Model) -> Result<(), Problem> {
    let was_pinned = store::unpin(tx, row.community_id).await?;
    if let Some(other) = was_pinned.filter(|other| other.id != row.id) {
        let view = view::show_one(tx, other, tx.viewer().id()).await?;
        rules::publish_event(tx, "announcement.updated", &view).await?;
    }
    Ok(())
}

/// Deletes an announcement, with the answers to an event.
pub(super) async fn remove(
    scope: &mut Scope<Member>,
    community: CommunityId,
    id: AnnouncementId,
) -> Result<(), Problem> {
    limits::check_limit(scope.services(), scope.viewer(), LimitedAction::Manage).await?;
    let tx = scope.begin().await?;
    require_access(&tx, community).await?;
    if !store::remove(&tx, community, id).await? {
        return Err(AnnouncementError::NotFound.into());
    }
    let about = json!({ "communityId": community, "announcementId": id });
    tx.publish(Topic::Community(community.uuid()), "announcement.deleted", &about).await?;
    Ok(tx.commit().await?)
}
