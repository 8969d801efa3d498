//! The desk of an affiliation: its owner, admins and support people answer the first-line tickets of
//! its portal, if staff have turned the desk on. They see only those, with the person's membership,
//! and can escalate a ticket to platform staff.

mod routes;
mod rules;
mod switches;
mod tickets;

pub(super) use switches::is_enabled;
pub(super) use tickets::find_own_or_answered;

use super::rows::{TicketDesk, ticket};
use crate::activity::{self, Notice, NotificationType};
use crate::affiliations;
use platform::affiliations::AffiliationPermission;
use platform::api::ApiRouter;
use platform::{AccountViewer, Problem, Services, Tx, UserId};
use sea_orm::DbErr;
use serde_json::json;

pub(super) fn routes() -> ApiRouter<Services> {
    routes::routes().merge(switches::routes())
}

/// The people of the affiliation who answer this ticket; none if platform staff do.
pub(super) async fn answerers_of<V: Send + Sync>(
    tx: &Tx<'_, V>,
    row: &ticket::Model,
) -> Result<Vec<UserId>, DbErr> {
    match row.affiliation_id.filter(|_| row.desk == TicketDesk::Affiliation) {
        Some(affiliation) => {
            let permission = AffiliationPermission::AnswerTickets;
            affiliations::people_with(tx, affiliation, permission).await
        }
        None => Ok(Vec::new()),
    }
}

/// Notifies the people of the affiliation about a new ticket that they answer.
pub(super) async fn notify_of_new<V: AccountViewer>(
    tx: &Tx<'_, V>,
    row: &ticket::Model,
) -> Result<(), Problem> {
    let Some(affiliation) = row.affiliation_id else { return Ok(()) };
    let mut people = answerers_of(tx, row).await?;
    people.retain(|user| *user != row.owner_id);
    if people.is_empty() {
        return Ok(());
    }
    let data = json!({
        "ticketId": row.id,
        "ticketTitle": row.title,
        "ticketCategory": row.category,
        "affiliationId": affiliation,
        "actionUrl": format!("/affiliation/{affiliation}/manage/support?ticket={}", row.id),
    });
    let message = format!("A member asks: {}", row.title);
    let kind = NotificationType::SystemMessage;
    let notice = Notice::new(kind, "New support ticket", &message, data);
    Ok(activity::notify(tx, &people, &notice.of_affiliation(affiliation)).await?)
}
