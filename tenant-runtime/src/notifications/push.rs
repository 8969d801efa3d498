//! Pushes about notifications.

use super::eligibility::eligible_notices;
use super::recipient::find_recipient;
use super::wording;
use crate::activity::NotificationId;
use crate::activity::delivery::{self, DeliverableNotice};
use crate::notification_settings::{NotificationSettings, load_settings};
use crate::push::{PushContent, PushMessage, enqueue_push, subscribed_users};
use chrono::{DateTime, Utc};
use platform::jobs::{JobError, JobScope, NewJob};
use platform::language::{self, TextGroup};
use platform::{Language, System, Tx, UserId};
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};

/// Kind of the job that pushes notifications.
pub const PUSH_JOB: &str = "push-notifications";
/// Upper limit of the number on the app's icon; 100 means more than 99.
const BADGE_MAX: u64 = 100;

/// Notifications to push at the same time.
#[derive(Debug, Serialize, Deserialize)]
pub struct PushJob {
    pub notifications: Vec<NotificationId>,
}

/// Pushes notifications that were not read meanwhile. During quiet hours they are postponed.
///
/// # Errors
/// Database errors; the job is retried.
pub async fn push_notifications(mut scope: JobScope, job: PushJob) -> Result<(), JobError> {
    let tx = scope.begin().await?;
    let mut by_user: HashMap<UserId, Vec<DeliverableNotice>> = HashMap::new();
    for notice in delivery::load_unpushed(&tx, &job.notifications).await? {
        by_user.entry(notice.user).or_default().push(notice);
    }
    let users: Vec<UserId> = by_user.keys().copied().collect();
    let subscribed = subscribed_users(&tx, &users).await?;
    by_user.retain(|user, _| subscribed.contains(user));
    let users: Vec<UserId> = by_user.keys().copied().collect();
    let settings = load_settings(&tx, &users).await?;
    let mut postponed: BTreeMap<DateTime<Utc>, Vec<NotificationId>> = BTreeMap::new();
    for (user, mut notices) in by_user {
        let Some(settings) = settings.get(&user) else { continue };
        notices.retain(|notice| settings.channels_of(notice.kind).push);
        match settings.quiet_until(tx.now()) {
            Some(until) => {
                let ids = notices.iter().map(|notice| notice.id);
                postponed.entry(until).or_default().extend(ids);
            }
            None => push_to(&tx, user, settings, notices).await?,
        }
    }
    for (run_at, notifications) in postponed {
        let job = NewJob::new(PUSH_JOB, &PushJob { notifications })?;
        tx.enqueue(job.run_at(run_at)).await?;
    }
    tx.commit().await?;
    Ok(())
}

async fn push_to(
    tx: &Tx<'_, System>,
    user: UserId,
    settings: &NotificationSettings,
    notices: Vec<DeliverableNotice>,
) -> Result<(), DbErr> {
    let Some(recipient) = find_recipient(tx, user).await? else { return Ok(()) };
    let eligible = eligible_notices(tx, (user, recipient.is_staff), notices).await?;
    let badge = delivery::count_unread_of(tx, user, BADGE_MAX).await?;
    for notice in &eligible.notices {
        if delivery::claim_push(tx, notice.id).await? {
            let shown = (settings.push_shows_content, recipient.language());
            let message = message_about(notice, shown, badge);
            enqueue_push(tx, user, &message).await?;
        }
    }
    Ok(())
}

/// The push about a notification. Pushes of one conversation or thread replace each other.
fn message_about(
    notice: &DeliverableNotice,
    (shows_content, language): (bool, Language),
    badge: u64,
) -> PushMessage {
    let content = PushContent {
        title: language::translate(TextGroup::Notices, &notice.title, language).into_owned(),
        body: wording::excerpt(&language::translate(
            TextGroup::NoticeTexts,
            &notice.message,
            language,
        )),
    };
    let tag = wording::thread_key(notice).unwrap_or_else(|| notice.id.uuid());
    PushMessage {
        notification_id: notice.id,
        affiliation: notice.affiliation,
        content: shows_content.then_some(content),
        path: format!("/notification/{}", notice.id),
        tag: tag.simple().to_string(),
        badge: Some(badge),
        language,
    }
}
