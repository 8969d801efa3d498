//! Domains that need attention, as open items of staff.

use platform::staff::StaffPermission;
use platform::staff_work::WorkSource;

/// Domains that wait for approval, or whose records are wrong.
pub(crate) const FAILING_DOMAINS: WorkSource = WorkSource {
    kind: "domain",
    permission: StaffPermission::Administration,
    sql: "SELECT tenant_id AS id, host AS subject, updated_at AS since FROM domains \
         WHERE state IN ('awaitingApproval', 'failing')",
    path: "/staff/tenants/{id}",
};
