//! Who gets a link, and what it does.

use super::job::{VERIFICATION_JOB, Wanted};
use super::store;
use crate::accounts::error::AccountError;
use crate::accounts::links::{self, NewLink, Purpose};
use crate::accounts::registration;
use crate::accounts::rows::account;
use chrono::Duration;
use platform::events::Topic;
use platform::jobs::NewJob;
use platform::limiter::{LimitKey, LimitedAction};
use platform::mail::{MailBrand, MailContent, MailJob};
use platform::scope::GateError;
use platform::{Problem, Scope, Tx, UserId, Visitor, tokens};
use sea_orm::DbErr;
use serde_json::json;
use uuid::Uuid;

const LINK_LIFE_HOURS: u32 = 24;
const LINK_LIFE: Duration = Duration::hours(LINK_LIFE_HOURS as i64);

/// Mails the link, through the door that the person came through: the origin is the edge's word,
/// never the request's.
pub(in crate::accounts) async fn mail_link<V>(
    tx: &Tx<'_, V>,
    account: &account::Model,
) -> Result<(), AccountError> {
    let token =
        tokens::random_token::<32>().map_err(|error| AccountError::Fault(error.to_string()))?;
    write_down(tx, account.id, &token).await?;
    let mail = letter(account, MailBrand::of_door(&tx.facts().context), &token);
    tx.enqueue(mail.to_job()?).await?;
    Ok(())
}

/// Writes a new link down.
pub(super) async fn write_down<V>(tx: &Tx<'_, V>, user: UserId, token: &str) -> Result<(), DbErr> {
    let link = NewLink {
        user,
        purpose: Purpose::Verify,
        credential_version: 1,
        token_hash: &tokens::hash(token),
        expires_at: tx.now() + LINK_LIFE,
    };
    links::insert(tx, link).await
}

/// The mail with a link.
pub(super) fn letter(account: &account::Model, brand: MailBrand, token: &str) -> MailJob {
    let content = MailContent::VerifyEmail {
        first_name: account.first_name.clone(),
        link: format!("{}/verify-email?token={token}", brand.origin),
        valid_hours: LINK_LIFE_HOURS,
    };
    MailJob { to: account.email.clone(), brand, content }
}

/// Mails the link again: to whoever is signed in, or to the address that a visitor names.
pub(super) async fn resend(scope: &mut Scope<Visitor>, email: Option<&str>) -> Result<(), Problem> {
    match (scope.viewer().signed_in_as(), email) {
        (Some(user), _) => resend_to_own(scope, user).await,
        (None, Some(email)) => resend_to_address(scope, email).await,
        (None, None) => Err(GateError::NotAuthenticated.into()),
    }
}

async fn resend_to_own(scope: &mut Scope<Visitor>, user: UserId) -> Result<(), Problem> {
    count(scope, LimitKey::user(user)).await?;
    let account = store::find(scope, user).await?.ok_or(AccountError::NobodyToMail)?;
    if account.status.is_some() {
        return Err(AccountError::Disabled.into());
    }
    if !account.needs_verification() {
        return Ok(());
    }
    promise(scope, &account).await.map_err(|error| match error {
        AccountError::Store(error) => AccountError::LinkNotResent(error).into(),
        other => other.into(),
    })
}

/// What is done does not depend on whether anybody has the address: neither words nor time tell.
async fn resend_to_address(scope: &mut Scope<Visitor>, email: &str) -> Result<(), Problem> {
    let email =
        registration::check_email(email).map_err(|field| AccountError::Fields(vec![field]))?;
    count(scope, LimitKey::account(&email)).await?;
    let reveals = scope.services().config().auth.reveal_accounts;
    if reveals && store::find_by_email(scope, &email).await?.is_none() {
        return Err(AccountError::NobodyToMail.into());
    }
    promise_to(scope, email).await.map_err(|error| match error {
        AccountError::Store(error) => AccountError::LinkNotSentTo(error).into(),
        other => other.into(),
    })
}

async fn promise_to(scope: &mut Scope<Visitor>, email: String) -> Result<(), AccountError> {
    let brand = MailBrand::of_door(&scope.facts().context);
    let wanted = Wanted { id: Uuid::now_v7(), email, brand };
    let tx = scope.begin().await?;
    tx.enqueue(NewJob::new(VERIFICATION_JOB, &wanted)?).await?;
    tx.commit().await?;
    Ok(())
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
