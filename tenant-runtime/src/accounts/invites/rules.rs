//! Validates and redeems invite codes.

use super::routes::InviteCodeAffiliation;
use super::{InviteCodeId, store};
use crate::accounts::error::AccountError;
use crate::accounts::rows::{account, invite_code};
use crate::accounts::{device, registration};
use crate::affiliations;
use chrono::{DateTime, Utc};
use platform::limiter::{LimitKey, LimitedAction, Verdict};
use platform::{Scope, Site, Tx, Visitor};

/// Validates a code as typed. The number of attempts per client is limited.
pub(super) async fn validate_code(
    scope: &Scope<Visitor>,
    typed: &str,
) -> Result<(invite_code::Model, Option<InviteCodeAffiliation>), AccountError> {
    let typed = registration::plain_code(typed);
    if typed.is_empty() {
        return Err(AccountError::CodeEmpty);
    }
    let verdict = count(scope).await?;
    let found = store::find_by_code(scope, &typed).await?;
    let usable = found.ok_or(AccountError::CodeInvalid).and_then(|code| {
        check_usable(&code, scope.site(), scope.now())?;
        Ok(code)
    });
    let code = usable.map_err(|error| error.with_limit_state(verdict))?;
    // Many people with valid codes may share one network: only failures count (G-127).
    scope.services().limiter().refund_attempt(LimitedAction::InviteCode, &client(scope)).await;
    let invited_to = auto_invite(scope, &code).await?;
    Ok((code, invited_to))
}

/// Counts an attempt before the code is looked up.
async fn count(scope: &Scope<Visitor>) -> Result<Verdict, AccountError> {
    let limiter = scope.services().limiter();
    let verdict = limiter.count_attempt(LimitedAction::InviteCode, &client(scope)).await;
    if verdict.allowed { Ok(verdict) } else { Err(AccountError::CodeLimit(verdict)) }
}

/// Only a valid code assigns an id to a browser, so browsers that guess share one count.
fn client(scope: &Scope<Visitor>) -> LimitKey {
    let device = device::signed_id(scope.services(), scope.facts());
    LimitKey::client(Some(scope.facts().context.client_ip), device.as_deref())
}

async fn auto_invite(
    scope: &Scope<Visitor>,
    code: &invite_code::Model,
) -> Result<Option<InviteCodeAffiliation>, AccountError> {
    let Some(affiliation_id) = code.auto_invite_affiliation_id else { return Ok(None) };
    let name = affiliations::name_of(scope, affiliation_id).await?;
    Ok(name.map(|affiliation_name| InviteCodeAffiliation {
        affiliation_id,
        affiliation_name,
        custom_message: code.auto_invite_message.clone(),
    }))
}

/// Fails early if the code has no uses left, to save the work of a sign-up. Only [`redeem`]
/// decides.
pub(in crate::accounts) async fn check_unspent(
    scope: &Scope<Visitor>,
    id: InviteCodeId,
) -> Result<(), AccountError> {
    let code = store::find(scope, id).await?;
    let is_usable = |code| check_usable(code, scope.site(), scope.now()).is_ok();
    if code.as_ref().is_some_and(is_usable) {
        return Ok(());
    }
    let verdict = count(scope).await?;
    Err(AccountError::CodeRefused.with_limit_state(verdict))
}

/// Counts a use of a code for a sign-up that a job completes. It stays counted if the address
/// already has an account: otherwise the unchanged count would reveal that.
pub(in crate::accounts) async fn count_use<V>(
    tx: &Tx<'_, V>,
    id: InviteCodeId,
    site: Site,
) -> Result<(), AccountError> {
    store::count_use(tx, id, site).await?.ok_or(AccountError::CodeRefused)?;
    Ok(())
}

/// Stores who used a code whose use [`count_use`] has counted, with the invitation it contains.
pub(in crate::accounts) async fn store_use<V: Send + Sync>(
    tx: &Tx<'_, V>,
    id: InviteCodeId,
    newcomer: &account::Model,
) -> Result<(), AccountError> {
    let code = store::find_in(tx, id).await?;
    // A code is never deleted, only deactivated.
    let code = code.ok_or(AccountError::CodeRefused)?;
    store_use_of(tx, code, newcomer).await
}

