//! Job that sends an email: checks the suppression of its address, adds the return path, and
//! records a refusal of the mail server as a bounce.

use super::record::{self, ReportedAddress};
use super::report::MailReport;
use super::return_path::ReturnPath;
use super::rows::suppression;
use super::suppression::BOUNCE_PAUSE;
use super::tokens;
use crate::accounts;
use crate::notification_settings::load_settings_of;
use metrics::counter;
use platform::UserId;
use platform::jobs::{JobError, JobScope};
use platform::mail::{MailBrand, MailError, OutgoingMail};
use platform::telemetry::MAILS_SUPPRESSED;
use sea_orm::DbErr;

/// Sends an email in the recipient's language, unless its address does not accept it.
///
/// # Errors
/// The mail server is unavailable, or rejected the email; database errors.
pub async fn send_mail(mut scope: JobScope, mut letter: OutgoingMail) -> Result<(), JobError> {
    let address = accounts::normalised_email(&letter.mail.to);
    if has_bounced_recently(&scope, &address).await? {
        counter!(MAILS_SUPPRESSED, "mail" => letter.mail.content.name()).increment(1);
        return Ok(());
    }
    let user = owner_of(&scope, &address).await?;
    if let Some(user) = user {
        apply_locale(&scope, user, &mut letter.mail.brand).await?;
    }
    let return_path = return_path_of(&mut scope, user, &address).await?;
    let mailer = scope.services().mailer().clone();
    match mailer.send_with_return_path(&letter, return_path.as_deref()).await {
        Ok(()) => Ok(()),
        Err(MailError::Recipient(status)) => {
            let about = ReportedAddress { address, user };
            let tx = scope.begin().await?;
            record::record(&tx, &about, &MailReport::Bounce(status)).await?;
            tx.commit().await?;
            // The bounce is recorded; there is nothing that staff could repeat.
            Ok(())
        }
        Err(error) if error.is_temporary() => Err(JobError::retryable(error)),
        Err(error) => Err(JobError::permanent(error)),
    }
}

/// Sets the language and the time zone of the recipient's account.
async fn apply_locale(scope: &JobScope, user: UserId, mail: &mut MailBrand) -> Result<(), DbErr> {
    let contact = accounts::load_contacts(scope, &[user]).await?.remove(&user);
    mail.language = contact.map(|contact| contact.language()).or(mail.language);
    mail.time_zone = load_settings_of(scope, user).await?.time_zone;
    Ok(())
}

/// Returns whether no email is sent to this address at all; see [`super::suppression`]. Notifications
/// are not even written for a suppressed address.
async fn has_bounced_recently(scope: &JobScope, address: &str) -> Result<bool, DbErr> {
    let row = scope.global::<suppression::Entity>().by_id(address.to_owned()).one().await?;
    Ok(row.is_some_and(|row| {
        row.status_code.is_some() && scope.now() < row.updated_at + BOUNCE_PAUSE
    }))
}

async fn owner_of(scope: &JobScope, address: &str) -> Result<Option<UserId>, DbErr> {
    let address = address.to_owned();
    let found = accounts::find_by_emails(scope, std::slice::from_ref(&address)).await?;
    Ok(found.get(&address).copied())
}

/// Return path of an email to an account, if the operator has configured one.
async fn return_path_of(
    scope: &mut JobScope,
    user: Option<UserId>,
    address: &str,
) -> Result<Option<String>, DbErr> {
    let configured = scope.services().config().mail.return_path.clone();
    let Some(path) = configured.as_deref().and_then(ReturnPath::parse) else { return Ok(None) };
    let Some(user) = user else { return Ok(None) };
    let tx = scope.begin().await?;
    let secret = tokens::secret_of(&tx, user).await?;
    tx.commit().await?;
    Ok(Some(path.address_for(&tokens::return_path_token(&secret, user, address))))
}
