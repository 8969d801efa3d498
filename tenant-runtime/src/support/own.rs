//! The viewer's own tickets (F-089, F-097, G-110).

use super::chat::ConversationView;
use super::error::SupportError;
use super::filter::parse_set;
use super::rows::{TicketStatus, ticket};
use super::status::to_status;
use super::view::TicketView;
use super::viewer::TicketAccess;
use super::{TicketId, chat, events, presence, store};
use crate::limits::check_limit;
use platform::limiter::LimitedAction;
use platform::page::{Page, PageQuery};
use platform::{Problem, Scope, SignedIn};
use sea_orm::ColumnTrait;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Default and maximum page size (F-097).
const PAGE_SIZES: (u64, u64) = (10, 50);
/// Number of tickets in the overview.
const RECENT_TICKETS: u64 = 3;

/// Part of the viewer's tickets.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct OwnTicketFilter {
    /// Statuses, separated by commas; all if omitted.
    pub status: Option<String>,
}

/// Start page of support.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SupportOverview {
    /// Support conversations that are open, in progress or waiting.
    pub active_conversations: u64,
    /// Tickets that are open or in progress.
    pub open_tickets: u64,
    /// Members of staff who are online.
    pub staff_available: u64,
    /// Chat is on here.
    pub chat_enabled: bool,
    /// The latest three.
    pub recent_tickets: Vec<TicketView>,
    /// The latest three.
    pub recent_conversations: Vec<ConversationView>,
}

/// The viewer's tickets on this site, newest first. 2 queries.
pub(super) async fn list(
    scope: &Scope<SignedIn>,
    filter: &OwnTicketFilter,
    query: &PageQuery,
) -> Result<Page<TicketView>, Problem> {
    let statuses = parse_set::<TicketStatus>(filter.status.as_deref())?;
    let chosen = statuses.map(|some| ticket::Column::Status.is_in(some));
    let mine = TicketAccess::from_facts(scope.facts()).condition(scope.viewer());
    let limit = query.row_limit(PAGE_SIZES.0, PAGE_SIZES.1);
    let rows =
        store::list_page(scope, mine.add_option(chosen), query.decode_cursor()?, limit).await?;
    let page = Page::from_rows(rows, limit, store::ticket_cursor);
    let people = store::people_of(scope, &page.items).await?;
    Ok(page.map_items(|row| people.build_ticket(&row, Vec::new())))
}

/// One ticket of the viewer. 3 queries.
pub(super) async fn read(scope: &Scope<SignedIn>, id: TicketId) -> Result<TicketView, Problem> {
    let row = store::find_own(scope, id).await?;
    Ok(store::load_view(scope, &row).await?)
}

/// Counts, and the latest tickets and conversations. 9 queries.
pub(super) async fn load_overview(scope: &Scope<SignedIn>) -> Result<SupportOverview, Problem> {
    let scope = &scope.on_one_connection().await?;
    let mine = || TicketAccess::from_facts(scope.facts()).condition(scope.viewer());
    let open = ticket::Column::Status.is_in([TicketStatus::Open, TicketStatus::InProgress]);
    let open_tickets = scope.select::<ticket::Entity>().filter(mine().add(open)).count().await?;
    let mut rows = store::list_page(scope, mine(), None, RECENT_TICKETS).await?;
    rows.truncate(usize::try_from(RECENT_TICKETS).unwrap_or(usize::MAX));
    let people = store::people_of(scope, &rows).await?;
    let chat = chat::load_summary(scope).await?;
    Ok(SupportOverview {
        active_conversations: chat.active,
        chat_enabled: chat.is_enabled,
        recent_conversations: chat.recent,
        open_tickets,
        staff_available: presence::count_available(scope).await?,
        recent_tickets: rows.iter().map(|row| people.build_ticket(row, Vec::new())).collect(),
    })
}

/// Closes a ticket of the viewer.
pub(super) async fn close(
    scope: &mut Scope<SignedIn>,
    id: TicketId,
) -> Result<TicketView, Problem> {
    check_limit(scope.services(), scope.viewer(), LimitedAction::SupportMessage).await?;
    let tx = scope.begin().await?;
    let row = store::lock_own(&tx, id).await?;
    if row.status == TicketStatus::Closed {
        return Err(SupportError::Closed.into());
    }
    let closed = to_status(&row, TicketStatus::Closed, tx.now());
    let row = store::change(&tx, &row, closed).await?;
    events::publish_change(&tx, &row).await?;
    tx.commit().await?;
    Ok(store::load_view(scope, &row).await?)
}
