//! Completes a pending sign-in. Checks the account's status again, because it may have changed
//! since the first factor.

use super::store::{self, ChallengeClient, ChallengePurpose};
use crate::accounts::rows::account;
use crate::accounts::second_factor::error::SecondFactorError;
use crate::accounts::second_factor::factor::Factor;
use crate::accounts::second_factor::verify::{self, RightCode};
use crate::accounts::{AccountError, passkeys};
use platform::{Problem, Scope, Site, Tx, UserId, Visitor};

/// A second factor that was entered.
pub(super) enum ChallengeAnswer {
    Code(Factor, String),
    Passkey(Box<passkeys::Assertion>),
}

/// A completed sign-in.
pub(super) struct CompletedSignIn {
    pub user: UserId,
    pub email: String,
    pub stay: bool,
    /// Authentication methods of both factors.
    pub amr: Vec<String>,
}

/// Fields of the request.
pub(super) struct SubmittedFactor {
    pub factor: Option<String>,
    pub code: Option<String>,
    pub backup_code: Option<String>,
    pub assertion: Option<passkeys::Assertion>,
}

/// Parses the request, before it counts as an attempt.
pub(super) fn read(
    site: Site,
    given: SubmittedFactor,
) -> Result<ChallengeAnswer, SecondFactorError> {
    let factor = match &given.factor {
        Some(name) => Factor::from_name(name)?,
        None if given.backup_code.is_some() => Factor::BackupCode,
        None if given.assertion.is_some() => Factor::Passkey,
        None => Factor::Totp,
    };
    match (factor, given.assertion) {
        (Factor::Passkey, Some(assertion)) if site == Site::Main => {
            Ok(ChallengeAnswer::Passkey(Box::new(assertion)))
        }
        (Factor::Passkey, _) => Err(SecondFactorError::Unsupported),
        (factor, _) => {
            let code = given.backup_code.filter(|_| factor == Factor::BackupCode).or(given.code);
            Ok(ChallengeAnswer::Code(factor, code.unwrap_or_default()))
        }
    }
}

pub(super) async fn redeem(
    scope: &mut Scope<Visitor>,
    resolver: &str,
    answer: ChallengeAnswer,
) -> Result<CompletedSignIn, Problem> {
    let asker = store::challenge_client(scope, resolver).ok_or(SecondFactorError::ChallengeOver)?;
    let waiting = try_once(scope, &asker, ChallengePurpose::SignIn).await?;
    let user = waiting.user_id;
    let account = in_good_standing(scope, user).await?;
    let right = match &answer {
        ChallengeAnswer::Code(factor, typed) => {
            VerifiedFactor::Code(verify::validate_code(scope, user, *factor, typed).await?)
        }
        ChallengeAnswer::Passkey(assertion) => {
            verify::count_attempt(scope, user).await?;
            VerifiedFactor::Passkey(assertion)
        }
    };
    let tx = scope.begin().await?;
    consume_challenge(&tx, &asker, user, &right).await?;
    if !store::delete_challenge(&tx, &waiting).await? {
        return Err(SecondFactorError::ChallengeOver.into());
    }
    tx.commit().await?;
    verify::reset_attempts(scope, user).await;
    let second = if matches!(right, VerifiedFactor::Passkey(_)) { "hwk" } else { "otp" };
    Ok(CompletedSignIn {
        user,
        email: account.email,
        stay: waiting.stay_signed_in,
        amr: vec![waiting.amr, second.to_owned()],
    })
}

enum VerifiedFactor<'a> {
    Code(RightCode),
    Passkey(&'a passkeys::Assertion),
}

async fn consume_challenge(
    tx: &Tx<'_, Visitor>,
    asker: &ChallengeClient,
    user: UserId,
    right: &VerifiedFactor<'_>,
) -> Result<(), Problem> {
    match right {
        VerifiedFactor::Code(code) => Ok(verify::mark_code_used(tx, user, code).await?),
        VerifiedFactor::Passkey(assertion) => {
            let asker = passkeys::CeremonyBinding::for_second_factor(asker.resolver_hash());
            passkeys::finish_challenge(tx, &asker, user, assertion).await
        }
    }
}

/// Counts an attempt. The count also stays after a successful attempt.
pub(super) async fn try_once(
    scope: &mut Scope<Visitor>,
    asker: &ChallengeClient,
    purpose: ChallengePurpose,
) -> Result<crate::accounts::rows::mfa_challenge::Model, Problem> {
    let tx = scope.begin().await?;
    let waiting = store::try_once(&tx, asker, purpose).await?;
    tx.commit().await?;
    Ok(waiting.ok_or(SecondFactorError::ChallengeOver)?)
}

/// The account, if it may still sign in.
pub(super) async fn in_good_standing(
    scope: &Scope<Visitor>,
    user: UserId,
) -> Result<account::Model, AccountError> {
    let account = scope.global::<account::Entity>().by_id(user).one().await?;
    let account = account.ok_or(AccountError::NotFound)?;
    account.check_may_sign_in()?;
    Ok(account)
}
