//! Notifies the people who answered yes or maybe, in chunks: reminders one day and one hour before the
//! start, and changes of the event.
//!
//! A reminder is a job for the time when it is due. It names the start that it is for, so that it
//! does nothing after the event was moved, and the event gets reminders for its new start.

use crate::activity::{Notice, NotificationType, notify};
use crate::communities::announcements::{
    Announcement, AnnouncementId, Column, Entity, TIME_FORMAT, notice_text,
};
use crate::communities::rows::community;
use crate::communities::settings::subscribers;
use crate::communities::visible_sql::is_member_sql;
use crate::profiles::blocks::{Blocks, not_blocked_sql};
use chrono::{DateTime, TimeDelta, Utc};
use platform::ids::EventId;
use platform::jobs::{JobError, JobScope, NewJob};
use platform::{AccountViewer, Member, System, Tx, UserId};
use sea_orm::{ColumnTrait, DbErr, FromQueryResult};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;
use uuid::Uuid;

pub const JOB_KIND: &str = "notify-event-attendees";
/// People notified per transaction.
const CHUNK: i64 = 500;

/// Subject of a notice to attendees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EventNotice {
    /// Reminder one day before the start.
    DayBefore,
    /// Reminder one hour before the start.
    HourBefore,
    /// The event has another start.
    Moved,
    /// Its text, end, place or link has changed.
    Changed,
    /// It does not take place.
    Cancelled,
}

impl EventNotice {
    /// Returns true for a reminder.
    #[must_use]
    pub const fn is_reminder(self) -> bool {
        matches!(self, Self::DayBefore | Self::HourBefore)
    }

    /// Time before the start; `None` if it is no reminder.
    const fn lead(self) -> Option<TimeDelta> {
        match self {
            Self::DayBefore => Some(TimeDelta::days(1)),
            Self::HourBefore => Some(TimeDelta::hours(1)),
            Self::Moved | Self::Changed | Self::Cancelled => None,
        }
    }

    /// Subject of the notification with this data; `None` if it is no notice to attendees.
    #[must_use]
    pub fn from_data(data: &Value) -> Option<Self> {
        Self::deserialize(data.get("eventNotice")?).ok()
    }

    const fn name(self) -> &'static str {
        match self {
            Self::DayBefore => "day-before",
            Self::HourBefore => "hour-before",
            Self::Moved => "moved",
            Self::Changed => "changed",
            Self::Cancelled => "cancelled",
        }
    }

    fn title(self, community: &str, start: DateTime<Utc>) -> String {
        match self {
            Self::DayBefore => format!("Event in {community} starts in one day"),
            Self::HourBefore => format!("Event in {community} starts in one hour"),
            Self::Moved => {
                format!("Event in {community} was moved to {}", start.format(TIME_FORMAT))
            }
            Self::Changed => format!("Event in {community} was changed"),
            Self::Cancelled => format!("Event in {community} was cancelled"),
        }
    }
}

/// Progress of notifying the attendees of an event.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct AttendeeNoticeJob {
    announcement: AnnouncementId,
    notice: EventNotice,
    /// Start of the event when the job was enqueued.
    starts_at: DateTime<Utc>,
    /// Identical for all chunks and attempts, so that a person is notified once.
    source: EventId,
    /// Admin who changed the event, who is not notified.
    editor: Option<UserId>,
    /// Last notified person, in id order.
    after: Option<UserId>,
}

/// Enqueues the reminders of an event that are not due yet. An event that starts within an hour gets
/// none, because its announcement is recent.
pub(in crate::communities) async fn schedule_reminders(
    tx: &Tx<'_, Member>,
    event: &Announcement,
) -> Result<(), DbErr> {
    let Some(starts_at) = event.starts_at else { return Ok(()) };
    for notice in [EventNotice::DayBefore, EventNotice::HourBefore] {
        let Some(run_at) = notice.lead().map(|lead| starts_at - lead) else { continue };
        if run_at <= tx.now() {
            continue;
        }
        let job = AttendeeNoticeJob {
            announcement: event.id,
            notice,
            starts_at,
            source: EventId::new(),
            editor: None,
            after: None,
        };
        let name = format!("{JOB_KIND}:{}:{}:{}", event.id, notice.name(), starts_at.timestamp());
        tx.enqueue(NewJob::new(JOB_KIND, &job)?.run_at(run_at).once_as(name)).await?;
    }
    Ok(())
}

