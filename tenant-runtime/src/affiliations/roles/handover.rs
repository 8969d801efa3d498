//! Hands over the ownership of an affiliation. The owner or staff ask a member; the owner changes
//! only when that member accepts (gap G-107).

use super::error::RoleError;
use super::store::{self, HANDOVER_SQL, HandoverRow};
use super::view::{self, AffiliationAdmins};
use crate::activity::{self, Notice, NotificationType};
use crate::affiliations::administration::{check_main_site, find_managed_on_main};
use crate::affiliations::error::AffiliationError;
use crate::affiliations::notification::publish_change;
use crate::affiliations::rows::affiliation;
use crate::affiliations::{membership, store as affiliations};
use crate::limits::check_limit;
use crate::profiles::{self, UserSummary};
use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::affiliations::{AffiliationPermission, AffiliationRole};
use platform::audit::{AuditedAction, record_action};
use platform::events::Topic;
use platform::limiter::LimitedAction;
use platform::scope::GateError;
use platform::{AccountViewer, AffiliationId, Member, Problem, Scope, Tx, UserId};
use sea_orm::DbErr;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

/// A pending hand-over of an affiliation.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Handover)]
pub struct HandoverView {
    /// The member who was asked to take over.
    pub to: UserSummary,
    /// The person who asked; `null` if their account was deleted.
    pub from: Option<UserSummary>,
    pub created_at: DateTime<Utc>,
}

/// The pending hand-over. At most 2 queries.
pub(in crate::affiliations) async fn find_handover(
    reads: &impl SqlReader,
    affiliation: AffiliationId,
) -> Result<Option<HandoverView>, DbErr> {
    let found = reads.sql(HANDOVER_SQL, vec![affiliation.into()]).one::<HandoverRow>().await?;
    let Some(row) = found else { return Ok(None) };
    let ids: Vec<UserId> = [Some(row.to_user_id), row.from_user_id].into_iter().flatten().collect();
    let mut people = profiles::load_people(reads, &ids).await?;
    let mut person =
        |id: UserId| people.remove(&id).unwrap_or_else(|| UserSummary::deleted_account(id));
    let to = person(row.to_user_id);
    Ok(Some(HandoverView { to, from: row.from_user_id.map(person), created_at: row.created_at }))
}

/// Returns true if the affiliation was offered to the user. One query.
pub(in crate::affiliations) async fn is_offered_to(
    reads: &impl SqlReader,
    affiliation: AffiliationId,
    user: UserId,
) -> Result<bool, DbErr> {
    let found = reads.sql(HANDOVER_SQL, vec![affiliation.into()]).one::<HandoverRow>().await?;
    Ok(found.is_some_and(|row| row.to_user_id == user))
}

/// The pending hand-over, for the two people and for staff.
pub(super) async fn get(scope: &Scope<Member>, id_or_path: &str) -> Result<HandoverView, Problem> {
    check_main_site(scope)?;
    let found = affiliations::find_by_id_or_path(scope, id_or_path).await?;
    let affiliation = found.ok_or(RoleError::NoHandover)?;
    let handover = find_handover(scope, affiliation.id).await?.ok_or(RoleError::NoHandover)?;
    let me = scope.viewer().id();
    let is_party = handover.to.user_id == me || affiliation.creator_id == Some(me);
    if is_party || scope.viewer().is_staff() {
        Ok(handover)
    } else {
        Err(RoleError::NoHandover.into())
    }
}

/// Asks a member to take over.
pub(super) async fn start(
    scope: &mut Scope<Member>,
    id_or_path: &str,
    user: UserId,
) -> Result<AffiliationAdmins, Problem> {
    let permission = AffiliationPermission::Appoint;
    let affiliation = find_managed_on_main(scope, id_or_path, permission).await?;
    if affiliation.creator_id == Some(user) {
        return Err(RoleError::IsOwner.into());
    }
    check_limit(scope.services(), scope.viewer(), LimitedAction::Write).await?;
    let tx = scope.begin().await?;
    if !membership::is_member(&tx, affiliation.id, user).await? {
        return Err(RoleError::NotAMember.into());
    }
    let me = tx.viewer().id();
    let row = HandoverRow {
        notice_id: Uuid::now_v7(),
        to_user_id: user,
        from_user_id: Some(me),
        created_at: tx.now(),
    };
    if !store::insert_handover(&tx, affiliation.id, row).await? {
        return Err(RoleError::HandoverPending.into());
    }
    let asker = profiles::person_of(&tx, me).await?.display_name;
    let title = format!("{asker} asks you to take over {}", affiliation.name);
    let notice = build_notice(affiliation.id, &title).to_answer(row.notice_id);
    activity::notify(&tx, &[user], &notice).await?;
    audit(&tx, &affiliation, "affiliation.handover-offer", user).await?;
    publish_change(&tx, affiliation.id, &[user]).await?;
    tx.commit().await?;
    Ok(view::load_admins(scope, affiliation.id).await?)
}

