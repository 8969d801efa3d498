//! Viewer types. The fields are private: only the gate creates a viewer.

use crate::ids::{SessionId, UserId};

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
    pub(crate) is_staff: bool,
}

/// A staff member on the main site.
#[derive(Debug, Clone)]
pub struct Staff {
    pub(crate) id: UserId,
    pub(crate) session: SessionId,
}

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
    /// Returns whether the viewer is staff. Always false on a portal, where staff have no
    /// additional rights (P-15).
    #[must_use]
    pub const fn is_staff(&self) -> bool {
        self.is_staff
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
identified!(SignedIn, Applicant, Member, Staff);

/// A viewer that may access all sites at once.
#[diagnostic::on_unimplemented(message = "`{Self}` sees one site at a time")]
pub trait AcrossSites {}
impl AcrossSites for Staff {}
impl AcrossSites for System {}
