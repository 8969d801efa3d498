//! SQL for found content. The viewer is `$1`, the affiliation of a portal `$2`.

use super::content_item::ContentRow;
use super::content_kind::ContentKind;
use super::viewer::{self, USES_PORTAL};
use crate::communities;
use crate::profiles::blocks::{Blocks, not_blocked_sql};
use crate::search_index::{
    ContentFilter, INDEX_ROWS, found_everywhere_sql, found_in_sql, place_mark_sql,
};
use chrono::{DateTime, Utc};
use platform::{Member, Scope};
use sea_orm::{DbBackend, DbErr, Value};
use uuid::Uuid;

/// A statement with its values.
pub(super) struct ContentStatement {
    kind: ContentKind,
    backend: DbBackend,
    is_staff: bool,
    /// Steps before `found`: the viewer's communities, none for staff.
    mine: Option<String>,
    /// Conditions on the row `s` of the index, which begin with `AND`.
    narrow: String,
    /// Conditions on the rows `s` and `x`, which begin with `AND`.
    wide: String,
    has_author: bool,
    portal: Option<&'static str>,
    values: Vec<Value>,
}

impl ContentStatement {
    pub fn new(scope: &Scope<Member>, kind: ContentKind, filter: &ContentFilter) -> Self {
        let is_staff = scope.viewer().is_staff();
        let mut it = Self {
            kind,
            backend: scope.backend(),
            is_staff,
            mine: (!is_staff).then(|| mine_sql(scope, kind)),
            narrow: format!("AND s.kind = '{}'", kind.text_kind().code()),
            wide: String::new(),
            has_author: filter.author.is_some(),
            portal: viewer::portal(scope),
            values: viewer::values(scope),
        };
        it.add_filter(filter);
        it
    }

    /// Adds a value and returns its placeholder.
    pub fn bind(&mut self, value: impl Into<Value>) -> String {
        self.values.push(value.into());
        format!("${}", self.values.len())
    }

    fn add_filter(&mut self, filter: &ContentFilter) {
        if let Some(community) = filter.community {
            let id = self.bind(community);
            self.narrow.push_str(&format!(" AND s.place_id = {id}"));
        }
        if let Some(author) = filter.author {
            let id = self.bind(author);
            self.narrow.push_str(&format!(" AND s.author_id = {id}"));
        }
        let time = self.kind.parts().time;
        for (limit, sign) in [(filter.since, ">="), (filter.until, "<")] {
            let Some(limit) = limit else { continue };
            let at = self.bind(limit);
            let condition = format!(" AND {time} {sign} {at}");
            if time.starts_with("s.") {
                self.narrow.push_str(&condition);
            } else {
                self.wide.push_str(&condition);
            }
        }
        if filter.has_image {
            self.wide.push_str(&format!(" AND {}", self.kind.image_sql()));
        }
    }

    /// Continues after the last row of a page.
    pub fn continue_after(&mut self, created: DateTime<Utc>, id: Uuid) {
        let (at, id) = (self.bind(created), self.bind(id));
        self.narrow
            .push_str(&format!(" AND s.created <= {at} AND (s.created < {at} OR s.id < {id})"));
    }

    /// SQL of the found rows of the index `s`, from further tables and with a condition.
    fn rows_sql(&self, beside: &str, found: &str, whole: &str) -> String {
        format!(
            "SELECT s.id, s.place_id AS community_id, s.author_id, s.created, {whole} AS whole \
             FROM {beside} {INDEX_ROWS} WHERE {found} {}",
            self.narrow
        )
    }

    /// The step `found`: all rows with a condition. Materialised, so that the index is used:
    /// evaluated per row, the search vector would be computed from the words each time.
    pub fn all_found_sql(&self, found: &str) -> String {
        format!("found AS MATERIALIZED ({})", self.rows_sql("", found, "TRUE"))
    }

    /// The step `found`: all matches, for staff.
    pub fn everywhere_found_sql(&self, query: &str) -> String {
        self.all_found_sql(&found_everywhere_sql(self.backend, query))
    }

    /// The step `found`: all matches in the viewer's communities.
    pub fn own_found_sql(&self, query: &str) -> String {
        match self.backend {
            DbBackend::Postgres => {
                let rows = self.marked_found_sql("mine", query, "", "TRUE");
                format!("found AS MATERIALIZED ({rows})")
            }
            _ => self.all_found_sql(&found_in_sql(self.backend, query, "")),
        }
    }

