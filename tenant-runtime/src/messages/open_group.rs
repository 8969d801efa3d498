//! Opens a group for another feature, such as an introduction that both people have accepted.

use super::delivery::MessageDelivery;
use super::rows::{
    ConversationKind, ConversationState, ListFolder, MessageKind, conversation, message,
};
use super::view::MessageContext;
use super::{ConversationId, events, send, start, store};
use crate::profiles;
use crate::profiles::blocks::blocked_pairs;
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
    let folders = everyone.iter().map(|user| (*user, ListFolder::Inbox));
    start::add_participants(tx, conversation.id, folders.collect()).await?;
    let row = message::ActiveModel {
        sender_id: Set(Some(group.owner)),
        content: Set(group.first_message),
        ..send::blank(tx, &conversation, MessageKind::Text)
    };
    let row = tx.table::<message::Entity>().insert(row).await?;
    store::store_words(tx, &row).await?;
    store::record_message(tx, &conversation, &row, &group.others).await?;
    let locked = store::lock(tx, conversation.id).await?;
    let people = profiles::load_people(tx, &[group.owner]).await?;
    let context = MessageContext { people, ..MessageContext::default() };
    let blocked = blocked_pairs(tx, group.owner).await?;
    let delivery = MessageDelivery::new(tx, &locked, (row, context), blocked).await?;
    delivery.publish_created(tx, &everyone).await?;
    events::publish_change(tx, &everyone, conversation.id).await?;
    Ok(conversation.id)
}
