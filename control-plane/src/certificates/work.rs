//! Certificates near their end, as open items of staff.

use platform::staff::StaffPermission;
use platform::staff_work::WorkSource;

/// Newest certificates of portals that should have been renewed long ago.
pub(crate) const EXPIRING_CERTIFICATES: WorkSource = WorkSource {
    kind: "certificate",
    permission: StaffPermission::Administration,
    sql: "SELECT w.tenant_id AS id, c.host AS subject, c.emergency_at AS since \
         FROM certificates c JOIN certificate_wants w ON w.id = c.host \
         WHERE w.tenant_id IS NOT NULL AND c.superseded_at IS NULL AND c.emergency_at <= $1",
    path: "/staff/tenants/{id}",
};
