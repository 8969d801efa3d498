//! Confirmation that the removal of many hosts is intended. Edges reject a table that removes more
//! than 20 % of their hosts, because that usually indicates a fault; a staff member can confirm it.

use crate::routes_feed;
use chrono::{DateTime, TimeDelta, Utc};
use platform::audit::{AuditedAction, record_action};
use platform::{AccountViewer, Problem, Scope, Staff, step_up};
use serde_json::json;

/// Validity of the confirmation.
const CONFIRMATION_LIFETIME: TimeDelta = TimeDelta::minutes(10);

/// Allows edges to remove as many hosts as the table does for ten minutes; returns the end.
///
/// # Errors
/// A request for recent authentication, or a database error.
pub(super) async fn confirm_loss(scope: &mut Scope<Staff>) -> Result<DateTime<Utc>, Problem> {
    step_up::require_recent_auth(scope)?;
    let actor = scope.viewer().id();
    let tx = scope.begin().await?;
    let until = tx.now() + CONFIRMATION_LIFETIME;
    routes_feed::allow_loss(&tx, until).await?;
    let act = AuditedAction {
        actor: Some(actor),
        action: "edges.confirm-loss",
        subject_kind: "edges",
        subject_id: "all".to_owned(),
        before: json!(null),
        after: json!({ "until": until }),
        reason: None,
    };
    record_action(&tx, act).await?;
    tx.commit().await?;
    Ok(until)
}
