//! Recovery link on the operator's command.

use super::job::{RECOVERY_JOB, RecoveryMailJob};
use super::rules::LINK_LIFE;
use crate::accounts::credentials::{PasswordOwner, SELECT_HOLDER};
use crate::accounts::links::{self, LinkPurpose, NewLink};
use platform::jobs::NewJob;
use platform::mail::MailBrand;
use platform::{Tx, UserId, tokens};
use sea_orm::DbErr;
use uuid::Uuid;

/// Reason why there is no link.
#[derive(Debug, thiserror::Error)]
pub enum RecoveryLinkError {
    /// Database error.
    #[error(transparent)]
    Store(#[from] DbErr),
    /// No random bytes are available.
    #[error("{0}")]
    Random(String),
}

/// Enqueues the mail with a recovery link, or returns the link if it is not mailed.
///
/// # Errors
/// Database errors.
pub async fn issue_recovery_link<V>(
    tx: &Tx<'_, V>,
    user: UserId,
    is_printed: bool,
) -> Result<Option<String>, RecoveryLinkError> {
    let sql = format!("{SELECT_HOLDER} u.id = $1");
    let holder = tx.raw(&sql, vec![user.uuid().into()]).one::<PasswordOwner>().await?;
    let holder = holder.ok_or(DbErr::RecordNotUpdated)?;
    let brand = MailBrand::of_site(&tx.facts().context);
    if !is_printed {
        let wanted = RecoveryMailJob { id: Uuid::now_v7(), email: holder.email, brand };
        tx.enqueue(NewJob::new(RECOVERY_JOB, &wanted)?).await?;
        return Ok(None);
    }
    let token = tokens::random_token::<32>();
    let token = token.map_err(|error| RecoveryLinkError::Random(error.to_string()))?;
    let link = NewLink {
        user,
        purpose: LinkPurpose::Reset,
        credential_version: holder.version,
        token_hash: &tokens::hash(&token),
        expires_at: tx.now() + LINK_LIFE,
    };
    links::insert(tx, link).await?;
    Ok(Some(format!("{}/reset-password?token={token}", brand.origin)))
}
