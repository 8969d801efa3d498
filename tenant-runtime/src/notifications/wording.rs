//! Texts of emails and pushes about notifications.

use super::eligibility::EligibleNotices;
use crate::activity::delivery::DeliverableNotice;
use crate::notification_settings::NotificationKind;
use uuid::Uuid;

/// Characters of a notification's text that are shown outside the app.
const EXCERPT_CHARS: usize = 200;

/// The beginning of a notification's text.
pub(super) fn excerpt(message: &str) -> String {
    let mut chars = message.chars();
    let start: String = chars.by_ref().take(EXCERPT_CHARS).collect();
    if chars.next().is_some() { format!("{}…", start.trim_end()) } else { start }
}

/// Name of the notification's community; empty if it belongs to none.
pub(super) fn community_of(notice: &DeliverableNotice, eligible: &EligibleNotices) -> String {
    let community = notice.community.and_then(|community| eligible.communities.get(&community));
    community.map(|community| community.name.clone()).unwrap_or_default()
}

/// Id that all notifications of one conversation share.
pub(super) fn thread_key(notice: &DeliverableNotice) -> Option<Uuid> {
    ["conversationId", "threadId"].into_iter().find_map(|name| notice.subject(name))
}

/// Subject line of an email about one notification. It is equal for all emails of a thread or
/// conversation, because some mail programs group by it.
pub(super) fn subject_line(
    notice: &DeliverableNotice,
    eligible: &EligibleNotices,
    author: Option<&str>,
) -> String {
    let community = community_of(notice, eligible);
    if notice.kind == NotificationKind::Message {
        let conversation = notice.subject("conversationId");
        let title = conversation.and_then(|id| eligible.conversations.get(&id));
        return match (title.and_then(Option::as_deref), author) {
            (Some(group), _) => format!("New messages in {group}"),
            (None, Some(author)) => format!("New messages from {author}"),
            (None, None) => notice.title.clone(),
        };
    }
    let is_in_thread = notice.subject("threadId").is_some() && !notice.message.is_empty();
    if is_in_thread && !community.is_empty() {
        return format!("[{community}] {}", notice.message);
    }
    notice.title.clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_is_cut_with_an_ellipsis() {
        assert_eq!(excerpt("short"), "short");
        assert_eq!(excerpt(&"é".repeat(200)).chars().count(), 200);
        let cut = excerpt(&"é".repeat(201));
        assert_eq!((cut.chars().count(), cut.chars().last()), (201, Some('…')));
    }
}
