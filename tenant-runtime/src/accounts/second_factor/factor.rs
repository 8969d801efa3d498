//! Kinds of second factors (G-058).

use super::error::SecondFactorError;

/// A kind of second factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Factor {
    /// A code of an authenticator app.
    Totp,
    /// One of ten backup codes.
    BackupCode,
    /// A passkey, on the main site.
    Passkey,
}

impl Factor {
    /// The factor with this name.
    ///
    /// # Errors
    /// [`SecondFactorError::Unsupported`].
    pub fn from_name(name: &str) -> Result<Self, SecondFactorError> {
        match name {
            "totp" => Ok(Self::Totp),
            "backup-code" => Ok(Self::BackupCode),
            "passkey" => Ok(Self::Passkey),
            _ => Err(SecondFactorError::Unsupported),
        }
    }

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Totp => "totp",
            Self::BackupCode => "backup-code",
            Self::Passkey => "passkey",
        }
    }
}
