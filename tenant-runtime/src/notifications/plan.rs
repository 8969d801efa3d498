//! Decides how new notifications leave the app.

use super::mail::NotificationMailJob;
use super::push::PushJob;
use super::{digest_schedule, mail, push};
use crate::activity::NotificationId;
use crate::activity::delivery::{self, DeliverableNotice, DeliveryPlanJob};
use crate::notification_settings::{
    DigestCadence, EmailTiming, NotificationSettings, load_settings,
};
use chrono::{DateTime, Utc};
use platform::jobs::{JobError, JobScope, NewJob};
use platform::{System, Tx, UserId};
use sea_orm::DbErr;
use std::collections::BTreeMap;

/// Plans the delivery of new notifications by the settings of their recipients. A repeated run
/// enqueues nothing twice.
///
/// # Errors
/// Database errors; the job is retried.
pub async fn plan_deliveries(mut scope: JobScope, job: DeliveryPlanJob) -> Result<(), JobError> {
    let tx = scope.begin().await?;
    let notices = delivery::load_unread(&tx, &job.notifications).await?;
    let users: Vec<UserId> = notices.iter().map(|notice| notice.user).collect();
    let settings = load_settings(&tx, &users).await?;
    let mut pushes: BTreeMap<DateTime<Utc>, Vec<NotificationId>> = BTreeMap::new();
    for notice in &notices {
        let Some(settings) = settings.get(&notice.user) else { continue };
        plan_email(&tx, notice, settings).await?;
        if settings.channels_of(notice.kind).push {
            let run_at = settings.quiet_until(tx.now()).unwrap_or_else(|| tx.now());
            pushes.entry(run_at).or_default().push(notice.id);
        }
    }
    for (run_at, notifications) in pushes {
        let job = NewJob::new(push::PUSH_JOB, &PushJob { notifications })?;
        tx.enqueue(job.run_at(run_at)).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Enqueues the email or digest for a notification, if the recipient wants one.
pub(super) async fn plan_email(
    tx: &Tx<'_, System>,
    notice: &DeliverableNotice,
    settings: &NotificationSettings,
) -> Result<(), DbErr> {
    if notice.is_mailed {
        return Ok(());
    }
    let cadence = match settings.channels_of(notice.kind).email {
        EmailTiming::Off => return Ok(()),
        EmailTiming::Immediately => {
            let job = NotificationMailJob::new(notice);
            return mail::enqueue(tx, notice, &job).await;
        }
        EmailTiming::Daily => DigestCadence::Daily,
        EmailTiming::Weekly => DigestCadence::Weekly,
    };
    digest_schedule::enqueue(tx, notice.user, settings, cadence).await
}
