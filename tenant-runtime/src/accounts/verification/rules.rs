//! Who gets a link, and what it does.

use super::store;
use crate::accounts::error::AccountError;
use crate::accounts::links::{self, NewLink, Purpose};
use crate::accounts::registration;
use crate::accounts::rows::account;
use chrono::Duration;
use platform::events::Topic;
use platform::limiter::{LimitKey, LimitedAction};
use platform::mail::{MailBrand, MailContent, MailJob};
use platform::scope::GateError;
use platform::{Problem, Scope, Tx, Visitor, tokens};
use serde_json::json;

const LINK_LIFE_HOURS: u32 = 24;

/// Mails the link, through the door that the person came through: the origin is the edge's word,
/// never the request's.
pub(in crate::accounts) async fn mail_link<V>(
    tx: &Tx<'_, V>,
    account: &account::Model,
) -> Result<(), AccountError> {
    let token =
        tokens::random_token::<32>().map_err(|error| AccountError::Fault(error.to_string()))?;
    let expires_at = tx.now() + Duration::hours(i64::from(LINK_LIFE_HOURS));
    let link = NewLink {
        user: account.id,
        purpose: Purpose::Verify,
        credential_version: 1,
        token_hash: &tokens::hash(&token),
        expires_at,
    };
    links::insert(tx, link).await?;
    let context = &tx.facts().context;
    let mail = MailJob {
        to: account.email.clone(),
        brand: MailBrand::of_door(context),
        content: MailContent::VerifyEmail {
            first_name: account.first_name.clone(),
            link: format!("{}/verify-email?token={token}", context.origin),
            valid_hours: LINK_LIFE_HOURS,
        },
    };
    tx.enqueue(mail.to_job()?).await?;
    Ok(())
}

/// Mails the link again: to whoever is signed in, or to the address that a visitor names.
pub(super) async fn resend(scope: &mut Scope<Visitor>, email: Option<&str>) -> Result<(), Problem> {
    let account = match (scope.viewer().signed_in_as(), email) {
        (Some(user), _) => {
            count(scope, LimitKey::user(user)).await?;
            let account = store::find(scope, user).await?.ok_or(AccountError::NobodyToMail)?;
            if account.status.is_some() {
                return Err(AccountError::Disabled.into());
            }
            Some(account)
        }
        (None, Some(email)) => {
            let email = registration::check_email(email)
                .map_err(|field| AccountError::Fields(vec![field]))?;
            count(scope, LimitKey::account(&email)).await?;
            let found = store::find_by_email(scope, &email).await?;
            if found.is_none() && scope.services().config().auth.reveal_accounts {
                return Err(AccountError::NobodyToMail.into());
            }
            found.filter(|account| account.status.is_none())
        }
        (None, None) => return Err(GateError::NotAuthenticated.into()),
    };
    let Some(account) = account.filter(account::Model::needs_verification) else { return Ok(()) };
    let is_own = scope.viewer().signed_in_as().is_some();
    promise(scope, &account).await.map_err(|error| match error {
        AccountError::Store(error) if is_own => AccountError::LinkNotResent(error).into(),
        AccountError::Store(error) => AccountError::LinkNotSentTo(error).into(),
        other => other.into(),
    })
}

async fn promise(scope: &mut Scope<Visitor>, account: &account::Model) -> Result<(), AccountError> {
    let tx = scope.begin().await?;
    mail_link(&tx, account).await?;
    tx.commit().await?;
    Ok(())
}

async fn count(scope: &Scope<Visitor>, key: LimitKey) -> Result<(), AccountError> {
    let limits = [
        (LimitedAction::VerificationResend, key.clone()),
        (LimitedAction::VerificationResendHourly, key),
    ];
    let verdict = scope.services().limiter().hit_all(&limits).await;
    if verdict.allowed { Ok(()) } else { Err(AccountError::ResendLimit(verdict)) }
}

/// Spends a link: its address is proven, and its other links are void. Says whether this browser is
/// signed in as the same person.
pub(super) async fn confirm(scope: &mut Scope<Visitor>, token: &str) -> Result<bool, AccountError> {
    let viewer = scope.viewer().signed_in_as();
    let tx = scope.begin().await?;
    let link = links::spend(&tx, Purpose::Verify, &tokens::hash(token)).await?;
    let user = link.ok_or(AccountError::LinkRefused)?.user_id;
    store::set_verified(&tx, user).await?;
    links::void(&tx, Purpose::Verify, user).await?;
    tx.publish(Topic::User(user), "me.changed", &json!({})).await?;
    tx.commit().await?;
    tracing::info!(user.id = %user, "an address was proven");
    Ok(viewer == Some(user))
}
