//! Appoints people to roles and removes them. Only the owner and staff appoint; a person can give up
//! their own role, but not change it.

use super::error::RoleError;
use super::store::{clear_roles, insert_role};
use super::view::{self, AffiliationAdmins};
use crate::activity::{self, Notice, NotificationType};
use crate::affiliations::access::role_holders;
use crate::affiliations::administration::{
    check_main_site, find_managed_on_main, find_with_access,
};
use crate::affiliations::membership;
use crate::affiliations::notification::publish_change;
use crate::affiliations::rows::affiliation;
use crate::limits::check_limit;
use platform::affiliations::{AffiliationPermission, AffiliationRole};
use platform::audit::{AuditedAction, record_action};
use platform::events::Topic;
use platform::limiter::LimitedAction;
use platform::{AccountViewer, AffiliationId, Member, Problem, Scope, Tx, UserId};
use sea_orm::DbErr;
use serde_json::{Value, json};

/// The people who look after the affiliation, for its owner, its admins and staff.
pub(super) async fn list(
    scope: &Scope<Member>,
    id_or_path: &str,
) -> Result<AffiliationAdmins, Problem> {
    let permission = AffiliationPermission::ManagePage;
    let affiliation = find_managed_on_main(scope, id_or_path, permission).await?;
    Ok(view::load_admins(scope, affiliation.id).await?)
}

/// Gives a member a role, in place of the one they have.
pub(super) async fn appoint(
    scope: &mut Scope<Member>,
    id_or_path: &str,
    user: UserId,
    role: AffiliationRole,
) -> Result<AffiliationAdmins, Problem> {
    let permission = AffiliationPermission::Appoint;
    let affiliation = find_managed_on_main(scope, id_or_path, permission).await?;
    if role == AffiliationRole::Owner {
        return Err(RoleError::OwnerRole.into());
    }
    check_limit(scope.services(), scope.viewer(), LimitedAction::Write).await?;
    let tx = scope.begin().await?;
    check_other_person(&affiliation, tx.viewer().id(), user)?;
    if !membership::is_member(&tx, affiliation.id, user).await? {
        return Err(RoleError::NotAMember.into());
    }
    let before = role_of(&tx, affiliation.id, user).await?;
    if before != Some(role) {
        clear_roles(&tx, affiliation.id, user).await?;
        insert_role(&tx, affiliation.id, user, role).await?;
        let title = format!("You are now {} of {}", role_with_article(role), affiliation.name);
        notify(&tx, affiliation.id, user, &title).await?;
        audit(&tx, affiliation.id, user, (before, Some(role))).await?;
        publish_change(&tx, affiliation.id, &[user]).await?;
    }
    tx.commit().await?;
    Ok(view::load_admins(scope, affiliation.id).await?)
}

/// Removes a person's role: as the owner or staff, or one's own.
pub(super) async fn remove(
    scope: &mut Scope<Member>,
    id_or_path: &str,
    user: UserId,
) -> Result<(), Problem> {
    check_main_site(scope)?;
    let is_own = user == scope.viewer().id();
    let (affiliation, _) = find_with_access(scope, id_or_path, |access| {
        access.allows(AffiliationPermission::Appoint) || is_own && access.role.is_some()
    })
    .await?;
    check_limit(scope.services(), scope.viewer(), LimitedAction::Write).await?;
    let tx = scope.begin().await?;
    if affiliation.creator_id == Some(user) {
        return Err(RoleError::OwnerStays.into());
    }
    let before = role_of(&tx, affiliation.id, user).await?.ok_or(RoleError::NoRole)?;
    // The person is among the recipients while they have the role.
    publish_change(&tx, affiliation.id, &[user]).await?;
    clear_roles(&tx, affiliation.id, user).await?;
    if !is_own {
        let title =
            format!("You are no longer {} of {}", role_with_article(before), affiliation.name);
        notify(&tx, affiliation.id, user, &title).await?;
    }
    audit(&tx, affiliation.id, user, (Some(before), None)).await?;
    Ok(tx.commit().await?)
}

fn check_other_person(
    affiliation: &affiliation::Model,
    viewer: UserId,
    user: UserId,
) -> Result<(), RoleError> {
    if affiliation.creator_id == Some(user) {
        return Err(RoleError::OwnerStays);
    }
    if user == viewer { Err(RoleError::OwnRole) } else { Ok(()) }
}

async fn role_of(
    tx: &Tx<'_, Member>,
    affiliation: AffiliationId,
    user: UserId,
) -> Result<Option<AffiliationRole>, DbErr> {
    let holders = role_holders(tx, affiliation).await?;
    Ok(holders.into_iter().find(|holder| holder.user_id == user).map(|holder| holder.role))
}

/// Name of the role with its article.
const fn role_with_article(role: AffiliationRole) -> &'static str {
    match role {
        AffiliationRole::Owner => "the owner",
        AffiliationRole::Admin => "an admin",
        AffiliationRole::Reviewer => "a reviewer",
        AffiliationRole::BrandEditor => "a brand editor",
        AffiliationRole::Support => "a support contact",
    }
}

async fn notify(
    tx: &Tx<'_, Member>,
    affiliation: AffiliationId,
    user: UserId,
    title: &str,
) -> Result<(), DbErr> {
    let about = json!({ "affiliationId": affiliation });
    let notice = Notice::new(NotificationType::SystemMessage, title, "", about);
    activity::notify(tx, &[user], &notice.of_affiliation(affiliation)).await?;
    tx.publish(Topic::User(user), "me.changed", &json!({})).await.map(drop)
}

async fn audit(
    tx: &Tx<'_, Member>,
    affiliation: AffiliationId,
    user: UserId,
    (before, after): (Option<AffiliationRole>, Option<AffiliationRole>),
) -> Result<(), DbErr> {
    let state =
        |role: Option<AffiliationRole>| -> Value { json!({ "userId": user, "role": role }) };
    let act = AuditedAction {
        actor: Some(tx.viewer().id()),
        action: "affiliation.role",
        subject_kind: "affiliation",
        subject_id: affiliation.to_string(),
        before: state(before),
        after: state(after),
        reason: None,
    };
    record_action(tx, act).await
}
