//! Mails a verification link to an address that a visitor entered. The account is looked up in the
//! job, so that the response takes the same time for unknown addresses.

use super::rules::{TOKEN_BYTES, verification_mail, write_down};
use crate::accounts::rows::account;
use platform::jobs::{JobError, JobScope};
use platform::mail::MailBrand;
use platform::tokens;
use sea_orm::ColumnTrait;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Kind of the job that mails a verification link, if the account exists.
pub const VERIFICATION_JOB: &str = "verification";

/// A requested verification link.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct VerificationMailJob {
    /// Id of the request: it sends one mail, even if the job is repeated.
    pub id: Uuid,
    /// Email address as typed.
    pub email: String,
    /// Brand of the site of the request.
    pub brand: MailBrand,
}

/// Mails a link, if an account has the address and it is not verified.
///
/// # Errors
/// Database errors; the job is retried.
pub async fn mail_verification_link(
    mut scope: JobScope,
    wanted: VerificationMailJob,
) -> Result<(), JobError> {
    let tx = scope.begin().await?;
    let this = account::Column::Email.eq(wanted.email);
    let found = tx.global::<account::Entity>().filter(this).one().await?;
    let waiting =
        |account: &account::Model| account.status.is_none() && account.needs_verification();
    let Some(account) = found.filter(waiting) else { return Ok(()) };
    let token = tokens::random_token::<TOKEN_BYTES>().map_err(JobError::retryable)?;
    write_down(&tx, account.id, &token).await?;
    let once = format!("verification:{}", wanted.id.simple());
    let mail = verification_mail(&account, wanted.brand, &token).to_job()?.once_as(once);
    if tx.enqueue(mail).await?.is_some() {
        tx.commit().await?;
    }
    Ok(())
}
