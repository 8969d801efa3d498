//! Search for posts, threads, articles, announcements and events, newest first: in the viewer's
//! communities on this site, within their visible history, and without authors in a block with the
//! viewer. Staff on the main site search all communities.

use super::buckets::{self, Window};
use super::content_item::{self, ContentRow};
use super::content_kind::ContentKind;
use super::item::SearchResult;
use super::statement::ContentStatement;
use crate::communities;
use crate::profiles;
use crate::search_index::{ContentFilter, SearchTerm, WordQuery, folded};
use platform::{Member, Scope, UserId};
use sea_orm::{DbBackend, DbErr};
use uuid::Uuid;

/// Matches by title among which the best titles are chosen.
const TITLES_MAX: u32 = 60;
/// Matches that are read at once if each one must be compared with the typed text, and how often.
const COMPARED_ROWS: u32 = 100;
const COMPARISONS_MAX: usize = 5;

/// A search for content.
#[derive(Debug, Clone, Copy)]
pub(super) struct ContentSearch<'s> {
    pub kind: ContentKind,
    /// Without words, only the filter applies.
    pub term: &'s SearchTerm,
    pub filter: &'s ContentFilter,
    /// The viewer's communities, from [`own_places`].
    pub places: &'s [Uuid],
    pub limit: u32,
}

/// Content with these words. One query for the authors, and for the content:
///
/// - posts: up to four, for windows of the history;
/// - titles: one, and one more for typing errors if there are too few;
/// - scripts without spaces: up to five pages, of which the texts that contain the typed signs stay;
/// - other content: one.
pub(super) async fn find(
    scope: &Scope<Member>,
    search: ContentSearch<'_>,
) -> Result<Vec<SearchResult>, DbErr> {
    if !search.kind.allows(search.filter) {
        return Ok(Vec::new());
    }
    let has_words = !search.term.words.is_empty();
    if !has_words && *search.filter == ContentFilter::default() {
        return Ok(Vec::new());
    }
    let finder = Finder { scope, search };
    let mut rows = if search.term.needs_check() {
        finder.read_compared().await?
    } else if has_words && search.kind == ContentKind::Posts {
        finder.read_newest().await?
    } else if has_words && search.kind.has_title() {
        finder.read_titles().await?
    } else {
        finder.read(search.limit, None).await?
    };
    rows.truncate(search.limit as usize);
    to_results(scope, rows, search).await
}

/// The content with this id.
pub(super) async fn by_id(
    scope: &Scope<Member>,
    kind: ContentKind,
    id: Uuid,
) -> Result<Vec<SearchResult>, DbErr> {
    let (term, filter) = (SearchTerm::default(), ContentFilter::default());
    let search = ContentSearch { kind, term: &term, filter: &filter, places: &[], limit: 1 };
    let mut statement = ContentStatement::new(scope, kind, &filter);
    let id = statement.bind(id);
    let found = statement.all_found_sql(&format!("s.id = {id}"));
    let rows = statement.read(scope, &found, 1).await?;
    to_results(scope, rows, search).await
}

/// The viewer's communities for SQLite, whose statements name each one; none for other statements.
/// `None` if the viewer has no community. At most one query.
pub(super) async fn own_places(scope: &Scope<Member>) -> Result<Option<Vec<Uuid>>, DbErr> {
    if scope.backend() == DbBackend::Postgres || scope.viewer().is_staff() {
        return Ok(Some(Vec::new()));
    }
    let own = communities::own_ids(scope).await?;
    Ok(Some(own).filter(|own| !own.is_empty()))
}

struct Finder<'f> {
    scope: &'f Scope<Member>,
    search: ContentSearch<'f>,
}

