//! Sets up and turns off the second factor, and renews backup codes.

use super::codes::{self, TotpProvisioning};
use super::error::SecondFactorError;
use super::notice::{self, FactorChange};
use super::status::{FactorStatus, find_status};
use super::{store, verify};
use crate::accounts::AccountError;
use crate::accounts::passwords::{self, HashParameters};
use data_encoding::BASE32_NOPAD;
use platform::events::Topic;
use platform::scope::GateError;
use platform::sessions::{self, AuthEvidence, RenewedSession};
use platform::{AccountViewer, Problem, Scope, Services, SignedIn, Tx, UserId, step_up};
use serde_json::json;

/// Status of the viewer's second factor.
pub(super) async fn read(scope: &Scope<SignedIn>) -> Result<FactorStatus, SecondFactorError> {
    let found = find_status(scope, scope.viewer().id()).await?;
    Ok(found.ok_or(AccountError::NotFound)?)
}

/// Returns a new TOTP secret, which is not active yet.
pub(super) async fn begin(scope: &mut Scope<SignedIn>) -> Result<TotpProvisioning, Problem> {
    check_may_change(scope)?;
    let standing = read(scope).await?;
    if !standing.is_offered {
        return Err(SecondFactorError::NotOffered.into());
    }
    if standing.has_totp {
        return Err(SecondFactorError::AlreadyEnrolled.into());
    }
    let user = scope.viewer().id();
    let (handed, sealed) = new_seed(scope, user, &standing.email)?;
    store_factor(scope, user, sealed)
        .await
        .map_err(|error| SecondFactorError::SecretFailed(error.into()))?;
    Ok(handed)
}

async fn store_factor(
    scope: &mut Scope<SignedIn>,
    user: UserId,
    sealed: String,
) -> Result<(), sea_orm::DbErr> {
    let tx = scope.begin().await?;
    store::store_pending(&tx, user, sealed).await?;
    tx.commit().await
}

/// A new TOTP secret, and its encrypted form. Authenticator apps show it with the name of this
/// site.
pub(super) fn new_seed<V>(
    scope: &Scope<V>,
    user: UserId,
    email: &str,
) -> Result<(TotpProvisioning, String), SecondFactorError> {
    let failed = |cause: String| SecondFactorError::SecretFailed(AccountError::Fault(cause));
    let secret = codes::new_secret().map_err(|error| failed(error.to_string()))?;
    let brand = &scope.facts().context.brand_name;
    let handed =
        codes::hand_over(&secret, email, brand).map_err(|error| failed(error.to_string()))?;
    let place = verify::place_of(user);
    let sealed = scope.services().keys().vault.seal(&place, &secret);
    Ok((handed, sealed.map_err(|error| failed(error.to_string()))?))
}

/// Encrypts a secret as stored in its row, for the demo network.
///
/// # Errors
/// If the secret is not base32, or no random bytes are available.
pub fn encrypt_secret(
    services: &Services,
    user: UserId,
    base32: &str,
) -> Result<String, AccountError> {
    let fault = |cause: String| AccountError::Fault(cause);
    let seed = BASE32_NOPAD.decode(base32.as_bytes()).map_err(|error| fault(error.to_string()))?;
    let sealed = services.keys().vault.seal(&verify::place_of(user), &seed);
    sealed.map_err(|error| fault(error.to_string()))
}

/// Activates the secret after a code from the app. The session continues as one that was opened
/// with two factors.
pub(super) async fn confirm(
    scope: &mut Scope<SignedIn>,
    code: &str,
) -> Result<(Vec<String>, RenewedSession), Problem> {
    check_may_change(scope)?;
    let user = scope.viewer().id();
    verify::count_attempt(scope, user).await?;
    let pending = store::find(scope, user).await.map_err(enrol_failed)?;
    let sealed = pending.and_then(|row| row.pending_secret).ok_or(SecondFactorError::NotFound)?;
    let enrolment = Enrolment::prepare(scope, user, sealed, code).await?;
    let session = scope.viewer().session();
    let tx = scope.begin().await.map_err(enrol_failed)?;
    enrolment.complete(&tx).await?;
    let renewed = sessions::renew(&tx, session, AuthEvidence::CODE).await?;
    tx.commit().await.map_err(enrol_failed)?;
    verify::reset_attempts(scope, user).await;
    tracing::info!(user.id = %user, "second factor set up");
    Ok((enrolment.codes, renewed))
}

/// A confirmed TOTP secret, with its backup codes.
pub(super) struct Enrolment {
    user: UserId,
    secret: Vec<u8>,
    step: i64,
    recipe: HashParameters,
    hashes: Vec<String>,
    /// Shown only once.
    pub codes: Vec<String>,
}

impl Enrolment {
    /// Checks the code and creates backup codes, before any transaction.
    pub async fn prepare<V>(
        scope: &Scope<V>,
        user: UserId,
        sealed: String,
        code: &str,
    ) -> Result<Self, SecondFactorError> {
        let secret = verify::open(scope, user, &sealed)?;
        let step = codes::matched_step(&secret, code, scope.now());
        let step = step.ok_or(SecondFactorError::WrongCode)?;
        let (codes, hashes, recipe) =
            new_codes(scope.services()).await.map_err(SecondFactorError::EnrolFailed)?;
        Ok(Self { user, secret, step, recipe, hashes, codes })
    }

