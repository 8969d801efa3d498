//! What a sign-up must hold, and the one transaction that makes the account.

use super::store;
use crate::accounts::error::AccountError;
use crate::accounts::invites::{self, InviteCodeId};
use crate::accounts::registration::{self, Form, Newcomer};
use crate::accounts::{passwords, verification};
use platform::analytics::{self, AnalyticsEvent, AnalyticsEventType};
use platform::limiter::{LimitKey, LimitedAction};
use platform::{Scope, UserId, Visitor};

/// Makes an account. The password is hashed before the transaction begins, because the hash takes
/// longer than everything else and the code's row is held meanwhile.
pub(super) async fn join(
    scope: &mut Scope<Visitor>,
    form: Form,
    code: &str,
) -> Result<UserId, AccountError> {
    let newcomer = registration::check(form, scope.services().config().auth.password_min_length)?;
    if !platform::mail::can_be_sent_to(&newcomer.email) {
        return Err(AccountError::Unmailable);
    }
    let code = read_code(code)?;
    check_strength(scope, &newcomer)?;
    count(scope, &newcomer).await?;
    invites::check_unspent(scope, code).await?;
    let hash = passwords::hash(scope.services(), &newcomer.password).await?;

    let tx = scope.begin().await?;
    let account = store::insert(&tx, &newcomer).await.map_err(|error| {
        if platform::db::is_taken(&error) { AccountError::EmailTaken } else { error.into() }
    })?;
    store::insert_credential(&tx, account.id, hash).await?;
    invites::consume(&tx, code, &account, tx.door()).await?;
    analytics::note(&tx, AnalyticsEvent::of(AnalyticsEventType::UserJoin, account.id)).await?;
    verification::mail_link(&tx, &account).await.map_err(|error| match error {
        AccountError::Store(error) => AccountError::LinkNotSent(error),
        other => other,
    })?;
    tx.commit().await?;
    tracing::info!(user.id = %account.id, "an account was made");
    Ok(account.id)
}

fn read_code(code: &str) -> Result<InviteCodeId, AccountError> {
    match code.trim() {
        "" => Err(AccountError::CodeRequired),
        code => code.parse().map_err(|_| AccountError::CodeRefused),
    }
}

fn check_strength(scope: &Scope<Visitor>, newcomer: &Newcomer) -> Result<(), AccountError> {
    let brand = &scope.facts().context.brand_name;
    let known = [&newcomer.email, &newcomer.first_name, &newcomer.last_name, brand];
    passwords::check_strength(&newcomer.password, &known.map(String::as_str))
}

/// Counts the sign-up against its client and its address (G-022), and the mail it sends against
/// those that may be asked for again.
async fn count(scope: &Scope<Visitor>, newcomer: &Newcomer) -> Result<(), AccountError> {
    let client = LimitKey::client(Some(scope.facts().context.client_ip), None);
    let address = LimitKey::account(&newcomer.email);
    let limits = [(LimitedAction::SignUp, client), (LimitedAction::SignUpEmail, address)];
    let verdict = scope.services().limiter().hit_all(&limits).await;
    if verdict.allowed { Ok(()) } else { Err(AccountError::SignUpLimit(verdict)) }
}
