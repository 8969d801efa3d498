//! Daily and weekly digests: what the recipient has not read, by community and conversation.

use super::digest_schedule::DigestJob;
use super::eligibility::{EligibleNotices, eligible_notices};
use super::recipient::{find_mail_recipient, mail_brand};
use super::{links, wording};
use crate::activity::delivery::{self, DeliverableNotice};
use crate::mail_feedback::{UnsubscribeKind, unsubscribe_links};
use crate::notification_settings::{
    DigestCadence, EmailTiming, NotificationKind, NotificationSettings, load_settings_of,
};
use platform::jobs::{JobError, JobScope};
use platform::mail::{
    DigestGroup, DigestItem, MailContent, MailHeaders, MailJob, NotificationDigest, OutgoingMail,
};

/// Notifications that one digest covers.
const NOTICES_MAX: u64 = 500;
/// Notifications of one group that are listed.
const LISTED_MAX: usize = 5;

/// Claims the notifications of a digest and writes it. Returns `None` if it has no content.
///
/// # Errors
/// Database errors; the job is retried.
pub async fn prepare_digest(
    scope: &mut JobScope,
    job: &DigestJob,
) -> Result<Option<OutgoingMail>, JobError> {
    let tx = scope.begin().await?;
    let settings = load_settings_of(&tx, job.user).await?;
    let kinds = kinds_due(&settings, job);
    if kinds.is_empty() {
        return Ok(None);
    }
    let Some(recipient) = find_mail_recipient(&tx, job.user).await? else { return Ok(None) };
    let window = (job.mail, job.due_at);
    let unread = delivery::list_unmailed(&tx, job.user, &kinds, window, NOTICES_MAX).await?;
    let mut eligible = eligible_notices(&tx, (job.user, recipient.is_staff), unread).await?;
    let ids: Vec<_> = eligible.notices.iter().map(|notice| notice.id).collect();
    let claimed = delivery::claim_mail(&tx, &ids, job.mail).await?;
    eligible.notices.retain(|notice| claimed.contains(&notice.id));
    if eligible.notices.is_empty() {
        return Ok(None);
    }
    let brand = mail_brand(&tx, job.user, &eligible.notices).await?;
    let unsubscribe =
        unsubscribe_links(&tx, &brand.origin, job.user, UnsubscribeKind::Digest).await?;
    let content = MailContent::NotificationDigest(NotificationDigest {
        first_name: recipient.first_name,
        count: eligible.notices.len(),
        groups: to_groups(&eligible, &brand.origin),
        link: links::activity(&brand.origin),
        unsubscribe: unsubscribe.page,
        settings: links::settings(&brand.origin),
    });
    let headers = MailHeaders { unsubscribe: Some(unsubscribe.one_click), thread: None };
    let mail = MailJob { to: recipient.email, brand, content };
    tx.commit().await?;
    Ok(Some(OutgoingMail::new(job.mail, mail, headers)))
}

/// Kinds that belong into this digest: those of each cadence that is due at its time.
fn kinds_due(settings: &NotificationSettings, job: &DigestJob) -> Vec<NotificationKind> {
    let is_due = |kind: &NotificationKind| {
        let cadence = match settings.channels_of(*kind).email {
            EmailTiming::Daily => DigestCadence::Daily,
            EmailTiming::Weekly => DigestCadence::Weekly,
            EmailTiming::Off | EmailTiming::Immediately => return false,
        };
        settings.is_digest_time(cadence, job.due_at)
    };
    NotificationKind::ALL.into_iter().filter(is_due).collect()
}

/// Notifications by community or conversation, the group with the newest one first.
fn to_groups(eligible: &EligibleNotices, origin: &str) -> Vec<DigestGroup> {
    let mut groups: Vec<DigestGroup> = Vec::new();
    for notice in &eligible.notices {
        let heading = heading_of(notice, eligible);
        let known = groups.iter().position(|group| group.heading == heading);
        let at = known.unwrap_or_else(|| {
            groups.push(DigestGroup { heading, items: Vec::new(), more: 0 });
            groups.len() - 1
        });
        let Some(group) = groups.get_mut(at) else { continue };
        if group.items.len() == LISTED_MAX {
            group.more += 1;
            continue;
        }
        group.items.push(DigestItem {
            title: notice.title.clone(),
            message: wording::excerpt(&notice.message),
            link: links::notification(origin, notice.id),
        });
    }
    groups
}

fn heading_of(notice: &DeliverableNotice, eligible: &EligibleNotices) -> String {
    let community = wording::community_of(notice, eligible);
    match notice.kind {
        NotificationKind::Message => "Messages".to_owned(),
        _ if community.is_empty() => "Your account".to_owned(),
        _ => community,
    }
}
