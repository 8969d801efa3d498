//! Redeems a private code.

use super::error::CodeError;
use crate::accounts;
use crate::affiliations;
use crate::communities::error::JoinError;
use crate::communities::join_requests::{self, JoinRequestView};
use crate::communities::rows::{community, member};
use crate::communities::{rules, store};
use crate::limits;
use platform::limiter::{LimitKey, LimitedAction};
use platform::{AccountViewer, AffiliationId, Member, Problem, Scope, Tx};
use sea_orm::{ColumnTrait, DbErr};

/// Sends a join request to the community with this code. A community that is not visible on this
/// site is treated as unknown.
pub(super) async fn redeem(
    scope: &mut Scope<Member>,
    code: &str,
) -> Result<JoinRequestView, Problem> {
    let code = accounts::plain_code(code);
    if code.is_empty() {
        return Err(CodeError::Missing.into());
    }
    limits::check_limit(scope.services(), scope.viewer(), LimitedAction::PrivateCode).await?;
    let held = affiliations::held_by(scope).await?;
    let found = with_code(scope, &code).await?.ok_or(CodeError::Unknown)?;
    let needs = missing_affiliations_error(scope, &found, &held).await?;
    let tx = scope.begin().await?;
    // The code may have been replaced in the meantime.
    let community = store::lock(&tx, found.id).await?;
    let community = community.filter(|row| row.private_code.as_deref() == Some(code.as_str()));
    let community = community.ok_or(CodeError::Unknown)?;
    if is_inside(&tx, &community).await? {
        return Err(JoinError::AlreadyMember.into());
    }
    rules::check_takes_members(&community, tx.now())?;
    if let Some(needs) = needs {
        return Err(needs);
    }
    let asked = join_requests::request_membership(&tx, &community, String::new()).await?;
    tx.commit().await?;
    // Only failed attempts count against the limit.
    let key = LimitKey::user(scope.viewer().id());
    scope.services().limiter().refund_attempt(LimitedAction::PrivateCode, &key).await;
    Ok(asked)
}

async fn with_code(scope: &Scope<Member>, code: &str) -> Result<Option<community::Model>, DbErr> {
    let has_it = community::Column::PrivateCode.eq(code);
    scope.select::<community::Entity>().filter(has_it).one().await
}

async fn is_inside(tx: &Tx<'_, Member>, community: &community::Model) -> Result<bool, DbErr> {
    let place = (community.id, tx.viewer().id());
    tx.select::<member::Entity>().by_id(place).exists().await
}

/// The error for a user who lacks required affiliations. It names those that are visible on this
/// site.
async fn missing_affiliations_error(
    scope: &Scope<Member>,
    community: &community::Model,
    held: &[AffiliationId],
) -> Result<Option<Problem>, Problem> {
    let mut links = store::linked_affiliations(scope, &[community.id]).await?;
    let linked = links.remove(&community.id).unwrap_or_default();
    let Err(refused) = rules::check_eligible(community, &linked, held) else { return Ok(None) };
    let lacking: Vec<AffiliationId> =
        linked.into_iter().filter(|affiliation| !held.contains(affiliation)).collect();
    let names = affiliations::visible_names(scope, &lacking).await?;
    let mut names: Vec<String> = names.into_values().collect();
    names.sort();
    let is_unnamed = names.is_empty();
    Ok(Some(if is_unnamed { refused.into() } else { CodeError::Needs(names.join(", ")).into() }))
}
