//! What was typed, as the words to look for. Each is the beginning of a word, all of them must occur,
//! and a search within communities names them, so that the index is read no further than they go.

use platform::UserId;
use sea_orm::DbBackend;
use uuid::Uuid;

/// Characters of a search that are read.
const CHARS_MAX: usize = 100;
/// Words of it.
const WORDS_MAX: usize = 8;
/// A longer term is looked up as an id first (C-137).
const ID_CHARS_BEYOND: usize = 20;

/// A search, as it is understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Term {
    /// As it was typed, on one line. What is compared with `lower(…)` is folded by the database as
    /// well: no two of them agree on which letters beyond ASCII have a lower case.
    pub line: String,
    /// In lower case.
    pub folded: String,
    /// Its words.
    pub words: Vec<String>,
}

impl Term {
    /// What was typed, if there is anything to look for in it.
    pub fn of(typed: &str) -> Option<Self> {
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

    /// The id that was typed, if it may be one.
    pub fn id(&self) -> Option<Uuid> {
        let long = self.folded.chars().count() > ID_CHARS_BEYOND;
        long.then(|| self.folded.parse::<UserId>().ok().map(|id| id.uuid())).flatten()
    }

    /// What a handle would be: without the sign before it.
    pub fn handle(&self) -> &str {
        self.folded.trim_start_matches('@')
    }
}

/// The pattern of texts that begin so, for `LIKE … ESCAPE '!'`.
pub(crate) fn beginning(text: &str) -> String {
    let plain = text.replace('!', "!!").replace('%', "!%").replace('_', "!_");
    format!("{plain}%")
}

/// The value that finds these words in these places, or anywhere without places. The words are letters
/// and digits alone, so nothing of them is a sign of the search's own.
pub(super) fn query(backend: DbBackend, words: &[String], places: Option<&[Uuid]>) -> String {
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

/// The pattern of a value that finds these words under a mark of PostgreSQL's index of what is within a
/// place, which stands in it as `#`.
pub(super) fn pattern(words: &[String]) -> String {
    let all: Vec<String> = words.iter().map(|word| format!("'#{word}':*")).collect();
    all.join(" & ")
}

/// The condition that a row of `table`, under this alias, is found by the query at this place. What is
/// searched of it is `said`, in `place`.
pub(super) fn found_sql(
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
    fn signs_are_no_words() {
        let term = Term::of("  Long\n SPANS' | (bridges):* ").map(|term| term.words);
        assert_eq!(term, Some(vec!["long".into(), "spans".into(), "bridges".into()]));
        assert_eq!(Term::of(" \t "), None);
        assert_eq!(Term::of("&|!").map(|term| term.words), Some(vec![]));
    }

    #[test]
    fn only_a_long_term_may_be_an_id() {
        let id = Uuid::nil().simple().to_string();
        assert_eq!(Term::of(&id).and_then(|term| term.id()), Some(Uuid::nil()));
        assert_eq!(Term::of("a very long name of twenty more").and_then(|term| term.id()), None);
        assert_eq!(Term::of("short").and_then(|term| term.id()), None);
    }

    #[test]
    fn each_database_is_asked_for_all_words_in_any_place() {
        let words = ["long".to_owned(), "spans".to_owned()];
        let place = Uuid::nil();
        let sql = query(DbBackend::Postgres, &words, Some(&[place]));
        assert_eq!(sql, "'long':* & 'spans':* & (':00000000000000000000000000000000')");
        let sql = query(DbBackend::Sqlite, &words, None);
        assert_eq!(sql, "{said} : (\"long\"* AND \"spans\"*)");
    }
}
