//! Identifiers used by more than one feature.

pub use wire::ids::{AffiliationId, IdError, TenantId};

wire::id!(
    /// An account, which is also a profile: `users.id`.
    UserId
);
wire::id!(
    /// A community or trust circle.
    CommunityId
);
wire::id!(
    /// A thread of a community.
    ThreadId
);
wire::id!(
    /// A post or reply.
    PostId
);
wire::id!(
    /// An article.
    ArticleId
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
