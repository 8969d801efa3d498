//! Merges one affiliation into another one: members, communities, requests, invitations and invite
//! codes move in one transaction. The merged one disappears for members; its id and URL path lead to
//! the other one.

use super::AffiliationStaff;
use super::edit::lock;
use super::error::StaffAffiliationError;
use super::view::{self, StaffAffiliation};
use crate::accounts::invites;
use crate::activity::{self, Notice, NotificationType};
use crate::affiliations::access::role_holders;
use crate::affiliations::notification::publish_to_everyone;
use crate::affiliations::reason::check_reason;
use crate::affiliations::roles;
use crate::affiliations::rows::{affiliation, portal};
use crate::communities;
use crate::integration_records;
use crate::limits::check_limit;
use platform::audit::{AuditedAction, record_action};
use platform::limiter::LimitedAction;
use platform::{AccountViewer, AffiliationId, Problem, Scope, Tx, UserId, route_version};
use sea_orm::{ColumnTrait, Condition, DbErr, Value};
use serde_json::json;

/// Moves the rows of the affiliation `$1` to the affiliation `$2`, in this order. Pending requests
/// and invitations of people who have the same at the other one, or are members of it, end.
const MOVES: [&str; 6] = [
    "DELETE FROM affiliation_requests WHERE affiliation_id = $1 AND status = 'pending' \
     AND (EXISTS (SELECT 1 FROM affiliation_requests o WHERE o.affiliation_id = $2 \
     AND o.status = 'pending' AND o.user_id = affiliation_requests.user_id) \
     OR EXISTS (SELECT 1 FROM affiliation_members m WHERE m.affiliation_id = $2 \
     AND m.user_id = affiliation_requests.user_id))",
    "UPDATE affiliation_requests SET affiliation_id = $2 WHERE affiliation_id = $1",
    "DELETE FROM affiliation_invitations WHERE affiliation_id = $1 AND status = 'pending' \
     AND (EXISTS (SELECT 1 FROM affiliation_invitations o WHERE o.affiliation_id = $2 \
     AND o.status = 'pending' AND o.user_id = affiliation_invitations.user_id) \
     OR EXISTS (SELECT 1 FROM affiliation_members m WHERE m.affiliation_id = $2 \
     AND m.user_id = affiliation_invitations.user_id))",
    "UPDATE affiliation_invitations SET affiliation_id = $2, \
     affiliation_name = (SELECT a.name FROM affiliations a WHERE a.id = $2) \
     WHERE affiliation_id = $1",
    "INSERT INTO affiliation_members (affiliation_id, user_id, is_public, joined_at) \
     SELECT $2, m.user_id, m.is_public, m.joined_at FROM affiliation_members m \
     WHERE m.affiliation_id = $1 AND NOT EXISTS (SELECT 1 FROM affiliation_members n \
     WHERE n.affiliation_id = $2 AND n.user_id = m.user_id)",
    "UPDATE affiliation_merges SET into_id = $2 WHERE into_id = $1",
];

/// Ends what the merged affiliation `$1` has left.
const ENDS: [&str; 4] = [
    "DELETE FROM affiliation_members WHERE affiliation_id = $1",
    "DELETE FROM institutional_admins WHERE affiliation_id = $1",
    "DELETE FROM affiliation_roles WHERE affiliation_id = $1",
    "UPDATE affiliations SET member_count = 0, is_approved = FALSE, creator_id = NULL \
     WHERE id = $1",
];

