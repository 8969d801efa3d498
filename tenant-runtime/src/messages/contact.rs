//! Who may write to whom. A person chooses from whom they accept messages; others may send one
//! message request, unless the person accepts none at all.

use super::error::MessageError;
use super::rows::{AcceptsFrom, ConversationKind, ConversationState, conversation};
use super::settings;
use crate::communities::membership;
use crate::people;
use crate::profiles::blocks::{BlockedUsers, Blocks};
use crate::profiles::visibility;
use platform::{AccountViewer, Member, Problem, Tx, UserId};

/// How the viewer may write to a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Contact {
    /// Without a request.
    Direct,
    /// With a message request, which the person accepts first.
    ByRequest,
}

/// Checks how the viewer may write to a person who is visible to them on this site.
pub(super) async fn check(tx: &Tx<'_, Member>, user: UserId) -> Result<Contact, Problem> {
    let viewer = tx.viewer();
    let found = visibility::load_relation(tx, (viewer.id(), viewer.is_staff()), user).await?;
    let (choices, between) = found.ok_or(MessageError::PersonNotFound)?;
    choices.profile_access(between).ok_or(MessageError::PersonNotFound)?;
    if between.is_self {
        return Err(MessageError::NobodyChosen.into());
    }
    if between.blocks || between.blocked {
        return Err(MessageError::Blocked.into());
    }
    if between.by_staff {
        return Ok(Contact::Direct);
    }
    let is_accepted = match settings::accepts_from(tx, user).await? {
        AcceptsFrom::Nobody => return Err(MessageError::NotAccepting.into()),
        AcceptsFrom::Shared => {
            between.shares || membership::share_community(tx, viewer.id(), user).await?
        }
        AcceptsFrom::Followed => people::follows(tx, user, viewer.id()).await?,
    };
    Ok(if is_accepted { Contact::Direct } else { Contact::ByRequest })
}

/// Reason why `viewer` cannot write in a conversation, if there is one.
pub(super) fn refusal(
    conversation: &conversation::Model,
    participants: &[UserId],
    viewer: UserId,
    blocked: &BlockedUsers,
) -> Option<MessageError> {
    if conversation.kind == ConversationKind::Group {
        return None;
    }
    let Some(other) = participants.iter().find(|user| **user != viewer) else {
        return Some(MessageError::FormerMember);
    };
    if blocked.contains_user(*other, Blocks::Both) {
        return Some(MessageError::Blocked);
    }
    let is_requester = conversation.owner_id == Some(viewer);
    match conversation.state {
        ConversationState::Requested if is_requester && conversation.message_count > 0 => {
            Some(MessageError::RequestPending)
        }
        ConversationState::Declined if is_requester => Some(MessageError::NotAccepting),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::ConversationId;
    use chrono::{DateTime, Utc};

    fn conversation(owner: UserId, state: ConversationState) -> conversation::Model {
        conversation::Model {
            id: ConversationId::new(),
            kind: ConversationKind::Direct,
            pair_key: Some("a:b".to_owned()),
            title: None,
            owner_id: Some(owner),
            state,
            last_message_id: None,
            message_count: 1,
            created: DateTime::<Utc>::UNIX_EPOCH,
            last_updated: DateTime::<Utc>::UNIX_EPOCH,
        }
    }

    #[test]
    fn requester_waits_for_the_answer_and_recipient_may_write() {
        let (ada, bob, blocked) = (UserId::new(), UserId::new(), BlockedUsers::default());
        let refused =
            |state, viewer| refusal(&conversation(ada, state), &[ada, bob], viewer, &blocked);
        let pending = Some(MessageError::RequestPending);
        assert_eq!(refused(ConversationState::Requested, ada), pending);
        assert_eq!(refused(ConversationState::Declined, ada), Some(MessageError::NotAccepting));
        assert_eq!(refused(ConversationState::Open, ada), None);
        for state in [ConversationState::Requested, ConversationState::Declined] {
            assert_eq!(refused(state, bob), None);
        }
    }

    #[test]
    fn conversation_with_a_deleted_account_accepts_no_messages() {
        let ada = UserId::new();
        let row = conversation(ada, ConversationState::Open);
        let refused = refusal(&row, &[ada], ada, &BlockedUsers::default());
        assert_eq!(refused, Some(MessageError::FormerMember));
    }
}
