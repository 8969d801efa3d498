//! Conditions that find words in the index. This is where the two databases differ.

use super::kinds::TextKind;
use super::term::TermWord;
use super::words::{NEAR_MARK, PROFILE_MARK, near};
use chrono::{DateTime, Utc};
use platform::{CommunityId, UserId};
use sea_orm::DbBackend;
use uuid::Uuid;

/// Sign of the words for the kind and place of a text on SQLite, which cannot be typed.
const PLACE_MARK: char = '\u{E000}';
/// With more places than this, SQLite searches all texts of the kind, because each place is a term.
/// The statement then keeps those of the places.
const SQLITE_PLACES_MAX: usize = 200;

/// Restricts results to a place, an author, times or texts with pictures.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ContentFilter {
    pub community: Option<CommunityId>,
    pub author: Option<UserId>,
    /// First time, inclusive.
    pub since: Option<DateTime<Utc>>,
    /// Last time, exclusive.
    pub until: Option<DateTime<Utc>>,
    pub has_image: bool,
}

/// Which words of a text may match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// Words as typed.
    Words,
    /// Also words of a name with a typing error.
    Typos,
    /// Also words that only viewers of an open profile may find.
    Profile,
}

/// Words that a text of a kind must all contain.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WordQuery<'t> {
    kind: TextKind,
    words: &'t [TermWord],
    reach: Reach,
    is_exact: bool,
}

impl<'t> WordQuery<'t> {
    /// The typed words.
    pub const fn new(kind: TextKind, words: &'t [TermWord]) -> Self {
        Self { kind, words, reach: Reach::Words, is_exact: false }
    }

    /// Finds whole words only.
    pub const fn exact(self) -> Self {
        Self { is_exact: true, ..self }
    }

    /// Finds candidates with typing errors in names, which the caller checks.
    pub const fn with_typos(self) -> Self {
        Self { reach: Reach::Typos, ..self }
    }

    /// Finds words of an open profile as well.
    pub const fn with_profile(self) -> Self {
        Self { reach: Reach::Profile, ..self }
    }

    /// The alternatives for one word, each with whether it is a prefix.
    fn alternatives(&self, word: &TermWord) -> Vec<(String, bool)> {
        let is_prefix = word.is_prefix && !self.is_exact;
        let mut all = vec![(word.text.clone(), is_prefix)];
        match self.reach {
            Reach::Words => {}
            Reach::Typos => {
                let near = near(&word.text).into_iter().filter(|_| word.is_prefix);
                all.extend(near.map(|near| (format!("{NEAR_MARK}{near}"), false)));
            }
            Reach::Profile => all.push((format!("{PROFILE_MARK}{}", word.text), is_prefix)),
        }
        all
    }

    /// Query value for PostgreSQL; `mark` is the mark of a place, a kind, or `#` to be replaced.
    fn postgres_value(&self, mark: &str) -> String {
        let each = self.words.iter().map(|word| {
            let any = self.alternatives(word).into_iter().map(|(text, is_prefix)| {
                format!("'{mark}{text}'{}", if is_prefix { ":*" } else { "" })
            });
            format!("({})", any.collect::<Vec<_>>().join(" | "))
        });
        each.collect::<Vec<_>>().join(" & ")
    }

    /// Query value for SQLite in these places, or in all.
    fn sqlite_value(&self, places: Option<&[Uuid]>) -> String {
        let code = self.kind.code();
        let each = self.words.iter().map(|word| {
            let any = self
                .alternatives(word)
                .into_iter()
                .map(|(text, is_prefix)| format!("\"{text}\"{}", if is_prefix { "*" } else { "" }));
            format!("({})", any.collect::<Vec<_>>().join(" OR "))
        });
        let words = each.collect::<Vec<_>>().join(" AND ");
        let place = match places.filter(|places| places.len() <= SQLITE_PLACES_MAX) {
            Some(places) => {
                let all = places.iter().map(|id| format!("\"{PLACE_MARK}{code}{}\"", id.simple()));
                all.collect::<Vec<_>>().join(" OR ")
            }
            None => format!("\"{PLACE_MARK}{code}\""),
        };
        format!("({words}) AND ({place})")
    }

