//! Sends and redeems verification links.

use super::job::{VERIFICATION_JOB, VerificationMailJob};
use super::store;
use crate::accounts::error::AccountError;
use crate::accounts::links::{self, LinkPurpose, NewLink};
use crate::accounts::rows::account;
use crate::accounts::{device, registration};
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

/// Random bytes of a link's token.
pub(super) const TOKEN_BYTES: usize = 32;
const LINK_LIFE_HOURS: u32 = 24;
const LINK_LIFE: Duration = Duration::hours(LINK_LIFE_HOURS as i64);

/// Mails the link for the site of the request; its origin is set by the edge, never by the client.
pub(in crate::accounts) async fn mail_link<V>(
    tx: &Tx<'_, V>,
    account: &account::Model,
) -> Result<(), AccountError> {
    mail_link_for(tx, account, MailBrand::of_site(&tx.facts().context)).await
}

/// Mails the link for the site of `brand`.
pub(in crate::accounts) async fn mail_link_for<V>(
    tx: &Tx<'_, V>,
    account: &account::Model,
    brand: MailBrand,
) -> Result<(), AccountError> {
    let token = tokens::random_token::<TOKEN_BYTES>()
        .map_err(|error| AccountError::Fault(error.to_string()))?;
    write_down(tx, account.id, &token).await?;
    let mail = verification_mail(account, brand, &token);
    tx.enqueue(mail.to_job()?).await?;
    Ok(())
}

/// Stores a new link.
pub(super) async fn write_down<V>(tx: &Tx<'_, V>, user: UserId, token: &str) -> Result<(), DbErr> {
    let link = NewLink {
        user,
        purpose: LinkPurpose::Verify,
        credential_version: 1,
        token_hash: &tokens::hash(token),
        expires_at: tx.now() + LINK_LIFE,
    };
    links::insert(tx, link).await
}

/// The mail with a link.
pub(super) fn verification_mail(
    account: &account::Model,
    brand: MailBrand,
    token: &str,
) -> MailJob {
    let content = MailContent::VerifyEmail {
        first_name: account.first_name.clone(),
        link: format!("{}/verify-email?token={token}", brand.origin),
        valid_hours: LINK_LIFE_HOURS,
    };
    MailJob { to: account.email.clone(), brand, content }
}

/// Mails another link, to the signed-in user or to the address that a visitor entered.
pub(super) async fn resend(scope: &mut Scope<Visitor>, email: Option<&str>) -> Result<(), Problem> {
    match (scope.viewer().signed_in_as(), email) {
        (Some(user), _) => resend_to_own(scope, user).await,
        (None, Some(email)) => resend_to_address(scope, email).await,
        (None, None) => Err(GateError::NotAuthenticated.into()),
    }
}

async fn resend_to_own(scope: &mut Scope<Visitor>, user: UserId) -> Result<(), Problem> {
    count_network(scope).await?;
    let key = LimitKey::user(user);
    let limits = [
        (LimitedAction::VerificationResend, key.clone()),
        (LimitedAction::VerificationResendHourly, key),
    ];
    let verdict = scope.services().limiter().count_attempts(&limits).await;
    if !verdict.allowed {
        return Err(AccountError::ResendLimit(verdict).into());
    }
    let account = store::find(scope, user).await?.ok_or(AccountError::NobodyToMail)?;
    if account.status.is_some() {
        return Err(AccountError::Disabled.into());
    }
    if !account.needs_verification() {
        return Ok(());
    }
    enqueue_mail(scope, &account).await.map_err(|error| match error {
        AccountError::Store(error) => AccountError::LinkNotResent(error).into(),
        other => other.into(),
    })
}

/// The work does not depend on whether the account exists, so that neither text nor time reveals
/// it.
async fn resend_to_address(scope: &mut Scope<Visitor>, email: &str) -> Result<(), Problem> {
    let email =
        registration::check_email(email).map_err(|field| AccountError::Fields(vec![field]))?;
    let is_due = is_due(scope, &email).await?;
    let reveals = scope.services().config().auth.reveals_accounts();
    if reveals && store::find_by_email(scope, &email).await?.is_none() {
        return Err(AccountError::NobodyToMail.into());
    }
    if !is_due {
        return Ok(());
    }
    enqueue_mail_to(scope, email).await.map_err(|error| match error {
        AccountError::Store(error) => AccountError::LinkNotSentTo(error).into(),
        other => other.into(),
    })
}