    /// Stores it as the account's second factor.
    pub async fn complete<V>(&self, tx: &Tx<'_, V>) -> Result<(), SecondFactorError> {
        let Self { user, step, recipe, hashes, .. } = self;
        let pending = self.pending(tx).await?.ok_or(SecondFactorError::AlreadyEnrolled)?;
        let enrolled =
            store::activate_secret(tx, *user, &pending, *step, &recipe.to_storage()).await;
        if !enrolled.map_err(enrol_failed)? {
            return Err(SecondFactorError::AlreadyEnrolled);
        }
        store::replace_codes(tx, *user, hashes.clone()).await.map_err(enrol_failed)?;
        notify_change(tx, *user, &FactorChange::TurnedOn).await.map_err(enrol_failed)
    }

    /// The stored pending secret, if it is the confirmed one. Secrets are compared decrypted, because
    /// a key rotation encrypts the stored one again.
    async fn pending<V>(&self, tx: &Tx<'_, V>) -> Result<Option<String>, SecondFactorError> {
        let row = store::lock(tx, self.user).await.map_err(enrol_failed)?;
        let Some(pending) = row.and_then(|row| row.pending_secret) else { return Ok(None) };
        let vault = &tx.services().keys().vault;
        let opened = vault.open(&verify::place_of(self.user), &pending);
        Ok(opened.is_ok_and(|secret| secret == self.secret).then_some(pending))
    }
}

/// Turns off the second factor.
pub(super) async fn remove(scope: &mut Scope<SignedIn>) -> Result<RenewedSession, Problem> {
    check_may_change(scope)?;
    let standing = read(scope).await?;
    if !standing.has_totp {
        return Err(SecondFactorError::NotFound.into());
    }
    if standing.is_required {
        return Err(SecondFactorError::Required.into());
    }
    let (user, session) = (scope.viewer().id(), scope.viewer().session());
    let tx = scope.begin().await?;
    if !store::delete_secret(&tx, user).await? {
        return Err(SecondFactorError::NotFound.into());
    }
    notify_change(&tx, user, &FactorChange::TurnedOff).await?;
    let renewed = sessions::renew_with_one_factor(&tx, session).await?;
    tx.commit().await?;
    tracing::info!(user.id = %user, "second factor turned off");
    Ok(renewed)
}

/// Creates new backup codes; earlier ones stop working.
pub(super) async fn regenerate(scope: &mut Scope<SignedIn>) -> Result<Vec<String>, Problem> {
    check_may_change(scope)?;
    if !read(scope).await?.has_totp {
        return Err(SecondFactorError::NotFound.into());
    }
    let (codes, hashes, recipe) =
        new_codes(scope.services()).await.map_err(SecondFactorError::RegenerateFailed)?;
    renew_codes(scope, hashes, &recipe).await?;
    Ok(codes)
}

async fn renew_codes(
    scope: &mut Scope<SignedIn>,
    hashes: Vec<String>,
    recipe: &HashParameters,
) -> Result<(), SecondFactorError> {
    let failed = |error: sea_orm::DbErr| SecondFactorError::RegenerateFailed(error.into());
    let user = scope.viewer().id();
    let tx = scope.begin().await.map_err(failed)?;
    if !store::set_recipe(&tx, user, &recipe.to_storage()).await.map_err(failed)? {
        return Err(SecondFactorError::NotFound);
    }
    store::replace_codes(&tx, user, hashes).await.map_err(failed)?;
    notify_change(&tx, user, &FactorChange::CodesRenewed).await.map_err(failed)?;
    tx.commit().await.map_err(failed)
}

async fn new_codes(
    services: &Services,
) -> Result<(Vec<String>, Vec<String>, HashParameters), AccountError> {
    let recipe = HashParameters::new(&services.config().security.argon2)?;
    let codes =
        codes::new_backup_codes().map_err(|error| AccountError::Fault(error.to_string()))?;
    let hashes = passwords::hash_codes(services, recipe.clone(), codes.clone()).await?;
    Ok((codes, hashes, recipe))
}

/// Notifies the owner by mail, and their open pages.
pub(in crate::accounts) async fn notify_change<V>(
    tx: &Tx<'_, V>,
    user: UserId,
    change: &FactorChange,
) -> Result<(), sea_orm::DbErr> {
    let standing = super::status::status_of(tx, user).await?;
    if let Some(standing) = standing {
        notice::send_notice(tx, &standing, change).await?;
    }
    tx.publish(Topic::User(user), "me.changed", &json!({})).await.map(drop)
}

/// Checks that the viewer is not paused and has authenticated recently.
pub(in crate::accounts) fn check_may_change(scope: &Scope<SignedIn>) -> Result<(), Problem> {
    check_not_paused(scope)?;
    Ok(step_up::require_recent_auth(scope)?)
}

/// Refuses paused users.
pub(in crate::accounts) fn check_not_paused(scope: &Scope<SignedIn>) -> Result<(), GateError> {
    let paused =
        scope.facts().session.as_ref().is_some_and(|session| session.account_status.is_paused);
    if paused { Err(GateError::Paused) } else { Ok(()) }
}

fn enrol_failed(error: sea_orm::DbErr) -> SecondFactorError {
    SecondFactorError::EnrolFailed(error.into())
}
