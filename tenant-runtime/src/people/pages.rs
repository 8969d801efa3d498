//! Query parameters of the directory: filters, sort orders, pages.

use super::error::PeopleError;
use chrono::{DateTime, Utc};
use platform::page::PageQuery;
use platform::{AffiliationId, Problem, UserId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Default and maximum page size.
const PAGE_SIZES: (u64, u64) = (10, 50);
/// Value of `industry` that does not filter.
const ANY_INDUSTRY: &str = "all";
const IDS_MAX: usize = 100;
const TEXT_CHARS_MAX: usize = 100;
const WORDS_MAX: usize = 6;

/// Sort order of the directory.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) enum Sort {
    /// First and last name, ascending.
    #[default]
    NameAsc,
    /// First and last name, descending.
    NameDesc,
    /// Newest members first.
    Recent,
    /// Most followers first.
    FollowersDesc,
}

/// Query parameters of the directory.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(super) struct DirectoryQuery {
    /// Words in the first name, last name, handle, location or job title.
    pub q: Option<String>,
    /// Only members of this affiliation.
    #[param(value_type = Option<String>)]
    pub affiliation: Option<AffiliationId>,
    /// Words in the job title; `all` does not filter.
    pub industry: Option<String>,
    /// Sort order.
    #[param(inline)]
    pub sort: Option<Sort>,
    /// Ids to exclude, separated by commas.
    pub exclude: Option<String>,
    /// Ids to include, separated by commas.
    pub only: Option<String>,
    /// Includes hidden users; for staff on the main site.
    pub include_private: Option<bool>,
    /// Cursor from the previous page; omit it for the first page.
    pub cursor: Option<String>,
    /// Maximum number of items per page; 10 by default.
    pub limit: Option<u64>,
}

/// A parsed query.
#[derive(Debug, Default)]
pub(super) struct DirectoryFilter {
    pub text: Option<String>,
    pub affiliation: Option<AffiliationId>,
    pub industry: Option<String>,
    pub sort: Sort,
    pub exclude: Vec<UserId>,
    pub only: Vec<UserId>,
    pub include_private: bool,
}

/// Cursor: sort key and id of the last user, with the sort order.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct DirectoryCursor {
    pub sort: Sort,
    pub name: Option<String>,
    pub joined: Option<DateTime<Utc>>,
    pub followers: Option<i64>,
    pub id: UserId,
}

impl DirectoryQuery {
    /// Parses the query into filter, cursor and page size.
    pub(super) fn read(self) -> Result<(DirectoryFilter, Option<DirectoryCursor>, u64), Problem> {
        let pages = PageQuery { cursor: self.cursor, limit: self.limit };
        let filter = DirectoryFilter {
            text: self.q.as_deref().and_then(search_words),
            affiliation: self.affiliation,
            industry: self
                .industry
                .as_deref()
                .and_then(search_words)
                .filter(|industry| !industry.eq_ignore_ascii_case(ANY_INDUSTRY)),
            sort: self.sort.unwrap_or_default(),
            exclude: parse_ids(self.exclude.as_deref())?,
            only: parse_ids(self.only.as_deref())?,
            include_private: self.include_private.unwrap_or(false),
        };
        // A cursor of another sort order is ignored.
        let after =
            pages.decode_cursor::<DirectoryCursor>()?.filter(|place| place.sort == filter.sort);
        Ok((filter, after, pages.row_limit(PAGE_SIZES.0, PAGE_SIZES.1)))
    }
}

/// Up to six words; further ones are ignored.
pub(super) fn search_words(text: &str) -> Option<String> {
    let short: String = text.chars().take(TEXT_CHARS_MAX).filter(|c| !c.is_control()).collect();
    let words: Vec<&str> = short.split_whitespace().take(WORDS_MAX).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

fn parse_ids(list: Option<&str>) -> Result<Vec<UserId>, PeopleError> {
    let named = list.unwrap_or_default().split(',').map(str::trim).filter(|id| !id.is_empty());
    // An invalid id matches no user.
    let ids: Vec<UserId> = named.filter_map(|id| id.parse().ok()).collect();
    if ids.len() > IDS_MAX { Err(PeopleError::TooManyIds) } else { Ok(ids) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: DirectoryQuery) -> DirectoryFilter {
        query.read().map(|(filter, ..)| filter).unwrap_or_default()
    }

    #[test]
    fn blank_values_and_industry_all_do_not_filter() {
        for industry in ["all", "ALL", " ", ""] {
            let query =
                DirectoryQuery { industry: Some(industry.to_owned()), ..Default::default() };
            assert_eq!(read(query).industry, None, "{industry:?}");
        }
        let query = DirectoryQuery { q: Some("  ada\u{0} b ".to_owned()), ..Default::default() };
        assert_eq!(read(query).text.as_deref(), Some("ada b"));
    }

    #[test]
    fn page_size_is_ten_by_default_and_fifty_at_most() {
        let limit = |limit| {
            let query = DirectoryQuery { limit, ..Default::default() };
            query.read().map(|(_, _, limit)| limit).unwrap_or_default()
        };
        assert_eq!((limit(None), limit(Some(30)), limit(Some(1000))), (10, 30, 50));
    }

    #[test]
    fn rejects_a_filter_with_more_than_100_ids() {
        let list = |count: usize| {
            let ids: Vec<String> = (0..count).map(|_| UserId::new().to_string()).collect();
            let query = DirectoryQuery { only: Some(ids.join(",")), ..Default::default() };
            query.read().map_or_else(|problem| problem.detail, |_| "fine".to_owned())
        };
        assert_eq!(list(100), "fine");
        assert_eq!(list(101), "A filter names at most 100 members.");
    }
}
