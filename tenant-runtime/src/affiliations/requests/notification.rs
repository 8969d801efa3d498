//! Notifies open pages that a request has changed.

use super::rows::Model;
use crate::affiliations::access::people_with;
use crate::affiliations::rows::affiliation;
use platform::Tx;
use platform::affiliations::AffiliationPermission;
use platform::events::Topic;
use sea_orm::DbErr;
use serde_json::json;

/// Notifies the applicant, staff, and the admins of the affiliation, if it exists.
pub(super) async fn send_notice<V: Send + Sync>(
    tx: &Tx<'_, V>,
    affiliation: Option<&affiliation::Model>,
    row: &Model,
) -> Result<(), DbErr> {
    let mut told = match affiliation {
        Some(affiliation) => {
            people_with(tx, affiliation.id, AffiliationPermission::ReviewRequests).await?
        }
        None => Vec::new(),
    };
    told.retain(|user| *user != row.user_id);
    told.push(row.user_id);
    let about = json!({ "affiliationId": row.affiliation_id, "affiliationRequestId": row.id });
    let topics = told.into_iter().map(Topic::User).chain([Topic::Staff]);
    let each = topics.map(|topic| (topic, about.clone())).collect();
    tx.publish_each("affiliation-request.changed", each).await
}
