//! Creates tickets (F-094 to F-096, G-051, G-118).

use super::error::SupportError;
use super::rows::{SupportPriority, TicketCategory, TicketDesk, TicketStatus, ticket};
use super::view::{TicketView, short_id};
use super::viewer::TicketAccess;
use super::{TicketId, affiliation_desk, events, store};
use crate::content::{self, TextRule};
use crate::integration_records::{EmittedEvent, WebhookEvent, emit};
use crate::limits::check_limit;
use crate::profiles;
use platform::idempotency::{self, Claim, CreatedResponse, IdempotencyKey};
use platform::limiter::LimitedAction;
use platform::{AccountViewer, Problem, Scope, SignedIn, Tx};
use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Maximum characters of a description.
const DESCRIPTION_CHARS_MAX: usize = 5000;

/// A ticket to create. Owner and status come from the server.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewTicket {
    /// One line of at most 200 characters.
    #[serde(default)]
    pub title: String,
    /// At most 5000 characters.
    #[serde(default)]
    pub description: String,
    #[serde(default)]
    pub category: TicketCategory,
    /// Stored as the requested priority; the ticket starts with the priority medium.
    #[serde(default)]
    pub priority: SupportPriority,
}

impl NewTicket {
    /// The checked title and description.
    fn checked_texts(&self) -> Result<(String, String), Problem> {
        let (title, description) =
            (self.title.trim().is_empty(), self.description.trim().is_empty());
        if title || description {
            return Err(SupportError::Required { title, description }.into());
        }
        let title = content::check_title(&self.title).map_err(|error| {
            Problem::from(error).with_errors(vec![error.to_field_error("title")])
        })?;
        let rule = TextRule::multi_line(DESCRIPTION_CHARS_MAX);
        let description = rule.check(&self.description).map_err(|error| {
            Problem::from(error).with_errors(vec![error.to_field_error("description")])
        })?;
        Ok((title, description))
    }
}

/// Creates a ticket of the viewer on this site. A repeated idempotency key returns the first
/// response.
pub(super) async fn create(
    scope: &mut Scope<SignedIn>,
    key: &IdempotencyKey,
    new: &NewTicket,
) -> Result<CreatedResponse<TicketView>, Problem> {
    let (title, description) = new.checked_texts()?;
    check_limit(scope.services(), scope.viewer(), LimitedAction::CreateTicket).await?;
    let tx = scope.begin().await?;
    let fingerprint = idempotency::request_fingerprint("/support/tickets", new);
    if let Claim::Replay(view) = idempotency::claim(&tx, key, &fingerprint).await? {
        return Ok(CreatedResponse::repeated(view));
    }
    let about_pause = TicketAccess::from_facts(tx.facts()) == TicketAccess::AboutPause;
    if about_pause {
        check_no_pause_ticket(&tx).await?;
    }
    let desk = match tx.site().affiliation() {
        Some(here) if !about_pause && affiliation_desk::is_enabled(&tx, here).await? => {
            TicketDesk::Affiliation
        }
        _ => TicketDesk::Platform,
    };
    let id = TicketId::new();
    let row = ticket::ActiveModel {
        id: Set(id),
        owner_id: Set(tx.viewer().id()),
        affiliation_id: Set(tx.site().affiliation()),
        title: Set(title),
        description: Set(description),
        status: Set(TicketStatus::Open),
        priority: Set(SupportPriority::Medium),
        requested_priority: Set(new.priority),
        category: Set(if about_pause { TicketCategory::Account } else { new.category }),
        about_pause: Set(about_pause),
        desk: Set(desk),
        escalated_at: Set(None),
        assigned_to_id: Set(None),
        merged_into_id: Set(None),
        short_id: Set(short_id(id)),
        message_count: Set(0),
        version: Set(1),
        created_at: Set(tx.now()),
        updated_at: Set(tx.now()),
        closed_at: Set(None),
        first_answered_at: Set(None),
        first_answer_ms: Set(None),
        resolution_ms: Set(None),
    };
    let row = tx.table::<ticket::Entity>().insert(row).await?;
    let view =
        store::people_of(&tx, std::slice::from_ref(&row)).await?.build_ticket(&row, Vec::new());
    events::publish_created(&tx, &row).await?;
    affiliation_desk::notify_of_new(&tx, &row).await?;
    emit(&tx, opened_event(&row)).await?;
    idempotency::store_response(&tx, key, &view).await?;
    tx.commit().await?;
    Ok(CreatedResponse::created(view))
}

/// The event for webhooks: an affiliation only learns of the tickets that its desk answers.
fn opened_event(row: &ticket::Model) -> EmittedEvent {
    let event = EmittedEvent::new(WebhookEvent::TicketOpened, row.id);
    let event = row.affiliation_id.map_or(event, |id| event.of_affiliation(id));
    if row.desk == TicketDesk::Affiliation { event } else { event.for_network_only() }
}

/// A paused account has one ticket about the pause that is not closed, also with concurrent
/// requests: the account is locked first.
async fn check_no_pause_ticket(tx: &Tx<'_, SignedIn>) -> Result<(), Problem> {
    profiles::lock(tx, &[tx.viewer().id()]).await?;
    let about_pause = TicketAccess::AboutPause.condition(tx.viewer());
    let open = about_pause.add(ticket::Column::Status.ne(TicketStatus::Closed));
    // On every site, since the pause applies to all of them.
    let has_open = tx.own::<ticket::Entity>().filter(open).exists().await?;
    if has_open { Err(SupportError::PauseTicketExists.into()) } else { Ok(()) }
}
