//! The directory: whom this door lists to the viewer, filtered and in one of four orders, each walked
//! along its index.

use super::error::PeopleError;
use super::pages::{Filter, Place, Sort};
use crate::affiliations;
use crate::profiles::visibility::{listed_sql, open_sql};
use crate::profiles::{Person, display_name};
use chrono::{DateTime, Utc};
use platform::page::Page;
use platform::{Door, Identified, Member, Scope, UserId};
use sea_orm::{DbErr, FromQueryResult, Value};
use serde::Serialize;
use utoipa::ToSchema;

/// What names are sorted by: the words of the index.
const NAME: &str = "lower(u.first_name || ' ' || u.last_name)";

/// Somebody in the directory.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DirectoryEntry {
    #[serde(flatten)]
    person: Person,
    /// `null` too where their profile is not open to the viewer.
    job_title: Option<String>,
    location: Option<String>,
    followers_count: i64,
    joined_date: DateTime<Utc>,
    is_following: bool,
    is_self: bool,
}

#[derive(Debug, FromQueryResult)]
struct Row {
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

/// A statement that grows with its values.
struct Sql {
    conditions: Vec<String>,
    values: Vec<Value>,
}

impl Sql {
    /// The place of one more value.
    fn bind(&mut self, value: impl Into<Value>) -> String {
        self.values.push(value.into());
        format!("${}", self.values.len())
    }

    fn bind_all(&mut self, ids: &[UserId]) -> String {
        ids.iter().map(|id| self.bind(*id)).collect::<Vec<_>>().join(", ")
    }

    fn require(&mut self, condition: String) {
        self.conditions.push(condition);
    }
}

/// A page of the directory. 2 queries.
pub(super) async fn list(
    scope: &Scope<Member>,
    filter: &Filter,
    after: Option<Place>,
    limit: u64,
) -> Result<Page<DirectoryEntry>, PeopleError> {
    let sort = filter.sort;
    let rows = rows(scope, filter, after, limit).await?;
    let page = Page::cut(rows, limit, |row| Place {
        sort,
        name: matches!(sort, Sort::NameAsc | Sort::NameDesc).then(|| row.sort_name.clone()),
        joined: (sort == Sort::Recent).then_some(row.joined_date),
        followers: (sort == Sort::FollowersDesc).then_some(row.followers_count),
        id: row.id,
    });
    let ids: Vec<UserId> = page.items.iter().map(|row| row.id).collect();
    let mut names = affiliations::shown_names(scope, &ids).await?;
    let me = scope.viewer().id();
    Ok(page.map(|row| {
        let affiliation_name = names.remove(&row.id);
        entry(row, affiliation_name, me)
    }))
}

fn entry(row: Row, affiliation_name: Option<String>, me: UserId) -> DirectoryEntry {
    let is_shown = row.is_open || row.id == me;
    DirectoryEntry {
        is_self: row.id == me,
        job_title: row.job_title.filter(|_| is_shown),
        location: row.location.filter(|_| is_shown),
        followers_count: row.followers_count,
        joined_date: row.joined_date,
        is_following: row.is_following,
        person: Person {
            user_id: row.id,
            display_name: display_name(&row.first_name, &row.last_name),
            first_name: row.first_name,
            last_name: row.last_name,
            handle: row.handle,
            profile_picture: row.profile_picture,
            is_verified: row.is_verified,
            affiliation_name,
        },
    }
}

async fn rows(
    scope: &Scope<Member>,
    filter: &Filter,
    after: Option<Place>,
    limit: u64,
) -> Result<Vec<Row>, DbErr> {
    let viewer = scope.viewer();
    let by_staff = viewer.is_staff();
    let always = String::from("TRUE");
    let mut sql = Sql { conditions: vec![always], values: vec![viewer.id().into()] };
    if let Door::Portal(affiliation) = scope.door() {
        let here = sql.bind(affiliation);
        sql.require(format!(
            "u.id IN (SELECT m.user_id FROM affiliation_members m WHERE m.affiliation_id = {here})"
        ));
    }
    // Hidden people are for staff who ask for them.
    if !(by_staff && filter.include_private) {
        sql.require(listed_sql(scope.door(), by_staff));
    }
    require_filter(&mut sql, filter, by_staff);
    if let Some(place) = after {
        require_after(&mut sql, filter.sort, place);
    }
    let open = if by_staff { "TRUE".to_owned() } else { open_sql() };
    let text = format!(
        "SELECT u.id, u.first_name, u.last_name, h.shown_as AS handle, u.profile_picture, \
         u.is_verified, u.job_title, u.location, u.followers_count, u.joined_date, \
         {NAME} AS sort_name, {open} AS is_open, \
         EXISTS (SELECT 1 FROM follows f WHERE f.follower_id = $1 AND f.followed_id = u.id) \
           AS is_following \
         FROM users u LEFT JOIN handles h ON h.user_id = u.id WHERE {} {} LIMIT {}",
        sql.conditions.join(" AND "),
        order(filter.sort),
        limit + 1
    );
    scope.raw(&text, sql.values).all().await
}

const fn order(sort: Sort) -> &'static str {
    match sort {
        Sort::NameAsc => "ORDER BY lower(u.first_name || ' ' || u.last_name), u.id",
        Sort::NameDesc => "ORDER BY lower(u.first_name || ' ' || u.last_name) DESC, u.id DESC",
        Sort::Recent => "ORDER BY u.joined_date DESC, u.id DESC",
        Sort::FollowersDesc => "ORDER BY u.followers_count DESC, u.id DESC",
    }
}

