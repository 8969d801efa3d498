//! Actions that a viewer may take on an account in its current state, for the user page.

use platform::staff::{StaffPermission, StaffRole};
use serde::Serialize;
use utoipa::ToSchema;

/// Group of actions on the user page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::staff) enum UserActionGroup {
    /// Pause and view.
    Access,
    /// Sessions, password, second factor, email address, legal documents.
    Security,
    /// Subscription tier.
    Subscription,
    /// Staff role.
    Role,
    /// Suspension and ban.
    Danger,
}

/// An action that the viewer may take now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::staff) struct UserAction {
    /// Last part of the path, such as `sign-out` or `view-as`; `set-role` is `role`.
    pub action: &'static str,
    group: UserActionGroup,
    /// A reason is required.
    needs_reason: bool,
    /// Recent authentication is required.
    needs_proof: bool,
}

/// State of an account that decides about the actions.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "independent flags of an account")]
pub(super) struct ActionTarget {
    pub is_viewer: bool,
    pub is_staff: bool,
    pub is_paused: bool,
    pub is_disabled: bool,
    pub is_unverified: bool,
    pub second_factor_required: bool,
}

/// The actions, dangerous ones last.
pub(super) fn allowed_actions(role: StaffRole, target: ActionTarget) -> Vec<UserAction> {
    use StaffPermission as P;
    use UserActionGroup as G;
    let is_administrator = role == StaffRole::Administrator;
    if target.is_viewer || target.is_staff && !is_administrator {
        return Vec::new();
    }
    let of_member = !target.is_staff;
    let all = [
        ("view-as", G::Access, P::ViewAsMember, of_member && !target.is_disabled, true, false),
        ("pause", G::Access, P::Moderation, !target.is_paused, true, false),
        ("unpause", G::Access, P::Moderation, target.is_paused, true, false),
        ("sign-out", G::Security, P::Accounts, true, false, false),
        ("require-reset", G::Security, P::Moderation, true, true, false),
        ("mark-unverified", G::Security, P::Moderation, !target.is_unverified, true, false),
        ("require-mfa", G::Security, P::Administration, !target.second_factor_required, true, true),
        ("waive-mfa", G::Security, P::Administration, target.second_factor_required, true, true),
        ("reset-legal", G::Security, P::Moderation, true, false, false),
        ("subscription", G::Subscription, P::Administration, true, false, false),
        ("set-role", G::Role, P::Administration, true, true, true),
        ("revoke-staff", G::Role, P::Administration, target.is_staff, true, true),
        ("lift", G::Danger, P::Moderation, target.is_disabled, false, false),
        ("suspend", G::Danger, P::Moderation, !target.is_disabled, true, false),
        ("ban", G::Danger, P::Moderation, !target.is_disabled, true, false),
    ];
    all.into_iter()
        .filter(|(_, _, permission, is_possible, ..)| *is_possible && role.allows(*permission))
        .map(|(action, group, _, _, needs_reason, needs_proof)| UserAction {
            action,
            group,
            needs_reason,
            needs_proof,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEMBER: ActionTarget = ActionTarget {
        is_viewer: false,
        is_staff: false,
        is_paused: false,
        is_disabled: false,
        is_unverified: false,
        second_factor_required: false,
    };

    fn names(role: StaffRole, target: ActionTarget) -> Vec<&'static str> {
        allowed_actions(role, target).into_iter().map(|one| one.action).collect()
    }

    #[test]
    fn each_role_gets_only_the_actions_of_its_permissions() {
        assert_eq!(names(StaffRole::Analyst, MEMBER), Vec::<&str>::new());
        assert_eq!(names(StaffRole::Support, MEMBER), ["view-as", "sign-out"]);
        let moderator = names(StaffRole::Moderator, MEMBER);
        assert!(moderator.contains(&"ban") && !moderator.contains(&"set-role"), "{moderator:?}");
        assert_eq!(names(StaffRole::Administrator, MEMBER).last(), Some(&"ban"));
    }

    #[test]
    fn own_account_has_no_actions_and_staff_accounts_only_for_administrators() {
        let own = ActionTarget { is_viewer: true, ..MEMBER };
        assert!(names(StaffRole::Administrator, own).is_empty());
        let staff = ActionTarget { is_staff: true, ..MEMBER };
        assert!(names(StaffRole::Moderator, staff).is_empty());
        let all = names(StaffRole::Administrator, staff);
        assert!(all.contains(&"revoke-staff") && !all.contains(&"view-as"), "{all:?}");
    }

    #[test]
    fn state_decides_between_opposite_actions() {
        let paused = ActionTarget { is_paused: true, is_disabled: true, ..MEMBER };
        let all = names(StaffRole::Administrator, paused);
        assert!(all.contains(&"unpause") && !all.contains(&"pause"));
        assert!(all.contains(&"lift") && !all.contains(&"ban") && !all.contains(&"view-as"));
    }
}
