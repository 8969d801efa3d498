//! Open reports of messages, as open items of staff.

use platform::staff::StaffPermission;
use platform::staff_work::WorkSource;

/// Open reports of messages.
pub const OPEN_MESSAGE_REPORTS: WorkSource = WorkSource {
    kind: "messageReport",
    permission: StaffPermission::Moderation,
    sql: "SELECT id, reason AS subject, created_at AS since FROM message_reports \
         WHERE status = 'open'",
    path: "/staff/message-reports?report={id}",
};
