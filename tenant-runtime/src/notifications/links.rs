//! Addresses in emails about notifications.

use crate::activity::NotificationId;
use crate::mail_feedback::UnsubscribeKind;
use crate::notification_settings::NotificationKind;

pub(super) fn notification(origin: &str, id: NotificationId) -> String {
    format!("{origin}/notification/{id}")
}

pub(super) fn activity(origin: &str) -> String {
    format!("{origin}/activity")
}

pub(super) fn settings(origin: &str) -> String {
    format!("{origin}/settings/notifications")
}

/// What the unsubscribe link of an email about this kind stops.
pub(super) const fn unsubscribe_kind(kind: NotificationKind) -> UnsubscribeKind {
    match kind {
        NotificationKind::Mention => UnsubscribeKind::Mention,
        NotificationKind::Reply => UnsubscribeKind::Reply,
        NotificationKind::Message => UnsubscribeKind::Message,
        NotificationKind::Announcement => UnsubscribeKind::Announcement,
        NotificationKind::Event => UnsubscribeKind::Event,
        NotificationKind::Request => UnsubscribeKind::Request,
        NotificationKind::Decision => UnsubscribeKind::Decision,
    }
}
