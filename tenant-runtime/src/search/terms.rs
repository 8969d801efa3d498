//! Parses search input into words. Each is a prefix of a word and all must occur. A search within
//! communities includes their tags, so that only their index entries are read.

use platform::UserId;
use sea_orm::DbBackend;
use uuid::Uuid;

/// Characters of the input that are used.
const CHARS_MAX: usize = 100;
/// Words of the input that are used.
const WORDS_MAX: usize = 8;
/// A term longer than this is looked up as an id first (C-137).
const ID_CHARS_BEYOND: usize = 20;

/// A parsed search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SearchTerm {
    /// The input on one line. Comparisons with `lower(…)` are lowered by the database too, since
    /// databases differ in which non-ASCII letters have a lower case.
    pub line: String,
    /// The line in lower case.
    pub folded: String,
    /// The words of the line.
    pub words: Vec<String>,
}

impl SearchTerm {
    /// Parses the input; `None` if it contains nothing to search for.
    pub fn parse(typed: &str) -> Option<Self> {
        let cut: String = typed.chars().filter(|c| !c.is_control()).take(CHARS_MAX).collect();
        let line = cut.split_whitespace().collect::<Vec<_>>().join(" ");
        let folded = line.to_lowercase();
        let words = folded
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .take(WORDS_MAX)
            .map(str::to_owned)
            .collect();
        (!folded.is_empty()).then_some(Self { line, folded, words })
    }

    /// The input as an id, if it is one.
    pub fn id(&self) -> Option<Uuid> {
        let long = self.folded.chars().count() > ID_CHARS_BEYOND;
        long.then(|| self.folded.parse::<UserId>().ok().map(|id| id.uuid())).flatten()
    }

    /// The input as a handle, without `@`.
    pub fn as_handle(&self) -> &str {
        self.folded.trim_start_matches('@')
    }
}

/// Pattern for texts with this prefix, for `LIKE … ESCAPE '!'`.
pub(crate) fn prefix_pattern(text: &str) -> String {
    let plain = text.replace('!', "!!").replace('%', "!%").replace('_', "!_");
    format!("{plain}%")
}

/// Query value that finds these words in these communities, or anywhere without them. The words
/// consist of letters and digits only, so they contain no operators of the query syntax.
pub(crate) fn query_value(backend: DbBackend, words: &[String], places: Option<&[Uuid]>) -> String {
    match backend {
        DbBackend::Postgres => {
            let mut all: Vec<String> = words.iter().map(|word| format!("'{word}':*")).collect();
            all.extend(places.map(|places| {
                let any: Vec<_> = places.iter().map(|id| format!("':{}'", id.simple())).collect();
                format!("({})", any.join(" | "))
            }));
            all.join(" & ")
        }
        _ => {
            let all: Vec<String> = words.iter().map(|word| format!("\"{word}\"*")).collect();
            let said = format!("{{said}} : ({})", all.join(" AND "));
            let Some(places) = places else { return said };
            let any: Vec<_> = places.iter().map(|id| format!("\"{}\"", id.simple())).collect();
            format!("({said}) AND ({{place}} : ({}))", any.join(" OR "))
        }
    }
}

/// Pattern of a query value for PostgreSQL's index of words with tags; `#` stands for the tag.
pub(super) fn word_pattern(words: &[String]) -> String {
    let all: Vec<String> = words.iter().map(|word| format!("'#{word}':*")).collect();
    all.join(" & ")
}

/// SQL condition that a row of `table` with this alias matches the query value. Its searched text
/// is `said`, in the community `place`.
pub(crate) fn found_sql(
    backend: DbBackend,
    alias: &str,
    (said, place): (&str, &str),
    query: &str,
) -> String {
    match backend {
        DbBackend::Postgres => {
            format!("words_of({said}, {place}) @@ CAST(CAST({query} AS text) AS tsquery)")
        }
        _ => format!(
            "{alias}.id IN (SELECT r.id FROM search_words w JOIN search_rows r \
             ON r.number = w.rowid WHERE w.search_words MATCH {query})"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ignores_punctuation_in_search_terms() {
        let term = SearchTerm::parse("  Long\n SPANS' | (bridges):* ").map(|term| term.words);
        assert_eq!(term, Some(vec!["long".into(), "spans".into(), "bridges".into()]));
        assert_eq!(SearchTerm::parse(" \t "), None);
        assert_eq!(SearchTerm::parse("&|!").map(|term| term.words), Some(vec![]));
    }

    #[test]
    fn treats_only_long_terms_as_ids() {
        let id = Uuid::nil().simple().to_string();
        assert_eq!(SearchTerm::parse(&id).and_then(|term| term.id()), Some(Uuid::nil()));
        assert_eq!(
            SearchTerm::parse("a very long name of twenty more").and_then(|term| term.id()),
            None
        );
        assert_eq!(SearchTerm::parse("short").and_then(|term| term.id()), None);
    }

    #[test]
    fn builds_a_query_for_all_words_on_each_database() {
        let words = ["long".to_owned(), "spans".to_owned()];
        let place = Uuid::nil();
        let sql = query_value(DbBackend::Postgres, &words, Some(&[place]));
        assert_eq!(sql, "'long':* & 'spans':* & (':00000000000000000000000000000000')");
        let sql = query_value(DbBackend::Sqlite, &words, None);
        assert_eq!(sql, "{said} : (\"long\"* AND \"spans\"*)");
    }
}