    /// SQL for the matches with one of the marks of a step, each looked up separately.
    pub fn marked_found_sql(&self, marks: &str, query: &str, more: &str, whole: &str) -> String {
        let found = found_in_sql(self.backend, query, &format!("{marks}.mark"));
        self.rows_sql(&format!("{marks},"), &format!("{found}{more}"), whole)
    }

    /// The step `found` without words: the newest rows. On PostgreSQL those of each community are
    /// read in the order of an index, as many as a page has.
    pub fn newest_found_sql(&self, limit: u32) -> String {
        if self.is_staff {
            return self.all_found_sql("TRUE");
        }
        if self.backend != DbBackend::Postgres || self.has_author {
            let rows = self.rows_sql("mine,", "s.place_id = mine.id", "TRUE");
            return format!("found AS MATERIALIZED ({rows})");
        }
        let table = self.kind.parts().table;
        format!(
            "found AS MATERIALIZED (SELECT newest.* FROM mine c CROSS JOIN LATERAL \
             (SELECT s.id, s.place_id AS community_id, s.author_id, s.created, TRUE AS whole \
             FROM {INDEX_ROWS} JOIN {table} x ON x.id = s.id \
             WHERE s.place_id = c.id {} AND {} ORDER BY s.created DESC, s.id DESC LIMIT {limit}) \
             AS newest)",
            self.narrow,
            self.seen_sql()
        )
    }

    /// Condition that the viewer may see the rows `s` and `x` in their community `c`: it is in the
    /// visible history, and its author is in no applicable block; for moderators only their own
    /// blocks apply.
    fn seen_sql(&self) -> String {
        let parts = self.kind.parts();
        let (is_there, wide) = (parts.is_there, &self.wide);
        if self.is_staff {
            let exists = communities::exists_sql("c", self.portal);
            return format!("{exists} AND {USES_PORTAL} AND $1 IS NOT NULL AND {is_there}{wide}");
        }
        let (both, own) = (
            not_blocked_sql("s.author_id", "$1", Blocks::Both),
            not_blocked_sql("s.author_id", "$1", Blocks::Own),
        );
        format!(
            "{is_there}{wide} AND COALESCE(c.since < {}, TRUE) \
             AND ((c.role = 'member' AND {both}) OR (c.role <> 'member' AND {own}))",
            parts.seen_at
        )
    }

    /// Reads the newest of the `found` rows. Texts are read only for returned rows.
    pub async fn read(
        self,
        scope: &Scope<Member>,
        found: &str,
        limit: u32,
    ) -> Result<Vec<ContentRow>, DbErr> {
        let (table, beside) = (self.kind.parts().table, self.kind.parts().beside);
        let place = if self.is_staff { "communities c" } else { "mine c" };
        let first = self.mine.as_ref().map_or_else(String::new, |mine| format!("{mine}, "));
        let sql = format!(
            "WITH {first}{found}, \
             shown AS (SELECT s.id, s.whole, s.created, c.id AS community_id, c.name \
             FROM found s JOIN {place} ON c.id = s.community_id JOIN {table} x ON x.id = s.id \
             WHERE {} ORDER BY s.created DESC, s.id DESC LIMIT {limit}) \
             SELECT x.id, shown.community_id, shown.name AS community_name, {}, {} AS author_id, \
             shown.created, shown.whole FROM shown JOIN {table} x ON x.id = shown.id {beside} \
             ORDER BY shown.created DESC, shown.id DESC",
            self.seen_sql(),
            self.kind.columns_sql(),
            if self.kind == ContentKind::Threads { "x.created_by" } else { "x.author_id" }
        );
        scope.raw(&sql, self.values).all().await
    }
}

/// SQL for the step `mine`: the viewer's communities on this site, with their role and the start of
/// their visible history. Computed once, regardless of the number of matches.
fn mine_sql(scope: &Scope<Member>, kind: ContentKind) -> String {
    let since = communities::since_sql("m");
    let joined = communities::joined_from_sql("$1", viewer::portal(scope));
    let mark = match scope.backend() {
        DbBackend::Postgres => format!(", {} AS mark", place_mark_sql(kind.text_kind(), "c.id")),
        _ => String::new(),
    };
    format!(
        "mine AS MATERIALIZED (SELECT c.id, c.name, m.role, {since} AS since{mark} \
         FROM {joined} AND {USES_PORTAL})"
    )
}