/// Redeems a code for a new account, with the invitation it contains. `site` is the
/// site where the sign-up began: one with Google ends on the main site in any case (P-04, P-06). A
/// single statement checks and counts, so that concurrent sign-ups cannot exceed the maximum.
pub(in crate::accounts) async fn redeem(
    tx: &Tx<'_, Visitor>,
    id: InviteCodeId,
    newcomer: &account::Model,
    site: Site,
) -> Result<(), AccountError> {
    let code = store::count_use(tx, id, site).await?.ok_or(AccountError::CodeRefused)?;
    store_use_of(tx, code, newcomer).await
}

async fn store_use_of<V: Send + Sync>(
    tx: &Tx<'_, V>,
    code: invite_code::Model,
    newcomer: &account::Model,
) -> Result<(), AccountError> {
    store::insert_use(tx, &code, newcomer).await?;
    if let Some(affiliation) = code.auto_invite_affiliation_id {
        let message = code.auto_invite_message;
        affiliations::invite_by_code(tx, newcomer.id, affiliation, message).await?;
    }
    Ok(())
}

fn check_usable(
    code: &invite_code::Model,
    site: Site,
    now: DateTime<Utc>,
) -> Result<(), AccountError> {
    if !code.is_active || !fits_site(code, site) {
        return Err(AccountError::CodeInvalid);
    }
    if code.max_uses.is_some_and(|most| code.usage_count >= most) {
        return Err(AccountError::CodeSpent);
    }
    if code.expires_at.is_some_and(|end| end <= now) {
        return Err(AccountError::CodeExpired);
    }
    Ok(())
}

/// Returns true if the code is valid on the site. A portal accepts codes for its own affiliation,
/// and codes without an affiliation if staff have allowed it (P-04).
fn fits_site(code: &invite_code::Model, site: Site) -> bool {
    match (site, code.auto_invite_affiliation_id) {
        (Site::Main, _) => true,
        (Site::Portal(own), Some(affiliation)) => own == affiliation,
        (Site::Portal(_), None) => code.at_portals,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::Duration;
    use platform::AffiliationId;

    fn code(now: DateTime<Utc>) -> invite_code::Model {
        invite_code::Model {
            id: InviteCodeId::new(),
            code: "WELCOME1".to_owned(),
            is_active: true,
            max_uses: None,
            usage_count: 3,
            expires_at: None,
            last_used_at: None,
            auto_invite_affiliation_id: None,
            auto_invite_message: None,
            at_portals: false,
            created_by: None,
            created_at: now,
        }
    }

    fn message_for(code: &invite_code::Model, site: Site, now: DateTime<Utc>) -> String {
        check_usable(code, site, now).map_or_else(|e| e.to_string(), |()| "usable".to_owned())
    }

    #[test]
    fn rejects_a_code_that_is_used_up_or_expired() {
        let now = platform::Clock::system_clock().now();
        let with = |max_uses, expires_at| invite_code::Model { max_uses, expires_at, ..code(now) };
        let soon = now + Duration::seconds(1);
        assert_eq!(message_for(&with(None, None), Site::Main, now), "usable");
        assert_eq!(message_for(&with(Some(4), Some(soon)), Site::Main, now), "usable");
        let spent = "This invite code has reached its usage limit.";
        assert_eq!(message_for(&with(Some(3), None), Site::Main, now), spent);
        assert_eq!(
            message_for(&with(None, Some(now)), Site::Main, now),
            "This invite code has expired."
        );
        let off = invite_code::Model { is_active: false, ..code(now) };
        assert_eq!(message_for(&off, Site::Main, now), "Invalid invite code.");
    }

    #[test]
    fn a_portal_accepts_only_codes_for_its_own_affiliation() {
        let now = platform::Clock::system_clock().now();
        let (own, other) = (AffiliationId::new(), AffiliationId::new());
        let inviting = |to| invite_code::Model { auto_invite_affiliation_id: to, ..code(now) };
        assert_eq!(message_for(&inviting(Some(own)), Site::Portal(own), now), "usable");
        assert_eq!(
            message_for(&inviting(Some(other)), Site::Portal(own), now),
            "Invalid invite code."
        );
        assert_eq!(message_for(&inviting(None), Site::Portal(own), now), "Invalid invite code.");
        assert_eq!(message_for(&inviting(Some(other)), Site::Main, now), "usable");
        let consented = |to| invite_code::Model { at_portals: true, ..inviting(to) };
        assert_eq!(message_for(&consented(None), Site::Portal(own), now), "usable");
        assert_eq!(
            message_for(&consented(Some(other)), Site::Portal(own), now),
            "Invalid invite code."
        );
    }
}
