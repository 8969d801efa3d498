//! Signals of a participant's page: messages have arrived, and the participant is typing. A setting
//! that is off applies in both directions.

use super::error::MessageError;
use super::presence::OPEN_SQL;
use super::rows::{participant, settings};
use super::store::LockedConversation;
use super::view::MessageReceipt;
use super::{ConversationId, MessageId, events, store};
use crate::limits::check_limit;
use crate::profiles::blocks::{Blocks, blocked_pairs, not_blocked_sql};
use platform::events::{Hub, Topic};
use platform::limiter::{LimitKey, LimitedAction};
use platform::{AccountViewer, Member, Problem, Scope, Tx, UserId};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, DbErr, FromQueryResult};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::HashMap;
use utoipa::ToSchema;

/// A participant is typing.
const TYPING: &str = "conversation.typing";

/// The newest message that has arrived.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DeliveryReport {
    pub message_id: MessageId,
}

/// Records that the messages up to this one have arrived on a device of the viewer.
pub(super) async fn record_delivery(
    scope: &mut Scope<Member>,
    id: ConversationId,
    delivered: &DeliveryReport,
) -> Result<(), Problem> {
    check_limit(scope.services(), scope.viewer(), LimitedAction::ReportDelivery).await?;
    let tx = scope.begin().await?;
    let locked = store::lock(&tx, id).await?;
    let message = store::message_of(&tx, &locked, delivered.message_id).await?;
    let me = tx.viewer().id();
    let mine = locked.participant(me).ok_or(MessageError::NotFound)?;
    if Ord::max(mine.delivered_at, mine.last_read_at) >= Some(message.created) {
        return Ok(());
    }
    let delivered_at = Some(message.created);
    store::change_mine(&tx, id, |update| {
        update.col_expr(participant::Column::DeliveredAt, Expr::value(delivered_at))
    })
    .await?;
    let receipt = MessageReceipt { user_id: me, delivered_at, seen_at: mine.last_read_at };
    publish_receipt(&tx, &locked, &receipt).await?;
    Ok(tx.commit().await?)
}

/// Publishes a receipt of the viewer to the other participants who have receipts on, if the viewer
/// has. There are none before a request is accepted, or between people in a block.
pub(super) async fn publish_receipt(
    tx: &Tx<'_, Member>,
    locked: &LockedConversation,
    receipt: &MessageReceipt,
) -> Result<(), DbErr> {
    if !locked.conversation.is_open() {
        return Ok(());
    }
    let users = locked.users();
    let these = settings::Column::UserId.is_in(users.iter().map(|user| user.uuid()));
    let chosen = tx.global::<settings::Entity>().filter(these).all().await?;
    let chosen: HashMap<UserId, bool> =
        chosen.into_iter().map(|row| (row.user_id, row.sends_receipts)).collect();
    let sends = |user: &UserId| chosen.get(user).copied().unwrap_or(true);
    let me = tx.viewer().id();
    if !sends(&me) {
        return Ok(());
    }
    let blocked = blocked_pairs(tx, me).await?;
    let audience: Vec<UserId> = locked
        .others(me)
        .filter(|user| sends(user) && !blocked.contains_user(*user, Blocks::Both))
        .collect();
    events::publish_receipt(tx, &audience, locked.conversation.id, receipt).await
}

/// Shows the other participants that the viewer is typing. Calls that come too early are ignored.
pub(super) async fn publish_typing(
    scope: &Scope<Member>,
    id: ConversationId,
) -> Result<(), Problem> {
    #[derive(FromQueryResult)]
    struct AudienceRow {
        user_id: UserId,
    }
    let me = scope.viewer().id();
    store::find(scope, id).await?;
    let verdict =
        scope.services().limiter().count_attempt(LimitedAction::Typing, &LimitKey::user(me)).await;
    if !verdict.allowed {
        return Ok(());
    }
    let sql = format!(
        "SELECT o.user_id FROM conversations c \
         JOIN conversation_participants o ON o.conversation_id = c.id AND o.user_id <> $2 \
         LEFT JOIN message_settings mine ON mine.user_id = $2 \
         LEFT JOIN message_settings theirs ON theirs.user_id = o.user_id \
         WHERE c.id = $1 AND {OPEN_SQL} \
         AND COALESCE(mine.shows_typing, TRUE) AND COALESCE(theirs.shows_typing, TRUE) AND {}",
        not_blocked_sql("o.user_id", "$2", Blocks::Both)
    );
    let people = scope.raw(&sql, vec![id.into(), me.into()]).all::<AudienceRow>().await?;
    let topics: Vec<Topic> = people.into_iter().map(|row| Topic::User(row.user_id)).collect();
    let payload = json!({ "conversationId": id, "userId": me });
    Hub::publish_transient(scope.services(), &topics, TYPING, payload).await;
    Ok(())
}
