//! Requests and cancels the deletion of the viewer's account.

use super::job;
use crate::own_data::error::OwnDataError;
use crate::{profiles, staff};
use chrono::{DateTime, Duration, Utc};
use platform::events::Topic;
use platform::mail::{MailBrand, MailContent, MailJob};
use platform::{AccountViewer, Problem, Scope, SignedIn, Tx, sessions, step_up};
use serde_json::json;

/// Time between the request and the deletion (G-122).
const GRACE_PERIOD: Duration = Duration::days(7);
/// Confirmation word.
const CONFIRMATION_WORD: &str = "DELETE";

/// Requests the deletion of the viewer's account. All sessions end at once; the account is deleted
/// in seven days. Refused for the last member of staff.
pub(super) async fn request_deletion(
    scope: &mut Scope<SignedIn>,
    confirmation: &str,
) -> Result<DateTime<Utc>, Problem> {
    if confirmation.trim() != CONFIRMATION_WORD {
        return Err(OwnDataError::NotConfirmed.into());
    }
    step_up::require_recent_auth(scope)?;
    let session = scope.facts().session.as_ref();
    let is_staff = session.is_some_and(|session| session.account_status.is_staff);
    let tx = scope.begin().await?;
    let (user, due) = (tx.viewer().id(), tx.now() + GRACE_PERIOD);
    if is_staff && staff::is_last(&tx, user).await? {
        return Err(OwnDataError::LastStaff.into());
    }
    let told = profiles::leave(&tx, Some(due)).await?.ok_or(OwnDataError::NoAccount)?;
    let brand = MailBrand::of_site(&tx.facts().context);
    tx.enqueue(job::deletion_job(user, due, brand)?).await?;
    send_mail(&tx, told, due).await?;
    sessions::revoke_all(&tx, user, "deletion-requested").await?;
    tx.commit().await?;
    Ok(due)
}

async fn send_mail(
    tx: &Tx<'_, SignedIn>,
    (email, first_name): (String, String),
    due: DateTime<Utc>,
) -> Result<(), Problem> {
    let context = &tx.facts().context;
    let mail = MailJob {
        to: email,
        brand: MailBrand::of_site(context),
        content: MailContent::DeletionRequested {
            first_name,
            due: due.format("%-d %B %Y at %H:%M UTC").to_string(),
            link: format!("{}/login", context.origin),
        },
    };
    tx.enqueue(mail.to_job()?).await?;
    Ok(())
}

/// Cancels the deletion of the viewer's account.
pub(super) async fn cancel_deletion(scope: &mut Scope<SignedIn>) -> Result<(), Problem> {
    let tx = scope.begin().await?;
    profiles::leave(&tx, None).await?.ok_or(OwnDataError::NoAccount)?;
    tx.publish(Topic::User(tx.viewer().id()), "me.changed", &json!({})).await?;
    Ok(tx.commit().await?)
}
