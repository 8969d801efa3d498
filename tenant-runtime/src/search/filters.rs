//! Filters of the search text: `in:`, `from:`, `before:`, `after:` and `has:image`. The web client
//! parses the same text to show them.

use super::item::SearchFilter;
use super::viewer;
use super::{communities, people};
use crate::analytics::start_of_day;
use crate::communities::{is_member_sql, joined_from_sql};
use crate::notification_settings;
use crate::profiles;
use crate::profiles::blocks::{Blocks, not_blocked_sql};
use crate::search_index::{ContentFilter, SearchTerm, folded};
use chrono::NaiveDate;
use chrono_tz::Tz;
use platform::{AccountViewer, Member, Scope, UserId};
use sea_orm::DbErr;
use uuid::Uuid;

/// Filters of a search that are used.
const FILTERS_MAX: usize = 10;
const NAMES: [&str; 5] = ["in", "from", "before", "after", "has"];

/// A typed filter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TypedFilter {
    name: &'static str,
    value: String,
}

/// Separates the filters from the words.
pub(super) fn parse(typed: &str) -> (String, Vec<TypedFilter>) {
    let (mut words, mut filters) = (String::new(), Vec::new());
    let mut rest = typed.trim_start();
    while !rest.is_empty() {
        let (length, filter) = read_token(rest);
        match filter {
            Some(filter) if filters.len() < FILTERS_MAX => filters.push(filter),
            Some(_) => {}
            None => {
                words.push_str(&rest[..length]);
                words.push(' ');
            }
        }
        rest = rest[length..].trim_start();
    }
    (words, filters)
}

/// Length of the next token in bytes, and the filter that it is.
fn read_token(text: &str) -> (usize, Option<TypedFilter>) {
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let word = (end, None);
    let Some((name, _)) = text[..end].split_once(':') else { return word };
    let Some(known) = NAMES.into_iter().find(|known| name.eq_ignore_ascii_case(known)) else {
        return word;
    };
    let start = name.len() + 1;
    let (length, value) = match text[start..].strip_prefix('"') {
        // A missing quote ends with the text.
        Some(quoted) => match quoted.find('"') {
            Some(close) => (start + close + 2, &quoted[..close]),
            None => (text.len(), quoted),
        },
        None => (end, &text[start..end]),
    };
    (length, Some(TypedFilter { name: known, value: value.trim().to_owned() }))
}

/// Resolved filters.
#[derive(Debug, Default)]
pub(super) struct Filters {
    pub content: ContentFilter,
    pub shown: Vec<SearchFilter>,
    /// True if two filters exclude each other.
    excludes_all: bool,
}

impl Filters {
    /// Returns false if nothing can be found.
    pub fn may_match(&self) -> bool {
        !self.excludes_all && self.shown.iter().all(|filter| filter.is_known)
    }

    fn restrict<T: PartialEq + Copy>(&mut self, field: Option<T>, to: T) -> Option<T> {
        self.excludes_all |= field.is_some_and(|field| field != to);
        Some(to)
    }
}

/// Resolves filters for the viewer: at most one query for each, 5 for a person, and one for the time
/// zone.
pub(super) async fn resolve(
    scope: &Scope<Member>,
    typed: Vec<TypedFilter>,
) -> Result<Filters, DbErr> {
    let has_date = typed.iter().any(|filter| matches!(filter.name, "before" | "after"));
    let zone = if has_date { time_zone(scope).await? } else { Tz::UTC };
    let mut all = Filters::default();
    for TypedFilter { name, value } in typed {
        let (is_known, label) = match name {
            "in" => add_community(scope, &value, &mut all).await?,
            "from" => add_author(scope, &value, &mut all).await?,
            "has" => {
                let is_image = value.eq_ignore_ascii_case("image");
                all.content.has_image |= is_image;
                (is_image, None)
            }
            _ => (add_date(name, &value, zone, &mut all), None),
        };
        all.shown.push(SearchFilter { name, value, label, is_known });
    }
    Ok(all)
}

async fn time_zone(scope: &Scope<Member>) -> Result<Tz, DbErr> {
    let settings = notification_settings::load_settings_of(scope, scope.viewer().id()).await?;
    Ok(settings.time_zone.unwrap_or(Tz::UTC))
}

