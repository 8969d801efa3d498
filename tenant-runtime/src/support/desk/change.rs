//! Changes of tickets by staff (F-106 to F-108). A change names the version of the ticket that it is
//! based on; if the ticket has changed since, it is refused.

use super::inbox;
use crate::accounts::load_contacts;
use crate::limits::check_limit;
use crate::support::SupportStaff;
use crate::support::activity_log::{ActivityEntry, STATUS_CHANGED, record_activity};
use crate::support::assignee::{deserialize_given, is_staff_account};
use crate::support::error::SupportError;
use crate::support::notify::TicketNews;
use crate::support::rows::{SupportPriority, TicketCategory, TicketStatus, ticket};
use crate::support::status::to_status;
use crate::support::view::StaffTicket;
use crate::support::{TicketId, events, store};
use platform::limiter::LimitedAction;
use platform::{AccountViewer, Problem, Scope, Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::{Condition, DbErr};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

/// Changes of a ticket; omitted fields stay.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::support) struct TicketChange {
    /// Version of the ticket that the change is based on.
    pub version: i64,
    pub status: Option<TicketStatus>,
    pub priority: Option<SupportPriority>,
    pub category: Option<TicketCategory>,
    /// A member of staff, or `null` for no one. Assigning sets the status to in progress, unless
    /// another one is given.
    #[serde(default, deserialize_with = "deserialize_given")]
    #[schema(value_type = Option<String>)]
    pub assigned_to_id: Option<Option<UserId>>,
}

/// Applies the changes as staff.
pub(super) async fn change(
    scope: &mut Scope<SupportStaff>,
    id: TicketId,
    new: &TicketChange,
) -> Result<StaffTicket, Problem> {
    let after = change_matching(scope, (id, Condition::all()), new).await?;
    inbox::load(scope, &after).await
}

/// Applies the changes to a ticket that fits the condition.
pub(in crate::support) async fn change_matching<V: AccountViewer>(
    scope: &mut Scope<V>,
    (id, fits): (TicketId, Condition),
    new: &TicketChange,
) -> Result<ticket::Model, Problem> {
    check_limit(scope.services(), scope.viewer(), LimitedAction::SupportMessage).await?;
    let tx = scope.begin().await?;
    let before = store::lock_matching(&tx, id, fits).await?;
    if before.merged_into_id.is_some() {
        return Err(SupportError::Merged.into());
    }
    if before.version != new.version {
        return Err(SupportError::Changed.into());
    }
    if let Some(Some(assignee)) = new.assigned_to_id
        && !is_staff_account(&tx, assignee).await?
    {
        return Err(SupportError::StaffNotFound.into());
    }
    let change = to_change(&tx, &before, new);
    let after = store::change(&tx, &before, change).await?;
    record_changes(&tx, &before, &after).await?;
    events::publish_change(&tx, &after).await?;
    if before.status != after.status {
        let me = tx.viewer().id();
        let name = load_contacts(&tx, &[me]).await?.remove(&me).map(|one| one.display_name());
        let news = TicketNews {
            ticket: &after,
            previous_status: before.status,
            staff_name: &name.unwrap_or_default(),
            reply: None,
        };
        news.deliver(&tx).await?;
    }
    tx.commit().await?;
    Ok(after)
}

fn to_change<V: AccountViewer>(
    tx: &Tx<'_, V>,
    before: &ticket::Model,
    new: &TicketChange,
) -> ticket::ActiveModel {
    let is_assigned = matches!(new.assigned_to_id, Some(Some(_)));
    let status = new.status.or(is_assigned.then_some(TicketStatus::InProgress));
    let mut change = match status.filter(|status| *status != before.status) {
        Some(status) => to_status(before, status, tx.now()),
        None => ticket::ActiveModel::default(),
    };
    if let Some(priority) = new.priority {
        change.priority = Set(priority);
    }
    if let Some(category) = new.category {
        change.category = Set(category);
    }
    let starts = status == Some(TicketStatus::InProgress) && before.assigned_to_id.is_none();
    match new.assigned_to_id {
        Some(assignee) => change.assigned_to_id = Set(assignee),
        None if starts => change.assigned_to_id = Set(Some(tx.viewer().id())),
        None => {}
    }
    change
}

/// Records one entry of the activity log for each field that has changed.
async fn record_changes<V: AccountViewer>(
    tx: &Tx<'_, V>,
    before: &ticket::Model,
    after: &ticket::Model,
) -> Result<(), DbErr> {
    let mut entries = Vec::new();
    if before.status != after.status {
        let facts = json!({ "from": before.status, "to": after.status });
        entries.push((STATUS_CHANGED, facts));
    }
    if before.priority != after.priority {
        let facts = json!({ "from": before.priority, "to": after.priority });
        entries.push(("ticket.priority", facts));
    }
    if before.category != after.category {
        let facts = json!({ "from": before.category, "to": after.category });
        entries.push(("ticket.category", facts));
    }
    if before.assigned_to_id != after.assigned_to_id {
        let facts = json!({ "from": before.assigned_to_id, "to": after.assigned_to_id });
        let action =
            if after.assigned_to_id.is_some() { "ticket.assign" } else { "ticket.unassign" };
        entries.push((action, facts));
    }
    for (action, facts) in entries {
        record_activity(tx, ActivityEntry::of_ticket(action, after.id, facts)).await?;
    }
    Ok(())
}
