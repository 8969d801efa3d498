//! Job that sends one message to one browser.
//!
//! A worker may die between sending and finishing the job, which then runs again. The second
//! message has the same topic and tag: it replaces the first one at the push service and on the
//! device, so the person sees one notification.

use super::enqueue::{MESSAGE_LIFETIME, PushContent, PushMessage, SEND_ATTEMPTS_MAX};
use super::rows::{Entity, Model};
use super::{PushSubscriptionId, store};
use crate::{accounts, activity, affiliations};
use chrono::{DateTime, Utc};
use data_encoding::BASE64URL_NOPAD;
use metrics::counter;
use platform::jobs::{JobError, JobScope, NewJob};
use platform::language::{TextGroup, translate};
use platform::push::{self, Delivery, PLAINTEXT_BYTES_MAX, PushClient, PushRequest, Urgency};
use platform::telemetry::PUSH_MESSAGES;
use platform::{Site, UserId, sessions};
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// Kind of the job.
pub const JOB_KIND: &str = "push";
/// Text of a message without content.
const WITHOUT_CONTENT: &str = "You have a new notification.";
/// Maximum characters of the text: devices show fewer, and the message must fit into 4 kB.
const BODY_CHARS_MAX: usize = 500;
const TITLE_CHARS_MAX: usize = 150;

/// One message for one browser.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PushJob {
    pub(super) subscription: PushSubscriptionId,
    /// Subscriptions of the same browser on other sites, for the case that this one is of no use.
    #[serde(default)]
    pub(super) alternatives: Vec<PushSubscriptionId>,
    pub(super) user: UserId,
    pub(super) message: PushMessage,
    /// The message is dropped afterwards.
    pub(super) expires_at: DateTime<Utc>,
    /// Number of times that the push service asked for a later attempt.
    pub(super) attempt: u32,
}

/// Sends a message to the first subscription of a browser that can receive it. Nothing is sent if
/// the notification was read, or no site of the browser may show it.
///
/// # Errors
/// Database errors, or the push service is unavailable.
pub async fn deliver_push(mut scope: JobScope, mut job: PushJob) -> Result<(), JobError> {
    if scope.now() >= job.expires_at {
        return drop_message("expired");
    }
    loop {
        let Attempt::Useless(reason) = attempt(&mut scope, &job).await? else { return Ok(()) };
        counter!(PUSH_MESSAGES, "outcome" => reason).increment(1);
        if job.alternatives.is_empty() {
            return Ok(());
        }
        job.subscription = job.alternatives.remove(0);
    }
}

/// Result of trying one subscription.
enum Attempt {
    /// The message was sent, postponed, or cannot be sent at all.
    Settled,
    /// This subscription cannot receive the message, for this reason.
    Useless(&'static str),
}

async fn attempt(scope: &mut JobScope, job: &PushJob) -> Result<Attempt, JobError> {
    let Some(row) = scope.global::<Entity>().by_id(job.subscription).one().await? else {
        return Ok(Attempt::Useless("unsubscribed"));
    };
    let session = match session_state(scope, &row, job.user).await? {
        SessionState::Ended => {
            delete_subscription(scope, row.id).await?;
            return Ok(Attempt::Useless("signed-out"));
        }
        state => state,
    };
    if !may_receive(scope, &row, job).await? {
        return Ok(Attempt::Useless("not-needed"));
    }
    let is_idle = session == SessionState::Idle;
    let content = job.message.content.as_ref().filter(|_| !is_idle);
    let mut delivery = send(scope, &row, job, payload(&row, &job.message, content)).await?;
    if delivery == Delivery::TooLong && content.is_some() {
        delivery = send(scope, &row, job, payload(&row, &job.message, None)).await?;
    }
    settle(scope, &row, job, delivery).await
}

fn drop_message(reason: &'static str) -> Result<(), JobError> {
    counter!(PUSH_MESSAGES, "outcome" => reason).increment(1);
    Ok(())
}

fn settled(outcome: &'static str) -> Result<Attempt, JobError> {
    drop_message(outcome).map(|()| Attempt::Settled)
}

/// State of the session that made a subscription.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SessionState {
    Live,
    /// The person must sign in again to use it: their device gets no content.
    Idle,
    Ended,
}

async fn session_state(scope: &JobScope, row: &Model, user: UserId) -> Result<SessionState, DbErr> {
    let session = scope.global::<sessions::row::Entity>().by_id(row.session_id).one().await?;
    let now = scope.now();
    let live = session.filter(|session| {
        session.user_id == user && session.revoked_at.is_none() && session.absolute_expires_at > now
    });
    Ok(match live {
        _ if row.user_id != user => SessionState::Ended,
        None => SessionState::Ended,
        Some(session) if session.idle_expires_at <= now => SessionState::Idle,
        Some(_) => SessionState::Live,
    })
}

