//! Checks the credential of a signed-in user.

use super::error::ProofError;
use super::store;
use crate::accounts::passkeys::{Assertion, CeremonyBinding};
use crate::accounts::second_factor::{self, Factor, SecondFactorError};
use crate::accounts::{AccountError, device, passkeys, passwords};
use platform::limiter::{LimitKey, LimitedAction};
use platform::sessions::{self, AuthEvidence, RenewedSession};
use platform::step_up::ProofNeeded;
use platform::{AccountViewer, Problem, Scope, SignedIn, Site};

/// Digits of a backup code; app codes are shorter.
const BACKUP_DIGITS: usize = 8;

/// A credential.
pub(super) enum StepUpEvidence {
    Password(String),
    Code(Factor, String),
    Passkey(Box<Assertion>),
}

impl StepUpEvidence {
    /// Parses the request.
    pub fn read(
        site: Site,
        password: Option<String>,
        code: Option<String>,
        assertion: Option<Assertion>,
    ) -> Result<Self, Problem> {
        let some = |text: Option<String>| text.filter(|text| !text.is_empty());
        match (some(password), some(code), assertion) {
            (Some(password), None, None) => Ok(Self::Password(password)),
            (None, Some(code), None) => {
                let digits = code.bytes().filter(u8::is_ascii_digit).count();
                let is_backup = digits == BACKUP_DIGITS;
                Ok(Self::Code(if is_backup { Factor::BackupCode } else { Factor::Totp }, code))
            }
            (None, None, Some(assertion)) if site == Site::Main => {
                Ok(Self::Passkey(Box::new(assertion)))
            }
            (None, None, Some(_)) => Err(SecondFactorError::Unsupported.into()),
            _ => Err(ProofError::Nothing.into()),
        }
    }
}

/// Checks the credential. Counted like a sign-in, so that a stolen session does not help guessing.
pub(super) async fn verify_credential(
    scope: &mut Scope<SignedIn>,
    given: StepUpEvidence,
) -> Result<RenewedSession, Problem> {
    let (user, session) = (scope.viewer().id(), scope.viewer().session());
    let code = match &given {
        StepUpEvidence::Password(password) => {
            check_password(scope, password).await?;
            None
        }
        StepUpEvidence::Code(factor, code) => {
            Some(second_factor::validate_code(scope, user, *factor, code).await?)
        }
        StepUpEvidence::Passkey(_) => None,
    };
    let tx = scope.begin().await?;
    let shown = match (&given, &code) {
        (StepUpEvidence::Passkey(assertion), _) => {
            passkeys::finish_challenge(
                &tx,
                &CeremonyBinding::for_step_up(session),
                user,
                assertion,
            )
            .await?;
            AuthEvidence::PASSKEY
        }
        (_, Some(code)) => {
            second_factor::mark_code_used(&tx, user, code).await?;
            AuthEvidence::CODE
        }
        (_, None) => AuthEvidence::PASSWORD,
    };
    let renewed = sessions::renew(&tx, session, shown).await?;
    tx.commit().await?;
    if code.is_some() {
        second_factor::reset_attempts(scope, user).await;
    }
    tracing::info!(session.id = %session, "step-up authentication succeeded");
    Ok(renewed)
}

/// A password alone is sufficient only for users without a second factor.
async fn check_password(scope: &Scope<SignedIn>, password: &str) -> Result<(), ProofError> {
    let user = scope.viewer().id();
    let standing = second_factor::find_status(scope, user).await?.ok_or(AccountError::NotFound)?;
    if standing.is_challenged() {
        return Err(ProofNeeded::SecondFactor.into());
    }
    let hash = store::password_hash(scope, user).await?;
    let services = scope.services();
    let known = device::find_known_device(services, scope.facts(), &standing.email);
    let key = LimitKey::account(&standing.email).combined_with(&LimitKey::device(known.as_deref()));
    let verdict = services.limiter().count_attempt(LimitedAction::Login, &key).await;
    if !verdict.allowed {
        return Err(AccountError::LoginLimit(verdict).into());
    }
    if !passwords::is_right(services, password, hash).await? {
        return Err(ProofError::WrongPassword);
    }
    services.limiter().clear(LimitedAction::Login, &key).await;
    Ok(())
}
