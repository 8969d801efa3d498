//! Changes the visibility and notifies the members.

use super::error::VisibilityError;
use crate::activity::{self, Notice, NotificationType};
use crate::communities::error::{CommunityError, CreateError};
use crate::communities::rows::{Visibility, community};
use crate::communities::view::CommunityView;
use crate::communities::{access, rules, store};
use crate::limits;
use platform::events::Topic;
use platform::limiter::LimitedAction;
use platform::{AccountViewer, CommunityId, Member, Problem, Scope, Tx};
use sea_orm::ActiveValue::Set;
use serde_json::json;

/// Changes the visibility, as an admin. The new value must differ from the current one;
/// `affiliations` needs at least one linked affiliation.
pub(super) async fn change(
    scope: &mut Scope<Member>,
    id: CommunityId,
    to: Visibility,
) -> Result<CommunityView, Problem> {
    limits::check_limit(scope.services(), scope.viewer(), LimitedAction::Manage).await?;
    let tx = scope.begin().await?;
    if !access::lock_for_managing(&tx, id).await?.is_admin() {
        return Err(VisibilityError::NotAdmin.into());
    }
    let community = store::lock(&tx, id).await?.ok_or(CommunityError::NotFound)?;
    if community.visibility == to {
        return Err(VisibilityError::Same(to).into());
    }
    if to == Visibility::Affiliations && store::all_linked_affiliations(&tx, id).await?.is_empty() {
        return Err(CreateError::InvalidAffiliation.into());
    }
    let changed = community::ActiveModel { visibility: Set(to), ..Default::default() };
    store::set(&tx, id, changed).await?;
    publish_event(&tx, &community, to).await?;
    tx.commit().await?;
    rules::get_community(scope, id).await
}

async fn publish_event(
    tx: &Tx<'_, Member>,
    community: &community::Model,
    to: Visibility,
) -> Result<(), Problem> {
    let about = json!({ "communityId": community.id, "visibility": to });
    tx.publish(Topic::Community(community.id.uuid()), "community.updated", &about).await?;
    let title = format!("{} is now {}", community.name, to.as_str());
    let message = "An admin has changed its visibility.";
    let notice = Notice::new(NotificationType::SystemMessage, &title, message, about);
    let notice = notice.of_community(community.id);
    Ok(activity::notify_members(tx, community.id, Some(tx.viewer().id()), notice).await?)
}
