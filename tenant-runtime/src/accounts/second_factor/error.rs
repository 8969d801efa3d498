//! Errors of second factors, with the specified messages.

use crate::accounts::AccountError;
use platform::limiter::Verdict;
use platform::problem::FieldError;
use platform::{CatalogueError, ProblemEntry};
use sea_orm::DbErr;

/// Reason why a request is refused.
#[derive(Debug, thiserror::Error)]
pub enum SecondFactorError {
    /// The setup could not be stored.
    #[error("Failed to enroll MFA")]
    EnrolFailed(#[source] AccountError),
    /// The user has no such factor.
    #[error("MFA factor not found")]
    NotFound,
    /// The factor does not exist, or not on this site.
    #[error("Unsupported MFA factor")]
    Unsupported,
    /// The code is wrong, or was used already.
    #[error("Invalid verification code")]
    WrongCode,
    /// The backup code is wrong, or was used already.
    #[error("Invalid backup code")]
    WrongBackupCode,
    /// The backup code could not be checked.
    #[error("Backup code verification failed")]
    BackupFailed(#[source] AccountError),
    /// New backup codes could not be stored.
    #[error("Failed to regenerate backup codes")]
    RegenerateFailed(#[source] AccountError),
    /// No secret could be generated or stored.
    #[error("Failed to generate TOTP secret")]
    SecretFailed(#[source] AccountError),
    /// The policy could not be stored.
    #[error("Failed to update MFA settings")]
    SettingsFailed(#[source] DbErr),
    /// There is no policy.
    #[error("MFA settings not found")]
    SettingsNotFound,
    /// Staff have disabled second factors.
    #[error("Two-factor authentication is not available at the moment.")]
    NotOffered,
    /// A second factor is set up already.
    #[error("Two-factor authentication is already set up.")]
    AlreadyEnrolled,
    /// Staff require a second factor of all users.
    #[error("Two-factor authentication is required and cannot be turned off.")]
    Required,
    /// The policy cannot require a disabled feature.
    #[error("Two-factor authentication must be enabled before it can be required.")]
    RequiredNeedsEnabled,
    /// The grace period is out of range.
    #[error("The grace period must be between 0 and 365 days.")]
    GraceOutOfBounds,
    /// The sign-in has expired, had too many attempts, or belongs to another browser.
    #[error("Session expired. Please log in again.")]
    ChallengeOver,
    /// Too many attempts.
    #[error("Too many login attempts. Please try again in {} minute(s).", .0.retry_after_minutes())]
    Limit(Verdict),
    /// The account may not sign in.
    #[error(transparent)]
    Account(#[from] AccountError),
}

impl CatalogueError for SecondFactorError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::EnrolFailed(error)
            | Self::BackupFailed(error)
            | Self::RegenerateFailed(error)
            | Self::SecretFailed(error)
            | Self::Account(error) => error.entry(),
            Self::SettingsFailed(error) if platform::db::is_away(error) => {
                ProblemEntry::away("storage-away")
            }
            Self::SettingsFailed(_) => ProblemEntry::internal(),
            Self::NotFound => ProblemEntry::not_found("mfa-factor-not-found"),
            Self::Unsupported => ProblemEntry::invalid("mfa-factor-unsupported"),
            Self::WrongCode => ProblemEntry::invalid("verification-code-invalid"),
            Self::WrongBackupCode => ProblemEntry::invalid("backup-code-invalid"),
            Self::SettingsNotFound => ProblemEntry::not_found("mfa-settings-not-found"),
            Self::NotOffered => ProblemEntry::forbidden("mfa-not-offered"),
            Self::AlreadyEnrolled => ProblemEntry::conflict("mfa-already-enrolled"),
            Self::Required => ProblemEntry::forbidden("mfa-required-by-policy"),
            Self::RequiredNeedsEnabled => ProblemEntry::invalid("mfa-required-needs-enabled"),
            Self::GraceOutOfBounds => ProblemEntry::invalid("grace-period-out-of-bounds"),
            Self::ChallengeOver => ProblemEntry::unauthorized("mfa-challenge-over"),
            Self::Limit(_) => ProblemEntry::slow_down("rate-limited"),
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
