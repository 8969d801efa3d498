//! An unusual number of reports about emails, as open work of staff: the operator's mail server may
//! be on a block list, or someone signs up with foreign addresses.

use platform::staff::StaffPermission;
use platform::staff_work::WorkSource;

/// One item while at least ten emails bounced, or three were reported as spam, within a day.
pub const UNUSUAL_FEEDBACK: WorkSource = WorkSource {
    kind: "mailFeedback",
    permission: StaffPermission::Administration,
    sql: "SELECT (SELECT f.id FROM mail_feedback f WHERE f.kind = r.kind \
             ORDER BY f.created_at DESC, f.id DESC LIMIT 1) AS id, \
          CAST(r.reports AS TEXT) || CASE r.kind WHEN 'bounce' THEN ' emails bounced in a day' \
             ELSE ' emails were reported as spam in a day' END AS subject, r.since \
          FROM (SELECT f.kind, COUNT(*) AS reports, MIN(f.created_at) AS since \
             FROM mail_feedback f WHERE f.kind IN ('bounce', 'complaint') AND f.recent_until > $1 \
             GROUP BY f.kind) AS r \
          WHERE r.reports >= CASE r.kind WHEN 'bounce' THEN 10 ELSE 3 END",
    path: "/staff/users",
};
