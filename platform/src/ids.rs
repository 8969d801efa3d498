//! Identifiers that more than one feature speaks of.

pub use wire::ids::{AffiliationId, IdError, TenantId};

wire::id!(
    /// A person's account, also their profile: `users.id`.
    UserId
);
wire::id!(
    /// One signed-in browser or device.
    SessionId
);
wire::id!(
    /// A fact in the outbox.
    EventId
);
wire::id!(
    /// A piece of later work.
    JobId
);
wire::id!(
    /// An entry of the audit log.
    AuditId
);
