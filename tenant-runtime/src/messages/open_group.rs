//! Opens a group for another feature, such as an introduction that both people have accepted.

use super::rows::{ConversationKind, ConversationState, MessageKind, conversation, message};
use super::view::MessageContext;
use super::{ConversationId, events, send, start, store};
use crate::profiles;
use platform::{Member, Problem, Tx, UserId};
use sea_orm::ActiveValue::Set;

/// A group to open. Its people have agreed to it.
#[derive(Debug, Clone)]
pub struct OpenedGroup {
    /// The creator, who also wrote the first message.
    pub owner: UserId,
    pub others: Vec<UserId>,
    pub title: String,
    /// A validated text.
    pub first_message: String,
}

/// Opens a group with its first message. The viewer is one of its people.
///
/// # Errors
/// Database errors.
pub async fn open_group(
    tx: &Tx<'_, Member>,
    group: OpenedGroup,
) -> Result<ConversationId, Problem> {
    let row = conversation::ActiveModel {
        owner_id: Set(Some(group.owner)),
        ..start::new_row(
            tx,
            ConversationKind::Group,
            None,
            Some(group.title),
            ConversationState::Open,
        )
    };
    let conversation = tx.table::<conversation::Entity>().insert(row).await?;
    let mut everyone = vec![group.owner];
    everyone.extend(&group.others);
    start::add_participants(tx, conversation.id, &everyone).await?;
    let row = message::ActiveModel {
        sender_id: Set(Some(group.owner)),
        content: Set(group.first_message),
        ..send::blank(tx, &conversation, MessageKind::Text)
    };
    let row = tx.table::<message::Entity>().insert(row).await?;
    store::record_message(tx, &row, &group.others).await?;
    let people = profiles::load_people(tx, &[group.owner]).await?;
    let view = MessageContext { people, ..MessageContext::default() }.view(row);
    events::publish_message(tx, &everyone, &view).await?;
    events::publish_change(tx, &everyone, conversation.id).await?;
    Ok(conversation.id)
}
