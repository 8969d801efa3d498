//! The owner in a request's path, and the changes of an owner in the audit log.

use crate::affiliations;
use crate::integration_records::Owner;
use platform::affiliations::AffiliationPermission;
use platform::audit::{AuditedAction, record_action};
use platform::{AccountViewer, Member, Problem, Scope, Tx, UserId};
use sea_orm::DbErr;
use serde_json::Value;

/// The affiliation in a path as an owner, if the viewer is its owner or admin, or staff, on the main
/// site. 2 queries.
pub(super) async fn find_owner(scope: &Scope<Member>, id_or_path: &str) -> Result<Owner, Problem> {
    let permission = AffiliationPermission::ManagePage;
    let id = affiliations::find_managed_id_on_main(scope, id_or_path, permission).await?;
    Ok(Owner::Affiliation(id))
}

/// A change of a token or webhook, for the audit log.
pub(super) struct OwnerChange {
    pub action: &'static str,
    /// Kind of the subject if the network is the owner; otherwise the subject is the affiliation.
    pub kind: &'static str,
    pub id: String,
    pub before: Value,
    pub after: Value,
}

/// Records a change by the viewer in the audit log, where an affiliation's changes are found by it.
pub(super) async fn audit<V: AccountViewer>(
    tx: &Tx<'_, V>,
    owner: Owner,
    change: OwnerChange,
) -> Result<(), DbErr> {
    audit_as(tx, Some(tx.viewer().id()), owner, change).await
}

/// Like [`audit`], for a change by the product itself if there is no actor.
pub(super) async fn audit_as<V>(
    tx: &Tx<'_, V>,
    actor: Option<UserId>,
    owner: Owner,
    change: OwnerChange,
) -> Result<(), DbErr> {
    let (subject_kind, subject_id) = match owner {
        Owner::Network => (change.kind, change.id),
        Owner::Affiliation(id) => ("affiliation", id.to_string()),
    };
    let act = AuditedAction {
        actor,
        action: change.action,
        subject_kind,
        subject_id,
        before: change.before,
        after: change.after,
        reason: None,
    };
    record_action(tx, act).await
}
