//! Mails about changes of second factors, so that the owner notices an attack.

use super::status::FactorStatus;
use platform::Tx;
use platform::mail::{MailBrand, MailContent, MailJob};
use sea_orm::DbErr;

/// A change to report.
#[derive(Debug)]
pub enum FactorChange {
    /// An authenticator app was set up.
    TurnedOn,
    /// The second factor was turned off.
    TurnedOff,
    /// New backup codes were created.
    CodesRenewed,
    /// A backup code was used.
    CodeUsed {
        /// Number of codes left.
        left: i64,
    },
    /// A passkey was added.
    PasskeyAdded {
        /// Name of the passkey.
        name: String,
    },
    /// A passkey was removed.
    PasskeyRemoved {
        /// Name of the passkey.
        name: String,
    },
}

impl FactorChange {
    fn notice_text(&self) -> String {
        match self {
            Self::TurnedOn => "Two-factor authentication was turned on.".to_owned(),
            Self::TurnedOff => "Two-factor authentication was turned off.".to_owned(),
            Self::CodesRenewed => {
                "New backup codes were created. Your previous codes no longer work.".to_owned()
            }
            Self::CodeUsed { left: 1 } => "A backup code was used. 1 code is left.".to_owned(),
            Self::CodeUsed { left } => format!("A backup code was used. {left} codes are left."),
            Self::PasskeyAdded { name } => format!("The passkey “{name}” was added."),
            Self::PasskeyRemoved { name } => format!("The passkey “{name}” was removed."),
        }
    }
}

/// Mails the account's owner, in the transaction of the change.
///
/// # Errors
/// Database errors.
pub async fn send_notice<V>(
    tx: &Tx<'_, V>,
    status: &FactorStatus,
    change: &FactorChange,
) -> Result<(), DbErr> {
    let context = &tx.facts().context;
    let mail = MailJob {
        to: status.email.clone(),
        brand: MailBrand::of_site(context),
        content: MailContent::FactorNotice {
            first_name: status.first_name.clone(),
            change: change.notice_text(),
            at: tx.now().format("%-d %B %Y, %H:%M UTC").to_string(),
        },
    };
    tx.enqueue(mail.to_job()?).await.map(drop)
}