/// Withdraws the pending hand-over, as the owner or staff.
pub(super) async fn withdraw(scope: &mut Scope<Member>, id_or_path: &str) -> Result<(), Problem> {
    let permission = AffiliationPermission::Appoint;
    let affiliation = find_managed_on_main(scope, id_or_path, permission).await?;
    check_limit(scope.services(), scope.viewer(), LimitedAction::Write).await?;
    let tx = scope.begin().await?;
    let row = store::delete_handover(&tx, affiliation.id).await?.ok_or(RoleError::NoHandover)?;
    let title = format!("You are no longer asked to take over {}", affiliation.name);
    activity::notify(&tx, &[row.to_user_id], &build_notice(affiliation.id, &title)).await?;
    audit(&tx, &affiliation, "affiliation.handover-withdraw", row.to_user_id).await?;
    publish_change(&tx, affiliation.id, &[row.to_user_id]).await?;
    Ok(tx.commit().await?)
}

/// The viewer takes over. The previous owner becomes an admin.
pub(super) async fn accept(scope: &mut Scope<Member>, id_or_path: &str) -> Result<(), Problem> {
    let affiliation = find_offered(scope, id_or_path).await?;
    let tx = scope.begin().await?;
    let me = tx.viewer().id();
    let row = store::withdraw_handover_to(&tx, affiliation.id, me).await?;
    row.ok_or(RoleError::NoHandover)?;
    if !membership::is_member(&tx, affiliation.id, me).await? {
        return Err(RoleError::NotAMember.into());
    }
    store::clear_roles(&tx, affiliation.id, me).await?;
    let previous = store::set_owner(&tx, affiliation.id, me).await?.filter(|owner| *owner != me);
    if let Some(owner) = previous {
        store::insert_role(&tx, affiliation.id, owner, AffiliationRole::Admin).await?;
        let name = profiles::person_of(&tx, me).await?.display_name;
        let title = format!("{name} has taken over {}; you are now an admin", affiliation.name);
        activity::notify(&tx, &[owner], &build_notice(affiliation.id, &title)).await?;
        tx.publish(Topic::User(owner), "me.changed", &json!({})).await?;
    }
    let title = format!("You now own {}", affiliation.name);
    activity::notify(&tx, &[me], &build_notice(affiliation.id, &title)).await?;
    tx.publish(Topic::User(me), "me.changed", &json!({})).await?;
    audit(&tx, &affiliation, "affiliation.handover", me).await?;
    publish_change(&tx, affiliation.id, &[me]).await?;
    Ok(tx.commit().await?)
}

/// The viewer declines to take over.
pub(super) async fn decline(scope: &mut Scope<Member>, id_or_path: &str) -> Result<(), Problem> {
    let affiliation = find_offered(scope, id_or_path).await?;
    let tx = scope.begin().await?;
    let me = tx.viewer().id();
    let row = store::withdraw_handover_to(&tx, affiliation.id, me).await?;
    let row = row.ok_or(RoleError::NoHandover)?;
    let name = profiles::person_of(&tx, me).await?.display_name;
    let title = format!("{name} declined to take over {}", affiliation.name);
    let askers: Vec<UserId> = row.from_user_id.into_iter().collect();
    activity::notify(&tx, &askers, &build_notice(affiliation.id, &title)).await?;
    audit(&tx, &affiliation, "affiliation.handover-decline", me).await?;
    publish_change(&tx, affiliation.id, &[me]).await?;
    Ok(tx.commit().await?)
}

/// The affiliation, if it was offered to the viewer.
async fn find_offered(
    scope: &Scope<Member>,
    id_or_path: &str,
) -> Result<affiliation::Model, Problem> {
    check_main_site(scope)?;
    let found = affiliations::find_by_id_or_path(scope, id_or_path).await?;
    let affiliation = found.ok_or(AffiliationError::NotFound)?;
    if !is_offered_to(scope, affiliation.id, scope.viewer().id()).await? {
        return Err(RoleError::NoHandover.into());
    }
    if scope.lacks_second_factor() {
        return Err(GateError::NoSecondFactorOfAdmin.into());
    }
    check_limit(scope.services(), scope.viewer(), LimitedAction::Write).await?;
    Ok(affiliation)
}

fn build_notice(affiliation: AffiliationId, title: &str) -> Notice {
    let about = json!({ "affiliationId": affiliation });
    Notice::new(NotificationType::SystemMessage, title, "", about).of_affiliation(affiliation)
}

async fn audit(
    tx: &Tx<'_, Member>,
    affiliation: &affiliation::Model,
    action: &'static str,
    to: UserId,
) -> Result<(), DbErr> {
    let act = AuditedAction {
        actor: Some(tx.viewer().id()),
        action,
        subject_kind: "affiliation",
        subject_id: affiliation.id.to_string(),
        before: json!({ "creatorId": affiliation.creator_id }),
        after: match action {
            "affiliation.handover" => json!({ "creatorId": to }),
            _ => json!({ "userId": to }),
        },
        reason: None,
    };
    record_action(tx, act).await
}
