//! Model of who may see which conversations and messages. It knows the rules of the specification
//! and nothing of the queries of the server.

use std::collections::{BTreeMap, BTreeSet};

/// Number of people.
pub const PEOPLE: usize = 5;
/// Index of a person.
pub type PersonIndex = usize;

/// A random step. Indexes of conversations and messages are taken modulo their number.
#[derive(Debug, Clone)]
pub enum Step {
    Write { from: PersonIndex, to: PersonIndex },
    CreateGroup { creator: PersonIndex, first: PersonIndex, second: PersonIndex },
    WriteIn { conversation: usize, from: PersonIndex },
    Add { conversation: usize, person: PersonIndex },
    Leave { conversation: usize, person: PersonIndex },
    Read { conversation: usize, person: PersonIndex },
    Delete { conversation: usize, message: usize },
    Block { blocker: PersonIndex, blocked: PersonIndex },
    Unblock { blocker: PersonIndex, blocked: PersonIndex },
    JoinPortal { person: PersonIndex },
    LeavePortal { person: PersonIndex },
}

/// One of the two sites.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SiteModel {
    Main,
    Portal,
}

#[derive(Debug, Clone)]
pub struct MessageModel {
    pub id: String,
    pub sender: PersonIndex,
    pub text: String,
    /// Number of the step in which it was written.
    pub step: usize,
    pub is_deleted: bool,
}

/// A participant's part in a conversation.
#[derive(Debug, Clone, Default)]
pub struct PartModel {
    /// Number of the step in which they joined.
    pub joined: usize,
    pub unread: usize,
    /// Sender of the latest message that was delivered and not read.
    pub notice_author: Option<PersonIndex>,
}

#[derive(Debug, Clone)]
pub struct ConversationModel {
    pub id: String,
    pub is_group: bool,
    pub owner: PersonIndex,
    /// In the order of joining.
    pub order: Vec<PersonIndex>,
    pub parts: BTreeMap<PersonIndex, PartModel>,
    pub messages: Vec<MessageModel>,
}

#[derive(Debug, Default)]
pub struct Model {
    pub step: usize,
    pub conversations: Vec<ConversationModel>,
    pub blocks: BTreeSet<(PersonIndex, PersonIndex)>,
    pub portal: BTreeSet<PersonIndex>,
}

impl Model {
    pub fn are_separated(&self, one: PersonIndex, other: PersonIndex) -> bool {
        self.blocks.contains(&(one, other)) || self.blocks.contains(&(other, one))
    }

    pub fn direct(&self, one: PersonIndex, other: PersonIndex) -> Option<usize> {
        self.conversations.iter().position(|conversation| {
            !conversation.is_group
                && conversation.parts.contains_key(&one)
                && conversation.parts.contains_key(&other)
        })
    }

    /// Returns true if a person may write in a conversation.
    pub fn may_write(&self, conversation: &ConversationModel, from: PersonIndex) -> bool {
        let mut others = conversation.order.iter().filter(|other| **other != from);
        conversation.parts.contains_key(&from)
            && (conversation.is_group || others.all(|other| !self.are_separated(from, *other)))
    }

    /// Records a new message. Returns the people to whom it is delivered at once.
    pub fn record(&mut self, at: usize, sender: PersonIndex, id: String) -> Vec<PersonIndex> {
        let step = self.step;
        let text = format!("tide number{step}");
        let others: Vec<PersonIndex> = self.conversations[at].order.clone();
        let receiving: Vec<PersonIndex> =
            others.into_iter().filter(|other| !self.are_separated(sender, *other)).collect();
        let conversation = &mut self.conversations[at];
        conversation.messages.push(MessageModel { id, sender, text, step, is_deleted: false });
        for person in receiving.iter().filter(|person| **person != sender) {
            if let Some(part) = conversation.parts.get_mut(person) {
                part.unread += 1;
                part.notice_author = Some(sender);
            }
        }
        receiving
    }

    /// The conversations that a person may open on a site.
    pub fn visible(
        &self,
        person: PersonIndex,
        site: SiteModel,
    ) -> impl Iterator<Item = &ConversationModel> {
        self.conversations.iter().filter(move |conversation| {
            let is_here = site == SiteModel::Main
                || conversation.order.iter().all(|one| self.portal.contains(one));
            is_here && conversation.parts.contains_key(&person)
        })
    }

    /// Returns true if the conversation is in the list of a participant.
    pub fn is_listed(conversation: &ConversationModel, person: PersonIndex) -> bool {
        conversation.is_group || conversation.owner == person || !conversation.messages.is_empty()
    }

    /// The messages of a conversation that a participant may read.
    pub fn readable<'m>(
        &'m self,
        conversation: &'m ConversationModel,
        reader: PersonIndex,
    ) -> impl Iterator<Item = &'m MessageModel> {
        conversation.messages.iter().filter(move |message| {
            let since_joining = message.step >= conversation.parts[&reader].joined;
            !conversation.is_group || (since_joining && !self.are_separated(reader, message.sender))
        })
    }
}
