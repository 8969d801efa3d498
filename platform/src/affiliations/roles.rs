//! Roles of the people who look after an affiliation, and the permissions of each role (F-005 to
//! F-007, gap G-056). This is the only place that decides what a role permits.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Role of a person in an affiliation, strongest first.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    EnumIter,
    DeriveActiveEnum,
    Serialize,
    Deserialize,
    ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "kebab-case")]
pub enum AffiliationRole {
    /// Its creator, or the person who took it over.
    #[sea_orm(string_value = "owner")]
    Owner,
    /// Manages everything except roles.
    #[sea_orm(string_value = "admin")]
    Admin,
    /// Answers requests to join.
    #[sea_orm(string_value = "reviewer")]
    Reviewer,
    /// Maintains the look of its page and of its portal.
    #[sea_orm(string_value = "brand-editor")]
    BrandEditor,
    /// Answers support tickets of its portal.
    #[sea_orm(string_value = "support")]
    Support,
}

/// Permission in an affiliation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AffiliationPermission {
    /// Name, URL path, questionnaire, joining settings, visibility, members and analytics.
    ManagePage,
    /// Logo, tagline and description of its page.
    EditLook,
    /// Brand of its portal.
    EditBrand,
    /// Domains and certificates of its portal.
    ManagePortal,
    /// Requests to join.
    ReviewRequests,
    /// Invitations and invite codes.
    Invite,
    /// Removing members.
    RemoveMembers,
    /// Roles and ownership.
    Appoint,
    /// Support tickets of its portal.
    AnswerTickets,
}

impl AffiliationPermission {
    /// All permissions.
    pub const ALL: [Self; 9] = [
        Self::ManagePage,
        Self::EditLook,
        Self::EditBrand,
        Self::ManagePortal,
        Self::ReviewRequests,
        Self::Invite,
        Self::RemoveMembers,
        Self::Appoint,
        Self::AnswerTickets,
    ];
}

impl AffiliationRole {
    /// Returns true if the role includes the permission.
    #[must_use]
    pub const fn allows(self, permission: AffiliationPermission) -> bool {
        use AffiliationPermission as P;
        match self {
            Self::Owner => true,
            Self::Admin => !matches!(permission, P::Appoint | P::Invite),
            Self::Reviewer => matches!(permission, P::ReviewRequests),
            Self::BrandEditor => matches!(permission, P::EditLook | P::EditBrand),
            Self::Support => matches!(permission, P::AnswerTickets),
        }
    }
}

/// Access of a viewer to the management of an affiliation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AffiliationAccess {
    /// Role of the viewer.
    pub role: Option<AffiliationRole>,
    /// True for staff on the main site.
    pub is_staff: bool,
    /// True if the affiliation lets its admins send invitations (gap G-056).
    pub admins_may_invite: bool,
}

impl AffiliationAccess {
    /// Returns true if the viewer has the permission.
    #[must_use]
    pub fn allows(self, permission: AffiliationPermission) -> bool {
        use AffiliationPermission as P;
        let by_setting = permission == P::Invite
            && self.admins_may_invite
            && self.role == Some(AffiliationRole::Admin);
        let by_role = self.role.is_some_and(|role| role.allows(permission));
        // Staff answer tickets at their own desk.
        by_setting || by_role || self.is_staff && permission != P::AnswerTickets
    }

    /// All permissions of the viewer.
    #[must_use]
    pub fn permissions(self) -> Vec<AffiliationPermission> {
        AffiliationPermission::ALL.into_iter().filter(|one| self.allows(*one)).collect()
    }

    /// Returns true for the owner, admins and staff.
    #[must_use]
    pub fn is_admin(self) -> bool {
        self.allows(AffiliationPermission::ManagePage)
    }

    /// Returns true if the viewer looks after the affiliation in any role.
    #[must_use]
    pub const fn has_any(self) -> bool {
        self.role.is_some() || self.is_staff
    }
}

/// SQL for the roles of the user named by `user`: a subselect with the columns `affiliation_id` and
/// `role`. A user may have several rows for one affiliation; the strongest role applies.
#[must_use]
pub fn roles_sql(user: &str) -> String {
    format!(
        "(SELECT af.id AS affiliation_id, 'owner' AS role FROM affiliations af \
         WHERE af.creator_id = {user} \
         UNION ALL SELECT ia.affiliation_id, 'admin' AS role FROM institutional_admins ia \
         WHERE ia.user_id = {user} \
         UNION ALL SELECT ar.affiliation_id, ar.role FROM affiliation_roles ar \
         WHERE ar.user_id = {user})"
    )
}

/// SQL for the ids of the affiliations in which the user named by `user` has any role, as a
/// subselect.
#[must_use]
pub fn role_ids_sql(user: &str) -> String {
    format!(
        "(SELECT af.id FROM affiliations af WHERE af.creator_id = {user} \
         UNION SELECT ia.affiliation_id FROM institutional_admins ia WHERE ia.user_id = {user} \
         UNION SELECT ar.affiliation_id FROM affiliation_roles ar WHERE ar.user_id = {user})"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use AffiliationPermission as P;
    use AffiliationRole as R;

    fn access(role: Option<R>, is_staff: bool) -> AffiliationAccess {
        AffiliationAccess { role, is_staff, admins_may_invite: false }
    }

    #[test]
    fn each_role_has_only_its_own_permissions() {
        let held = |role| access(Some(role), false).permissions();
        assert_eq!(held(R::Owner), P::ALL);
        let admin = held(R::Admin);
        assert!(!admin.contains(&P::Appoint) && !admin.contains(&P::Invite));
        assert_eq!(admin.len(), P::ALL.len() - 2);
        assert_eq!(held(R::Reviewer), [P::ReviewRequests]);
        assert_eq!(held(R::BrandEditor), [P::EditLook, P::EditBrand]);
        assert_eq!(held(R::Support), [P::AnswerTickets]);
    }

    #[test]
    fn staff_have_every_permission_except_answering_tickets() {
        let staff = access(None, true).permissions();
        assert_eq!(staff, P::ALL[..P::ALL.len() - 1]);
    }

    #[test]
    fn a_visitor_has_no_permission() {
        assert!(access(None, false).permissions().is_empty());
        assert!(!access(None, false).has_any());
    }

    #[test]
    fn admins_invite_only_if_the_setting_allows_it() {
        let admin = AffiliationAccess { admins_may_invite: true, ..access(Some(R::Admin), false) };
        assert!(admin.allows(P::Invite));
        let reviewer =
            AffiliationAccess { admins_may_invite: true, ..access(Some(R::Reviewer), false) };
        assert!(!reviewer.allows(P::Invite));
    }
}
