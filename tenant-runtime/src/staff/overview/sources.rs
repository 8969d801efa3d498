//! Features with open items for staff.

use crate::affiliations::PENDING_REQUESTS;
use crate::mail_feedback::UNUSUAL_FEEDBACK;
use crate::messages::OPEN_MESSAGE_REPORTS;
use crate::reports::OPEN_REPORTS;
use crate::support::OPEN_TICKETS;
use crate::waitlist::PENDING_ENTRIES;
use platform::staff::StaffRole;
use platform::staff_work::{FAILED_JOBS, WorkSource};

/// Sources of the tenant runtime. A feature adds its own here.
const SOURCES: [&WorkSource; 7] = [
    &PENDING_REQUESTS,
    &OPEN_REPORTS,
    &OPEN_MESSAGE_REPORTS,
    &OPEN_TICKETS,
    &PENDING_ENTRIES,
    &FAILED_JOBS,
    &UNUSUAL_FEEDBACK,
];

/// Sources whose items the role may handle.
pub(super) fn of_role(role: StaffRole, further: &'static [WorkSource]) -> Vec<&'static WorkSource> {
    let all = SOURCES.into_iter().chain(further);
    all.filter(|source| role.allows(source.permission)).collect()
}
