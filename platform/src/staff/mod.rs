//! Staff roles and their permissions. A handler names the permission that it needs in the type of
//! its scope, such as `Scope<StaffWith<Moderation>>`; the gate refuses every other role.
//!
//! [`StaffRole::allows`] is the only table of roles and permissions. `docs/operations/staff-roles.md`
//! shows it; a test compares the two.

mod permission;

pub use permission::{
    Accounts, Administration, Analytics, Moderation, Permission, StaffPermission, StaffPortal,
    Support, ViewAsMember,
};

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

/// Role of a member of staff.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    EnumIter,
    DeriveActiveEnum,
    utoipa::ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "camelCase")]
pub enum StaffRole {
    /// All permissions.
    #[sea_orm(string_value = "administrator")]
    Administrator,
    /// People, communities, reports and requests.
    #[sea_orm(string_value = "moderator")]
    Moderator,
    /// Tickets and chats.
    #[sea_orm(string_value = "support")]
    Support,
    /// Usage figures.
    #[sea_orm(string_value = "analyst")]
    Analyst,
}

impl StaffRole {
    /// All roles.
    pub const ALL: [Self; 4] = [Self::Administrator, Self::Moderator, Self::Support, Self::Analyst];

    /// Name in the database and in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Administrator => "administrator",
            Self::Moderator => "moderator",
            Self::Support => "support",
            Self::Analyst => "analyst",
        }
    }

    /// Finds the role with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }

    /// Returns whether the role includes the permission.
    #[must_use]
    pub const fn allows(self, permission: StaffPermission) -> bool {
        use StaffPermission as P;
        match permission {
            P::StaffPortal => true,
            P::Accounts => !matches!(self, Self::Analyst),
            P::Moderation => matches!(self, Self::Administrator | Self::Moderator),
            P::Support | P::ViewAsMember => matches!(self, Self::Administrator | Self::Support),
            P::Analytics => matches!(self, Self::Administrator | Self::Analyst),
            P::Administration => matches!(self, Self::Administrator),
        }
    }

    /// Permissions of the role.
    #[must_use]
    pub fn permissions(self) -> Vec<StaffPermission> {
        StaffPermission::ALL.into_iter().filter(|permission| self.allows(*permission)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write as _;

    const PAGE: &str = include_str!("../../../docs/operations/staff-roles.md");

    fn table() -> String {
        let mut text = String::from("| Permission | Allows |");
        for role in StaffRole::ALL {
            let _ = write!(text, " {} |", role.name());
        }
        text.push_str("\n|---|---|---|---|---|---|\n");
        for permission in StaffPermission::ALL {
            let _ = write!(text, "| `{}` | {} |", permission.name(), permission.description());
            for role in StaffRole::ALL {
                text.push_str(if role.allows(permission) { " yes |" } else { " no |" });
            }
            text.push('\n');
        }
        text
    }

    #[test]
    fn documented_table_equals_the_roles_of_the_server() {
        assert!(PAGE.contains(&table()), "docs/operations/staff-roles.md needs:\n{}", table());
    }

    #[test]
    fn names_round_trip_and_unknown_names_are_no_role() {
        for role in StaffRole::ALL {
            assert_eq!(StaffRole::from_name(role.name()), Some(role));
            assert_eq!(serde_json::to_value(role).ok(), Some(role.name().into()));
        }
        assert_eq!(StaffRole::from_name("owner"), None);
    }

    #[test]
    fn administrators_have_every_permission_and_each_permission_has_its_api_name() {
        for permission in StaffPermission::ALL {
            assert!(StaffRole::Administrator.allows(permission));
            assert_eq!(serde_json::to_value(permission).ok(), Some(permission.name().into()));
        }
    }
}
