//! Grants and revokes roles, and notifies the member.

use super::error::OfficeError;
use crate::activity::{self, Notice, NotificationType};
use crate::communities::error::CommunityError;
use crate::communities::membership::{self, CommunityMember};
use crate::communities::promotion::promotion_notice;
use crate::communities::rows::{CommunityRole, community};
use crate::communities::store;
use crate::content::{self, ContentError};
use crate::profiles;
use platform::StaffWith;
use platform::audit::{AuditedAction, record_action};
use platform::staff::Moderation;
use platform::{AccountViewer, CommunityId, Problem, Scope, Tx, UserId, step_up};
use sea_orm::DbErr;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

const REASON_CHARS_MAX: usize = 500;

/// A role change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum RoleAction {
    GrantAdmin,
    RevokeAdmin,
    GrantTrustee,
    RevokeTrustee,
}

impl RoleAction {
    const fn audit_action(self) -> &'static str {
        match self {
            Self::GrantAdmin => "community.grant-admin",
            Self::RevokeAdmin => "community.revoke-admin",
            Self::GrantTrustee => "community.grant-trustee",
            Self::RevokeTrustee => "community.revoke-trustee",
        }
    }

    /// The member's new role, if the change applies to their current one.
    const fn role_after(self, role: CommunityRole) -> Result<CommunityRole, OfficeError> {
        match (self, role) {
            (Self::GrantAdmin | Self::GrantTrustee, CommunityRole::Admin) => {
                Err(OfficeError::AlreadyAdmin)
            }
            (Self::GrantTrustee, CommunityRole::Trustee) => Err(OfficeError::AlreadyTrustee),
            (Self::GrantAdmin, _) => Ok(CommunityRole::Admin),
            (Self::GrantTrustee, CommunityRole::Member) => Ok(CommunityRole::Trustee),
            (Self::RevokeAdmin, CommunityRole::Admin)
            | (Self::RevokeTrustee, CommunityRole::Trustee) => Ok(CommunityRole::Member),
            (Self::RevokeAdmin, _) => Err(OfficeError::NotAnAdmin),
            (Self::RevokeTrustee, _) => Err(OfficeError::NotATrustee),
        }
    }

    const fn event_name(self) -> &'static str {
        match self {
            Self::GrantAdmin | Self::GrantTrustee => "membership.promoted",
            Self::RevokeAdmin | Self::RevokeTrustee => "membership.demoted",
        }
    }
}

/// Grants or revokes a member's role. Staff cannot change their own, and one admin must remain.
pub(super) async fn change(
    scope: &mut Scope<StaffWith<Moderation>>,
    (id, user): (CommunityId, UserId),
    action: RoleAction,
    reason: &str,
) -> Result<CommunityMember, Problem> {
    let reason = validated(reason)?;
    step_up::require_recent_auth(scope)?;
    if scope.viewer().id() == user {
        return Err(OfficeError::Oneself.into());
    }
    let tx = scope.begin().await?;
    let held = membership::lock(&tx, id, &[user]).await?;
    let community = store::lock(&tx, id).await?.ok_or(CommunityError::NotFound)?;
    let place = held.into_iter().next().ok_or(CommunityError::NotAMember)?;
    let role = action.role_after(place.role)?;
    membership::set_role(&tx, id, user, role).await?;
    // The community is locked: concurrent changes cannot each remove one of the last two admins.
    if place.role == CommunityRole::Admin && membership::count_admins(&tx, id).await? == 0 {
        return Err(OfficeError::LastAdmin.into());
    }
    audit(&tx, (&community, user), action, (place.role, role, &reason)).await?;
    membership::publish_event(&tx, action.event_name(), id, user).await?;
    activity::notify(&tx, &[user], &role_notice(&community, action)).await?;
    let person = profiles::person_of(&tx, user).await?;
    tx.commit().await?;
    Ok(CommunityMember { person, role, joined_at: place.joined_at })
}

fn validated(reason: &str) -> Result<String, Problem> {
    let reason = content::check_note(reason, REASON_CHARS_MAX).and_then(|reason| {
        if reason.is_empty() { Err(ContentError::Required) } else { Ok(reason) }
    });
    reason.map_err(|error| Problem::from(error).with_errors(vec![error.to_field_error("reason")]))
}

async fn audit(
    tx: &Tx<'_, StaffWith<Moderation>>,
    (community, user): (&community::Model, UserId),
    action: RoleAction,
    (before, after, reason): (CommunityRole, CommunityRole, &str),
) -> Result<(), DbErr> {
    let act = AuditedAction {
        actor: Some(tx.viewer().id()),
        action: action.audit_action(),
        subject_kind: "community",
        subject_id: community.id.to_string(),
        before: json!({ "userId": user, "role": before }),
        after: json!({ "userId": user, "role": after }),
        reason: Some(reason),
    };
    record_action(tx, act).await
}

fn role_notice(community: &community::Model, action: RoleAction) -> Notice {
    let name = &community.name;
    let title = match action {
        RoleAction::GrantAdmin => return promotion_notice(community),
        RoleAction::GrantTrustee => format!("You are now a trustee of {name}"),
        RoleAction::RevokeAdmin => format!("You are no longer an admin of {name}"),
        RoleAction::RevokeTrustee => format!("You are no longer a trustee of {name}"),
    };
    let message = match action {
        RoleAction::GrantTrustee => "You can moderate it.",
        _ => "You are still a member of it.",
    };
    let about = json!({ "communityId": community.id });
    Notice::new(NotificationType::SystemMessage, &title, message, about).of_community(community.id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_granting_a_role_twice_and_revoking_a_missing_one() {
        use RoleAction::{GrantAdmin, GrantTrustee, RevokeAdmin, RevokeTrustee};
        let of = |deed: RoleAction| {
            [CommunityRole::Admin, CommunityRole::Trustee, CommunityRole::Member]
                .map(|role| deed.role_after(role))
        };
        let (admin, trustee) = (Ok(CommunityRole::Admin), Ok(CommunityRole::Trustee));
        let already = Err(OfficeError::AlreadyAdmin);
        assert_eq!(of(GrantAdmin), [already, admin, admin]);
        assert_eq!(of(GrantTrustee), [already, Err(OfficeError::AlreadyTrustee), trustee]);
        let none = Err(OfficeError::NotAnAdmin);
        assert_eq!(of(RevokeAdmin), [Ok(CommunityRole::Member), none, none]);
        let none = Err(OfficeError::NotATrustee);
        assert_eq!(of(RevokeTrustee), [none, Ok(CommunityRole::Member), none]);
    }
}
