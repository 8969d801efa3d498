//! Pending entries of the waitlist, as open items of staff.

use platform::staff::StaffPermission;
use platform::staff_work::WorkSource;

/// Entries that wait for a decision.
pub const PENDING_ENTRIES: WorkSource = WorkSource {
    kind: "waitlist",
    permission: StaffPermission::Moderation,
    sql: "SELECT id, full_name AS subject, submitted_at AS since FROM waitlist \
         WHERE status = 'pending'",
    path: "/staff/waitlist?entry={id}",
};
