//! Notifications of messages: one for each conversation while it is unread. They name the sender and
//! contain no text of the message.

use super::rows::{ConversationState, participant};
use super::store::LockedConversation;
use crate::activity::{Notice, NotificationType, notify_latest};
use crate::profiles::UserSummary;
use chrono::TimeDelta;
use platform::{Member, Tx, UserId};
use sea_orm::DbErr;
use serde_json::json;

/// A recipient who has read the conversation this recently has it open.
const OPEN_FOR: TimeDelta = TimeDelta::seconds(10);

/// Notifies the recipients of a message that is about to be counted, except those who have muted
/// the conversation or have it open.
pub(super) async fn notify_recipients(
    tx: &Tx<'_, Member>,
    locked: &LockedConversation,
    sender: &UserSummary,
    recipients: &[UserId],
) -> Result<(), DbErr> {
    let row = &locked.conversation;
    let opened_since = Some(tx.now() - OPEN_FOR);
    let is_notified = |one: &&participant::Model| {
        let has_it_open = one.unread_messages == 0 && one.last_read_at > opened_since;
        recipients.contains(&one.user_id) && !one.muted && !has_it_open
    };
    for one in locked.participants.iter().filter(is_notified) {
        let name = &sender.display_name;
        let title = match row.state {
            ConversationState::Requested => "New message request",
            _ => "New message",
        };
        let text = match (row.title.as_deref(), one.unread_messages) {
            (None, 0) => format!("{name} sent you a message."),
            (None, unread) => format!("{} unread messages from {name}.", unread + 1),
            (Some(group), 0) => format!("{name} wrote in {group}."),
            (Some(group), unread) => format!("{} unread messages in {group}.", unread + 1),
        };
        let data = json!({ "conversationId": row.id, "senderId": sender.user_id });
        let kind = NotificationType::DirectMessage;
        let notice = Notice::new(kind, title, &text, data)
            .with_author(sender.user_id)
            .about_subject(row.id.uuid());
        notify_latest(tx, one.user_id, &notice).await?;
    }
    Ok(())
}
