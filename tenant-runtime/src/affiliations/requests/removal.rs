//! Removal of requests: withdrawn by the applicant, or deleted by staff (F-004, F-008).

use super::error::RequestError;
use super::rows::Model;
use super::{AffiliationRequestId, notification, store};
use crate::activity;
use crate::affiliations::store as affiliations;
use crate::limits::check_limit;
use platform::StaffWith;
use platform::audit::{AuditedAction, record_action};
use platform::limiter::LimitedAction;
use platform::staff::Moderation;
use platform::{AccountViewer, Applicant, Problem, Scope, Tx};
use sea_orm::DbErr;
use serde_json::{Value, json};

/// Withdraws a pending request of the viewer (F-004, F-008).
pub(super) async fn withdraw(
    scope: &mut Scope<Applicant>,
    id: AffiliationRequestId,
) -> Result<(), Problem> {
    check_limit(scope.services(), scope.viewer(), LimitedAction::Join).await?;
    let tx = scope.begin().await?;
    let me = tx.viewer().id();
    let row = store::withdraw(&tx, id, me).await?.ok_or(RequestError::NotFound)?;
    mark_deleted(&tx, &row).await?;
    Ok(tx.commit().await?)
}

/// Deletes a request in any status (F-008).
pub(super) async fn delete(
    scope: &mut Scope<StaffWith<Moderation>>,
    id: AffiliationRequestId,
    reason: Option<&str>,
) -> Result<(), Problem> {
    check_limit(scope.services(), scope.viewer(), LimitedAction::Join).await?;
    let tx = scope.begin().await?;
    let row = store::delete(&tx, id).await?.ok_or(RequestError::NotFound)?;
    mark_deleted(&tx, &row).await?;
    let act = AuditedAction {
        actor: Some(tx.viewer().id()),
        action: "affiliation-request.delete",
        subject_kind: "affiliation-request",
        subject_id: row.id.to_string(),
        before: json!({ "status": row.status, "type": row.kind,
            "affiliationId": row.affiliation_id, "userId": row.user_id }),
        after: Value::Null,
        reason,
    };
    record_action(&tx, act).await?;
    Ok(tx.commit().await?)
}

async fn mark_deleted<V: Send + Sync>(tx: &Tx<'_, V>, row: &Model) -> Result<(), DbErr> {
    activity::mark_answered(tx, row.id.uuid()).await?;
    let asked_of = affiliations::find_by_id(tx, row.affiliation_id).await?;
    notification::send_notice(tx, asked_of.as_ref(), row).await
}
