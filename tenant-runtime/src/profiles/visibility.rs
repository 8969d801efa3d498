//! Who sees whom: the one place that decides it, for profiles, the directory, search and lists
//! (gaps G-041, G-072, P-10).
//!
//! Somebody's profile is open to an audience; a private profile is private whatever else was chosen
//! before. The directory of the network lists those whose profile and whose entry are both open to
//! the viewer. Through a portal everybody belongs to one affiliation, and a member who hides their
//! profile is still listed to their fellows, unless they are in no directory at all. Two people of
//! whom one blocked the other do not find each other; staff on main find everybody.
//!
//! Decided twice, in Rust for one person and in SQL for a page of them; a test asks both about the
//! same people.

use crate::reads::Reads;
use platform::{Door, UserId};
use sea_orm::{DbErr, FromQueryResult};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Who may see something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Audience {
    /// Nobody else.
    Private,
    /// Whoever shares an affiliation.
    Affiliations,
    /// Every member.
    Public,
}

impl Audience {
    /// As the tables write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Private => "private",
            Self::Affiliations => "affiliations",
            Self::Public => "public",
        }
    }

    fn of(name: &str) -> Self {
        match name {
            "public" => Self::Public,
            "affiliations" => Self::Affiliations,
            _ => Self::Private,
        }
    }

    const fn includes(self, fellow: bool) -> bool {
        match self {
            Self::Private => false,
            Self::Affiliations => fellow,
            Self::Public => true,
        }
    }
}

/// What somebody chose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choices {
    /// The profile is nobody's to see, whatever [`Self::profile`] says.
    pub is_profile_private: bool,
    /// Who sees the profile.
    pub profile: Audience,
    /// Who finds it in the directory.
    pub directory: Audience,
    /// The account is in use: proven, onboarded, neither suspended nor about to be deleted.
    pub is_present: bool,
}

/// What the viewer is to somebody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent fact about two people")]
pub struct Between {
    /// They are the same person.
    pub is_self: bool,
    /// The viewer is staff, on main.
    pub by_staff: bool,
    /// They share an affiliation.
    pub shares: bool,
    /// The viewer blocked them.
    pub blocks: bool,
    /// They blocked the viewer.
    pub blocked: bool,
}

/// How much of somebody is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sight {
    /// The whole profile.
    Whole,
    /// Name, handle and picture: what stands beside everything they write.
    Card,
}

impl Choices {
    /// Whether the profile is open to somebody who does, or does not, share an affiliation.
    const fn opens(self, fellow: bool) -> bool {
        !self.is_profile_private && self.profile.includes(fellow)
    }

    /// How much of the profile the viewer sees; nothing, if to them there is nobody.
    #[must_use]
    pub const fn sight(self, between: Between) -> Option<Sight> {
        if between.is_self || between.by_staff {
            return Some(Sight::Whole);
        }
        if between.blocked || !self.is_present {
            return None;
        }
        if !between.blocks && self.opens(between.shares) {
            return Some(Sight::Whole);
        }
        Some(Sight::Card)
    }

    /// Whether the directory lists them to the viewer, through this door.
    #[must_use]
    pub fn is_listed(self, between: Between, door: Door) -> bool {
        let fellow = between.shares || between.is_self;
        let estranged = (between.blocks || between.blocked) && !between.by_staff;
        let is_open = door != Door::Main || self.opens(fellow);
        self.is_present && !estranged && is_open && self.directory.includes(fellow)
    }
}

/// `u` shares an affiliation with the viewer, `$1`.
const FELLOW: &str = "(u.id = $1 OR EXISTS (SELECT 1 FROM affiliation_members theirs \
     JOIN affiliation_members mine ON mine.affiliation_id = theirs.affiliation_id \
     WHERE theirs.user_id = u.id AND mine.user_id = $1))";
const PRESENT: &str = "(u.status IS NULL AND u.has_completed_onboarding AND u.email_verified \
     AND NOT u.marked_unverified AND u.deletion_due_at IS NULL)";
const NOT_ESTRANGED: &str = "NOT EXISTS (SELECT 1 FROM blocks b WHERE \
     (b.blocker_id = $1 AND b.blocked_id = u.id) OR (b.blocker_id = u.id AND b.blocked_id = $1))";

/// SQL for "the profile of `u` is open to the viewer `$1`".
#[must_use]
pub fn open_sql() -> String {
    format!(
        "(NOT u.is_profile_private AND (u.profile_visibility = 'public' \
         OR (u.profile_visibility = 'affiliations' AND {FELLOW})))"
    )
}

/// SQL for "the directory lists `u` to the viewer `$1`, through this door". The door's own rows are
/// the caller's to pick.
#[must_use]
pub fn listed_sql(door: Door, by_staff: bool) -> String {
    let mut all = vec![PRESENT.to_owned()];
    if !by_staff {
        all.push(NOT_ESTRANGED.to_owned());
    }
    if door == Door::Main {
        all.push(open_sql());
    }
    all.push(format!(
        "(u.directory_visibility = 'public' OR (u.directory_visibility = 'affiliations' \
         AND {FELLOW}))"
    ));
    all.join(" AND ")
}

#[derive(Debug, FromQueryResult)]
struct Row {
    is_profile_private: bool,
    profile_visibility: String,
    directory_visibility: String,
    is_present: bool,
    shares: bool,
    blocks: bool,
    blocked: bool,
}

/// What somebody chose, and what the viewer is to them; nothing if this door does not show them.
/// One query.
///
/// # Errors
/// Database errors.
pub async fn between(
    reads: &impl Reads,
    (viewer, by_staff): (UserId, bool),
    user: UserId,
) -> Result<Option<(Choices, Between)>, DbErr> {
    let mut values = vec![viewer.into(), user.into()];
    let through = reads.door().affiliation().map(|affiliation| {
        values.push(affiliation.into());
        " AND EXISTS (SELECT 1 FROM affiliation_members m \
         WHERE m.user_id = u.id AND m.affiliation_id = $3)"
    });
    let sql = format!(
        "SELECT u.is_profile_private, u.profile_visibility, u.directory_visibility, \
         {PRESENT} AS is_present, {FELLOW} AS shares, \
         EXISTS (SELECT 1 FROM blocks b WHERE b.blocker_id = $1 AND b.blocked_id = u.id) AS blocks, \
         EXISTS (SELECT 1 FROM blocks b WHERE b.blocker_id = u.id AND b.blocked_id = $1) AS blocked \
         FROM users u WHERE u.id = $2{}",
        through.unwrap_or_default()
    );
    let row = reads.sql(&sql, values).one::<Row>().await?;
    Ok(row.map(|row| row.read(viewer == user, by_staff)))
}

impl Row {
    fn read(self, is_self: bool, by_staff: bool) -> (Choices, Between) {
        let choices = Choices {
            is_profile_private: self.is_profile_private,
            profile: Audience::of(&self.profile_visibility),
            directory: Audience::of(&self.directory_visibility),
            is_present: self.is_present,
        };
        let between = Between {
            is_self,
            by_staff,
            shares: self.shares,
            blocks: self.blocks,
            blocked: self.blocked,
        };
        (choices, between)
    }
}

#[cfg(test)]
#[path = "visibility_tests.rs"]
mod tests;
