//! Starts conversations. There is exactly one between two people, even if both start it at the same
//! time: the sorted pair of their ids is unique.

use super::contact::{self, Contact};
use super::error::MessageError;
use super::rows::{ConversationKind, ConversationState, ListFolder, conversation, participant};
use super::view::ConversationView;
use super::{ConversationId, events, groups, list};
use crate::limits::check_limit_within;
use platform::conversations::pair_key;
use platform::idempotency::{self, Claim, IdempotencyKey};
use platform::limiter::LimitedAction;
use platform::{AccountViewer, Member, Problem, Scope, Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, DbErr};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Maximum people in a group, with its creator.
pub(super) const PEOPLE_MAX: usize = 12;

/// A conversation to start.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewConversation {
    /// The other people: one for a conversation of two, up to eleven for a group.
    pub participant_ids: Vec<UserId>,
    /// Name of the group. With one other person a name makes it a group, too.
    pub title: Option<String>,
}

/// A started conversation.
pub(super) struct StartedConversation {
    pub view: ConversationView,
    /// False if there was one already.
    pub is_new: bool,
}

/// Starts a conversation, or returns the one that the two people have.
pub(super) async fn start(
    scope: &mut Scope<Member>,
    key: &IdempotencyKey,
    new: &NewConversation,
) -> Result<StartedConversation, Problem> {
    let me = scope.viewer().id();
    let mut others: Vec<UserId> = new.participant_ids.clone();
    others.sort_unstable();
    others.dedup();
    others.retain(|user| *user != me);
    let title = new.title.as_deref().map(groups::check_title).transpose()?;
    let (id, is_new) = match (others.as_slice(), title) {
        ([], _) => return Err(MessageError::NobodyChosen.into()),
        ([other], None) => start_direct(scope, *other).await?,
        (_, title) => start_group(scope, key, new, &others, title).await?,
    };
    let view = list::read_one(scope, id).await?;
    Ok(StartedConversation { view, is_new })
}

async fn start_direct(
    scope: &mut Scope<Member>,
    other: UserId,
) -> Result<(ConversationId, bool), Problem> {
    let tx = scope.begin().await?;
    let me = tx.viewer().id();
    let pair = pair_key(me, other);
    if let Some(found) = find_pair(&tx, &pair).await? {
        // The other person may have opened it without writing.
        let hidden = participant::Column::ConversationId
            .eq(found.uuid())
            .and(participant::Column::UserId.eq(me.uuid()))
            .and(participant::Column::Folder.eq(ListFolder::Hidden));
        let table = tx.table::<participant::Entity>();
        let listed = table.update(hidden, |update| {
            update.col_expr(participant::Column::Folder, Expr::value(ListFolder::Inbox))
        });
        if listed.await?.is_changed() {
            tx.commit().await?;
        }
        return Ok((found, false));
    }
    let state = match contact::check(&tx, other).await? {
        Contact::Direct => ConversationState::Open,
        Contact::ByRequest => ConversationState::Requested,
    };
    let row = new_row(&tx, ConversationKind::Direct, Some(pair.clone()), None, state);
    let table = tx.table::<conversation::Entity>();
    let is_new = table.insert_unless_there(row, &[conversation::Column::PairKey]).await?;
    let id = find_pair(&tx, &pair).await?.ok_or(MessageError::NotFound)?;
    if !is_new {
        // The other person, or another page of the viewer, has started it meanwhile.
        return Ok((id, false));
    }
    check_limit_within(&tx, LimitedAction::Write).await?;
    // The first message lists it for the other person.
    let folders = vec![(me, ListFolder::Inbox), (other, ListFolder::Hidden)];
    add_participants(&tx, id, folders).await?;
    tx.commit().await?;
    Ok((id, true))
}

async fn start_group(
    scope: &mut Scope<Member>,
    key: &IdempotencyKey,
    new: &NewConversation,
    others: &[UserId],
    title: Option<String>,
) -> Result<(ConversationId, bool), Problem> {
    if others.len() + 1 > PEOPLE_MAX {
        return Err(MessageError::TooManyPeople.into());
    }
    let tx = scope.begin().await?;
    let fingerprint = idempotency::request_fingerprint("/conversations", new);
    if let Claim::Replay(id) = idempotency::claim(&tx, key, &fingerprint).await? {
        return Ok((id, false));
    }
    check_limit_within(&tx, LimitedAction::Write).await?;
    for other in others {
        groups::check_addable(&tx, *other).await?;
    }
    let row = new_row(&tx, ConversationKind::Group, None, title, ConversationState::Open);
    let id = tx.table::<conversation::Entity>().insert(row).await?.id;
    let everyone: Vec<UserId> = std::iter::once(tx.viewer().id()).chain(others.to_vec()).collect();
    let folders = everyone.iter().map(|user| (*user, ListFolder::Inbox));
    add_participants(&tx, id, folders.collect()).await?;
    events::publish_change(&tx, &everyone, id).await?;
    idempotency::store_response(&tx, key, &id).await?;
    tx.commit().await?;
    Ok((id, true))
}

pub(super) fn new_row(
    tx: &Tx<'_, Member>,
    kind: ConversationKind,
    pair_key: Option<String>,
    title: Option<String>,
    state: ConversationState,
) -> conversation::ActiveModel {
    conversation::ActiveModel {
        id: Set(ConversationId::new()),
        kind: Set(kind),
        pair_key: Set(pair_key),
        title: Set(title),
        owner_id: Set(Some(tx.viewer().id())),
        state: Set(state),
        last_message_id: Set(None),
        message_count: Set(0),
        created: Set(tx.now()),
        last_updated: Set(tx.now()),
    }
}

/// Adds participants who are not in the conversation.
pub(super) async fn add_participants(
    tx: &Tx<'_, Member>,
    id: ConversationId,
    users: Vec<(UserId, ListFolder)>,
) -> Result<(), DbErr> {
    let now = tx.now();
    let rows = users.into_iter().map(|(user, folder)| participant::ActiveModel {
        conversation_id: Set(id),
        user_id: Set(user),
        joined_at: Set(now),
        unread_messages: Set(0),
        last_read_at: Set(None),
        marked_unread: Set(false),
        muted: Set(false),
        archived: Set(false),
        last_updated: Set(now),
        folder: Set(folder),
        delivered_at: Set(None),
        first_unread_id: Set(None),
    });
    tx.table::<participant::Entity>().insert_many(rows.collect()).await
}

async fn find_pair(tx: &Tx<'_, Member>, pair: &str) -> Result<Option<ConversationId>, DbErr> {
    let this = conversation::Column::PairKey.eq(pair);
    let found = tx.select::<conversation::Entity>().filter(this).one().await?;
    Ok(found.map(|row| row.id))
}
