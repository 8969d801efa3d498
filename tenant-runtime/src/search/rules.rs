//! Dispatches a search to the kinds of results and sets their order.

use super::item::SearchResult;
use super::routes::SearchResults;
use super::terms::SearchTerm;
use super::{communities, people, posts};
use platform::{CatalogueError, Member, Problem, ProblemEntry, Scope};
use uuid::Uuid;

/// Maximum results of one kind (G-018).
pub(super) const ITEMS_MAX: u32 = 20;
/// Maximum results per kind if all are searched.
const EACH_MAX: u32 = 5;

/// Reason why a search was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
enum SearchError {
    /// Unknown kind of result.
    #[error("Search looks for people, communities, posts or articles")]
    UnknownType,
}

impl CatalogueError for SearchError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::UnknownType => ProblemEntry::invalid("search-type-unknown"),
        }
    }
}

/// Kind of result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    People,
    Communities,
    Threads,
    Posts,
    Articles,
    Announcements,
    Events,
    Messages,
}

const KINDS: [Kind; 8] = [
    Kind::People,
    Kind::Communities,
    Kind::Threads,
    Kind::Posts,
    Kind::Articles,
    Kind::Announcements,
    Kind::Events,
    Kind::Messages,
];

fn parse_kinds(name: Option<&str>) -> Result<&'static [Kind], SearchError> {
    match name {
        None | Some("all" | "") => Ok(&KINDS),
        Some("people") => Ok(&[Kind::People]),
        Some("communities") => Ok(&[Kind::Communities]),
        Some("threads") => Ok(&[Kind::Threads]),
        Some("posts") => Ok(&[Kind::Posts]),
        Some("articles") => Ok(&[Kind::Articles]),
        Some("announcements") => Ok(&[Kind::Announcements]),
        Some("events") => Ok(&[Kind::Events]),
        Some("messages") => Ok(&[Kind::Messages]),
        Some(_) => Err(SearchError::UnknownType),
    }
}

/// Runs a search. A long term is first looked up as an id; if nothing matches, it is searched as
/// text (G-019).
pub(super) async fn find(
    scope: &Scope<Member>,
    typed: &str,
    name: Option<&str>,
) -> Result<SearchResults, Problem> {
    let kinds = parse_kinds(name)?;
    let mut results = SearchResults { items: Vec::new(), filters: Vec::new() };
    let Some(term) = SearchTerm::parse(typed) else { return Ok(results) };
    let scope = &scope.on_one_connection().await?;
    if let Some(id) = term.id() {
        let found = by_id(scope, kinds, id).await?;
        if !found.is_empty() {
            results.items = found;
            return Ok(results);
        }
    }
    let limit = if kinds.len() == 1 { ITEMS_MAX } else { EACH_MAX };
    for kind in kinds {
        results.items.extend(match kind {
            Kind::People => people::by_words(scope, &term, limit).await?,
            Kind::Communities => communities::by_words(scope, &term, limit).await?,
            Kind::Posts => posts::posts_by_words(scope, &term, limit).await?,
            Kind::Articles => posts::articles_by_words(scope, &term, limit).await?,
            Kind::Threads | Kind::Announcements | Kind::Events | Kind::Messages => Vec::new(),
        });
    }
    Ok(results)
}

async fn by_id(
    scope: &Scope<Member>,
    kinds: &[Kind],
    id: Uuid,
) -> Result<Vec<SearchResult>, Problem> {
    let mut items = Vec::new();
    for kind in kinds {
        items.extend(match kind {
            Kind::People => people::by_id(scope, id).await?,
            Kind::Communities => communities::by_id(scope, id).await?,
            Kind::Posts => posts::post_by_id(scope, id).await?,
            Kind::Articles => posts::article_by_id(scope, id).await?,
            Kind::Threads | Kind::Announcements | Kind::Events | Kind::Messages => Vec::new(),
        });
    }
    Ok(items)
}
