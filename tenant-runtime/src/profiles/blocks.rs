//! Blocks between users. If one of two users has blocked the other, they cannot read each other's
//! content and are not named to each other (G-072). [`super::visibility`] applies the same to
//! profiles and the directory. Staff are not affected.

use crate::sql::SqlReader;
use platform::UserId;
use platform::affiliations::is_member_sql;
use platform::db::{JsonSelect, JsonType};
use sea_orm::sea_query::{Alias, Expr, ExprTrait, Query, SelectStatement};
use sea_orm::{ColumnTrait, Condition, DbErr, FromQueryResult};
use std::collections::HashSet;

/// The blocks that apply to a reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blocks {
    /// None, for staff.
    NotApplied,
    /// Only the reader's own blocks, for moderators: authors must not be able to hide content from
    /// them.
    Own,
    /// Blocks of both sides.
    Both,
}

impl Blocks {
    /// Column pairs of `blocks` that apply: the other user, and the reader.
    const fn column_pairs(self) -> &'static [(&'static str, &'static str)] {
        const OWN: (&str, &str) = ("blocked_id", "blocker_id");
        const THEIRS: (&str, &str) = ("blocker_id", "blocked_id");
        match self {
            Self::NotApplied => &[],
            Self::Own => &[OWN],
            Self::Both => &[OWN, THEIRS],
        }
    }
}

/// Condition that the user in `column`, if any, is in no applicable block with `viewer`.
#[must_use]
pub fn not_blocked<C: ColumnTrait>(column: C, viewer: UserId, blocks: Blocks) -> Condition {
    let apart = |(who, from): &(&'static str, &'static str)| -> SelectStatement {
        Query::select()
            .column(Alias::new(*who))
            .from(Alias::new("blocks"))
            .and_where(Expr::col(Alias::new(*from)).eq(viewer.uuid()))
            .to_owned()
    };
    blocks.column_pairs().iter().fold(Condition::all(), |all, way| {
        all.add(Condition::any().add(column.is_null()).add(column.not_in_subquery(apart(way))))
    })
}

/// Like [`not_blocked`], for hand-written SQL; `viewer` is the placeholder of the viewer's id,
/// such as `$1`.
#[must_use]
pub fn not_blocked_sql(column: &str, viewer: &str, blocks: Blocks) -> String {
    let apart = |(who, from): &(&'static str, &'static str)| {
        format!(
            "({column} IS NULL OR {column} NOT IN \
             (SELECT {who} FROM blocks WHERE {from} = {viewer}))"
        )
    };
    let all: Vec<String> = blocks.column_pairs().iter().map(apart).collect();
    if all.is_empty() { "TRUE".to_owned() } else { all.join(" AND ") }
}

/// All blocks of one user, for checks of single events.
#[derive(Debug, Clone, Default)]
pub struct BlockedUsers {
    blocked: HashSet<UserId>,
    blockers: HashSet<UserId>,
}

impl BlockedUsers {
    /// Returns true if this user is in an applicable block.
    #[must_use]
    pub fn contains_user(&self, other: UserId, blocks: Blocks) -> bool {
        match blocks {
            Blocks::NotApplied => false,
            Blocks::Own => self.blocked.contains(&other),
            Blocks::Both => self.blocked.contains(&other) || self.blockers.contains(&other),
        }
    }
}

/// Loads the blocks of a user. One query.
///
/// # Errors
/// Database errors.
pub async fn blocked_pairs(reads: &impl SqlReader, viewer: UserId) -> Result<BlockedUsers, DbErr> {
    #[derive(FromQueryResult)]
    struct Row {
        blocker_id: UserId,
        blocked_id: UserId,
    }
    const SQL: &str =
        "SELECT blocker_id, blocked_id FROM blocks WHERE blocker_id = $1 OR blocked_id = $1";
    let rows = reads.sql(SQL, vec![viewer.into()]).all::<Row>().await?;
    let mut found = BlockedUsers::default();
    for row in rows {
        if row.blocker_id == viewer {
            found.blocked.insert(row.blocked_id);
        } else {
            found.blockers.insert(row.blocker_id);
        }
    }
    Ok(found)
}

/// Maximum blocked users in the own profile.
const BLOCKED_MAX: u32 = 100;

/// SQL for the users blocked by the person, latest first, at most a hundred: a list of ids,
/// selected together with the user. On a portal, only members of its affiliation.
#[must_use]
pub fn blocked_users_sql(select: &JsonSelect) -> String {
    let here = select.portal_expression().map_or_else(String::new, |portal| {
        format!("AND {}", is_member_sql(portal, "k.blocked_id"))
    });
    let from = format!(
        "(SELECT k.blocked_id, k.created_at FROM blocks k WHERE k.blocker_id = u.id {here} \
         ORDER BY k.created_at DESC, k.blocked_id DESC LIMIT {BLOCKED_MAX}) b"
    );
    let id = select.json_value(JsonType::Id, "b.blocked_id");
    select.json_list(&id, &from, "b.created_at DESC, b.blocked_id DESC")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn applies_blocks_depending_on_the_reader() {
        let (foe, shy, other) = (UserId::new(), UserId::new(), UserId::new());
        let apart = BlockedUsers { blocked: HashSet::from([foe]), blockers: HashSet::from([shy]) };
        let includes = |blocks| [foe, shy, other].map(|who| apart.contains_user(who, blocks));
        assert_eq!(includes(Blocks::Both), [true, true, false]);
        assert_eq!(includes(Blocks::Own), [true, false, false]);
        assert_eq!(includes(Blocks::NotApplied), [false, false, false]);
    }

    #[test]
    fn staff_need_no_sql_condition_for_blocks() {
        assert_eq!(not_blocked_sql("author_id", "$1", Blocks::NotApplied), "TRUE");
        let both = not_blocked_sql("author_id", "$1", Blocks::Both);
        assert_eq!(both.matches("NOT IN").count(), 2);
    }
}
