//! Requests and redeems recovery links.

use super::error::RecoveryError;
use super::job::{RECOVERY_JOB, RecoveryMailJob};
use crate::accounts::credentials::{self, PasswordOwner, SELECT_HOLDER};
use crate::accounts::error::AccountError;
use crate::accounts::links::{self, LinkPurpose, NewLink};
use crate::accounts::notices::{self, NoticeRecipient};
use crate::accounts::{device, passwords, registration};
use chrono::Duration;
use http::HeaderValue;
use platform::jobs::NewJob;
use platform::limiter::{LimitKey, LimitedAction};
use platform::mail::MailBrand;
use platform::{Scope, Tx, UserId, Visitor, sessions, tokens};
use sea_orm::DbErr;
use uuid::Uuid;

/// Validity of a link (security.md section 4.2).
pub const LINK_LIFE_MINUTES: u32 = 30;
pub(super) const LINK_LIFE: Duration = Duration::minutes(LINK_LIFE_MINUTES as i64);

/// Enqueues a link to an address. The cookie assigns an id to a browser without one. The work does
/// not depend on whether the account exists.
pub(super) async fn request_reset(
    scope: &mut Scope<Visitor>,
    email: &str,
) -> Result<Option<HeaderValue>, RecoveryError> {
    let email = registration::check_email(email).map_err(|field| {
        if field.code == "email-required" {
            RecoveryError::NoAddress
        } else {
            RecoveryError::Address
        }
    })?;
    let device = device::signed_or_new_id(scope.services(), scope.facts())?;
    let is_due = match device::find_known_device(scope.services(), scope.facts(), &email) {
        Some(known) => is_due_to_known(scope, &email, &known).await,
        None => {
            count(scope, &email, &device.id).await?;
            true
        }
    };
    if scope.services().config().auth.reveals_accounts()
        && holder_of(scope, &email).await?.is_none()
    {
        return Err(RecoveryError::NoAccount);
    }
    let brand = MailBrand::of_site(&scope.facts().context);
    let wanted = RecoveryMailJob { id: Uuid::now_v7(), email, brand };
    if is_due {
        enqueue_mail(scope, &wanted).await.map_err(RecoveryError::NotPromised)?;
    }
    Ok(device.cookie)
}

/// A device that the account has used before is never refused (G-127). It gets at most one mail per
/// minute.
async fn is_due_to_known(scope: &Scope<Visitor>, email: &str, device: &str) -> bool {
    let key = LimitKey::account(email).combined_with(&LimitKey::device(Some(device)));
    scope
        .services()
        .limiter()
        .count_attempt(LimitedAction::PasswordResetKnownDevice, &key)
        .await
        .allowed
}

/// Counts the request of an unknown device per network and per device; the account's own limit only
/// slows down (G-127). A request refused by one limit is not counted by the others.
async fn count(scope: &Scope<Visitor>, email: &str, device: &str) -> Result<(), RecoveryError> {
    let limiter = scope.services().limiter();
    let by_device = network(scope).combined_with(&LimitKey::device(Some(device)));
    let own = [
        (LimitedAction::PasswordResetNetwork, network(scope)),
        (LimitedAction::PasswordReset, by_device),
    ];
    for (action, key) in &own {
        let verdict = limiter.check(*action, key).await;
        if !verdict.allowed {
            return Err(RecoveryError::Limit(verdict));
        }
    }
    let account = LimitKey::account(email);
    let verdict = limiter.count_attempt(LimitedAction::PasswordResetAccount, &account).await;
    if !verdict.allowed {
        return Err(RecoveryError::Limit(verdict));
    }
    let verdict = limiter.count_attempts(&own).await;
    if verdict.allowed { Ok(()) } else { Err(RecoveryError::Limit(verdict)) }
}

async fn enqueue_mail(scope: &mut Scope<Visitor>, wanted: &RecoveryMailJob) -> Result<(), DbErr> {
    let tx = scope.begin().await?;
    tx.enqueue(NewJob::new(RECOVERY_JOB, wanted)?).await?;
    tx.commit().await
}

fn network(scope: &Scope<Visitor>) -> LimitKey {
    LimitKey::network(scope.facts().context.client_ip)
}

