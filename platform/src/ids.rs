//! Identifiers used by more than one feature.

pub use wire::ids::{AffiliationId, IdError, TenantId};

wire::id!(
    /// An account, which is also a profile: `users.id`.
    UserId
);
wire::id!(
    /// A signed-in browser or device.
    SessionId
);
wire::id!(
    /// An event in the outbox.
    EventId
);
wire::id!(
    /// A background job.
    JobId
);
wire::id!(
    /// An entry of the audit log.
    AuditId
);
