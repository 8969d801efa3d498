//! Enqueues a push message for every browser of a person.

use super::PushSubscriptionId;
use super::job::{JOB_KIND, PushJob};
use super::store::{self, LiveSubscription};
use crate::activity::NotificationId;
use crate::sql::{SqlReader, placeholders};
use chrono::Duration;
use platform::jobs::NewJob;
use platform::{AffiliationId, Language, Site, Tx, UserId};
use sea_orm::{DbErr, FromQueryResult};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};

/// A message older than this is of no use.
pub(super) const MESSAGE_LIFETIME: Duration = Duration::hours(24);
/// The job itself ends after [`MESSAGE_LIFETIME`], so a failed push never becomes work of staff.
pub(super) const SEND_ATTEMPTS_MAX: i64 = 1000;

/// Text of a push message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PushContent {
    /// First line.
    pub title: String,
    /// The text.
    pub body: String,
}

/// A push message about a notification.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PushMessage {
    /// The notification; if it is read before the message is sent, nothing is sent.
    pub notification_id: NotificationId,
    /// Affiliation that its subject belongs to: a browser that subscribed on several sites is
    /// reached on that portal first.
    #[serde(default)]
    pub affiliation: Option<AffiliationId>,
    /// Its text. `None` if the person wants no content on their devices: the message then contains
    /// the name of the site, and that there is a new notification.
    pub content: Option<PushContent>,
    /// Path that a click opens, such as `/notification/{id}`.
    pub path: String,
    /// A later message with the same tag replaces this one on the device.
    pub tag: String,
    /// Number of unread notifications, for the badge of the app.
    pub badge: Option<u64>,
    /// Language of the person.
    #[serde(default)]
    pub language: Language,
}

/// Enqueues one job for each browser of a person. A browser that subscribed on several sites gets
/// one message: on the portal of the notification's subject, otherwise on the site used last. The
/// job checks whether the notification is visible there, and tries the browser's other sites if
/// not. The caller enqueues each message once.
///
/// # Errors
/// Database errors.
pub async fn enqueue_push<V: Send + Sync>(
    tx: &Tx<'_, V>,
    user: UserId,
    message: &PushMessage,
) -> Result<(), DbErr> {
    let live = store::list_live(tx, user).await?;
    for route in routes_of(live, message.affiliation) {
        let job = PushJob {
            subscription: route.preferred,
            alternatives: route.alternatives,
            user,
            message: message.clone(),
            expires_at: tx.now() + MESSAGE_LIFETIME,
            attempt: 0,
        };
        let job = NewJob::new(JOB_KIND, &job)?.max_attempts(SEND_ATTEMPTS_MAX);
        tx.enqueue(job).await?;
    }
    Ok(())
}

/// How one message reaches one browser.
struct PushRoute {
    preferred: PushSubscriptionId,
    /// Subscriptions of the browser on other sites.
    alternatives: Vec<PushSubscriptionId>,
}

/// One route for each browser. Several subscriptions on one site are several browsers.
fn routes_of(mut live: Vec<LiveSubscription>, subject: Option<AffiliationId>) -> Vec<PushRoute> {
    live.sort_by_key(|one| {
        let shows_subject = subject.is_some_and(|subject| one.site == Site::Portal(subject));
        (!shows_subject, Reverse(one.session.last_seen_at))
    });
    let mut browsers: BTreeMap<String, (Site, Vec<PushRoute>)> = BTreeMap::new();
    for one in live {
        let (site, routes) =
            browsers.entry(one.session.browser).or_insert_with(|| (one.site, Vec::new()));
        match routes.first_mut() {
            Some(first) if one.site != *site => first.alternatives.push(one.id),
            _ => routes.push(PushRoute { preferred: one.id, alternatives: Vec::new() }),
        }
    }
    browsers.into_values().flat_map(|(_, routes)| routes).collect()
}

/// Those of these users (at most a thousand) who have a push subscription. One query.
///
/// # Errors
/// Database errors.
pub async fn subscribed_users(
    reads: &impl SqlReader,
    users: &[UserId],
) -> Result<HashSet<UserId>, DbErr> {
    #[derive(FromQueryResult)]
    struct Row {
        user_id: UserId,
    }
    if users.is_empty() {
        return Ok(HashSet::new());
    }
    let sql = format!(
        "SELECT DISTINCT user_id FROM push_subscriptions WHERE user_id IN ({})",
        placeholders(1, users.len())
    );
    let values = users.iter().map(|user| (*user).into()).collect();
    let rows = reads.sql(&sql, values).all::<Row>().await?;
    Ok(rows.into_iter().map(|row| row.user_id).collect())
}
