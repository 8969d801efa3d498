//! The mail to an address that a visitor names. It is looked at here, behind the answer: so the answer
//! takes as long for an address that nobody has.

use super::rules::{TOKEN_BYTES, letter, write_down};
use crate::accounts::rows::account;
use platform::jobs::{JobError, JobScope};
use platform::mail::MailBrand;
use platform::tokens;
use sea_orm::ColumnTrait;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The kind of the job that mails one link to prove an address, if there is somebody to mail it to.
pub const VERIFICATION_JOB: &str = "verification";

/// Somebody asked for a link to an address.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Wanted {
    /// This request: it is answered with one mail, however often the job runs.
    pub id: Uuid,
    /// The address that was typed.
    pub email: String,
    /// The door it was typed at.
    pub brand: MailBrand,
}

/// Mails a link, if somebody has the address and has yet to prove it.
///
/// # Errors
/// Database errors; the job is retried.
pub async fn mail_verification_link(mut scope: JobScope, wanted: Wanted) -> Result<(), JobError> {
    let tx = scope.begin().await?;
    let this = account::Column::Email.eq(wanted.email);
    let found = tx.doorless::<account::Entity>().filter(this).one().await?;
    let waiting =
        |account: &account::Model| account.status.is_none() && account.needs_verification();
    let Some(account) = found.filter(waiting) else { return Ok(()) };
    let token = tokens::random_token::<TOKEN_BYTES>().map_err(JobError::later)?;
    write_down(&tx, account.id, &token).await?;
    let once = format!("verification:{}", wanted.id.simple());
    let mail = letter(&account, wanted.brand, &token).to_job()?.once_as(once);
    if tx.enqueue(mail).await?.is_some() {
        tx.commit().await?;
    }
    Ok(())
}
