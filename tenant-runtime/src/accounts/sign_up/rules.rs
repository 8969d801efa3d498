//! Validates a sign-up and creates the account in one transaction.

use super::store;
use super::{existing_account, hidden};
use crate::accounts::error::AccountError;
use crate::accounts::invites::{self, InviteCodeId};
use crate::accounts::registration::{self, NewAccount, SignUpForm};
use crate::accounts::{addresses, device, passwords, verification};
use crate::integration_records::{EmittedEvent, WebhookEvent, emit};
use http::HeaderValue;
use platform::analytics::{self, AnalyticsEvent, AnalyticsEventType};
use platform::limiter::{LimitKey, LimitedAction, Verdict};
use platform::{Scope, UserId, Visitor};

/// Result of a sign-up.
pub(super) enum SignUpOutcome {
    /// An account was created; the browser is known for it.
    Made { user: UserId, device: HeaderValue },
    /// The response must not reveal whether the address had an account; a mail explains the rest.
    Undisclosed { device: Option<HeaderValue> },
}

/// Creates an account, or enqueues a hidden sign-up. The password is hashed before the transaction,
/// because hashing takes longest and the code's row is locked during the transaction. An address
/// that has an account costs the same hash, so that timing reveals nothing.
pub(super) async fn sign_up(
    scope: &mut Scope<Visitor>,
    form: SignUpForm,
    code: &str,
) -> Result<SignUpOutcome, AccountError> {
    let newcomer = registration::check(form, scope.services().config().auth.password_min_length)?;
    if !addresses::is_mailable(&newcomer.email) {
        return Err(AccountError::Unmailable);
    }
    let code = read_code(code)?;
    check_strength(scope, &newcomer)?;
    invites::check_unspent(scope, code).await?;
    let verdict = count(scope, &newcomer, code).await?;
    let hides = existing_account::hides_registration(scope, code).await;
    let hash = passwords::hash(scope.services(), &newcomer.password).await?;
    let device = device::signed_or_new_id(scope.services(), scope.facts())?;
    if hides {
        let enqueued = hidden::enqueue(scope, &newcomer, code, hash).await;
        enqueued.map_err(|error| error.with_limit_state(verdict))?;
        return Ok(SignUpOutcome::Undisclosed { device: device.cookie });
    }
    match create_account(scope, &newcomer, code, hash.clone()).await {
        Ok(user) => {
            let known = device::mark_known(scope.services(), scope.facts(), &newcomer.email)?;
            Ok(SignUpOutcome::Made { user, device: known.cookie })
        }
        Err(AccountError::EmailTaken) => {
            if existing_account::may_notify(scope, code).await {
                return Err(AccountError::EmailTaken.with_limit_state(verdict));
            }
            let enqueued = hidden::enqueue(scope, &newcomer, code, hash).await;
            enqueued.map_err(|error| error.with_limit_state(verdict))?;
            Ok(SignUpOutcome::Undisclosed { device: device.cookie })
        }
        Err(error) => Err(error.with_limit_state(verdict)),
    }
}

async fn create_account(
    scope: &mut Scope<Visitor>,
    newcomer: &NewAccount,
    code: InviteCodeId,
    hash: String,
) -> Result<UserId, AccountError> {
    let tx = scope.begin().await?;
    let row = store::NewAccountRow {
        id: UserId::new(),
        email: &newcomer.email,
        first_name: &newcomer.first_name,
        last_name: &newcomer.last_name,
        is_undisclosed: false,
        language: tx.facts().language(),
    };
    let account = store::insert(&tx, row).await.map_err(|error| {
        if platform::db::is_taken(&error) { AccountError::EmailTaken } else { error.into() }
    })?;
    store::insert_credential(&tx, account.id, hash).await?;
    invites::redeem(&tx, code, &account, tx.site()).await?;
    analytics::record_event(&tx, AnalyticsEvent::new(AnalyticsEventType::UserJoin, account.id))
        .await?;
    emit(&tx, EmittedEvent::new(WebhookEvent::MemberJoined, account.id)).await?;
    verification::mail_link(&tx, &account).await.map_err(|error| match error {
        AccountError::Store(error) => AccountError::LinkNotSent(error),
        other => other,
    })?;
    tx.commit().await?;
    tracing::info!(user.id = %account.id, "account created");
    Ok(account.id)
}

fn read_code(code: &str) -> Result<InviteCodeId, AccountError> {
    match code.trim() {
        "" => Err(AccountError::CodeRequired),
        code => code.parse().map_err(|_| AccountError::CodeRefused),
    }
}

fn check_strength(scope: &Scope<Visitor>, newcomer: &NewAccount) -> Result<(), AccountError> {
    let brand = &scope.facts().context.brand_name;
    passwords::check_strength(&newcomer.password, newcomer.password_context(brand))
}

/// Counts the sign-up per network, per code and device, and per address (G-022, G-127). Many new
/// users may share a network and a code, but not a device: validating the code has assigned an id
/// to each browser.
async fn count(
    scope: &Scope<Visitor>,
    newcomer: &NewAccount,
    code: InviteCodeId,
) -> Result<Verdict, AccountError> {
    let network = LimitKey::network(scope.facts().context.client_ip);
    let device = device::signed_id(scope.services(), scope.facts());
    let device = network.clone().combined_with(&LimitKey::device(device.as_deref()));
    let limits = [
        (LimitedAction::SignUpNetwork, network),
        (LimitedAction::SignUp, LimitKey::code(code).combined_with(&device)),
        (LimitedAction::SignUpEmail, LimitKey::account(&newcomer.email)),
    ];
    let verdict = scope.services().limiter().count_attempts(&limits).await;
    if verdict.allowed { Ok(verdict) } else { Err(AccountError::SignUpLimit(verdict)) }
}