async fn holder_of(scope: &Scope<Visitor>, email: &str) -> Result<Option<PasswordOwner>, DbErr> {
    scope.raw(&format!("{SELECT_HOLDER} u.email = $1"), vec![email.into()]).one().await
}

/// Form of a mailed link.
pub(super) struct NewPassword {
    pub token: String,
    pub password: String,
    pub again: String,
}

/// Consumes a link, sets a new password and ends all sessions. The password is validated and hashed
/// first, so that a typo does not consume the link.
pub(super) async fn reset_password(
    scope: &mut Scope<Visitor>,
    new: NewPassword,
) -> Result<(), RecoveryError> {
    let chars_min = scope.services().config().auth.password_min_length;
    let fields = registration::check_password(&new.password, &new.again, chars_min);
    if !fields.is_empty() {
        return Err(AccountError::Fields(fields).into());
    }
    let token_hash = tokens::hash(&new.token);
    let link = links::find(scope, LinkPurpose::Reset, &token_hash).await?;
    let link = link.ok_or(RecoveryError::LinkRefused)?;
    let sql = format!("{SELECT_HOLDER} u.id = $1");
    let id = link.user_id.uuid();
    let holder = scope.raw(&sql, vec![id.into()]).one::<PasswordOwner>().await?;
    let holder = holder.ok_or(RecoveryError::LinkRefused)?;
    let brand = scope.facts().context.brand_name.clone();
    passwords::check_strength(&new.password, holder.password_context(&brand))?;
    let hash = passwords::hash(scope.services(), &new.password).await?;

    let tx = scope.begin().await?;
    let spent = links::redeem(&tx, LinkPurpose::Reset, &token_hash).await?;
    let spent = spent.ok_or(RecoveryError::LinkRefused)?;
    let holder = tx.raw(&sql, vec![id.into()]).one::<PasswordOwner>().await?;
    let holder = holder.filter(|holder| holder.version == spent.credential_version);
    let holder = holder.ok_or(RecoveryError::LinkRefused)?;
    if holder.status.is_some() {
        return Err(RecoveryError::Disabled);
    }
    if !credentials::replace_password(&tx, &holder, hash).await? {
        return Err(RecoveryError::LinkRefused);
    }
    links::invalidate_links(&tx, LinkPurpose::Reset, holder.id).await?;
    sessions::revoke_all(&tx, holder.id, "password-reset").await?;
    let reader = NoticeRecipient { email: &holder.email, first_name: &holder.first_name };
    notices::send_password_changed(&tx, &reader).await?;
    tx.commit().await?;
    tracing::info!(user.id = %holder.id, "password changed through a reset link");
    // The reader of the account's mail is not the attacker who guessed the password.
    let account = LimitKey::account(&holder.email).combined_with(&LimitKey::device(None));
    let limiter = scope.services().limiter();
    limiter.clear(LimitedAction::Login, &account).await;
    let mails = LimitKey::account(&holder.email);
    limiter.clear(LimitedAction::PasswordResetAccount, &mails).await;
    Ok(())
}

/// Requires a new password at the next sign-in, and ends all sessions of a user. For staff; the
/// caller writes the audit log.
///
/// # Errors
/// Database errors.
pub async fn require_reset<V>(tx: &Tx<'_, V>, user: UserId) -> Result<(), DbErr> {
    credentials::require_new(tx, user, true).await?;
    sessions::revoke_all(tx, user, "password-reset-required").await
}

/// Token to set a new password, for a user who has just entered the old one; `None` if the old one
/// may still be used.
pub(in crate::accounts) async fn required_token(
    scope: &mut Scope<Visitor>,
    user: UserId,
) -> Result<Option<String>, AccountError> {
    let sql = format!("{SELECT_HOLDER} u.id = $1 AND u.password_reset_required");
    let found = scope.raw(&sql, vec![user.uuid().into()]).one::<PasswordOwner>().await?;
    let Some(holder) = found else { return Ok(None) };
    let token =
        tokens::random_token::<32>().map_err(|error| AccountError::Fault(error.to_string()))?;
    let tx = scope.begin().await?;
    let link = NewLink {
        user,
        purpose: LinkPurpose::Reset,
        credential_version: holder.version,
        token_hash: &tokens::hash(&token),
        expires_at: tx.now() + LINK_LIFE,
    };
    links::insert(&tx, link).await?;
    tx.commit().await?;
    Ok(Some(token))
}