async fn enqueue_mail_to(scope: &mut Scope<Visitor>, email: String) -> Result<(), AccountError> {
    let brand = MailBrand::of_site(&scope.facts().context);
    let wanted = VerificationMailJob { id: Uuid::now_v7(), email, brand };
    let tx = scope.begin().await?;
    tx.enqueue(NewJob::new(VERIFICATION_JOB, &wanted)?).await?;
    tx.commit().await?;
    Ok(())
}

async fn enqueue_mail(
    scope: &mut Scope<Visitor>,
    account: &account::Model,
) -> Result<(), AccountError> {
    let tx = scope.begin().await?;
    mail_link(&tx, account).await?;
    tx.commit().await?;
    Ok(())
}

/// Returns true if another mail may be sent to an address. A device that the account has used
/// before, or that signed up with it, is never refused and gets one mail per minute; for other
/// devices the account's limit only slows down (G-127).
async fn is_due(scope: &Scope<Visitor>, email: &str) -> Result<bool, AccountError> {
    let limiter = scope.services().limiter();
    let account = LimitKey::account(email);
    if let Some(known) = device::find_known_device(scope.services(), scope.facts(), email) {
        let key = account.combined_with(&LimitKey::device(Some(&known)));
        return Ok(limiter.count_attempt(LimitedAction::VerificationResend, &key).await.allowed);
    }
    let verdict = limiter.check(LimitedAction::VerificationResendAccount, &account).await;
    if !verdict.allowed {
        return Err(AccountError::ResendLimit(verdict));
    }
    count_network(scope).await?;
    let verdict = limiter.count_attempt(LimitedAction::VerificationResendAccount, &account).await;
    if verdict.allowed { Ok(true) } else { Err(AccountError::ResendLimit(verdict)) }
}

async fn count_network(scope: &Scope<Visitor>) -> Result<(), AccountError> {
    let network = LimitKey::network(scope.facts().context.client_ip);
    let limiter = scope.services().limiter();
    let verdict = limiter.count_attempt(LimitedAction::VerificationResendNetwork, &network).await;
    if verdict.allowed { Ok(()) } else { Err(AccountError::ResendLimit(verdict)) }
}

/// Result of redeeming a link.
pub(super) enum Confirmation {
    /// The address is verified now.
    Confirmed,
    /// The address was verified before.
    AlreadyConfirmed,
}

/// Redeems a link: verifies its address and invalidates other links. Also returns whether this
/// browser is signed in to the same account.
pub(super) async fn confirm(
    scope: &mut Scope<Visitor>,
    token: &str,
) -> Result<(Confirmation, bool), AccountError> {
    if !tokens::has_form::<TOKEN_BYTES>(token) {
        return Err(AccountError::LinkMalformed);
    }
    let token_hash = tokens::hash(token);
    let viewer = scope.viewer().signed_in_as();
    let tx = scope.begin().await?;
    let Some(link) = links::redeem(&tx, LinkPurpose::Verify, &token_hash).await? else {
        let user = confirmed_before(&tx, &token_hash).await?;
        return Ok((Confirmation::AlreadyConfirmed, viewer == Some(user)));
    };
    let user = link.user_id;
    store::set_verified(&tx, user).await?;
    links::invalidate_links(&tx, LinkPurpose::Verify, user).await?;
    tx.publish(Topic::User(user), "me.changed", &json!({})).await?;
    tx.commit().await?;
    tracing::info!(user.id = %user, "email address verified");
    Ok((Confirmation::Confirmed, viewer == Some(user)))
}

/// The account of an invalid link, if its address is verified; otherwise the reason why the link is
/// invalid. Only the holder of the token can ask.
async fn confirmed_before(tx: &Tx<'_, Visitor>, token_hash: &str) -> Result<UserId, AccountError> {
    let link = links::find_any(tx, LinkPurpose::Verify, token_hash).await?;
    let link = link.ok_or(AccountError::LinkRefused)?;
    let account = store::find_in(tx, link.user_id).await?.ok_or(AccountError::LinkRefused)?;
    if !account.needs_verification() {
        return Ok(account.id);
    }
    Err(if links::has_newer(tx, LinkPurpose::Verify, &link).await? {
        AccountError::LinkReplaced
    } else if link.expires_at <= tx.now() {
        AccountError::LinkExpired
    } else {
        AccountError::LinkUsed
    })
}
