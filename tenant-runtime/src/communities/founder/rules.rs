//! Demotes admins and hands communities over.

use super::error::FounderError;
use super::succession::pass_on;
use crate::activity::{self, Notice, NotificationType};
use crate::communities::error::CommunityError;
use crate::communities::membership::{self, CommunityMember};
use crate::communities::rows::{CommunityRole, community};
use crate::communities::{access, store};
use crate::limits;
use crate::profiles;
use platform::audit::{AuditedAction, record_action};
use platform::events::Topic;
use platform::limiter::LimitedAction;
use platform::{AccountViewer, CommunityId, Member, Problem, Scope, Tx, UserId, step_up};
use sea_orm::DbErr;
use serde_json::{Value, json};

/// Makes an admin an ordinary member. The last admin cannot step down.
pub(super) async fn demote(
    scope: &mut Scope<Member>,
    id: CommunityId,
    user: UserId,
) -> Result<CommunityMember, Problem> {
    let tx = scope.begin().await?;
    let me = tx.viewer().id();
    let held = membership::lock(&tx, id, &[me, user]).await?;
    let access = access::load_access(&tx, id).await?;
    if !access.is_admin() {
        return Err(CommunityError::AdminOnly.into());
    }
    limits::check_limit_within_as(&tx, LimitedAction::Moderate, access.limit_class()).await?;
    let place = held.into_iter().find(|place| place.user_id == user);
    let place = place.ok_or(CommunityError::NotAMember)?;
    if place.role != CommunityRole::Admin {
        return Err(FounderError::NotAnAdmin.into());
    }
    if user != me && !access.is_founder() {
        return Err(FounderError::AdminRemoval.into());
    }
    // Locked before its admins are counted: of two admins who step down at once, one is refused.
    let community = store::lock(&tx, id).await?.ok_or(CommunityError::NotFound)?;
    membership::set_role(&tx, id, user, CommunityRole::Member).await?;
    if membership::count_admins(&tx, id).await? == 0 {
        return Err(CommunityError::LastAdmin.into());
    }
    pass_on(&tx, &community, user).await?;
    audit(
        &tx,
        (id, "community.demote-admin"),
        json!({ "userId": user, "role": CommunityRole::Admin }),
        json!({ "userId": user, "role": CommunityRole::Member }),
    )
    .await?;
    membership::publish_event(&tx, "membership.demoted", id, user).await?;
    if user != me {
        activity::notify(&tx, &[user], &demotion_notice(&community)).await?;
    }
    let person = profiles::person_of(&tx, user).await?;
    tx.commit().await?;
    Ok(CommunityMember::new(&community, person, (CommunityRole::Member, place.joined_at)))
}

/// Hands the community over to a member, who becomes an admin. The previous founder stays one.
pub(super) async fn transfer(
    scope: &mut Scope<Member>,
    (id, user): (CommunityId, UserId),
    confirmation: &str,
) -> Result<CommunityMember, Problem> {
    let recent = step_up::require_recent_auth(scope);
    let tx = scope.begin().await?;
    let me = tx.viewer().id();
    let held = membership::lock(&tx, id, &[me, user]).await?;
    let access = access::load_access(&tx, id).await?;
    if !access.is_founder() {
        return Err(FounderError::NotFounder.into());
    }
    recent?;
    limits::check_limit_within_as(&tx, LimitedAction::Moderate, access.limit_class()).await?;
    let community = store::lock(&tx, id).await?.ok_or(CommunityError::NotFound)?;
    check_confirmed(&community, confirmation)?;
    if user == me {
        return Err(FounderError::AlreadyFounder.into());
    }
    let place = held.into_iter().find(|place| place.user_id == user);
    let place = place.ok_or(CommunityError::NotAMember)?;
    if place.role != CommunityRole::Admin {
        membership::set_role(&tx, id, user, CommunityRole::Admin).await?;
        membership::publish_event(&tx, "membership.promoted", id, user).await?;
    }
    let community = store::set_founder(&tx, id, user).await?.unwrap_or(community);
    let (before, after) = (json!({ "founderId": me }), json!({ "founderId": user }));
    audit(&tx, (id, "community.handover"), before, after).await?;
    announce(&tx, &community, user).await?;
    let person = profiles::person_of(&tx, user).await?;
    tx.commit().await?;
    Ok(CommunityMember::new(&community, person, (CommunityRole::Admin, place.joined_at)))
}

fn check_confirmed(community: &community::Model, confirmation: &str) -> Result<(), Problem> {
    if confirmation.trim() == community.name {
        return Ok(());
    }
    let error = FounderError::Unconfirmed;
    let field = platform::problem::FieldError::new(
        "confirmation",
        "handover-unconfirmed",
        error.to_string(),
    );
    Err(Problem::from(error).with_errors(vec![field]))
}

/// Notifies the new founder and the other admins, and updates open pages.
async fn announce(
    tx: &Tx<'_, Member>,
    community: &community::Model,
    founder: UserId,
) -> Result<(), Problem> {
    let name = profiles::person_of(tx, founder).await?.display_name;
    let title = format!("{name} is now the founder of {}", community.name);
    let admins = store::moderators_of(tx, community.id, true).await?;
    let others: Vec<UserId> =
        admins.into_iter().filter(|id| *id != founder && *id != tx.viewer().id()).collect();
    activity::notify(tx, &others, &notice(community, &title, "")).await?;
    activity::notify(tx, &[founder], &founder_notice(community)).await?;
    let about = json!({ "communityId": community.id });
    tx.publish(Topic::Community(community.id.uuid()), "community.updated", &about).await?;
    Ok(())
}

async fn audit(
    tx: &Tx<'_, Member>,
    (community, action): (CommunityId, &'static str),
    before: Value,
    after: Value,
) -> Result<(), DbErr> {
    let act = AuditedAction {
        actor: Some(tx.viewer().id()),
        action,
        subject_kind: "community",
        subject_id: community.to_string(),
        before,
        after,
        reason: None,
    };
    record_action(tx, act).await
}

/// Notice of the new founder.
pub(in crate::communities) fn founder_notice(community: &community::Model) -> Notice {
    let title = format!("You are now the founder of {}", community.name);
    notice(community, &title, "You can remove admins and hand the community over.")
}

fn demotion_notice(community: &community::Model) -> Notice {
    let title = format!("You are no longer an admin of {}", community.name);
    notice(community, &title, "You are still a member of it.")
}

fn notice(community: &community::Model, title: &str, message: &str) -> Notice {
    let about = json!({ "communityId": community.id });
    Notice::new(NotificationType::SystemMessage, title, message, about).of_community(community.id)
}
