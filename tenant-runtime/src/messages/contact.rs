//! Who may write to whom. A person chooses from whom they accept messages; others may send one
//! message request, unless the person accepts none at all.

use super::error::MessageError;
use super::rows::{AcceptsFrom, ConversationKind, ConversationState, conversation};
use super::{ConversationId, settings};
use crate::communities::membership;
use crate::people;
use crate::profiles::blocks::{BlockedUsers, Blocks, blocked_pairs};
use crate::profiles::visibility;
use crate::sql::SqlReader;
use platform::conversations::pair_key;
use platform::{AccountViewer, Member, Problem, Scope, Tx, UserId};
use sea_orm::ColumnTrait;
use serde::Serialize;
use utoipa::ToSchema;

/// How the viewer may write to a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Contact {
    /// Without a request.
    Direct,
    /// With a message request, which the person accepts first.
    ByRequest,
}

/// What a button to write to a person does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum ContactMode {
    /// Opens or starts a conversation.
    Open,
    /// Starts a conversation with a message request.
    Request,
    /// Nothing: the viewer cannot write to them.
    Refused,
    /// Nothing: they are the viewer.
    #[serde(rename = "self")]
    Oneself,
}

/// How the viewer may contact a person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ContactOptions)]
pub(super) struct ContactView {
    pub mode: ContactMode,
    /// Reason of a refusal, in words.
    pub reason: Option<String>,
    /// The conversation of the two people on this site, if there is one.
    pub conversation_id: Option<ConversationId>,
}

/// Checks how the viewer may write to a person who is visible to them on this site.
pub(super) async fn check(tx: &Tx<'_, Member>, user: UserId) -> Result<Contact, Problem> {
    find_contact(tx, tx.viewer(), user).await?.map_err(Problem::from)
}

/// How the viewer may write to a person.
///
/// # Errors
/// 404 if the person is not visible to the viewer on this site; database errors.
async fn find_contact(
    reads: &impl SqlReader,
    viewer: &Member,
    user: UserId,
) -> Result<Result<Contact, MessageError>, Problem> {
    let found = visibility::load_relation(reads, (viewer.id(), viewer.is_staff()), user).await?;
    let (choices, between) = found.ok_or(MessageError::PersonNotFound)?;
    choices.profile_access(between).ok_or(MessageError::PersonNotFound)?;
    if between.is_self {
        return Ok(Err(MessageError::NobodyChosen));
    }
    if between.blocks || between.blocked {
        return Ok(Err(MessageError::Blocked));
    }
    if between.by_staff {
        return Ok(Ok(Contact::Direct));
    }
    let is_accepted = match settings::accepts_from(reads, user).await? {
        AcceptsFrom::Nobody => return Ok(Err(MessageError::NotAccepting)),
        AcceptsFrom::Shared => {
            between.shares || membership::share_community(reads, viewer.id(), user).await?
        }
        AcceptsFrom::Followed => people::follows(reads, user, viewer.id()).await?,
    };
    Ok(Ok(if is_accepted { Contact::Direct } else { Contact::ByRequest }))
}

/// How the viewer may contact a person. At most 6 queries.
pub(super) async fn load_contact(
    scope: &Scope<Member>,
    user: UserId,
) -> Result<ContactView, Problem> {
    let scope = &scope.on_one_connection().await?;
    let (viewer, me) = (scope.viewer(), scope.viewer().id());
    let contact = find_contact(scope, viewer, user).await?;
    if user == me {
        return Ok(ContactView { mode: ContactMode::Oneself, reason: None, conversation_id: None });
    }
    let pair = conversation::Column::PairKey.eq(pair_key(me, user));
    let existing = scope.select::<conversation::Entity>().filter(pair).one().await?;
    let conversation_id = existing.as_ref().map(|row| row.id);
    // The person's settings apply until the first message.
    let written = existing.filter(|row| row.message_count > 0);
    let contact = match written {
        Some(row) => {
            let blocked = blocked_pairs(scope, me).await?;
            refusal(&row, &[me, user], me, &blocked).map_or(Ok(Contact::Direct), Err)
        }
        None => contact,
    };
    let (mode, reason) = match contact {
        Ok(Contact::Direct) => (ContactMode::Open, None),
        Ok(Contact::ByRequest) => (ContactMode::Request, None),
        Err(error) => (ContactMode::Refused, Some(error.to_string())),
    };
    Ok(ContactView { mode, reason, conversation_id })
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
