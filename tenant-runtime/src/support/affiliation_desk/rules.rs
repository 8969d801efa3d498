//! Answers, changes and escalation at the desk of an affiliation.

use super::tickets::{self, AffiliationTicket, answered_by};
use crate::limits::check_limit;
use crate::support::activity_log::{ActivityEntry, record_activity};
use crate::support::desk::change::{TicketChange, change_matching};
use crate::support::error::SupportError;
use crate::support::rows::{TicketDesk, TicketStatus, ticket};
use crate::support::thread::{self, MessageContent, NewStaffMessage, NewTicketMessage};
use crate::support::view::TicketMessageView;
use crate::support::{TicketId, events, store};
use platform::idempotency::{CreatedResponse, IdempotencyKey};
use platform::limiter::LimitedAction;
use platform::{AffiliationId, Member, Problem, Scope};
use sea_orm::ActiveValue::Set;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

/// A change of the status by an affiliation.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct AffiliationTicketChange {
    /// Version of the ticket that the change is based on.
    pub version: i64,
    pub status: TicketStatus,
}

/// Reason to give a ticket to platform staff.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct TicketEscalation {
    /// Version of the ticket that the call is based on.
    pub version: i64,
    /// Becomes an internal note of the ticket.
    #[serde(default)]
    pub reason: String,
}

/// Answers a ticket as the affiliation.
pub(super) async fn answer(
    scope: &mut Scope<Member>,
    affiliation: AffiliationId,
    id: TicketId,
    key: &IdempotencyKey,
    new: NewTicketMessage,
) -> Result<CreatedResponse<TicketMessageView>, Problem> {
    let path = format!("/affiliations/{affiliation}/support/tickets/{id}");
    let NewTicketMessage { message, attachment_ids } = new;
    let new = NewStaffMessage { message, internal: false, version: None, attachment_ids };
    thread::answer(scope, (id, answered_by(affiliation)), &path, key, &new).await
}

/// Changes the status of a ticket as the affiliation.
pub(super) async fn change(
    scope: &mut Scope<Member>,
    affiliation: AffiliationId,
    id: TicketId,
    new: &AffiliationTicketChange,
) -> Result<AffiliationTicket, Problem> {
    let change = TicketChange {
        version: new.version,
        status: Some(new.status),
        priority: None,
        category: None,
        assigned_to_id: None,
    };
    let row = change_matching(scope, (id, answered_by(affiliation)), &change).await?;
    tickets::load(scope, affiliation, &row).await
}

/// Gives a ticket to platform staff. The affiliation no longer sees it.
pub(super) async fn escalate(
    scope: &mut Scope<Member>,
    affiliation: AffiliationId,
    id: TicketId,
    new: &TicketEscalation,
) -> Result<(), Problem> {
    let reason = thread::check_text(&new.reason)?;
    check_limit(scope.services(), scope.viewer(), LimitedAction::SupportMessage).await?;
    let tx = scope.begin().await?;
    let row = store::lock_matching(&tx, id, answered_by(affiliation)).await?;
    if row.version != new.version {
        return Err(SupportError::Changed.into());
    }
    if row.status == TicketStatus::Closed {
        return Err(SupportError::Closed.into());
    }
    // The people of the affiliation lose the ticket, so they are told before it moves.
    events::publish_change(&tx, &row).await?;
    let note = MessageContent { text: reason, is_staff: true, internal: true, attachment_ids: &[] };
    let note = thread::insert(&tx, &row, note).await?;
    let moved = ticket::ActiveModel {
        desk: Set(TicketDesk::Platform),
        escalated_at: Set(Some(tx.now())),
        assigned_to_id: Set(None),
        ..Default::default()
    };
    let row = store::change(&tx, &row, moved).await?;
    let facts = json!({ "affiliationId": affiliation });
    record_activity(&tx, ActivityEntry::of_ticket("ticket.escalate", id, facts)).await?;
    events::publish_message(&tx, &row, &note).await?;
    events::publish_change(&tx, &row).await?;
    tx.commit().await?;
    Ok(())
}