/// Merges an affiliation into another one.
pub(super) async fn merge(
    scope: &mut Scope<AffiliationStaff>,
    id: AffiliationId,
    into: AffiliationId,
    reason: &str,
) -> Result<StaffAffiliation, Problem> {
    let reason = check_reason(reason)?;
    if id == into {
        return Err(StaffAffiliationError::MergeSelf.into());
    }
    check_limit(scope.services(), scope.viewer(), LimitedAction::StaffChange).await?;
    let tx = scope.begin().await?;
    // In the order of ids, so that two merges of the same affiliations do not wait for each other.
    let first = lock(&tx, id.min(into)).await?;
    let second = lock(&tx, id.max(into)).await?;
    let (merged, kept) = if first.id == id { (first, second) } else { (second, first) };
    if has_portal(&tx, id).await? {
        return Err(StaffAffiliationError::MergePortal.into());
    }
    let people = admins_of_both(&tx, id, into).await?;
    move_everything(&tx, id, into).await?;
    let values = vec![
        id.into(),
        into.into(),
        reason.clone().into(),
        tx.viewer().id().into(),
        tx.now().into(),
    ];
    const SQL: &str = "INSERT INTO affiliation_merges (affiliation_id, into_id, reason, merged_by, \
         merged_at) VALUES ($1, $2, $3, $4, $5)";
    tx.execute(SQL, values).await?;
    let title = format!("{} was merged into {}", merged.name, kept.name);
    let about = json!({ "affiliationId": into });
    let notice = Notice::new(NotificationType::SystemMessage, &title, &reason, about);
    activity::notify(&tx, &people, &notice).await?;
    audit(&tx, &merged, &kept, &reason).await?;
    route_version::raise(&tx, None).await?;
    publish_to_everyone(&tx, into).await?;
    tx.commit().await?;
    view::load_details(scope, into).await
}

async fn move_everything(
    tx: &Tx<'_, AffiliationStaff>,
    id: AffiliationId,
    into: AffiliationId,
) -> Result<(), DbErr> {
    let both = || -> Vec<Value> { vec![id.into(), into.into()] };
    for sql in MOVES {
        tx.execute(sql, both()).await?;
    }
    roles::delete_handover(tx, id).await?;
    integration_records::delete_of_affiliation(tx, id).await?;
    for sql in ENDS {
        tx.execute(sql, vec![id.into()]).await?;
    }
    const COUNT_SQL: &str = "UPDATE affiliations SET updated_at = $2, member_count = \
         (SELECT COUNT(*) FROM affiliation_members m WHERE m.affiliation_id = $1) WHERE id = $1";
    tx.execute(COUNT_SQL, vec![into.into(), tx.now().into()]).await?;
    invites::move_codes(tx, id, into).await?;
    communities::move_links(tx, id, into).await
}

/// Returns true if the affiliation has a portal that is not archived.
pub(super) async fn has_portal(
    reads: &impl crate::sql::SqlReader,
    id: AffiliationId,
) -> Result<bool, DbErr> {
    let open = Condition::all()
        .add(portal::Column::AffiliationId.eq(id.uuid()))
        .add(portal::Column::State.ne("archived"));
    reads.rows_on_site::<portal::Entity>().filter(open).exists().await
}

async fn admins_of_both(
    tx: &Tx<'_, AffiliationStaff>,
    id: AffiliationId,
    into: AffiliationId,
) -> Result<Vec<UserId>, DbErr> {
    let mut holders = role_holders(tx, id).await?;
    holders.extend(role_holders(tx, into).await?);
    let mut people: Vec<UserId> = holders.into_iter().map(|holder| holder.user_id).collect();
    people.sort_unstable();
    people.dedup();
    Ok(people)
}

async fn audit(
    tx: &Tx<'_, AffiliationStaff>,
    merged: &affiliation::Model,
    kept: &affiliation::Model,
    reason: &str,
) -> Result<(), DbErr> {
    let act = AuditedAction {
        actor: Some(tx.viewer().id()),
        action: "affiliation.merge",
        subject_kind: "affiliation",
        subject_id: merged.id.to_string(),
        before: json!({ "name": merged.name, "memberCount": merged.member_count,
            "creatorId": merged.creator_id }),
        after: json!({ "mergedInto": kept.id, "name": kept.name }),
        reason: Some(reason),
    };
    record_action(tx, act).await
}
