//! An email about one notification, a short time after it, unless it was read meanwhile.

use super::eligibility::{EligibleNotices, eligible_notices};
use super::plan::plan_email;
use super::recipient::{find_mail_recipient, mail_brand};
use super::{links, wording};
use crate::activity::NotificationId;
use crate::activity::delivery::{self, DeliverableNotice};
use crate::mail_feedback::unsubscribe_links;
use crate::notification_settings::{EmailTiming, NotificationKind, load_settings_of};
use crate::{messages, posts, profiles};
use chrono::TimeDelta;
use platform::jobs::{JobError, JobScope, NewJob};
use platform::mail::{MailContent, MailHeaders, MailJob, NotificationMail, OutgoingMail};
use platform::{System, Tx, UserId};
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Kind of the job that sends one email.
pub const MAIL_JOB: &str = "notification-mail";
/// Shortest time between two emails about the same subject, such as an unread conversation.
const REPEAT_AFTER: TimeDelta = TimeDelta::hours(1);
/// Maximum attempts; enough for a mail server outage of a day.
const ATTEMPTS_MAX: i64 = 2000;

/// An email about one notification.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct NotificationMailJob {
    pub user: UserId,
    pub notification: NotificationId,
    /// Identical at every attempt.
    pub mail: Uuid,
}

impl NotificationMailJob {
    pub(super) fn new(notice: &DeliverableNotice) -> Self {
        Self { user: notice.user, notification: notice.id, mail: Uuid::now_v7() }
    }
}

/// Enqueues the email about a notification.
pub(super) async fn enqueue(
    tx: &Tx<'_, System>,
    notice: &DeliverableNotice,
    job: &NotificationMailJob,
) -> Result<(), DbErr> {
    // A recipient who is in the app reads the notification there meanwhile.
    let delay = TimeDelta::seconds(tx.services().config().mail.notification_delay_s.into());
    let after_event = notice.created_at + delay;
    let run_at = notice.emailed_at.map_or(after_event, |last| after_event.max(last + REPEAT_AFTER));
    let event = notice.created_at.timestamp_micros();
    let job = NewJob::new(MAIL_JOB, job)?
        .run_at(run_at)
        .once_as(format!("{MAIL_JOB}:{}:{event}", notice.id))
        .max_attempts(ATTEMPTS_MAX);
    tx.enqueue(job).await.map(drop)
}

/// Claims the notification and writes the email. Returns `None` if none must be sent: the
/// notification was read, is in another email, or may not be seen any more.
///
/// # Errors
/// Database errors; the job is retried.
pub async fn prepare_mail(
    scope: &mut JobScope,
    job: &NotificationMailJob,
) -> Result<Option<OutgoingMail>, JobError> {
    let tx = scope.begin().await?;
    let Some(notice) = delivery::load_unmailed(&tx, job.notification, job.mail).await? else {
        return Ok(None);
    };
    let settings = load_settings_of(&tx, job.user).await?;
    if settings.channels_of(notice.kind).email != EmailTiming::Immediately {
        // The person has changed it meanwhile.
        plan_email(&tx, &notice, &settings).await?;
        tx.commit().await?;
        return Ok(None);
    }
    let Some(recipient) = find_mail_recipient(&tx, job.user).await? else { return Ok(None) };
    let reader = (job.user, recipient.is_staff);
    let eligible = eligible_notices(&tx, reader, vec![notice]).await?;
    let Some(notice) = eligible.notices.first() else { return Ok(None) };
    if delivery::claim_mail(&tx, &[notice.id], job.mail).await?.is_empty() {
        return Ok(None);
    }
    let brand = mail_brand(&tx, job.user, &eligible.notices).await?;
    let kind = links::unsubscribe_kind(notice.kind);
    let unsubscribe = unsubscribe_links(&tx, &brand.origin, job.user, kind).await?;
    let content = MailContent::Notification(NotificationMail {
        first_name: recipient.first_name,
        subject: subject_line(&tx, notice, &eligible).await?,
        title: notice.title.clone(),
        message: wording::excerpt(&notice.message),
        excerpt: excerpt_of(&tx, notice).await?,
        community: wording::community_of(notice, &eligible),
        link: links::notification(&brand.origin, notice.id),
        unsubscribe: unsubscribe.page,
        settings: links::settings(&brand.origin),
    });
    let headers = MailHeaders {
        unsubscribe: Some(unsubscribe.one_click),
        thread: wording::thread_key(notice).map(|key| key.simple().to_string()),
    };
    let mail = MailJob { to: recipient.email, brand, content };
    tx.commit().await?;
    Ok(Some(OutgoingMail::new(job.mail, mail, headers)))
}

/// Records that the email was sent, so that a repeated job does not send it again.
///
/// # Errors
/// Database errors; the job is retried.
pub async fn record_mail(scope: &mut JobScope, user: UserId, mail: Uuid) -> Result<(), JobError> {
    let tx = scope.begin().await?;
    delivery::record_mail(&tx, user, mail).await?;
    tx.commit().await?;
    Ok(())
}

/// The beginning of the post or message that the notification is about. It is read now, and the
/// recipient may see it ([`eligible_notices`]).
async fn excerpt_of(tx: &Tx<'_, System>, notice: &DeliverableNotice) -> Result<String, DbErr> {
    use NotificationKind::{Mention, Message, Reply};
    let post = notice.subject("postId");
    let conversation = notice.subject("conversationId");
    let text = match (notice.kind, post, conversation.zip(notice.author)) {
        (Mention | Reply, Some(post), _) => posts::plain_text_of(tx, post).await?,
        (Message, _, Some((conversation, author))) => {
            messages::latest_text(tx, conversation, author).await?
        }
        _ => None,
    };
    Ok(wording::excerpt(&text.unwrap_or_default()))
}

async fn subject_line(
    tx: &Tx<'_, System>,
    notice: &DeliverableNotice,
    eligible: &EligibleNotices,
) -> Result<String, DbErr> {
    let author = match notice.author {
        Some(author) => profiles::load_people(tx, &[author]).await?.remove(&author),
        None => None,
    };
    let author = author.map(|author| author.display_name);
    Ok(wording::subject_line(notice, eligible, author.as_deref()))
}
