//! Who can ask. The fields are private: only the gate makes a viewer.

use crate::ids::{SessionId, UserId};

/// Anyone, signed in or not.
#[derive(Debug, Clone)]
pub struct Visitor {
    pub(crate) id: Option<UserId>,
}

/// Somebody signed in, in whatever standing: perhaps unverified, paused or before onboarding. For
/// what they need to get out of that standing, and for signing out.
#[derive(Debug, Clone)]
pub struct SignedIn {
    pub(crate) id: UserId,
    pub(crate) session: SessionId,
}

/// Somebody in good standing, at whatever door: on a portal perhaps of no tie to its affiliation. For
/// what a portal offers those who ask to belong to it (P-05).
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

/// A member of staff, on the main door.
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
    /// The account of a visitor who happens to be signed in.
    #[must_use]
    pub const fn signed_in_as(&self) -> Option<UserId> {
        self.id
    }
}

impl Member {
    /// Whether they are staff. On a portal staff rights do not widen anything (P-15): it is false.
    #[must_use]
    pub const fn is_staff(&self) -> bool {
        self.is_staff
    }
}

impl System {
    /// Why the product acts.
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        self.reason
    }
}

/// A viewer with an account.
pub trait Identified: Send + Sync {
    /// The account.
    fn id(&self) -> UserId;
    /// The session the request came with.
    fn session(&self) -> SessionId;
}

macro_rules! identified {
    ($($viewer:ty),*) => {
        $(impl Identified for $viewer {
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

/// A viewer who may look through every door at once.
#[diagnostic::on_unimplemented(message = "`{Self}` sees through one door at a time")]
pub trait AcrossDoors {}
impl AcrossDoors for Staff {}
impl AcrossDoors for System {}