fn require_after(sql: &mut Sql, sort: Sort, place: Place) {
    let (key, sign, value): (&str, &str, Value) = match sort {
        Sort::NameAsc => (NAME, ">", place.name.unwrap_or_default().into()),
        Sort::NameDesc => (NAME, "<", place.name.unwrap_or_default().into()),
        Sort::Recent => ("u.joined_date", "<", place.joined.unwrap_or_default().into()),
        Sort::FollowersDesc => ("u.followers_count", "<", place.followers.unwrap_or(0).into()),
    };
    let (value, id) = (sql.bind(value), sql.bind(place.id));
    // Compared as a pair, so that the index is entered at its place.
    sql.require(format!("({key}, u.id) {sign} ({value}, {id})"));
}

fn require_filter(sql: &mut Sql, filter: &Filter, by_staff: bool) {
    let open = if by_staff { "TRUE".to_owned() } else { format!("(u.id = $1 OR {})", open_sql()) };
    if let Some(affiliation) = filter.affiliation {
        let it = sql.bind(affiliation);
        // A membership that is not shown is not found, and a private affiliation by its own only.
        let shown = if by_staff {
            String::new()
        } else {
            "AND (m.user_id = $1 OR (m.is_public AND (NOT a.is_private OR EXISTS (SELECT 1 FROM \
             affiliation_members mine WHERE mine.affiliation_id = a.id AND mine.user_id = $1))))"
                .to_owned()
        };
        sql.require(format!(
            "u.id IN (SELECT m.user_id FROM affiliation_members m JOIN affiliations a \
             ON a.id = m.affiliation_id WHERE m.affiliation_id = {it} {shown})"
        ));
    }
    if let Some(industry) = &filter.industry {
        let words = sql.bind(containing(industry));
        sql.require(format!(
            "lower(coalesce(u.job_title, '')) LIKE lower({words}) ESCAPE '!' AND {open}"
        ));
    }
    if let Some(text) = &filter.text {
        require_text(sql, text, &open);
    }
    if !filter.only.is_empty() {
        let ids = sql.bind_all(&filter.only);
        sql.require(format!("u.id IN ({ids})"));
    }
    if !filter.exclude.is_empty() {
        let ids = sql.bind_all(&filter.exclude);
        sql.require(format!("u.id NOT IN ({ids})"));
    }
}

/// Every word must be found: in the name or the handle, or in what an open profile says of work and
/// place. The first condition is what the index of words answers.
fn require_text(sql: &mut Sql, text: &str, open: &str) {
    for word in text.split_whitespace() {
        let words = sql.bind(containing(word));
        let handle = sql.bind(containing(word.trim_start_matches('@')));
        sql.require(format!(
            "u.id IN (SELECT w.id FROM users w WHERE lower(w.first_name || ' ' || w.last_name || ' ' \
             || coalesce(w.location, '') || ' ' || coalesce(w.job_title, '')) \
             LIKE lower({words}) ESCAPE '!' \
             UNION SELECT n.user_id FROM handles n WHERE n.handle LIKE lower({handle}) ESCAPE '!') \
             AND ({open} OR {NAME} LIKE lower({words}) ESCAPE '!' \
             OR h.handle LIKE lower({handle}) ESCAPE '!')"
        ));
    }
}

/// A pattern for texts that contain this one as it stands.
fn containing(text: &str) -> String {
    let plain = text.replace('!', "!!").replace('%', "!%").replace('_', "!_");
    format!("%{plain}%")
}