    /// Query value for all texts of the kind, for [`found_everywhere_sql`].
    pub fn value_everywhere(&self, backend: DbBackend) -> String {
        match backend {
            DbBackend::Postgres => self.postgres_value(&format!("{}:", self.kind.code())),
            _ => self.sqlite_value(None),
        }
    }

    /// Query value for texts in places, for [`found_in_sql`]. PostgreSQL looks up each place by its
    /// mark.
    pub fn value_in(&self, backend: DbBackend, places: &[Uuid]) -> String {
        match backend {
            DbBackend::Postgres => self.postgres_value("#"),
            _ => self.sqlite_value(Some(places)),
        }
    }
}

const TERMS: &str = "search_terms(s.kind, s.place_id, s.span, s.words)";

/// SQL condition that the row `s` of `search_texts` matches the value in `query`.
pub(crate) fn found_everywhere_sql(backend: DbBackend, query: &str) -> String {
    match backend {
        DbBackend::Postgres => format!("{TERMS} @@ CAST(CAST({query} AS text) AS tsquery)"),
        _ => sqlite_found_sql(query),
    }
}

/// SQL condition that the row `s` of `search_texts` matches the value in `query` with a mark.
pub(crate) fn found_in_sql(backend: DbBackend, query: &str, mark: &str) -> String {
    match backend {
        DbBackend::Postgres => {
            format!("{TERMS} @@ CAST(replace(CAST({query} AS text), '#', {mark}) AS tsquery)")
        }
        _ => sqlite_found_sql(query),
    }
}

/// The table of the index with its alias, for statements of other features.
pub(crate) const INDEX_ROWS: &str = "search_texts s";

/// SQL for the ids of people who match the value in `query`.
pub(crate) fn found_people_sql(backend: DbBackend, query: &str) -> String {
    let found = found_everywhere_sql(backend, query);
    format!("SELECT s.id FROM search_texts s WHERE s.kind = 'u' AND {found}")
}

fn sqlite_found_sql(query: &str) -> String {
    format!("s.number IN (SELECT w.rowid FROM search_terms w WHERE w.search_terms MATCH {query})")
}

/// SQL for the mark of a place in PostgreSQL's index.
pub(crate) fn place_mark_sql(kind: TextKind, place: &str) -> String {
    format!("'{}' || split_part(CAST({place} AS text), '-', 5) || ':'", kind.code())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search_index::SearchTerm;

    #[test]
    fn builds_a_query_for_all_words_on_each_database() {
        let term = SearchTerm::parse("Long 東京").unwrap_or_default();
        let query = WordQuery::new(TextKind::Post, &term.words);
        let on = |backend| query.value_in(backend, &[Uuid::nil()]);
        assert_eq!(on(DbBackend::Postgres), "('#long':*) & ('#東京')");
        let sqlite =
            "((\"long\"*) AND (\"東京\")) AND (\"\u{E000}p00000000000000000000000000000000\")";
        assert_eq!(on(DbBackend::Sqlite), sqlite);
        let all = query.exact().value_everywhere(DbBackend::Postgres);
        assert_eq!(all, "('p:long') & ('p:東京')");
    }

    #[test]
    fn typing_errors_and_profiles_are_alternatives_of_a_word() {
        let term = SearchTerm::parse("abba").unwrap_or_default();
        let query = WordQuery::new(TextKind::Person, &term.words);
        let typos = query.with_typos().value_everywhere(DbBackend::Postgres);
        assert!(typos.starts_with("('u:abba':* | 'u:\u{E001}aba'"), "{typos}");
        let profile = query.with_profile().value_everywhere(DbBackend::Postgres);
        assert_eq!(profile, "('u:abba':* | 'u:\u{E002}abba':*)");
    }
}
