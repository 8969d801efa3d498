//! The decision on a request and its effects, in one transaction (F-059 to F-061, F-065).

use super::AffiliationRequestId;
use super::decision_notice::RequestDecision;
use super::error::RequestError;
use super::notification;
use super::rows::{AffiliationRequestStatus as Status, AffiliationRequestType as Kind, Model};
use super::store::{self, Decision};
use super::view::{self, AffiliationRequestView, RequestReader};
use crate::activity;
use crate::affiliations::approved_creation::{self, ProposedAffiliation};
use crate::affiliations::rows::affiliation;
use crate::affiliations::{membership, store as affiliations};
use platform::audit::{AuditedAction, record_action};
use platform::{AccountViewer, Problem, Scope, Tx};
use sea_orm::Condition;
use serde_json::json;

/// Decides a pending request that matches the condition.
pub(super) async fn decide_request<V: AccountViewer>(
    scope: &mut Scope<V>,
    among: Condition,
    request: AffiliationRequestId,
    decision: Decision,
) -> Result<AffiliationRequestView, Problem> {
    let tx = scope.begin().await?;
    let held = store::lock(&tx, among, request).await?;
    let waiting = held.filter(|row| row.status == Status::Pending);
    let row = waiting.ok_or(RequestError::NotFound)?;
    let affiliation = match decision.status {
        Status::Approved => Some(let_in(&tx, &row).await?),
        _ => affiliations::find_by_id(&tx, row.affiliation_id).await?,
    };
    let about = affiliation.as_ref().map(|one| one.id);
    let row = store::store_decision(&tx, row.id, about, decision).await?;
    activity::mark_answered(&tx, row.id.uuid()).await?;
    let answered = RequestDecision::new(&row, affiliation.as_ref());
    activity::notify(&tx, &[row.user_id], &answered.to_notice()).await?;
    answered.send_mail(&tx).await?;
    notification::send_notice(&tx, affiliation.as_ref(), &row).await?;
    write_down(&tx, &row).await?;
    tx.commit().await?;
    to_view(scope, row).await
}

/// Carries out an approval: adds the applicant to the affiliation, or creates the requested one.
async fn let_in<V: AccountViewer>(
    tx: &Tx<'_, V>,
    row: &Model,
) -> Result<affiliation::Model, Problem> {
    if row.kind == Kind::New {
        let name = row.affiliation_name.clone().unwrap_or_default();
        let description = row.description.clone().unwrap_or_default();
        let missing = ProposedAffiliation::new(name, description, row.is_private);
        return Ok(approved_creation::create_affiliation(tx, row.user_id, missing).await?);
    }
    let there = affiliations::find_by_id(tx, row.affiliation_id).await?;
    let affiliation = there.ok_or(RequestError::NotFound)?;
    if !membership::add_member(tx, affiliation.id, row.user_id).await? {
        return Err(RequestError::AlreadyMember.into());
    }
    Ok(affiliation)
}

async fn to_view<V: AccountViewer>(
    scope: &Scope<V>,
    row: Model,
) -> Result<AffiliationRequestView, Problem> {
    let rows = [row];
    let beside = view::load_view_data(scope, RequestReader::Reviewer, &rows).await?;
    let [row] = rows;
    Ok(beside.to_view(RequestReader::Reviewer, row))
}

async fn write_down<V: AccountViewer>(tx: &Tx<'_, V>, row: &Model) -> Result<(), Problem> {
    let act = AuditedAction {
        actor: Some(tx.viewer().id()),
        action: if row.status == Status::Approved {
            "affiliation-request.approve"
        } else {
            "affiliation-request.reject"
        },
        subject_kind: "affiliation-request",
        subject_id: row.id.to_string(),
        before: json!({ "status": Status::Pending }),
        after: json!({ "status": row.status, "type": row.kind,
            "affiliationId": row.affiliation_id, "userId": row.user_id }),
        reason: row.rejection_reason.as_deref(),
    };
    Ok(record_action(tx, act).await?)
}
