//! Tickets that wait for staff, for the overview of the staff portal.

use platform::staff::StaffPermission;
use platform::staff_work::WorkSource;

/// Open tickets of platform staff without an assignee.
pub const OPEN_TICKETS: WorkSource = WorkSource {
    kind: "ticket",
    permission: StaffPermission::Support,
    sql: "SELECT t.id, t.title AS subject, t.created_at AS since FROM support_tickets t \
          WHERE t.status = 'open' AND t.desk = 'platform' AND t.assigned_to_id IS NULL",
    path: "/live-support?ticket={id}",
};
