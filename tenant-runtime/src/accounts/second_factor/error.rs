//! What can go wrong with second factors, in the catalogue's words.

use crate::accounts::AccountError;
use platform::limiter::Verdict;
use platform::problem::FieldError;
use platform::{Catalogued, Entry};
use sea_orm::DbErr;

/// Reason why a request is refused.
#[derive(Debug, thiserror::Error)]
pub enum SecondFactorError {
    /// The setting up could not be kept.
    #[error("Failed to enroll MFA")]
    EnrolFailed(#[source] AccountError),
    /// There is none of the kind.
    #[error("MFA factor not found")]
    NotFound,
    /// Of a kind that there is not, or not here.
    #[error("Unsupported MFA factor")]
    Unsupported,
    /// Not the code of the moment, or one that was taken.
    #[error("Invalid verification code")]
    WrongCode,
    /// None of those that are left.
    #[error("Invalid backup code")]
    WrongBackupCode,
    /// A backup code could not be looked at.
    #[error("Backup code verification failed")]
    BackupFailed(#[source] AccountError),
    /// New backup codes could not be kept.
    #[error("Failed to regenerate backup codes")]
    RegenerateFailed(#[source] AccountError),
    /// No seed could be made or kept.
    #[error("Failed to generate TOTP secret")]
    SecretFailed(#[source] AccountError),
    /// The platform's settings could not be kept.
    #[error("Failed to update MFA settings")]
    SettingsFailed(#[source] DbErr),
    /// There are none.
    #[error("MFA settings not found")]
    SettingsNotFound,
    /// Staff have turned it off.
    #[error("Two-factor authentication is not available at the moment.")]
    NotOffered,
    /// There is one already.
    #[error("Two-factor authentication is already set up.")]
    AlreadyEnrolled,
    /// Staff ask it of everybody.
    #[error("Two-factor authentication is required and cannot be turned off.")]
    Required,
    /// What cannot be set for the platform.
    #[error("Two-factor authentication must be enabled before it can be required.")]
    RequiredNeedsEnabled,
    /// A period of grace out of bounds.
    #[error("The grace period must be between 0 and 365 days.")]
    GraceOutOfBounds,
    /// The sign-in was begun too long ago, answered too often, or in another browser.
    #[error("Session expired. Please log in again.")]
    ChallengeOver,
    /// Too many codes.
    #[error("Too many login attempts. Please try again in {} minute(s).", .0.retry_after_minutes())]
    Limit(Verdict),
    /// What stands against the account.
    #[error(transparent)]
    Account(#[from] AccountError),
}

impl Catalogued for SecondFactorError {
    fn entry(&self) -> Entry {
        match self {
            Self::EnrolFailed(error)
            | Self::BackupFailed(error)
            | Self::RegenerateFailed(error)
            | Self::SecretFailed(error)
            | Self::Account(error) => error.entry(),
            Self::SettingsFailed(error) if platform::db::is_away(error) => {
                Entry::away("storage-away")
            }
            Self::SettingsFailed(_) => Entry::internal(),
            Self::NotFound => Entry::not_found("mfa-factor-not-found"),
            Self::Unsupported => Entry::invalid("mfa-factor-unsupported"),
            Self::WrongCode => Entry::invalid("verification-code-invalid"),
            Self::WrongBackupCode => Entry::invalid("backup-code-invalid"),
            Self::SettingsNotFound => Entry::not_found("mfa-settings-not-found"),
            Self::NotOffered => Entry::forbidden("mfa-not-offered"),
            Self::AlreadyEnrolled => Entry::conflict("mfa-already-enrolled"),
            Self::Required => Entry::forbidden("mfa-required-by-policy"),
            Self::RequiredNeedsEnabled => Entry::invalid("mfa-required-needs-enabled"),
            Self::GraceOutOfBounds => Entry::invalid("grace-period-out-of-bounds"),
            Self::ChallengeOver => Entry::unauthorized("mfa-challenge-over"),
            Self::Limit(_) => Entry::slow_down("rate-limited"),
        }
    }

    fn fields(&self) -> Vec<FieldError> {
        let one = |field: &str| vec![FieldError::new(field, self.entry().code, self.to_string())];
        match self {
            Self::WrongCode | Self::WrongBackupCode => one("code"),
            Self::RequiredNeedsEnabled => one("required"),
            Self::GraceOutOfBounds => one("gracePeriodDays"),
            _ => Vec::new(),
        }
    }

    fn retry_after_s(&self) -> Option<u64> {
        match self {
            Self::Limit(verdict) => Some(verdict.retry_after_s),
            Self::EnrolFailed(error)
            | Self::BackupFailed(error)
            | Self::RegenerateFailed(error)
            | Self::SecretFailed(error)
            | Self::Account(error) => error.retry_after_s(),
            _ => None,
        }
    }
}

impl From<DbErr> for SecondFactorError {
    fn from(error: DbErr) -> Self {
        Self::Account(error.into())
    }
}
