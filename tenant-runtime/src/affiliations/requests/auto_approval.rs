//! Approves a request at once if the applicant's confirmed email address belongs to a domain that
//! the affiliation trusts.

use super::decision_notice::RequestDecision;
use super::notification;
use super::rows::Model;
use super::store;
use crate::accounts;
use crate::activity;
use crate::affiliations::membership;
use crate::affiliations::rows::affiliation;
use crate::affiliations::settings::find_settings;
use platform::audit::{AuditedAction, record_action};
use platform::{Applicant, Problem, Tx};
use serde_json::json;

/// Approves the request if its applicant's address is trusted, with all effects of an approval.
/// Returns the approved request.
pub(super) async fn approve_trusted(
    tx: &Tx<'_, Applicant>,
    affiliation: &affiliation::Model,
    row: &Model,
) -> Result<Option<Model>, Problem> {
    let domains = find_settings(tx, affiliation.id).await?.auto_approve_domains;
    if domains.is_empty() {
        return Ok(None);
    }
    let Some(email) = accounts::confirmed_email(tx, row.user_id).await? else { return Ok(None) };
    let domain = email.rsplit_once('@').map_or("", |(_, domain)| domain);
    if !domains.iter().any(|trusted| trusted == domain) {
        return Ok(None);
    }
    membership::add_member(tx, affiliation.id, row.user_id).await?;
    let row = store::approve_without_reviewer(tx, row.id).await?;
    let decision = RequestDecision::new(&row, Some(affiliation));
    activity::notify(tx, &[row.user_id], &decision.to_notice()).await?;
    decision.send_mail(tx).await?;
    notification::send_notice(tx, Some(affiliation), &row).await?;
    let act = AuditedAction {
        actor: None,
        action: "affiliation-request.approve-by-domain",
        subject_kind: "affiliation-request",
        subject_id: row.id.to_string(),
        before: json!({}),
        after: json!({ "status": row.status, "affiliationId": row.affiliation_id,
            "userId": row.user_id, "domain": domain }),
        reason: None,
    };
    record_action(tx, act).await?;
    Ok(Some(row))
}