/// Returns whether the person may and still needs to see the notification on this site.
async fn may_receive(scope: &JobScope, row: &Model, job: &PushJob) -> Result<bool, DbErr> {
    let site = row.site();
    let id = job.message.notification_id;
    if !activity::is_unread_on_site(scope, job.user, id, site).await? {
        return Ok(false);
    }
    if !accounts::is_in_good_standing(scope, job.user, scope.now()).await? {
        return Ok(false);
    }
    match site {
        Site::Main => Ok(true),
        Site::Portal(affiliation) => affiliations::is_member_of(scope, affiliation, job.user).await,
    }
}

/// The JSON that the service worker shows.
fn payload(row: &Model, message: &PushMessage, content: Option<&PushContent>) -> Value {
    let shorten = |text: &str, most: usize| -> String {
        match text.char_indices().nth(most) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text.to_owned(),
        }
    };
    let (title, body) = match content {
        Some(content) => {
            (shorten(&content.title, TITLE_CHARS_MAX), shorten(&content.body, BODY_CHARS_MAX))
        }
        None => {
            let text = translate(TextGroup::NoticeTexts, WITHOUT_CONTENT, message.language);
            (row.site_name.clone(), text.into_owned())
        }
    };
    json!({
        "id": message.notification_id,
        "title": title,
        "body": body,
        "path": message.path,
        "tag": message.tag,
        "badge": message.badge,
    })
}

async fn send(
    scope: &JobScope,
    row: &Model,
    job: &PushJob,
    payload: Value,
) -> Result<Delivery, JobError> {
    let services = scope.services();
    let Some(target) = row.target(&services.keys().vault) else {
        return Err(JobError::permanent("the stored push subscription cannot be decrypted"));
    };
    let key = push::key_of(scope, row.key_id).await?.map_err(JobError::permanent)?;
    let client = PushClient::shared(services.config().push.allow_local_services);
    let client = client.map_err(JobError::permanent)?;
    let plain = payload.to_string();
    if plain.len() > PLAINTEXT_BYTES_MAX {
        return Ok(Delivery::TooLong);
    }
    let now = scope.now();
    let request = PushRequest {
        target: &target,
        key: &key,
        contact: &services.config().push_contact(),
        plain: plain.as_bytes(),
        ttl: (job.expires_at - now).min(MESSAGE_LIFETIME).to_std().unwrap_or_default(),
        urgency: Urgency::Normal,
        topic: &topic_of(&job.message.tag),
    };
    client.send(&request, now).await.map_err(JobError::permanent)
}

/// Topic of a tag: push services accept 32 characters of base64url.
fn topic_of(tag: &str) -> String {
    BASE64URL_NOPAD.encode(&Sha256::digest(tag.as_bytes())[..24])
}

async fn settle(
    scope: &mut JobScope,
    row: &Model,
    job: &PushJob,
    delivery: Delivery,
) -> Result<Attempt, JobError> {
    match delivery {
        Delivery::Accepted => {
            let now = scope.now();
            let tx = scope.begin().await?;
            store::record_use(&tx, row.id, now).await?;
            tx.commit().await?;
            settled("accepted")
        }
        Delivery::Gone => {
            delete_subscription(scope, row.id).await?;
            Ok(Attempt::Useless("gone"))
        }
        Delivery::Later(Some(delay)) => {
            let delay = chrono::Duration::from_std(delay).unwrap_or(MESSAGE_LIFETIME);
            reschedule(scope, job, delay).await
        }
        Delivery::Later(None) => {
            counter!(PUSH_MESSAGES, "outcome" => "retried").increment(1);
            Err(JobError::retryable("the push service is unavailable"))
        }
        Delivery::TooLong => settled("too-long"),
        Delivery::Refused(status) => {
            // The key or the subscription is not accepted: the browser must subscribe again.
            let is_denied = matches!(status.as_u16(), 401 | 403);
            if is_denied {
                delete_subscription(scope, row.id).await?;
            }
            tracing::warn!(
                status = status.as_u16(),
                subscription = %row.id,
                "a push service refused a message with {status}"
            );
            Ok(Attempt::Useless("refused"))
        }
    }
}

/// Continues in a later job, when the push service asked for it.
async fn reschedule(
    scope: &mut JobScope,
    job: &PushJob,
    delay: chrono::Duration,
) -> Result<Attempt, JobError> {
    let next = PushJob { attempt: job.attempt + 1, ..job.clone() };
    let key =
        format!("push/{}/{}/{}", next.message.notification_id, next.subscription, next.attempt);
    let at = scope.now() + delay;
    let next = NewJob::new(JOB_KIND, &next)?.once_as(key).run_at(at);
    let tx = scope.begin().await?;
    tx.enqueue(next.max_attempts(SEND_ATTEMPTS_MAX)).await?;
    tx.commit().await?;
    settled("postponed")
}

async fn delete_subscription(scope: &mut JobScope, id: PushSubscriptionId) -> Result<(), DbErr> {
    let tx = scope.begin().await?;
    store::delete(&tx, id).await?;
    tx.commit().await
}