impl Finder<'_> {
    fn query(&self) -> WordQuery<'_> {
        WordQuery::new(self.search.kind.text_kind(), &self.search.term.words)
    }

    /// The newest matches in the whole history, older than a row.
    async fn read(
        &self,
        limit: u32,
        before: Option<&ContentRow>,
    ) -> Result<Vec<ContentRow>, DbErr> {
        self.read_words(self.query(), limit, before).await
    }

    async fn read_words(
        &self,
        query: WordQuery<'_>,
        limit: u32,
        before: Option<&ContentRow>,
    ) -> Result<Vec<ContentRow>, DbErr> {
        let scope = self.scope;
        let mut statement = ContentStatement::new(scope, self.search.kind, self.search.filter);
        if let Some(last) = before {
            statement.continue_after(last.created, last.id);
        }
        let found = if self.search.term.words.is_empty() {
            statement.newest_found_sql(limit)
        } else if scope.viewer().is_staff() {
            let value = statement.bind(query.value_everywhere(scope.backend()));
            statement.everywhere_found_sql(&value)
        } else {
            let value = statement.bind(query.value_in(scope.backend(), self.search.places));
            statement.own_found_sql(&value)
        };
        statement.read(scope, &found, limit).await
    }

    /// On PostgreSQL, searches the viewer's communities in windows from the newest post on, as far
    /// back as a page needs.
    async fn read_newest(&self) -> Result<Vec<ContentRow>, DbErr> {
        let (scope, ContentSearch { kind, term, filter, limit, .. }) = (self.scope, self.search);
        if scope.backend() != DbBackend::Postgres || scope.viewer().is_staff() {
            return self.read(limit, None).await;
        }
        let words = term.words.len();
        let mut looked = Some(Window::first_window(words));
        while let Some(window) = looked {
            let mut statement = ContentStatement::new(scope, kind, filter);
            let value = statement.bind(self.query().value_in(scope.backend(), &[]));
            let rows_of = |marks: &str, more: &str, whole: &str| {
                statement.marked_found_sql(marks, &value, more, whole)
            };
            let found = buckets::newest_sql(&rows_of, window, words, limit);
            let rows = statement.read(scope, &found, limit).await?;
            let held = u32::try_from(rows.len()).unwrap_or(limit);
            if held >= limit || rows.iter().any(|row| row.whole) {
                return Ok(rows);
            }
            looked = window.next_window(held, limit, words);
        }
        self.read(limit, None).await
    }

    /// The best titles first: as typed, as typed but for case and accents, beginnings, others; each
    /// newest first. If there are too few, also titles with one typing error.
    async fn read_titles(&self) -> Result<Vec<ContentRow>, DbErr> {
        let (term, limit) = (self.search.term, self.search.limit);
        let mut rows = self.read(TITLES_MAX.max(limit), None).await?;
        rows.sort_by_key(|row| title_rank(&row.heading, term));
        if rows.len() >= limit as usize || !term.allows_typo() {
            return Ok(rows);
        }
        let near = self.read_words(self.query().with_typos(), TITLES_MAX, None).await?;
        let is_new = |row: &ContentRow| rows.iter().all(|other| other.id != row.id);
        let near: Vec<ContentRow> =
            near.into_iter().filter(|row| is_new(row) && term.is_near(&row.heading)).collect();
        rows.extend(near);
        Ok(rows)
    }

    /// Reads on until the page is full, because rows that only contain the pairs are left out.
    async fn read_compared(&self) -> Result<Vec<ContentRow>, DbErr> {
        let (term, limit) = (self.search.term, self.search.limit as usize);
        let mut all: Vec<ContentRow> = Vec::new();
        let mut last: Option<ContentRow> = None;
        for _ in 0..COMPARISONS_MAX {
            let mut rows = self.read(COMPARED_ROWS, last.as_ref()).await?;
            let is_end = rows.len() < COMPARED_ROWS as usize;
            last = rows.last().cloned();
            rows.retain(|row| term.is_in(&row.searched_text()));
            all.extend(rows);
            if is_end || all.len() >= limit {
                break;
            }
        }
        if self.search.kind.has_title() {
            all.sort_by_key(|row| title_rank(&row.heading, term));
        }
        Ok(all)
    }
}

/// Rank of a name or title; smaller is better.
pub(super) fn title_rank(title: &str, term: &SearchTerm) -> u8 {
    let title_folded = folded(title);
    if title == term.line {
        0
    } else if title_folded == term.folded {
        1
    } else if title_folded.starts_with(&term.folded) {
        2
    } else {
        3
    }
}

async fn to_results(
    scope: &Scope<Member>,
    rows: Vec<ContentRow>,
    search: ContentSearch<'_>,
) -> Result<Vec<SearchResult>, DbErr> {
    let authors: Vec<UserId> = rows.iter().filter_map(|row| row.author_id).collect();
    let people = profiles::load_people(scope, &authors).await?;
    let item = |row| content_item::to_result(row, search.kind, search.term, &people);
    Ok(rows.into_iter().filter_map(item).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_spelling_ranks_before_folded_and_beginnings() {
        let term = SearchTerm::parse("Łódź").unwrap_or_default();
        let rank = |title: &str| title_rank(title, &term);
        assert_eq!([rank("Łódź"), rank("Lodz"), rank("łódź nad"), rank("O Łódź")], [0, 1, 2, 3]);
    }
}
