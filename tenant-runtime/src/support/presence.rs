//! Presence of support staff (G-052): pages of staff send a heartbeat with the subject on screen.
//! Only the latest one of each member of staff is stored.

use super::TicketId;
use super::chat::SupportConversationId;
use super::rows::presence;
use crate::accounts::{AccountContact, list_staff_contacts, load_contacts};
use crate::limits::check_limit;
use crate::support::SupportStaff;
use chrono::{DateTime, Duration, Utc};
use platform::events::Topic;
use platform::limiter::LimitedAction;
use platform::{AccountViewer, Problem, Scope, Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::DbErr;
use sea_orm::sea_query::OnConflict;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::HashMap;
use utoipa::ToSchema;

/// A member of staff is online for this long after a heartbeat.
const ONLINE_FOR: Duration = Duration::minutes(2);
/// Someone has opened or left a ticket or conversation.
const VIEWING_CHANGED: &str = "support.viewing-changed";

/// The ticket or conversation on screen, if any.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Heartbeat {
    pub ticket_id: Option<TicketId>,
    pub conversation_id: Option<SupportConversationId>,
}

impl Heartbeat {
    fn from_row(row: &presence::Model) -> Self {
        Self {
            ticket_id: row.ticket_id.map(TicketId),
            conversation_id: row.conversation_id.map(SupportConversationId),
        }
    }
}

/// A member of staff who has the same subject on screen.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TicketViewer {
    pub user_id: UserId,
    pub display_name: String,
}

/// Who is there.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StaffPresence {
    /// Members of staff who are online.
    pub staff_available: u64,
    /// Others who have the same subject on screen.
    pub viewers: Vec<TicketViewer>,
}

/// The latest heartbeat of a member of staff.
#[derive(Debug, Clone)]
pub(super) struct StaffMember {
    pub contact: AccountContact,
    pub last_seen_at: Option<DateTime<Utc>>,
    pub is_online: bool,
    pub viewing: Heartbeat,
}

/// All members of staff with their presence. 2 queries.
pub(super) async fn list_members<V: Send + Sync>(
    scope: &Scope<V>,
) -> Result<Vec<StaffMember>, DbErr> {
    let rows = scope.global::<presence::Entity>().all().await?;
    let seen: HashMap<UserId, presence::Model> =
        rows.into_iter().map(|row| (row.user_id, row)).collect();
    let now = scope.now();
    let members = list_staff_contacts(scope).await?.into_iter().map(|contact| {
        let row = seen.get(&contact.id);
        let is_online = row.is_some_and(|row| now - row.seen_at < ONLINE_FOR);
        StaffMember {
            last_seen_at: row.map(|row| row.seen_at),
            is_online,
            viewing: row.filter(|_| is_online).map(Heartbeat::from_row).unwrap_or_default(),
            contact,
        }
    });
    Ok(members.collect())
}

/// Number of members of staff who are online.
pub(super) async fn count_available<V: Send + Sync>(scope: &Scope<V>) -> Result<u64, DbErr> {
    let members = list_members(scope).await?;
    Ok(members.iter().filter(|member| member.is_online).count() as u64)
}

/// Records a heartbeat. A change of the subject on screen is published to staff.
pub(super) async fn record_heartbeat(
    scope: &mut Scope<SupportStaff>,
    beat: Heartbeat,
) -> Result<StaffPresence, Problem> {
    use presence::Column::{ConversationId, SeenAt, TicketId as Viewing, UserId as Person};
    check_limit(scope.services(), scope.viewer(), LimitedAction::ReportDelivery).await?;
    let me = scope.viewer().id();
    let tx = scope.begin().await?;
    let before = tx.global::<presence::Entity>().by_id(me).one().await?;
    let row = presence::ActiveModel {
        user_id: Set(me),
        seen_at: Set(tx.now()),
        ticket_id: Set(beat.ticket_id.map(TicketId::uuid)),
        conversation_id: Set(beat.conversation_id.map(SupportConversationId::uuid)),
    };
    let replaced =
        OnConflict::column(Person).update_columns([SeenAt, Viewing, ConversationId]).to_owned();
    tx.global_table::<presence::Entity>().upsert(row, replaced).await?;
    if before.as_ref().map(Heartbeat::from_row).unwrap_or_default() != beat {
        publish_viewing(&tx, beat).await?;
    }
    tx.commit().await?;
    let members = list_members(scope).await?;
    let on_same = |member: &&StaffMember| {
        member.contact.id != me && beat != Heartbeat::default() && member.viewing == beat
    };
    let viewers = members.iter().filter(on_same).map(|member| TicketViewer {
        user_id: member.contact.id,
        display_name: member.contact.display_name(),
    });
    Ok(StaffPresence {
        viewers: viewers.collect(),
        staff_available: members.iter().filter(|member| member.is_online).count() as u64,
    })
}

async fn publish_viewing(tx: &Tx<'_, SupportStaff>, beat: Heartbeat) -> Result<(), DbErr> {
    let me = tx.viewer().id();
    let name = load_contacts(tx, &[me]).await?.remove(&me).map(|one| one.display_name());
    let payload = json!({ "ticketId": beat.ticket_id, "staffId": me, "displayName": name,
        "supportConversationId": beat.conversation_id });
    tx.publish(Topic::Staff, VIEWING_CHANGED, &payload).await.map(drop)
}
