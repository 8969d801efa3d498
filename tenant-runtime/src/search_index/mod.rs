//! The search index: the words of posts, threads, articles, announcements, messages, communities and
//! people, equal on both databases ([decision 9]).
//!
//! Read `fold` and `words` (the words of a text), `term` (a typed search), `store` (called by the
//! features that write the texts) and `refill` (the job for what is missing). `query` has the
//! conditions of the two databases, `people_sql` the ways to match a person's name, `matches` the
//! positions to highlight.
//!
//! [decision 9]: ../../docs/decisions/009-search-reads-the-newest-buckets-first.md

mod fold;
mod kinds;
mod matches;
pub(crate) mod people_sql;
mod prefix;
mod query;
mod refill;
mod store;
mod term;
mod words;

pub use fold::folded;
pub use kinds::TextKind;
pub use matches::{MatchRange, excerpt_with_matches, find_matches};
pub(crate) use prefix::prefix_pattern;
pub(crate) use query::{
    ContentFilter, INDEX_ROWS, WordQuery, found_everywhere_sql, found_in_sql, found_people_sql,
    place_mark_sql,
};
pub use refill::{REFILL_JOB, SearchRefill, fill, refill, schedule, sweep};
pub use store::{refresh, store_words};
pub use term::{SearchTerm, TermPart, TermWord};
