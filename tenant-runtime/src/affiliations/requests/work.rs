//! Pending requests, as open items of staff.

use platform::staff::StaffPermission;
use platform::staff_work::WorkSource;

/// Pending requests to all affiliations, and for missing ones.
pub const PENDING_REQUESTS: WorkSource = WorkSource {
    kind: "affiliationRequest",
    permission: StaffPermission::Moderation,
    sql: "SELECT r.id, COALESCE(a.name, r.affiliation_name, '') AS subject, \
         r.created_at AS since FROM affiliation_requests r \
         LEFT JOIN affiliations a ON a.id = r.affiliation_id WHERE r.status = 'pending'",
    path: "/staff/affiliation-requests?request={id}",
};
