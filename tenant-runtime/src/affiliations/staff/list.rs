//! The list of affiliations for staff.

use super::AffiliationStaff;
use super::view::{self, StaffAffiliationRow, StaffAffiliationState as State};
use crate::affiliations::rows::affiliation;
use crate::affiliations::store::{self, NameCursor};
use crate::search_index::{SearchTerm, prefix_pattern};
use platform::page::{Page, PageQuery};
use platform::{Problem, Scope};
use sea_orm::sea_query::LikeExpr;
use sea_orm::{ColumnTrait, Condition};

/// Default and maximum page size.
const PAGE: (u64, u64) = (50, 100);

/// A page of affiliations by name, merged ones only if they are asked for. 4 queries.
pub(super) async fn list(
    scope: &Scope<AffiliationStaff>,
    typed: &str,
    state: Option<State>,
    query: &PageQuery,
) -> Result<Page<StaffAffiliationRow>, Problem> {
    let limit = query.row_limit(PAGE.0, PAGE.1);
    let after = query.decode_cursor::<NameCursor>()?;
    let fits = name_condition(typed).add(state_condition(state));
    let rows = store::list_page(scope.select(), fits, after, limit).await?;
    let page = Page::from_rows(rows, limit, |row| NameCursor {
        name: row.name_search.clone(),
        id: row.id,
    });
    let items = view::to_rows(scope, page.items).await?;
    Ok(Page { items, next_cursor: page.next_cursor })
}

/// Condition that the name contains every typed word.
fn name_condition(typed: &str) -> Condition {
    use affiliation::Column::NameSearch;
    let Some(term) = SearchTerm::parse(typed) else { return Condition::all() };
    let contains = |part: &str| {
        let pattern = format!("%{}", prefix_pattern(part));
        NameSearch.like(LikeExpr::new(pattern).escape('!'))
    };
    term.lower.split(' ').map(contains).fold(Condition::all(), Condition::add)
}

fn state_condition(state: Option<State>) -> Condition {
    use affiliation::Column::{Id, IsApproved, IsPaused, IsPrivate};
    let unmerged = store::is_unmerged(Id);
    match state {
        None => unmerged,
        Some(State::Merged) => unmerged.not(),
        Some(State::Unapproved) => unmerged.add(IsApproved.eq(false)),
        Some(State::Paused) => unmerged.add(IsApproved.eq(true)).add(IsPaused.eq(true)),
        Some(state) => unmerged
            .add(IsApproved.eq(true))
            .add(IsPaused.eq(false))
            .add(IsPrivate.eq(state == State::Private)),
    }
}
