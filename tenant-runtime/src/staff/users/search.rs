//! Account search: by any part of the full name, handle or email address, and by words
//! of the name in any order and spelling; exact names and handles first, at most a hundred results.

use crate::accounts;
use crate::search_index::{SearchTerm, TextKind, WordQuery, found_people_sql};
use chrono::{DateTime, Utc};
use platform::StaffWith;
use platform::staff::Accounts;
use platform::{Scope, UserId};
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;
use utoipa::ToSchema;

const FOUND_MAX: usize = 100;
const TYPED_CHARS_MAX: usize = 100;

/// An account in the results.
#[derive(Debug, FromQueryResult, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct UserSearchRow {
    id: UserId,
    #[serde(serialize_with = "accounts::serialize_readable_email")]
    email: String,
    first_name: String,
    last_name: String,
    handle: Option<String>,
    profile_picture: Option<String>,
    is_staff: bool,
    is_verified: bool,
    email_verified: bool,
    /// `active` or `paused`.
    account_status: String,
    paused_until: Option<DateTime<Utc>>,
    /// `banned` or `suspended`.
    status: Option<String>,
    subscription: String,
    joined_date: DateTime<Utc>,
}

const SELECT: &str = "SELECT u.id, u.email, u.first_name, u.last_name, h.shown_as AS handle, \
     u.profile_picture, u.is_staff, u.is_verified, u.email_verified, u.account_status, \
     u.paused_until, u.status, u.subscription, u.joined_date \
     FROM users u LEFT JOIN handles h ON h.user_id = u.id \
     WHERE LOWER(u.first_name || ' ' || u.last_name) LIKE $1 ESCAPE '!' \
     OR h.handle LIKE $1 ESCAPE '!' OR u.email LIKE $1 ESCAPE '!'";

const ORDER: &str = "ORDER BY CASE WHEN LOWER(u.first_name || ' ' || u.last_name) = $2 OR h.handle = $3 \
     THEN 0 ELSE 1 END, u.last_name, u.first_name, u.id LIMIT ";

/// Matching accounts; none for an empty text.
pub(super) async fn search(
    scope: &Scope<StaffWith<Accounts>>,
    typed: &str,
) -> Result<Vec<UserSearchRow>, DbErr> {
    let Some(wanted) = normalised_query(typed) else { return Ok(Vec::new()) };
    let handle = wanted.strip_prefix('@').unwrap_or(&wanted).to_owned();
    let term = SearchTerm::parse(&handle).unwrap_or_default();
    let mut values = vec![substring_pattern(&handle).into(), wanted.into(), handle.into()];
    let mut by_words = String::new();
    if !term.words.is_empty() {
        let query = WordQuery::new(TextKind::Person, &term.words);
        values.push(query.value_everywhere(scope.backend()).into());
        by_words = format!("OR u.id IN ({})", found_people_sql(scope.backend(), "$4"));
    }
    scope.raw(&format!("{SELECT} {by_words} {ORDER}{FOUND_MAX}"), values).all().await
}

/// The search text in one line and lower case; an email address in its stored form.
fn normalised_query(typed: &str) -> Option<String> {
    let line = typed.split_whitespace().collect::<Vec<_>>().join(" ");
    let line: String = accounts::normalised_email(&line).chars().take(TYPED_CHARS_MAX).collect();
    (!line.is_empty()).then_some(line)
}

/// Substring pattern for `LIKE … ESCAPE '!'` with escaped wildcards.
fn substring_pattern(text: &str) -> String {
    let mut pattern = String::from("%");
    for c in text.chars() {
        if matches!(c, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_search_matches_no_user() {
        assert_eq!(normalised_query(" \t "), None);
        assert_eq!(normalised_query("  Ada \n BYRON ").as_deref(), Some("ada byron"));
        assert_eq!(
            normalised_query(&"x".repeat(300)).map(|text| text.len()),
            Some(TYPED_CHARS_MAX)
        );
    }

    #[test]
    fn escapes_wildcards_in_the_search_pattern() {
        assert_eq!(substring_pattern("100%_sure!"), "%100!%!_sure!!%");
    }
}
