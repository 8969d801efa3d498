//! Member search by name: exact matches before prefixes, first names and handles before other parts
//! of a name, then alphabetically (G-018). Small communities are searched by scanning their
//! members, large ones through the indexes of names.

use crate::communities::Access;
use crate::communities::rows::CommunityRole;
use crate::profiles::blocks::{Blocks, not_blocked_sql};
use crate::search_index::{
    SearchTerm, TextKind, WordQuery, found_people_sql, people_sql, prefix_pattern,
};
use chrono::{DateTime, Utc};
use platform::{AccountViewer, Member, Scope, UserId};
use sea_orm::{DbBackend, DbErr, FromQueryResult};

/// A member who matches the search.
#[derive(Debug, FromQueryResult)]
pub(super) struct MatchedMember {
    pub user_id: UserId,
    pub role: CommunityRole,
    pub joined_at: DateTime<Utc>,
}

/// Up to this many members are scanned; larger communities are searched through the indexes of
/// names.
const THROUGH_ALL_MAX: i64 = 5_000;

/// Members with a matching name. Moderators find all members. One query.
pub(super) async fn find_by_name(
    scope: &Scope<Member>,
    access: &Access,
    term: &SearchTerm,
    limit: u64,
) -> Result<Vec<MatchedMember>, DbErr> {
    let mut values = vec![scope.viewer().id().into(), access.community.id.into()];
    // A lone `@` matches every handle and no name, so the index of names does not help.
    let names_lead =
        access.community.member_count > THROUGH_ALL_MAX && !term.as_handle().is_empty();
    let sql = if names_lead {
        values.extend(people_sql::search_values("", term));
        by_name_sql(scope.backend(), access, limit)
    } else {
        let handle = term.as_handle();
        values.extend([
            term.line.clone().into(),
            prefix_pattern(&term.line).into(),
            handle.into(),
            prefix_pattern(handle).into(),
        ]);
        let mut folded = "FALSE".to_owned();
        // Other signs are compared as typed.
        let has_words_only = term.line.chars().all(|c| c.is_alphanumeric() || c == ' ');
        if has_words_only && !term.words.is_empty() {
            let query = WordQuery::new(TextKind::Person, &term.words);
            values.push(query.value_everywhere(scope.backend()).into());
            folded = format!("u.id IN ({})", found_people_sql(scope.backend(), "$7"));
        }
        by_member_sql(access, &folded, limit)
    };
    scope.raw(&sql, values).all().await
}

/// SQL condition for the members that the viewer `$1` may find.
fn named_sql(access: &Access, user: &str) -> String {
    match access.applicable_blocks() {
        Blocks::Both => not_blocked_sql(user, "$1", Blocks::Both),
        Blocks::Own | Blocks::NotApplied => "$1 IS NOT NULL".to_owned(),
    }
}

/// SQL that scans the members; `folded` is a further condition for names that match.
fn by_member_sql(access: &Access, folded: &str, limit: u64) -> String {
    let named = named_sql(access, "m.user_id");
    format!(
        "SELECT m.user_id, m.role, m.joined_at FROM community_members m \
         JOIN users u ON u.id = m.user_id LEFT JOIN handles h ON h.user_id = u.id \
         WHERE m.community_id = $2 AND {named} AND (lower(u.first_name) LIKE lower($4) ESCAPE '!' \
           OR lower(u.last_name) LIKE lower($4) ESCAPE '!' OR h.handle LIKE $6 ESCAPE '!' \
           OR lower(u.first_name || ' ' || u.last_name) LIKE lower($4) ESCAPE '!' OR {folded}) \
         ORDER BY CASE WHEN lower(u.first_name) = lower($3) THEN 1 WHEN h.handle = $5 THEN 2 \
           WHEN lower(u.first_name) LIKE lower($4) ESCAPE '!' THEN 3 \
           WHEN h.handle LIKE $6 ESCAPE '!' THEN 4 ELSE 5 END, \
         lower(u.first_name || ' ' || u.last_name), u.id LIMIT {limit}"
    )
}

/// SQL that walks the names in order and looks each one up in the community. A join would first
/// read all members.
fn by_name_sql(backend: DbBackend, access: &Access, limit: u64) -> String {
    let named = named_sql(access, "u.id");
    let seen = format!(
        "{named} AND (SELECT p.role FROM community_members p \
         WHERE p.community_id = $2 AND p.user_id = u.id) IS NOT NULL"
    );
    let best = people_sql::best_sql(backend, &seen, limit);
    format!(
        "SELECT m.user_id, m.role, m.joined_at FROM ({best}) AS b \
         JOIN community_members m ON m.community_id = $2 AND m.user_id = b.id \
         ORDER BY b.place, b.name, b.id"
    )
}
