//! Tickets as the people of an affiliation see them: without email address and internal notes, with
//! the membership of the person.

use crate::affiliations;
use crate::support::desk::inbox::search_condition;
use crate::support::filter::parse_set;
use crate::support::rows::{TicketDesk, TicketStatus, affiliation_desk, ticket};
use crate::support::view::{People, TicketView};
use crate::support::{TicketId, store};
use chrono::{DateTime, Utc};
use platform::affiliations::AffiliationPermission;
use platform::page::{Page, PageQuery};
use platform::{AccountViewer, AffiliationId, Member, Problem, Scope, SignedIn, UserId};
use sea_orm::{ColumnTrait, Condition, DbErr};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::{IntoParams, ToSchema};

/// Default and maximum page size.
const PAGE_SIZES: (u64, u64) = (20, 100);

/// Filters of the desk; each one that is omitted allows everything.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct AffiliationTicketFilter {
    /// Statuses, separated by commas.
    status: Option<String>,
    /// Part of the title, the description or the person's name, or a short id.
    q: Option<String>,
}

/// The desk of an affiliation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AffiliationDesk {
    /// Staff let the affiliation answer the tickets of its portal.
    enabled: bool,
    /// Tickets that are open or in progress.
    open_tickets: u64,
}

/// A ticket at the desk of an affiliation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AffiliationTicket {
    #[serde(flatten)]
    ticket: TicketView,
    /// Time at which the person became a member of the affiliation; `null` if they are not one.
    member_since: Option<DateTime<Utc>>,
}

/// The affiliation, if the viewer may answer its tickets.
pub(super) async fn find_answered(
    scope: &Scope<Member>,
    id_or_path: &str,
) -> Result<AffiliationId, Problem> {
    let permission = AffiliationPermission::AnswerTickets;
    affiliations::find_managed_id(scope, id_or_path, permission).await
}

/// A ticket of the viewer, or one that the viewer answers for an affiliation.
pub(in crate::support) async fn find_own_or_answered(
    scope: &Scope<SignedIn>,
    id: TicketId,
) -> Result<ticket::Model, Problem> {
    let own = store::find_own(scope, id).await;
    let Err(not_found) = own else { return own };
    let of_desk = ticket::Column::Desk.eq(TicketDesk::Affiliation);
    let other = store::find_matching(scope, id, Condition::all().add(of_desk)).await?;
    let may_act = scope.facts().session.as_ref().is_some_and(|session| {
        let status = &session.account_status;
        !status.is_paused && status.is_onboarded() && !session.lacks_second_factor
    });
    let Some(affiliation) = other.affiliation_id.filter(|_| may_act) else {
        return Err(not_found);
    };
    let permission = AffiliationPermission::AnswerTickets;
    let answerers = affiliations::people_with(scope, affiliation, permission).await?;
    if answerers.contains(&scope.viewer().id()) { Ok(other) } else { Err(not_found) }
}

/// Tickets that the affiliation answers.
pub(super) fn answered_by(affiliation: AffiliationId) -> Condition {
    Condition::all()
        .add(ticket::Column::AffiliationId.eq(affiliation.uuid()))
        .add(ticket::Column::Desk.eq(TicketDesk::Affiliation))
}

/// The state of the desk. 2 queries.
pub(super) async fn load_desk(
    scope: &Scope<Member>,
    affiliation: AffiliationId,
) -> Result<AffiliationDesk, DbErr> {
    let found = scope.global::<affiliation_desk::Entity>().by_id(affiliation).one().await?;
    let open = ticket::Column::Status.is_in([TicketStatus::Open, TicketStatus::InProgress]);
    let waiting = answered_by(affiliation).add(open);
    Ok(AffiliationDesk {
        enabled: found.is_some(),
        open_tickets: scope.select::<ticket::Entity>().filter(waiting).count().await?,
    })
}

/// Tickets that the affiliation answers, newest first. 3 queries.
pub(super) async fn list(
    scope: &Scope<Member>,
    affiliation: AffiliationId,
    filter: &AffiliationTicketFilter,
    query: &PageQuery,
) -> Result<Page<AffiliationTicket>, Problem> {
    let limit = query.row_limit(PAGE_SIZES.0, PAGE_SIZES.1);
    let status = parse_set::<TicketStatus>(filter.status.as_deref())?;
    let fits = answered_by(affiliation)
        .add_option(status.map(|some| ticket::Column::Status.is_in(some)))
        .add_option(filter.q.as_deref().and_then(search_condition));
    let rows = store::list_page(scope, fits, query.decode_cursor()?, limit).await?;
    let page = Page::from_rows(rows, limit, store::ticket_cursor);
    let people = store::people_of(scope, &page.items).await?;
    let since = member_times(scope, affiliation, &page.items).await?;
    Ok(page.map_items(|row| build(&people, &since, &row)))
}

/// A ticket that the affiliation answers. 5 queries.
pub(super) async fn read(
    scope: &Scope<Member>,
    affiliation: AffiliationId,
    id: TicketId,
) -> Result<AffiliationTicket, Problem> {
    let row = store::find_matching(scope, id, answered_by(affiliation)).await?;
    load(scope, affiliation, &row).await
}

/// The ticket with its files.
pub(super) async fn load(
    scope: &Scope<Member>,
    affiliation: AffiliationId,
    row: &ticket::Model,
) -> Result<AffiliationTicket, Problem> {
    let since = member_times(scope, affiliation, std::slice::from_ref(row)).await?;
    let view = store::load_view(scope, row).await?;
    Ok(without_address(view, since.get(&row.owner_id).copied()))
}

fn build(
    people: &People,
    since: &HashMap<UserId, DateTime<Utc>>,
    row: &ticket::Model,
) -> AffiliationTicket {
    without_address(people.build_ticket(row, Vec::new()), since.get(&row.owner_id).copied())
}

/// The email address is for platform staff.
fn without_address(ticket: TicketView, member_since: Option<DateTime<Utc>>) -> AffiliationTicket {
    AffiliationTicket { ticket: TicketView { user_email: String::new(), ..ticket }, member_since }
}

async fn member_times(
    scope: &Scope<Member>,
    affiliation: AffiliationId,
    rows: &[ticket::Model],
) -> Result<HashMap<UserId, DateTime<Utc>>, DbErr> {
    let owners: Vec<UserId> = rows.iter().map(|row| row.owner_id).collect();
    affiliations::joined_times(scope, affiliation, &owners).await
}
