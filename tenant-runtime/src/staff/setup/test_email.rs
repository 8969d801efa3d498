//! The test email: sent once by a worker, because only workers need to know the mail server. Its
//! outcome is recorded as text for the checklist.

use super::error::ChecklistError;
use super::store;
use crate::limits::check_limit;
use crate::profiles;
use chrono::Duration;
use platform::audit::{AuditedAction, record_action};
use platform::jobs::{JobError, JobScope, NewJob};
use platform::limiter::LimitedAction;
use platform::mail::{Cause, MailBrand, MailContent, MailError, MailJob, OutgoingMail};
use platform::{AccountViewer, Problem, Scope, Staff};
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

/// Kind of the job that sends a test email and records the outcome.
pub const TEST_EMAIL_JOB: &str = "test-email";
/// A test without an outcome after so long counts as lost, and another may start.
const LOST_AFTER: Duration = Duration::minutes(2);

#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestedTest {
    attempt: Uuid,
    letter: OutgoingMail,
}

/// Requests a test email to the viewer's own address; none while one is on its way.
pub(super) async fn request_test_email(scope: &mut Scope<Staff>) -> Result<(), Problem> {
    check_limit(scope.services(), scope.viewer(), LimitedAction::Write).await?;
    let tx = scope.begin().await?;
    let (me, attempt) = (tx.viewer().id(), Uuid::now_v7());
    if !store::start_test(&tx, attempt, tx.now() - LOST_AFTER).await? {
        return Ok(());
    }
    let to = profiles::email_addresses(&tx, &[me])
        .await?
        .remove(&me)
        .ok_or(ChecklistError::NoAddress)?;
    let first_name = profiles::person_of(&tx, me).await?.first_name;
    let brand = MailBrand::of_site(&tx.facts().context);
    let mail = MailJob { to, brand, content: MailContent::TestEmail { first_name } };
    let test = RequestedTest { attempt, letter: mail.to_outgoing() };
    tx.enqueue(NewJob::new(TEST_EMAIL_JOB, &test)?).await?;
    let act = AuditedAction {
        actor: Some(me),
        action: "setup.test-email",
        subject_kind: "setup-step",
        subject_id: "test-email".to_owned(),
        before: json!({}),
        after: json!({}),
        reason: None,
    };
    record_action(&tx, act).await?;
    Ok(tx.commit().await?)
}

/// Sends the email once and records the outcome. A failed attempt is not repeated, because the
/// requester waits for the outcome.
///
/// # Errors
/// Database errors; the job is retried.
pub async fn send(mut scope: JobScope, test: RequestedTest) -> Result<(), JobError> {
    let mailer = scope.services().mailer();
    let (state, cause) = match mailer.send(&test.letter).await {
        Ok(()) if mailer.as_catcher().is_some() => ("caught", None),
        Ok(()) => ("sent", None),
        Err(error) => ("failed", Some(describe_error(&error))),
    };
    let tx = scope.begin().await?;
    store::end_test(&tx, test.attempt, state, cause).await?;
    Ok(tx.commit().await?)
}

/// Reason why no email was sent, for an operator: contains no address and no text of the server.
fn describe_error(error: &MailError) -> String {
    match error {
        MailError::Server(_) => {
            "The address of the mail server (mail.smtp_url) cannot be used.".to_owned()
        }
        MailError::Address(_) | MailError::Message(_) => {
            "The sender's address (mail.from) or your own cannot be used in an email.".to_owned()
        }
        MailError::Render(_) => "The email could not be put together.".to_owned(),
        MailError::Refused(Cause::Answer(code)) => match code.to_string().as_str() {
            code @ ("530" | "534" | "535" | "538") => format!(
                "The mail server did not accept the user name and password in mail.smtp_url (code {code})."
            ),
            code @ ("550" | "551" | "553" | "554") => format!(
                "The mail server refused the email: it does not accept the sender's address (mail.from) or yours (code {code})."
            ),
            code => format!("The mail server refused the email (code {code})."),
        },
        MailError::Recipient(_) => "The mail server does not know your address.".to_owned(),
        MailError::Unavailable(Cause::Answer(code)) => {
            format!(
                "The mail server does not accept emails at the moment (code {code}). Try again later."
            )
        }
        MailError::Refused(cause) | MailError::Unavailable(cause) => {
            describe_cause(*cause).to_owned()
        }
    }
}

const fn describe_cause(cause: Cause) -> &'static str {
    match cause {
        Cause::Slow => "The mail server took too long to answer.",
        Cause::Unreached => {
            "The mail server could not be reached, or its certificate is not trusted. Check mail.smtp_url and the network."
        }
        Cause::Protocol | Cause::Answer(_) => {
            "The mail server did not answer as SMTP requires, or lacks the TLS that mail.smtp_url asks for."
        }
    }
}
