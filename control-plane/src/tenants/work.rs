//! Portals that need attention, as open items of staff.

use crate::certificates::EXPIRING_CERTIFICATES;
use crate::domains::FAILING_DOMAINS;
use platform::staff_work::WorkSource;

/// Open items of the control plane.
pub const WORK_SOURCES: &[WorkSource] = &[FAILING_DOMAINS, EXPIRING_CERTIFICATES];
