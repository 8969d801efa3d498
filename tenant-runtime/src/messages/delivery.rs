//! Delivers a new or changed message to the open pages of those who may read it. The quoted message
//! is left out for readers who may not read that one.

use super::message_list::read_message;
use super::rows::{ConversationKind, message};
use super::store::{LockedConversation, may_read};
use super::view::{MessageContext, MessageView};
use super::{MessageId, events};
use crate::profiles::blocks::{BlockedUsers, Blocks, blocked_pairs};
use platform::{Member, Problem, Tx, UserId};
use sea_orm::DbErr;

/// A message of a locked conversation, with the blocks that limit its readers.
pub(super) struct MessageDelivery<'l> {
    locked: &'l LockedConversation,
    row: message::Model,
    context: MessageContext,
    /// Blocks of the sender.
    blocks: BlockedUsers,
    /// The quoted message, with the blocks of its sender.
    quoted: Option<(message::Model, BlockedUsers)>,
}

impl<'l> MessageDelivery<'l> {
    /// A message whose rows are known, with the blocks of its sender.
    pub async fn new(
        tx: &Tx<'_, Member>,
        locked: &'l LockedConversation,
        (row, context): (message::Model, MessageContext),
        blocks: BlockedUsers,
    ) -> Result<Self, DbErr> {
        let quoted = row.reply_to_id.and_then(|id| context.quoted.get(&id)).cloned();
        let quoted = match quoted {
            Some(quoted) => {
                let blocks = blocks_of(tx, quoted.sender_id).await?;
                Some((quoted, blocks))
            }
            None => None,
        };
        Ok(Self { locked, row, context, blocks, quoted })
    }

    /// Reads a message after a change.
    pub async fn load(
        tx: &Tx<'_, Member>,
        locked: &'l LockedConversation,
        id: MessageId,
    ) -> Result<Self, Problem> {
        let (row, context) = read_message(tx, id).await?;
        let blocks = blocks_of(tx, row.sender_id).await?;
        Ok(Self::new(tx, locked, (row, context), blocks).await?)
    }

    /// The message as a reader sees it.
    pub fn view_for(&self, reader: UserId) -> MessageView {
        let mut view = self.context.to_view(self.row.clone());
        let is_quote_readable = self
            .quoted
            .as_ref()
            .is_some_and(|(quoted, blocks)| self.is_readable_by(reader, quoted, blocks));
        if !is_quote_readable {
            view.reply_to = None;
        }
        view
    }

    /// The participants to whom the message is delivered: those who may read it, except people in a
    /// block with its sender, who keep what they have.
    fn recipients(&self) -> impl Iterator<Item = UserId> {
        self.locked.users().into_iter().filter(|user| {
            let is_separated = self.blocks.contains_user(*user, Blocks::Both);
            !is_separated && self.is_readable_by(*user, &self.row, &self.blocks)
        })
    }

    /// `blocks` are those of the message's sender; they apply in both directions.
    fn is_readable_by(
        &self,
        user: UserId,
        message: &message::Model,
        blocks: &BlockedUsers,
    ) -> bool {
        let Some(reader) = self.locked.participant(user) else { return false };
        let conversation = &self.locked.conversation;
        let is_separated = blocks.contains_user(user, Blocks::Both);
        let is_hidden = is_separated && conversation.kind == ConversationKind::Group;
        !is_hidden && may_read(conversation, reader, message, &BlockedUsers::default())
    }

    /// Publishes a new message to these users.
    pub async fn publish_created(
        &self,
        tx: &Tx<'_, Member>,
        users: &[UserId],
    ) -> Result<(), DbErr> {
        let views = users.iter().map(|user| (*user, self.view_for(*user)));
        events::publish_messages(tx, events::MESSAGE_CREATED, views.collect()).await
    }

    /// Publishes a changed message to its recipients.
    pub async fn publish_updated(&self, tx: &Tx<'_, Member>) -> Result<(), DbErr> {
        let views = self.recipients().map(|user| (user, self.view_for(user)));
        events::publish_messages(tx, events::MESSAGE_UPDATED, views.collect()).await
    }
}

async fn blocks_of(tx: &Tx<'_, Member>, user: Option<UserId>) -> Result<BlockedUsers, DbErr> {
    match user {
        Some(user) => blocked_pairs(tx, user).await,
        None => Ok(BlockedUsers::default()),
    }
}