/// Notifies the attendees of a change of the event by the viewer.
pub(in crate::communities) async fn notify_attendees(
    tx: &Tx<'_, Member>,
    event: &Announcement,
    notice: EventNotice,
) -> Result<(), DbErr> {
    let Some(starts_at) = event.starts_at else { return Ok(()) };
    let job = AttendeeNoticeJob {
        announcement: event.id,
        notice,
        starts_at,
        source: EventId::new(),
        editor: Some(tx.viewer().id()),
        after: None,
    };
    tx.enqueue(NewJob::new(JOB_KIND, &job)?).await.map(drop)
}

/// Notifies one chunk of attendees, and enqueues a job for the next in the same transaction.
///
/// # Errors
/// Database errors; the job is retried.
pub async fn notify_next_attendees(
    mut scope: JobScope,
    job: AttendeeNoticeJob,
) -> Result<(), JobError> {
    let tx = scope.begin().await?;
    let Some((event, community)) = find_event(&tx, job.announcement).await? else {
        return Ok(());
    };
    if !is_current(&job, &event, tx.now()) {
        return Ok(());
    }
    let attendees = next_attendees(&tx, &job).await?;
    let told: Vec<UserId> =
        attendees.iter().copied().filter(|user| Some(*user) != job.editor).collect();
    let kind = NotificationType::CommunityEvent;
    let told = subscribers(&tx, event.community_id, &told, kind).await?;
    notify(&tx, &told, &notice_of(&job, &event, &community)).await?;
    if let Some(last) = attendees.last().filter(|_| attendees.len() as i64 == CHUNK) {
        let rest = AttendeeNoticeJob { after: Some(*last), ..job };
        tx.enqueue(NewJob::new(JOB_KIND, &rest)?).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// The event with its community, unless either was deleted or the event was ended.
async fn find_event(
    tx: &Tx<'_, System>,
    id: AnnouncementId,
) -> Result<Option<(Announcement, community::Model)>, DbErr> {
    let this = tx.across_sites::<Entity>().by_id(id).filter(Column::IsActive.eq(true));
    let Some(event) = this.one().await? else { return Ok(None) };
    let place = tx.across_sites::<community::Entity>().by_id(event.community_id).one().await?;
    Ok(place.filter(|place| !place.is_gone).map(|place| (event, place)))
}

/// Returns whether the notice is still true: a reminder only for the start that it was enqueued for,
/// before the next reminder or the start, and no other notice than that of its cancellation.
fn is_current(job: &AttendeeNoticeJob, event: &Announcement, now: DateTime<Utc>) -> bool {
    if event.cancelled_at.is_some() {
        return job.notice == EventNotice::Cancelled;
    }
    let valid_until = match job.notice {
        EventNotice::DayBefore => job.starts_at - TimeDelta::hours(1),
        EventNotice::HourBefore => job.starts_at,
        EventNotice::Moved | EventNotice::Changed | EventNotice::Cancelled => return true,
    };
    event.starts_at == Some(job.starts_at) && now < valid_until
}

/// The next people who answered yes or maybe and are members, in id order. A block between them and
/// the author hides reminders.
async fn next_attendees(
    tx: &Tx<'_, System>,
    job: &AttendeeNoticeJob,
) -> Result<Vec<UserId>, DbErr> {
    #[derive(FromQueryResult)]
    struct AttendeeRow {
        user_id: UserId,
    }
    let blocks = if job.notice.is_reminder() { Blocks::Both } else { Blocks::NotApplied };
    let sql = format!(
        "SELECT r.user_id FROM event_answers r JOIN announcements a ON a.id = r.announcement_id \
         WHERE r.announcement_id = $1 AND r.answer IN ('yes', 'maybe') AND r.user_id > $2 \
         AND {} AND {} ORDER BY r.user_id LIMIT $3",
        is_member_sql("r.community_id", "r.user_id"),
        not_blocked_sql("a.author_id", "r.user_id", blocks),
    );
    let after = job.after.map_or_else(Uuid::nil, |user| user.uuid());
    let values = vec![job.announcement.into(), after.into(), CHUNK.into()];
    let rows = tx.raw(&sql, values).all::<AttendeeRow>().await?;
    Ok(rows.into_iter().map(|row| row.user_id).collect())
}

fn notice_of(
    job: &AttendeeNoticeJob,
    event: &Announcement,
    community: &community::Model,
) -> Notice {
    let start = event.starts_at.unwrap_or(job.starts_at);
    let about = json!({
        "communityId": event.community_id, "announcementId": event.id, "startsAt": start,
        "eventNotice": job.notice,
    });
    let title = job.notice.title(&community.name, start);
    let notice = Notice::new(NotificationType::CommunityEvent, &title, &notice_text(event), about)
        .of_community(event.community_id)
        .about_subject(job.source.uuid());
    match job.editor {
        Some(editor) => notice.with_author(editor),
        None => notice,
    }
}
