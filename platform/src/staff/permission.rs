//! Permissions of staff, and the marker types that name them in signatures.

use serde::{Deserialize, Serialize};

/// A permission of staff roles.
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
    utoipa::ToSchema,
)]
#[serde(rename_all = "camelCase")]
pub enum StaffPermission {
    /// See [`StaffPortal`].
    StaffPortal,
    /// See [`Accounts`].
    Accounts,
    /// See [`Moderation`].
    Moderation,
    /// See [`Support`].
    Support,
    /// See [`ViewAsMember`].
    ViewAsMember,
    /// See [`Analytics`].
    Analytics,
    /// See [`Administration`].
    Administration,
}

impl StaffPermission {
    /// All permissions.
    pub const ALL: [Self; 7] = [
        Self::StaffPortal,
        Self::Accounts,
        Self::Moderation,
        Self::Support,
        Self::ViewAsMember,
        Self::Analytics,
        Self::Administration,
    ];

    /// Name in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::StaffPortal => "staffPortal",
            Self::Accounts => "accounts",
            Self::Moderation => "moderation",
            Self::Support => "support",
            Self::ViewAsMember => "viewAsMember",
            Self::Analytics => "analytics",
            Self::Administration => "administration",
        }
    }

    /// Description in the documentation.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::StaffPortal => "open the staff portal: its overview, totals and trends",
            Self::Accounts => {
                "find accounts, read their page, end their sessions, write staff notes"
            }
            Self::Moderation => {
                "act on accounts, communities, reports, affiliation requests and the waitlist; \
                 staff rights in communities"
            }
            Self::Support => "tickets and chats",
            Self::ViewAsMember => "view the product as a member, read-only",
            Self::Analytics => "usage figures",
            Self::Administration => {
                "staff roles, portals, legal documents, invite codes, two-factor rules, \
                 security alerts, the audit log, jobs"
            }
        }
    }
}

/// A marker type that names a permission.
pub trait Permission: Send + Sync + 'static {
    /// The permission.
    const PERMISSION: StaffPermission;
}

macro_rules! markers {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {
        $($(#[$doc])*
        #[derive(Debug, Clone, Copy)]
        pub enum $name {}
        impl Permission for $name {
            const PERMISSION: StaffPermission = StaffPermission::$name;
        })*
    };
}

markers! {
    /// Opens the staff portal.
    StaffPortal,
    /// Reads accounts, ends their sessions, writes notes.
    Accounts,
    /// Acts on accounts, communities, reports and requests.
    Moderation,
    /// Answers tickets and chats.
    Support,
    /// Views the product as a member.
    ViewAsMember,
    /// Reads usage figures.
    Analytics,
    /// Changes the installation: roles, portals, documents, codes, policies, jobs.
    Administration,
}
