//! The mail to an address that a visitor names. It is looked at here, behind the answer: so the answer
//! takes as long for an address that nobody has.

use super::rules::letter;
use crate::accounts::links;
use crate::accounts::rows::account;
use platform::jobs::{JobError, JobScope};
use platform::mail::MailBrand;
use platform::tokens;
use sea_orm::ColumnTrait;
use serde::{Deserialize, Serialize};

/// The kind of the job that mails one link to prove an address, if there is somebody to mail it to.
pub const VERIFICATION_JOB: &str = "verification";

/// Somebody asked for a link to an address.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Wanted {
    /// The address that was typed.
    pub email: String,
    /// What the link carries; good for nothing where nobody has the address.
    pub token: String,
    /// The door it was typed at.
    pub brand: MailBrand,
}

/// Mails the link, if it was written down for somebody.
///
/// # Errors
/// The database's, to be tried again.
pub async fn mail_verification_link(mut scope: JobScope, wanted: Wanted) -> Result<(), JobError> {
    let tx = scope.begin().await?;
    let link = links::unspent_in(&tx, links::Purpose::Verify, &tokens::hash(&wanted.token)).await?;
    let Some(link) = link else { return Ok(()) };
    let this = account::Column::Id.eq(link.user_id.uuid());
    let account = tx.doorless::<account::Entity>().filter(this).one().await?;
    let Some(account) = account.filter(|account| account.email == wanted.email) else {
        return Ok(());
    };
    let once = format!("verification:{}", link.token_hash);
    let mail = letter(&account, wanted.brand, &wanted.token).to_job()?.once_as(once);
    if tx.enqueue(mail).await?.is_some() {
        tx.commit().await?;
    }
    Ok(())
}
