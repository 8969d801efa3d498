//! The viewer's own part in a conversation: read and unread, muted, archived; and answers to
//! message requests.

use super::error::MessageError;
use super::rows::{ConversationState, ListFolder, conversation, participant};
use super::view::{ConversationView, MessageReceipt};
use super::{ConversationId, events, list, signals, store};
use crate::activity;
use crate::limits::check_limit;
use chrono::{DateTime, Utc};
use platform::limiter::LimitedAction;
use platform::{AccountViewer, Member, Problem, Scope, UserId};
use sea_orm::ActiveValue::Set;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Changes of the viewer's own part.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct OwnChange {
    /// Muted conversations do not count in the badge.
    pub muted: Option<bool>,
    /// Archived conversations return with the next message.
    pub archived: Option<bool>,
    /// Shows the conversation as unread until it is opened.
    pub marked_unread: Option<bool>,
}

/// How far the viewer has read.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReadPosition {
    /// Time of the newest message that the viewer has seen, if the mark was made offline.
    pub up_to: Option<DateTime<Utc>>,
}

/// Marks a conversation as read by the viewer, deletes its notification, and tells the others that
/// the messages were seen. A mark that was made before the newest message changes nothing.
pub(super) async fn mark_read(
    scope: &mut Scope<Member>,
    id: ConversationId,
    up_to: Option<DateTime<Utc>>,
) -> Result<ConversationView, Problem> {
    check_limit(scope.services(), scope.viewer(), LimitedAction::MarkRead).await?;
    let tx = scope.begin().await?;
    let locked = store::lock(&tx, id).await?;
    let (me, now) = (tx.viewer().id(), tx.now());
    let mine = locked.participant(me).ok_or(MessageError::NotFound)?;
    if up_to.is_some_and(|seen| seen < locked.conversation.last_updated) {
        drop(tx);
        return list::read_one(scope, id).await;
    }
    let read_at = now.max(locked.conversation.last_updated);
    let read = participant::ActiveModel {
        unread_messages: Set(0),
        marked_unread: Set(false),
        last_read_at: Set(Some(read_at)),
        delivered_at: Set(Some(read_at)),
        first_unread_id: Set(None),
        ..Default::default()
    };
    store::change_mine(&tx, id, |update| update.set(read)).await?;
    activity::withdraw_notice(&tx, me, id.uuid()).await?;
    // Only the first look at a message changes what the sender sees.
    if mine.last_read_at < Some(locked.conversation.last_updated) {
        let seen_at = Some(read_at);
        let receipt = MessageReceipt { user_id: me, delivered_at: seen_at, seen_at };
        signals::publish_receipt(&tx, &locked, &receipt).await?;
    }
    events::publish_change(&tx, &[me], id).await?;
    tx.commit().await?;
    list::read_one(scope, id).await
}

/// Changes the viewer's own part.
pub(super) async fn change(
    scope: &mut Scope<Member>,
    id: ConversationId,
    change: &OwnChange,
) -> Result<ConversationView, Problem> {
    let mut row = participant::ActiveModel::default();
    if let Some(muted) = change.muted {
        row.muted = Set(muted);
    }
    if let Some(archived) = change.archived {
        row.archived = Set(archived);
    }
    if let Some(marked) = change.marked_unread {
        row.marked_unread = Set(marked);
    }
    if row == participant::ActiveModel::default() {
        return list::read_one(scope, id).await;
    }
    update(scope, id, row).await
}

async fn update(
    scope: &mut Scope<Member>,
    id: ConversationId,
    row: participant::ActiveModel,
) -> Result<ConversationView, Problem> {
    let tx = scope.begin().await?;
    let locked = store::lock(&tx, id).await?;
    let is_muted = row.muted == Set(true);
    store::change_mine(&tx, locked.conversation.id, |update| update.set(row)).await?;
    let me = tx.viewer().id();
    if is_muted {
        activity::withdraw_notice(&tx, me, id.uuid()).await?;
    }
    events::publish_change(&tx, &[me], id).await?;
    tx.commit().await?;
    list::read_one(scope, id).await
}

/// Accepts or declines a message request that the viewer has received.
pub(super) async fn answer_request(
    scope: &mut Scope<Member>,
    id: ConversationId,
    is_accepted: bool,
) -> Result<ConversationView, Problem> {
    let tx = scope.begin().await?;
    let locked = store::lock(&tx, id).await?;
    let row = &locked.conversation;
    let is_received = row.owner_id != Some(tx.viewer().id());
    let may_answer = row.state == ConversationState::Requested
        || (row.state == ConversationState::Declined && is_accepted);
    if !is_received || !may_answer {
        return Err(MessageError::NoRequest.into());
    }
    let state = if is_accepted { ConversationState::Open } else { ConversationState::Declined };
    let answered = conversation::ActiveModel { state: Set(state), ..Default::default() };
    store::change(&tx, id, |update| update.set(answered)).await?;
    let listed = participant::ActiveModel {
        folder: Set(ListFolder::Inbox),
        archived: Set(!is_accepted),
        ..Default::default()
    };
    store::change_mine(&tx, id, |update| update.set(listed)).await?;
    let me = tx.viewer().id();
    if !is_accepted {
        activity::withdraw_notice(&tx, me, id.uuid()).await?;
    }
    // A declined requester sees no answer at all.
    let audience: Vec<UserId> = if is_accepted {
        locked.participants.iter().map(|one| one.user_id).collect()
    } else {
        vec![me]
    };
    events::publish_change(&tx, &audience, id).await?;
    tx.commit().await?;
    list::read_one(scope, id).await
}
