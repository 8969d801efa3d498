//! Promotes members and notifies them.

use super::error::PromotionError;
use crate::activity::{self, Notice, NotificationType};
use crate::communities::access;
use crate::communities::error::CommunityError;
use crate::communities::membership::{self, CommunityMember};
use crate::communities::rows::{CommunityRole, community};
use crate::limits;
use crate::profiles;
use platform::limiter::LimitedAction;
use platform::{AccountViewer, CommunityId, Member, Problem, Scope, UserId};
use serde_json::json;

/// Makes a member an admin. There is no demotion: an admin leaves, or another admin removes them.
pub(super) async fn promote(
    scope: &mut Scope<Member>,
    id: CommunityId,
    user: UserId,
) -> Result<CommunityMember, Problem> {
    limits::check_limit(scope.services(), scope.viewer(), LimitedAction::Moderate).await?;
    let tx = scope.begin().await?;
    let held = membership::lock(&tx, id, &[tx.viewer().id(), user]).await?;
    let access = access::load_access(&tx, id).await?;
    if !access.is_admin() {
        return Err(PromotionError::NotAdmin.into());
    }
    let place = held.into_iter().find(|place| place.user_id == user);
    let place = place.ok_or(CommunityError::NotAMember)?;
    if place.role == CommunityRole::Admin {
        return Err(PromotionError::AlreadyAdmin.into());
    }
    membership::set_role(&tx, id, user, CommunityRole::Admin).await?;
    membership::publish_event(&tx, "membership.promoted", id, user).await?;
    activity::notify(&tx, &[user], &promotion_notice(&access.community)).await?;
    let person = profiles::person_of(&tx, user).await?;
    tx.commit().await?;
    Ok(CommunityMember { person, role: CommunityRole::Admin, joined_at: place.joined_at })
}

pub(in crate::communities) fn promotion_notice(community: &community::Model) -> Notice {
    let title = format!("You are now an admin of {}", community.name);
    let message = "You manage its members, requests and settings.";
    let about = json!({ "communityId": community.id });
    Notice::new(NotificationType::SystemMessage, &title, message, about).of_community(community.id)
}
