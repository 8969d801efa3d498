//! Open reports, as open items of staff.

use platform::staff::StaffPermission;
use platform::staff_work::WorkSource;

/// Open reports of all communities.
pub const OPEN_REPORTS: WorkSource = WorkSource {
    kind: "report",
    permission: StaffPermission::Moderation,
    sql: "SELECT id, reason AS subject, created_at AS since FROM reports WHERE status = 'open'",
    path: "/staff/reports?report={id}",
};
