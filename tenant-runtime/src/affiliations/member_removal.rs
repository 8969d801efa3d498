//! Removal of a member by the people who look after the affiliation, or by staff.

use super::access::role_holders;
use super::administration::{check_main_site, find_with_access};
use super::membership;
use super::notification::publish_change;
use super::reason::check_reason;
use crate::activity::{self, Notice, NotificationType};
use crate::limits::check_limit;
use platform::affiliations::{AffiliationAccess, AffiliationPermission};
use platform::audit::{AuditedAction, record_action};
use platform::limiter::LimitedAction;
use platform::{
    AccountViewer, AffiliationId, CatalogueError, Member, Problem, ProblemEntry, Scope, Tx, UserId,
};
use sea_orm::DbErr;
use serde_json::{Value, json};

/// Reason why a member was not removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
enum RemovalError {
    /// The owner stays until another member has taken over.
    #[error("The owner keeps their role until another member has taken over.")]
    OwnerStays,
    /// The viewer would remove themselves.
    #[error("Leave the affiliation instead of removing yourself.")]
    Oneself,
    /// Only the owner and staff remove people with a role.
    #[error("Only the owner can remove a person who has a role.")]
    RoleHolder,
    /// The person is not a member.
    #[error("This person is not a member of the affiliation.")]
    NoMember,
}

impl CatalogueError for RemovalError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::OwnerStays => ProblemEntry::conflict("affiliation-owner-stays"),
            Self::Oneself => ProblemEntry::forbidden("affiliation-remove-oneself"),
            Self::RoleHolder => ProblemEntry::forbidden("affiliation-role-holder"),
            Self::NoMember => ProblemEntry::not_found("affiliation-no-member"),
        }
    }
}

/// Removes a member. The person is notified with the reason, and leaves the default communities as
/// when they leave by themselves.
pub(super) async fn remove(
    scope: &mut Scope<Member>,
    id_or_path: &str,
    user: UserId,
    reason: &str,
) -> Result<(), Problem> {
    check_main_site(scope)?;
    let removes = |access: AffiliationAccess| access.allows(AffiliationPermission::RemoveMembers);
    let (affiliation, access) = find_with_access(scope, id_or_path, removes).await?;
    let reason = check_reason(reason)?;
    check_limit(scope.services(), scope.viewer(), LimitedAction::Moderate).await?;
    let tx = scope.begin().await?;
    if affiliation.creator_id == Some(user) {
        return Err(RemovalError::OwnerStays.into());
    }
    if user == tx.viewer().id() {
        return Err(RemovalError::Oneself.into());
    }
    let holders = role_holders(&tx, affiliation.id).await?;
    let has_role = holders.iter().any(|holder| holder.user_id == user);
    if has_role && !access.allows(AffiliationPermission::Appoint) {
        return Err(RemovalError::RoleHolder.into());
    }
    if !membership::remove_member(&tx, affiliation.id, user).await? {
        return Err(RemovalError::NoMember.into());
    }
    let title = format!("You were removed from {}", affiliation.name);
    let about = json!({ "affiliationId": affiliation.id });
    let notice = Notice::new(NotificationType::SystemMessage, &title, &reason, about);
    activity::notify(&tx, &[user], &notice).await?;
    audit(&tx, affiliation.id, user, &reason).await?;
    publish_change(&tx, affiliation.id, &[user]).await?;
    Ok(tx.commit().await?)
}

async fn audit(
    tx: &Tx<'_, Member>,
    affiliation: AffiliationId,
    user: UserId,
    reason: &str,
) -> Result<(), DbErr> {
    let act = AuditedAction {
        actor: Some(tx.viewer().id()),
        action: "affiliation.member-remove",
        subject_kind: "affiliation",
        subject_id: affiliation.to_string(),
        before: json!({ "userId": user }),
        after: Value::Null,
        reason: Some(reason),
    };
    record_action(tx, act).await
}
