//! Changes of a ticket's status (F-107).

use super::rows::{TicketStatus, ticket};
use chrono::{DateTime, Utc};
use sea_orm::ActiveValue::Set;

/// Change to this status: resolved and closed stamp the time, reopening clears it. The time until
/// the resolution is that of the first of the two.
pub(super) fn to_status(
    row: &ticket::Model,
    status: TicketStatus,
    now: DateTime<Utc>,
) -> ticket::ActiveModel {
    let since_creation = (now - row.created_at).num_milliseconds().max(0);
    let resolution_ms = match (status.is_finished(), row.status.is_finished()) {
        (true, true) => row.resolution_ms,
        (true, false) => Some(since_creation),
        (false, _) => None,
    };
    ticket::ActiveModel {
        status: Set(status),
        closed_at: Set(status.is_finished().then_some(now)),
        resolution_ms: Set(resolution_ms),
        ..Default::default()
    }
}
