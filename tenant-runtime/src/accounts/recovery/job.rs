//! Sends the recovery mail in a job, so that the response does not depend on the account.

use super::rules::{LINK_LIFE, LINK_LIFE_MINUTES};
use crate::accounts::credentials::{PasswordOwner, SELECT_HOLDER};
use crate::accounts::links::{self, LinkPurpose, NewLink};
use platform::jobs::{JobError, JobScope};
use platform::mail::{MailBrand, MailContent, MailJob};
use platform::tokens;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Kind of the job that mails a link, if the account exists.
pub const RECOVERY_JOB: &str = "recovery";

/// A requested recovery link.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RecoveryMailJob {
    /// Id of the request: it sends one mail, even if the job is repeated.
    pub id: Uuid,
    /// Email address as typed.
    pub email: String,
    /// Brand of the site of the request.
    pub brand: MailBrand,
}

/// Mails the link, if an account has the address.
///
/// # Errors
/// Database errors; the job is retried.
pub async fn mail_recovery_link(
    mut scope: JobScope,
    wanted: RecoveryMailJob,
) -> Result<(), JobError> {
    let tx = scope.begin().await?;
    let sql = format!("{SELECT_HOLDER} u.email = $1");
    let found = tx.raw(&sql, vec![wanted.email.into()]).one::<PasswordOwner>().await?;
    let Some(holder) = found.filter(|holder| holder.status.is_none()) else { return Ok(()) };
    let token = tokens::random_token::<32>().map_err(JobError::retryable)?;
    let link = NewLink {
        user: holder.id,
        purpose: LinkPurpose::Reset,
        credential_version: holder.version,
        token_hash: &tokens::hash(&token),
        expires_at: tx.now() + LINK_LIFE,
    };
    links::insert(&tx, link).await?;
    let content = MailContent::ResetPassword {
        first_name: holder.first_name,
        link: format!("{}/reset-password?token={token}", wanted.brand.origin),
        valid_minutes: LINK_LIFE_MINUTES,
    };
    let mail = MailJob { to: holder.email, brand: wanted.brand, content };
    let once = mail.to_job()?.once_as(format!("recovery:{}", wanted.id.simple()));
    if tx.enqueue(once).await?.is_some() {
        tx.commit().await?;
        tracing::info!(user.id = %holder.id, "password reset link enqueued");
    }
    Ok(())
}