/// A day in the viewer's time zone. `before` ends with its start, and `after` begins with its end.
fn add_date(name: &str, value: &str, zone: Tz, all: &mut Filters) -> bool {
    let parsed = NaiveDate::parse_from_str(value, "%Y-%m-%d").ok();
    let Some(day) = parsed.filter(|_| value.len() == 10) else { return false };
    if name == "before" {
        let until = start_of_day(day, zone);
        all.content.until = Some(all.content.until.map_or(until, |other| other.min(until)));
        return true;
    }
    let Some(next) = day.succ_opt() else { return false };
    let since = start_of_day(next, zone);
    all.content.since = Some(all.content.since.map_or(since, |other| other.max(since)));
    true
}

type Resolved = (bool, Option<String>);

/// The community with this id or path, or the best of those whose name begins with the value.
async fn add_community(
    scope: &Scope<Member>,
    value: &str,
    all: &mut Filters,
) -> Result<Resolved, DbErr> {
    let last = value.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let id = last.parse::<Uuid>().ok();
    let Some(term) = SearchTerm::parse(value) else { return Ok((false, None)) };
    let found = communities::searchable_names(scope, (&term, id)).await?;
    let begins = |name: &str| id.is_some() || folded(name).starts_with(&term.folded);
    let best = found
        .into_iter()
        .filter(|(_, name)| begins(name))
        .min_by_key(|(_, name)| super::content::title_rank(name, &term));
    let Some((id, name)) = best else { return Ok((false, None)) };
    all.content.community = all.restrict(all.content.community, id);
    Ok((true, Some(name)))
}

/// The viewer, or the best match of a handle or name among people whose profile or communities they
/// share.
async fn add_author(
    scope: &Scope<Member>,
    value: &str,
    all: &mut Filters,
) -> Result<Resolved, DbErr> {
    let me = scope.viewer().id();
    let found = if value.eq_ignore_ascii_case("me") {
        Some(me)
    } else {
        match SearchTerm::parse(value) {
            Some(term) => find_author(scope, &term).await?,
            None => None,
        }
    };
    let Some(author) = found else { return Ok((false, None)) };
    let person = profiles::load_people(scope, &[author]).await?.remove(&author);
    let Some(person) = person else { return Ok((false, None)) };
    all.content.author = all.restrict(all.content.author, author);
    Ok((true, Some(person.display_name)))
}

async fn find_author(scope: &Scope<Member>, term: &SearchTerm) -> Result<Option<UserId>, DbErr> {
    let shares = format!(
        "(EXISTS (SELECT 1 FROM {} AND {}) AND {})",
        joined_from_sql("$1", viewer::portal(scope)),
        is_member_sql("c.id", "u.id"),
        not_blocked_sql("u.id", "$1", Blocks::Both)
    );
    let seen = format!("(({}) OR {shares})", people::visible_condition(scope));
    Ok(people::find_ids(scope, term, (&seen, 1)).await?.into_iter().next())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(typed: &str) -> (String, Vec<String>) {
        let (words, filters) = parse(typed);
        let shown = filters.into_iter().map(|filter| format!("{}={}", filter.name, filter.value));
        (words.trim().to_owned(), shown.collect())
    }

    #[test]
    fn filters_are_separated_from_words() {
        let (words, filters) = parsed("long in:\"Long Spans\" FROM:@ada bridges has:image");
        assert_eq!(words, "long bridges");
        assert_eq!(filters, ["in=Long Spans", "from=@ada", "has=image"]);
        assert_eq!(parsed("re: topic:x http://a.b \"quoted in:x\"").1, ["in=x\""]);
        assert_eq!(parsed("in:\"open end").1, ["in=open end"]);
        assert_eq!(parsed("in: x"), ("x".to_owned(), vec!["in=".to_owned()]));
    }

    #[test]
    fn dates_are_days_of_the_time_zone() {
        let mut all = Filters::default();
        let zone = chrono_tz::Europe::Berlin;
        assert!(add_date("after", "2026-03-28", zone, &mut all));
        assert!(add_date("before", "2026-03-30", zone, &mut all));
        let shown = |at: Option<chrono::DateTime<chrono::Utc>>| at.map(|at| at.to_rfc3339());
        let (since, until) = (shown(all.content.since), shown(all.content.until));
        assert_eq!(since.as_deref(), Some("2026-03-28T23:00:00+00:00"));
        assert_eq!(until.as_deref(), Some("2026-03-29T22:00:00+00:00"));
        for wrong in ["2026-13-01", "26-1-1", "yesterday", "", "2026-1-001"] {
            assert!(!add_date("before", wrong, zone, &mut all), "{wrong}");
        }
    }
}
