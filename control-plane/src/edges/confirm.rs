//! Saying that many hosts are meant to be gone. Edges refuse a table that drops more than a fifth of
//! theirs, since that is more often a fault than a wish; a member of staff who looked may say so.

use crate::routes_feed;
use chrono::{DateTime, TimeDelta, Utc};
use platform::audit::{Act, record};
use platform::{Identified, Problem, Scope, Staff, proof};
use serde_json::json;

/// How long the word holds.
const HOLDS: TimeDelta = TimeDelta::minutes(10);

/// Lets edges drop as many hosts as the table does, for ten minutes; returns until when.
///
/// # Errors
/// Without a fresh proof; the database's.
pub(super) async fn confirm_loss(scope: &mut Scope<Staff>) -> Result<DateTime<Utc>, Problem> {
    proof::require_fresh(scope)?;
    let actor = scope.viewer().id();
    let tx = scope.begin().await?;
    let until = tx.now() + HOLDS;
    routes_feed::allow_loss(&tx, until).await?;
    let act = Act {
        actor: Some(actor),
        action: "edges.confirm-loss",
        subject_kind: "edges",
        subject_id: "all".to_owned(),
        before: json!(null),
        after: json!({ "until": until }),
        reason: None,
    };
    record(&tx, act).await?;
    tx.commit().await?;
    Ok(until)
}
