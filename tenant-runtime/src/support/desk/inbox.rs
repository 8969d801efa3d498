//! Lists and reads tickets for staff: filters as sets, and the search over title, description, name
//! and email address of the owner, and short ids (F-097, F-105, G-063, G-114).

use crate::accounts::accounts_matching;
use crate::affiliations;
use crate::support::SupportStaff;
use crate::support::TicketId;
use crate::support::error::SupportError;
use crate::support::filter::{parse_set, substring_pattern};
use crate::support::rows::{SupportPriority, TicketCategory, TicketDesk, TicketStatus, ticket};
use crate::support::store;
use crate::support::view::{People, StaffTicket, TicketView};
use platform::page::{Page, PageQuery};
use platform::{AccountViewer, AffiliationId, Problem, Scope, UserId};
use sea_orm::sea_query::{Expr, ExprTrait, Func, LikeExpr};
use sea_orm::{ColumnTrait, Condition, DbErr};
use serde::Deserialize;
use std::collections::HashMap;
use utoipa::IntoParams;

/// Default and maximum page size (F-105).
const PAGE_SIZES: (u64, u64) = (20, 100);
/// Maximum characters of a search.
const SEARCH_CHARS_MAX: usize = 100;
/// Lengths of short ids in lists and in details.
const SHORT_ID_CHARS: [usize; 2] = [6, 8];

/// Filters of the inbox; each one that is omitted allows everything.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct TicketFilter {
    /// Statuses, separated by commas.
    status: Option<String>,
    /// Priorities, separated by commas.
    priority: Option<String>,
    /// Categories, separated by commas.
    category: Option<String>,
    /// Id of a member of staff, `me` or `none`.
    assigned_to_id: Option<String>,
    /// `main`, or the affiliation of a portal.
    site: Option<String>,
    /// `platform`, `affiliation` or both, separated by a comma.
    desk: Option<String>,
    /// Owner.
    user_id: Option<UserId>,
    /// Part of the title, the description, the owner's name or email address, or a short id.
    q: Option<String>,
}

impl TicketFilter {
    fn to_condition(&self, viewer: &SupportStaff) -> Result<Condition, SupportError> {
        use ticket::Column::{
            AffiliationId as SiteOf, AssignedToId, Category, Desk, OwnerId, Priority, Status,
        };
        let status = parse_set::<TicketStatus>(self.status.as_deref())?;
        let priority = parse_set::<SupportPriority>(self.priority.as_deref())?;
        let category = parse_set::<TicketCategory>(self.category.as_deref())?;
        let desk = parse_set::<TicketDesk>(self.desk.as_deref())?;
        let assignee = match self.assigned_to_id.as_deref().filter(|text| !text.is_empty()) {
            None => None,
            Some("none") => Some(AssignedToId.is_null()),
            Some("me") => Some(AssignedToId.eq(viewer.id().uuid())),
            Some(id) => {
                let id: UserId = id.parse().map_err(|_| SupportError::Filter)?;
                Some(AssignedToId.eq(id.uuid()))
            }
        };
        let site = match self.site.as_deref().filter(|text| !text.is_empty()) {
            None => None,
            Some("main") => Some(SiteOf.is_null()),
            Some(id) => {
                let id: AffiliationId = id.parse().map_err(|_| SupportError::Filter)?;
                Some(SiteOf.eq(id.uuid()))
            }
        };
        Ok(Condition::all()
            .add_option(status.map(|some| Status.is_in(some)))
            .add_option(priority.map(|some| Priority.is_in(some)))
            .add_option(category.map(|some| Category.is_in(some)))
            .add_option(desk.map(|some| Desk.is_in(some)))
            .add_option(assignee)
            .add_option(site)
            .add_option(self.user_id.map(|id| OwnerId.eq(id.uuid())))
            .add_option(self.q.as_deref().and_then(search_condition)))
    }
}

/// Condition of the search; `None` for an empty text.
pub(in crate::support) fn search_condition(typed: &str) -> Option<Condition> {
    use ticket::Column::{Description, OwnerId, ShortId, Title};
    let text = typed.split_whitespace().collect::<Vec<_>>().join(" ");
    let text: String = text.chars().take(SEARCH_CHARS_MAX).collect();
    if text.is_empty() {
        return None;
    }
    let pattern = substring_pattern(&text);
    let contains = |column: ticket::Column| {
        let like = LikeExpr::new(pattern.as_str()).escape('!');
        Expr::expr(Func::lower(Expr::col((ticket::Entity, column)))).like(like)
    };
    let id = text.strip_prefix('#').unwrap_or(&text).to_uppercase();
    let is_id = SHORT_ID_CHARS.contains(&id.len()) && id.bytes().all(|b| b.is_ascii_hexdigit());
    let short_id = is_id.then(|| ShortId.like(LikeExpr::new(format!("%{id}"))));
    let any = Condition::any()
        .add(contains(Title))
        .add(contains(Description))
        .add(OwnerId.in_subquery(accounts_matching(&pattern)))
        .add_option(short_id);
    Some(any)
}

/// Tickets of all sites, newest first. 3 queries.
pub(super) async fn list(
    scope: &Scope<SupportStaff>,
    filter: &TicketFilter,
    query: &PageQuery,
) -> Result<Page<StaffTicket>, Problem> {
    let limit = query.row_limit(PAGE_SIZES.0, PAGE_SIZES.1);
    let fits = filter.to_condition(scope.viewer())?;
    let rows = store::list_page(scope, fits, query.decode_cursor()?, limit).await?;
    let page = Page::from_rows(rows, limit, store::ticket_cursor);
    let people = store::people_of(scope, &page.items).await?;
    let names = site_names(scope, &page.items).await?;
    Ok(page.map_items(|row| to_staff_ticket(&people, &names, &row)))
}

fn to_staff_ticket(
    people: &People,
    names: &HashMap<AffiliationId, String>,
    row: &ticket::Model,
) -> StaffTicket {
    let view = people.build_ticket(row, Vec::new());
    let site_name = row.affiliation_id.and_then(|id| names.get(&id).cloned());
    complete_view(view, site_name, row)
}

fn complete_view(view: TicketView, site_name: Option<String>, row: &ticket::Model) -> StaffTicket {
    StaffTicket {
        ticket: view,
        site_affiliation_id: row.affiliation_id,
        site_name,
        first_answered_at: row.first_answered_at,
        desk: row.desk,
        escalated_at: row.escalated_at,
    }
}

async fn site_names(
    scope: &Scope<SupportStaff>,
    rows: &[ticket::Model],
) -> Result<HashMap<AffiliationId, String>, DbErr> {
    let mut names = HashMap::new();
    for id in rows.iter().filter_map(|row| row.affiliation_id) {
        if names.contains_key(&id) {
            continue;
        }
        if let Some(name) = affiliations::name_of(scope, id).await? {
            names.insert(id, name);
        }
    }
    Ok(names)
}

/// One ticket. 4 queries.
pub(super) async fn read(
    scope: &Scope<SupportStaff>,
    id: TicketId,
) -> Result<StaffTicket, Problem> {
    let row = store::find(scope, id).await?;
    load(scope, &row).await
}

/// A ticket with its files and the name of its site.
pub(super) async fn load(
    scope: &Scope<SupportStaff>,
    row: &ticket::Model,
) -> Result<StaffTicket, Problem> {
    let view = store::load_view(scope, row).await?;
    let site_name = match row.affiliation_id {
        Some(id) => affiliations::name_of(scope, id).await?,
        None => None,
    };
    Ok(complete_view(view, site_name, row))
}
