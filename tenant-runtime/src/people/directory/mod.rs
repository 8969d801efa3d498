//! The directory: users that this site lists to the viewer, with filters and four sort orders.
//! `statement` builds the query.

mod statement;

use self::statement::Statement;
use super::error::PeopleError;
use super::pages::{DirectoryCursor, DirectoryFilter, Sort};
use crate::affiliations::{self, ShownAffiliations};
use crate::profiles::{self, SharedCounts, UserSummary, display_name};
use chrono::{DateTime, Utc};
use platform::page::Page;
use platform::{AccountViewer, Member, Scope, UserId};
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;
use utoipa::ToSchema;

/// A user in the directory.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DirectoryEntry {
    #[serde(flatten)]
    person: UserSummary,
    /// `null` also if their profile is not open to the viewer.
    job_title: Option<String>,
    location: Option<String>,
    followers_count: i64,
    joined_date: DateTime<Utc>,
    is_following: bool,
    is_self: bool,
    /// What the viewer has in common with them.
    shared: SharedCounts,
}

#[derive(Debug, FromQueryResult)]
struct DirectoryRow {
    id: UserId,
    first_name: String,
    last_name: String,
    handle: Option<String>,
    profile_picture: Option<String>,
    is_verified: bool,
    job_title: Option<String>,
    location: Option<String>,
    followers_count: i64,
    joined_date: DateTime<Utc>,
    sort_name: String,
    is_open: bool,
    is_following: bool,
}

#[derive(Debug, FromQueryResult)]
struct MatchCountRow {
    matches: i64,
}

/// A page of the directory. 3 queries, and one more with a filter. With only an industry filter, 3
/// if many users match and 5 if few.
pub(super) async fn list(
    scope: &Scope<Member>,
    filter: &DirectoryFilter,
    after: Option<DirectoryCursor>,
    limit: u64,
) -> Result<Page<DirectoryEntry>, PeopleError> {
    let sort = filter.sort;
    let rows = directory_rows(scope, filter, after, limit).await?;
    let page = Page::from_rows(rows, limit, |row| DirectoryCursor {
        sort,
        name: matches!(sort, Sort::NameAsc | Sort::NameDesc).then(|| row.sort_name.clone()),
        joined: (sort == Sort::Recent).then_some(row.joined_date),
        followers: (sort == Sort::FollowersDesc).then_some(row.followers_count),
        id: row.id,
    });
    let ids: Vec<UserId> = page.items.iter().map(|row| row.id).collect();
    let mut shown = affiliations::shown_affiliations(scope, &ids).await?;
    let me = scope.viewer().id();
    let shared = profiles::shared_counts(scope, me, &ids).await?;
    Ok(page.map_items(|row| {
        let affiliations = shown.remove(&row.id).unwrap_or_default();
        let shared = shared.get(&row.id).copied().unwrap_or_default();
        entry(row, (affiliations, shared), me)
    }))
}

fn entry(
    row: DirectoryRow,
    (affiliations, shared): (ShownAffiliations, SharedCounts),
    me: UserId,
) -> DirectoryEntry {
    let is_shown = row.is_open || row.id == me;
    DirectoryEntry {
        is_self: row.id == me,
        job_title: row.job_title.filter(|_| is_shown),
        location: row.location.filter(|_| is_shown),
        followers_count: row.followers_count,
        joined_date: row.joined_date,
        is_following: row.is_following,
        shared,
        person: UserSummary {
            user_id: row.id,
            display_name: display_name(&row.first_name, &row.last_name),
            first_name: row.first_name,
            last_name: row.last_name,
            handle: row.handle,
            profile_picture: row.profile_picture,
            is_verified: row.is_verified,
            affiliation_name: affiliations.name,
            affiliations: affiliations.badges,
        },
    }
}

async fn directory_rows(
    scope: &Scope<Member>,
    filter: &DirectoryFilter,
    after: Option<DirectoryCursor>,
    limit: u64,
) -> Result<Vec<DirectoryRow>, DbErr> {
    let by_staff = scope.viewer().is_staff();
    let statement = Statement::new(scope, filter, after, limit + 1);
    if let Some(text) = statement.next_thousand_sql(by_staff) {
        let rows: Vec<DirectoryRow> = scope.raw(&text, statement.values.clone()).all().await?;
        if rows.len() as u64 > limit {
            return Ok(rows);
        }
    }
    let finds_first = match statement.count() {
        None => false,
        Some((text, values)) => {
            let counted = scope.raw(&text, values).one::<MatchCountRow>().await?;
            counted
                .is_none_or(|counted| counted.matches.unsigned_abs() <= statement::FEW_MATCHES_MAX)
        }
    };
    let text = statement.page_sql(finds_first, by_staff);
    scope.raw(&text, statement.values).all().await
}
