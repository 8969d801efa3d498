//! Dispatches a search to the kinds of results and sets their order.

use super::content::{self, ContentSearch};
use super::content_kind::ContentKind;
use super::filters;
use super::item::SearchResult;
use super::routes::SearchResults;
use super::{communities, messages, people};
use crate::search_index::{ContentFilter, SearchTerm};
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
    Content(ContentKind),
    Messages,
}

/// All kinds with their names, in the order of results.
const KINDS: [(&str, Kind); 8] = [
    ("people", Kind::People),
    ("communities", Kind::Communities),
    ("threads", Kind::Content(ContentKind::Threads)),
    ("posts", Kind::Content(ContentKind::Posts)),
    ("articles", Kind::Content(ContentKind::Articles)),
    ("announcements", Kind::Content(ContentKind::Announcements)),
    ("events", Kind::Content(ContentKind::Events)),
    ("messages", Kind::Messages),
];

fn parse_kinds(name: Option<&str>) -> Result<Vec<Kind>, SearchError> {
    match name {
        None | Some("all" | "") => Ok(KINDS.iter().map(|(_, kind)| *kind).collect()),
        Some(name) => {
            let known = KINDS.iter().find(|(known, _)| *known == name);
            known.map(|(_, kind)| vec![*kind]).ok_or(SearchError::UnknownType)
        }
    }
}

/// Runs a search. A long term is first looked up as an id; if nothing matches, it is searched as
/// text (G-019). Filters exclude people and communities.
pub(super) async fn find(
    scope: &Scope<Member>,
    typed: &str,
    name: Option<&str>,
) -> Result<SearchResults, Problem> {
    let kinds = parse_kinds(name)?;
    let (words, typed_filters) = filters::parse(typed);
    let term = SearchTerm::parse(&words);
    if term.is_none() && typed_filters.is_empty() {
        return Ok(SearchResults { items: Vec::new(), filters: Vec::new() });
    }
    let scope = &scope.on_one_connection().await?;
    let has_filters = !typed_filters.is_empty();
    let filters = filters::resolve(scope, typed_filters).await?;
    let term = term.unwrap_or_default();
    let items = match term.id().filter(|_| !has_filters) {
        _ if !filters.may_match() => Vec::new(),
        Some(id) => {
            let found = by_id(scope, &kinds, id).await?;
            if found.is_empty() {
                by_words(scope, &kinds, (&term, &filters.content)).await?
            } else {
                found
            }
        }
        None => by_words(scope, &kinds, (&term, &filters.content)).await?,
    };
    Ok(SearchResults { items, filters: filters.shown })
}

async fn by_words(
    scope: &Scope<Member>,
    kinds: &[Kind],
    (term, filter): (&SearchTerm, &ContentFilter),
) -> Result<Vec<SearchResult>, Problem> {
    let limit = if kinds.len() == 1 { ITEMS_MAX } else { EACH_MAX };
    let is_filtered = *filter != ContentFilter::default();
    let has_content = kinds.iter().any(|kind| matches!(kind, Kind::Content(_)));
    let places = if has_content { content::own_places(scope).await? } else { None };
    let mut items = Vec::new();
    for kind in kinds {
        items.extend(match *kind {
            Kind::People | Kind::Communities if is_filtered => Vec::new(),
            Kind::People => people::by_words(scope, term, limit).await?,
            Kind::Communities => communities::by_words(scope, term, limit).await?,
            Kind::Content(kind) => match places.as_deref() {
                Some(places) => {
                    let search = ContentSearch { kind, term, filter, places, limit };
                    content::find(scope, search).await?
                }
                None => Vec::new(),
            },
            Kind::Messages => messages::find(scope, (term, filter), limit).await?,
        });
    }
    Ok(items)
}

async fn by_id(
    scope: &Scope<Member>,
    kinds: &[Kind],
    id: Uuid,
) -> Result<Vec<SearchResult>, Problem> {
    let mut items = Vec::new();
    for kind in kinds {
        items.extend(match *kind {
            Kind::People => people::by_id(scope, id).await?,
            Kind::Communities => communities::by_id(scope, id).await?,
            Kind::Content(kind) => content::by_id(scope, kind, id).await?,
            Kind::Messages => Vec::new(),
        });
    }
    Ok(items)
}
