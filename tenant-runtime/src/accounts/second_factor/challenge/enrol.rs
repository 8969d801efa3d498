//! Second factor setup during a sign-in; the sign-in allows nothing else.

use super::redeem::{self, CompletedSignIn};
use super::store::{self, ChallengePurpose};
use crate::accounts::second_factor::codes::TotpProvisioning;
use crate::accounts::second_factor::error::SecondFactorError;
use crate::accounts::second_factor::rules::{Enrolment, new_seed};
use crate::accounts::second_factor::{store as factors, verify};
use platform::{Problem, Scope, UserId, Visitor};

/// Returns a new TOTP secret.
pub(super) async fn begin(
    scope: &mut Scope<Visitor>,
    resolver: &str,
) -> Result<TotpProvisioning, Problem> {
    let over = || SecondFactorError::ChallengeOver;
    let asker = store::challenge_client(scope, resolver).ok_or_else(over)?;
    let waiting =
        store::find(scope, &asker, ChallengePurpose::Enrolment).await?.ok_or_else(over)?;
    let account = redeem::in_good_standing(scope, waiting.user_id).await?;
    let (handed, sealed) = new_seed(scope, account.id, &account.email)?;
    store_factor(scope, &asker, account.id, sealed).await?;
    Ok(handed)
}

async fn store_factor(
    scope: &mut Scope<Visitor>,
    asker: &store::ChallengeClient,
    user: UserId,
    sealed: String,
) -> Result<(), SecondFactorError> {
    let failed = |error: sea_orm::DbErr| SecondFactorError::SecretFailed(error.into());
    let tx = scope.begin().await.map_err(failed)?;
    if !store::store_secret(&tx, asker, sealed.clone()).await.map_err(failed)? {
        return Err(SecondFactorError::ChallengeOver);
    }
    factors::store_pending(&tx, user, sealed).await.map_err(failed)?;
    tx.commit().await.map_err(failed)
}

/// Confirms the secret with the app's first code, and completes the sign-in.
pub(super) async fn confirm(
    scope: &mut Scope<Visitor>,
    resolver: &str,
    code: &str,
) -> Result<(CompletedSignIn, Vec<String>), Problem> {
    let asker = store::challenge_client(scope, resolver).ok_or(SecondFactorError::ChallengeOver)?;
    let waiting = redeem::try_once(scope, &asker, ChallengePurpose::Enrolment).await?;
    let account = redeem::in_good_standing(scope, waiting.user_id).await?;
    verify::count_attempt(scope, account.id).await?;
    let sealed = waiting.pending_secret.clone().ok_or(SecondFactorError::NotFound)?;
    let enrolment = Enrolment::prepare(scope, account.id, sealed, code).await?;
    let tx = scope.begin().await?;
    enrolment.complete(&tx).await?;
    if !store::delete_challenge(&tx, &waiting).await? {
        return Err(SecondFactorError::ChallengeOver.into());
    }
    tx.commit().await?;
    verify::reset_attempts(scope, account.id).await;
    let whole = CompletedSignIn {
        user: account.id,
        email: account.email,
        stay: waiting.stay_signed_in,
        amr: vec![waiting.amr, "otp".to_owned()],
    };
    Ok((whole, enrolment.codes))
}
