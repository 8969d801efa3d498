//! Viewer types. The fields are private: only the gate creates a viewer.

use crate::ids::{SessionId, UserId};
use crate::staff::{Administration, StaffPermission, StaffRole};
use std::marker::PhantomData;

/// Anyone, signed in or not.
#[derive(Debug, Clone)]
pub struct Visitor {
    pub(crate) id: Option<UserId>,
}

/// A signed-in user with any account status: possibly unverified, paused or before onboarding. For
/// resolving that status, and for signing out.
#[derive(Debug, Clone)]
pub struct SignedIn {
    pub(crate) id: UserId,
    pub(crate) session: SessionId,
}

/// A user in good standing on any site; on a portal not necessarily a member of its affiliation.
/// For the portal's membership applications (P-05).
#[derive(Debug, Clone)]
pub struct Applicant {
    pub(crate) id: UserId,
    pub(crate) session: SessionId,
}

/// A member in good standing: verified, onboarded, not paused, and on a portal a member of its
/// affiliation.
#[derive(Debug, Clone)]
pub struct Member {
    pub(crate) id: UserId,
    pub(crate) session: SessionId,
    pub(crate) staff_role: Option<StaffRole>,
}

/// A staff member on the main site whose role includes the permission `P`.
#[derive(Debug, Clone)]
pub struct StaffWith<P> {
    pub(crate) id: UserId,
    pub(crate) session: SessionId,
    pub(crate) role: StaffRole,
    pub(crate) permission: PhantomData<fn() -> P>,
}

/// An administrator. A handler that names no other permission is for administrators only.
pub type Staff = StaffWith<Administration>;

/// The product itself: a worker, a migration, a command of the operator.
#[derive(Debug, Clone)]
pub struct System {
    pub(crate) reason: &'static str,
}

impl Visitor {
    /// Account of the visitor, if signed in.
    #[must_use]
    pub const fn signed_in_as(&self) -> Option<UserId> {
        self.id
    }
}

impl Member {
    /// Returns whether the viewer has the rights of staff in communities and profiles: the
    /// permission to moderate. Always false on a portal, where staff have no additional rights
    /// (P-15).
    #[must_use]
    pub const fn is_staff(&self) -> bool {
        self.has_permission(StaffPermission::Moderation)
    }

    /// Returns whether the viewer is staff with this permission. Always false on a portal.
    #[must_use]
    pub const fn has_permission(&self, permission: StaffPermission) -> bool {
        match self.staff_role {
            Some(role) => role.allows(permission),
            None => false,
        }
    }

    /// Role of a staff member on the main site.
    #[must_use]
    pub const fn staff_role(&self) -> Option<StaffRole> {
        self.staff_role
    }
}

impl<P> StaffWith<P> {
    /// Role of the staff member.
    #[must_use]
    pub const fn role(&self) -> StaffRole {
        self.role
    }
}

impl System {
    /// Reason for the system access.
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        self.reason
    }
}

/// A viewer with an account.
pub trait AccountViewer: Send + Sync {
    /// Returns the account.
    fn id(&self) -> UserId;
    /// Returns the session of the request.
    fn session(&self) -> SessionId;
    /// Returns whether the viewer has the larger rate limits of staff.
    fn acts_as_staff(&self) -> bool {
        false
    }
}

macro_rules! identified {
    ($($viewer:ty),*) => {
        $(impl AccountViewer for $viewer {
            fn id(&self) -> UserId {
                self.id
            }
            fn session(&self) -> SessionId {
                self.session
            }
        })*
    };
}
identified!(SignedIn, Applicant);

impl AccountViewer for Member {
    fn id(&self) -> UserId {
        self.id
    }
    fn session(&self) -> SessionId {
        self.session
    }
    fn acts_as_staff(&self) -> bool {
        self.is_staff()
    }
}

impl<P> AccountViewer for StaffWith<P> {
    fn id(&self) -> UserId {
        self.id
    }
    fn session(&self) -> SessionId {
        self.session
    }
    fn acts_as_staff(&self) -> bool {
        true
    }
}

/// A viewer that may access all sites at once.
#[diagnostic::on_unimplemented(message = "`{Self}` sees one site at a time")]
pub trait AcrossSites {}
impl<P> AcrossSites for StaffWith<P> {}
impl AcrossSites for System {}
