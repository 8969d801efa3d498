//! Decides who may see which affiliation.

use super::error::AffiliationError;
use super::rows::affiliation;
use super::store::{self, NameCursor};
use super::view::{self, AffiliationCounts, AffiliationView};
use crate::search_index::SearchTerm;
use platform::page::{Page, PageQuery};
use platform::scope::RequestViewer;
use platform::{AccountViewer, Member, Problem, Scope, UserId, Visitor};
use sea_orm::{ColumnTrait, Condition};

/// Default and maximum page size of the directory.
const DIRECTORY_PAGE: (u64, u64) = (20, 100);
/// Maximum results of a search by name (F-080).
const FOUND_MAX: u64 = 20;

/// The viewer of an affiliation: a visitor, a signed-in user, or staff in good standing on the main
/// site.
#[derive(Debug, Clone, Copy)]
pub(super) struct DirectoryViewer {
    pub id: Option<UserId>,
    pub is_staff: bool,
    /// True if the account is in good standing and may read what members read.
    pub is_admitted: bool,
}

impl DirectoryViewer {
    /// The directory is open to visitors (G-044), so this checks for staff without requiring a
    /// sign-in.
    pub fn from_scope(scope: &Scope<Visitor>) -> Self {
        let member = Member::admit_viewer(scope.facts());
        Self {
            id: scope.viewer().signed_in_as(),
            is_admitted: member.is_ok(),
            is_staff: member.is_ok_and(|member| member.is_staff()),
        }
    }

    /// A signed-in user in good standing.
    pub fn for_member(scope: &Scope<Member>) -> Self {
        let viewer = scope.viewer();
        Self { id: Some(viewer.id()), is_staff: viewer.is_staff(), is_admitted: true }
    }
}

/// Condition for the directory (F-019): approved, not paused, and not private unless the viewer is
/// a member; everything for staff.
fn listed_for(looker: DirectoryViewer) -> Condition {
    use affiliation::Column::{Id, IsApproved, IsPaused, IsPrivate};
    let unmerged = store::is_unmerged(Id);
    if looker.is_staff {
        return unmerged;
    }
    let own = looker.id.map(|me| store::is_held(Id, me));
    unmerged
        .add(IsApproved.eq(true))
        .add(IsPaused.eq(false))
        .add(Condition::any().add(IsPrivate.eq(false)).add_option(own))
}

/// The directory, or the viewer's own affiliations in it, which are none for a visitor.
fn listed_in(which: Option<&str>, looker: DirectoryViewer) -> Result<Condition, AffiliationError> {
    use affiliation::Column::Id;
    let own = match (which.unwrap_or("all"), looker.id) {
        ("all", _) => return Ok(listed_for(looker)),
        ("mine", Some(me)) => store::is_held(Id, me),
        ("mine", None) => Condition::any().add(Id.is_null()),
        _ => return Err(AffiliationError::UnknownScope),
    };
    Ok(listed_for(looker).add(own))
}

/// A page of the directory, or the matches of a search. 6 queries, 3 for a visitor.
pub(super) async fn list(
    scope: &Scope<Visitor>,
    which: Option<&str>,
    called: &str,
    query: &PageQuery,
) -> Result<Page<AffiliationView>, Problem> {
    let looker = DirectoryViewer::from_scope(scope);
    let fits = listed_in(which, looker)?;
    let limit = query.row_limit(DIRECTORY_PAGE.0, DIRECTORY_PAGE.1);
    let page = match SearchTerm::parse(called) {
        Some(term) => {
            let limit = limit.min(FOUND_MAX);
            let items = store::find_by_terms(scope.select(), fits, &term, limit).await?;
            Page { items, next_cursor: None }
        }
        None => {
            let after = query.decode_cursor::<NameCursor>()?;
            let rows = store::list_page(scope.select(), fits, after, limit).await?;
            Page::from_rows(rows, limit, |row| NameCursor {
                name: row.name_search.clone(),
                id: row.id,
            })
        }
    };
    let items = view::to_views(scope, looker, page.items).await?;
    Ok(Page { items, next_cursor: page.next_cursor })
}

/// Lengths of both lists of the directory. 2 queries.
pub(super) async fn count(scope: &Scope<Visitor>) -> Result<AffiliationCounts, Problem> {
    let looker = DirectoryViewer::from_scope(scope);
    let listed = |fits| scope.select::<affiliation::Entity>().filter(fits).count();
    let all = listed(listed_for(looker)).await?;
    let mine = listed(listed_in(Some("mine"), looker)?).await?;
    Ok(AffiliationCounts { all, mine })
}

/// One affiliation by id or path. Of a private one, a visitor learns only that it is private
/// (F-030), and a signed-in user only that it is invite only (F-029). A paused or unapproved one is
/// visible to its members, its admins and staff. 7 queries, 4 for a visitor.
pub(super) async fn get_affiliation(
    scope: &Scope<Visitor>,
    id_or_path: &str,
) -> Result<AffiliationView, Problem> {
    let looker = DirectoryViewer::from_scope(scope);
    let row =
        store::find_by_id_or_path(scope, id_or_path).await?.ok_or(AffiliationError::NotFound)?;
    let is_open = row.is_approved && !row.is_paused;
    if looker.id.is_none() && is_open && row.is_private {
        return Err(AffiliationError::Private.into());
    }
    let shown = view::show_page(scope, looker, row).await?;
    let affiliation = shown.ok_or(AffiliationError::NotFound)?;
    let viewer = &affiliation.viewer;
    if is_open || viewer.is_member || viewer.is_admin || viewer.role.is_some() {
        return Ok(affiliation);
    }
    Err(AffiliationError::NotFound.into())
}
