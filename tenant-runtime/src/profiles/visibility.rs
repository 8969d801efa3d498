//! Decides which users a viewer may see, for profiles, the directory, search and lists (gaps G-041,
//! G-072, P-10).
//!
//! A profile is open to an audience; a private profile is private regardless of its other settings.
//! The directory of the main site lists users whose profile and directory entry are both open to
//! the viewer. On a portal, all users belong to one affiliation: a member who hides their profile
//! is still listed there, unless they are in no directory at all. Two users do not find each other
//! if one has blocked the other. Staff on the main site find all users.
//!
//! Implemented twice, in Rust for one user and in SQL for a page of users; a test compares both.

use crate::sql::SqlReader;
use platform::affiliations::is_member_sql;
use platform::{Site, UserId};
use sea_orm::{DbErr, FromQueryResult};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Audience of a profile or directory entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ProfileAudience {
    /// The user only.
    Private,
    /// Users who share an affiliation.
    Affiliations,
    /// All members.
    Public,
}

impl ProfileAudience {
    /// Name in the database.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Private => "private",
            Self::Affiliations => "affiliations",
            Self::Public => "public",
        }
    }

    fn from_name(name: &str) -> Self {
        match name {
            "public" => Self::Public,
            "affiliations" => Self::Affiliations,
            _ => Self::Private,
        }
    }

    const fn allows_reader(self, fellow: bool) -> bool {
        match self {
            Self::Private => false,
            Self::Affiliations => fellow,
            Self::Public => true,
        }
    }
}

/// A user's visibility settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VisibilitySettings {
    /// Hides the profile, regardless of [`Self::profile`].
    pub is_profile_private: bool,
    /// Audience of the profile.
    pub profile: ProfileAudience,
    /// Audience in the directory.
    pub directory: ProfileAudience,
    /// The account is active: verified, onboarded, not suspended and not scheduled for deletion.
    pub is_present: bool,
}

/// The viewer's relation to a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent fact about two people")]
pub struct ViewerRelation {
    /// They are the same user.
    pub is_self: bool,
    /// The viewer is staff, on the main site.
    pub by_staff: bool,
    /// They share an affiliation.
    pub shares: bool,
    /// The viewer has blocked the user.
    pub blocks: bool,
    /// The user has blocked the viewer.
    pub blocked: bool,
}

/// The visible part of a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProfileAccess {
    /// The whole profile.
    Whole,
    /// Name, handle and picture, as shown next to the user's content.
    Card,
}

impl VisibilitySettings {
    /// Returns true if the profile is open to a viewer; `fellow` says if they share an affiliation.
    const fn is_open_to(self, fellow: bool) -> bool {
        !self.is_profile_private && self.profile.allows_reader(fellow)
    }

    /// The part of the profile that the viewer may see; `None` if the user does not exist for them.
    #[must_use]
    pub const fn profile_access(self, relation: ViewerRelation) -> Option<ProfileAccess> {
        if relation.is_self || relation.by_staff {
            return Some(ProfileAccess::Whole);
        }
        if relation.blocked || !self.is_present {
            return None;
        }
        if !relation.blocks && self.is_open_to(relation.shares) {
            return Some(ProfileAccess::Whole);
        }
        Some(ProfileAccess::Card)
    }

    /// Returns true if the directory of this site lists the user to the viewer.
    #[must_use]
    pub fn is_listed(self, relation: ViewerRelation, site: Site) -> bool {
        let fellow = relation.shares || relation.is_self;
        let is_blocked = (relation.blocks || relation.blocked) && !relation.by_staff;
        let is_open = site != Site::Main || self.is_open_to(fellow);
        self.is_present && !is_blocked && is_open && self.directory.allows_reader(fellow)
    }
}

/// SQL: `u` shares an affiliation with the viewer `$1`.
const SHARES_AFFILIATION_SQL: &str = "(u.id = $1 OR EXISTS (SELECT 1 FROM affiliation_members theirs \
     JOIN affiliation_members mine ON mine.affiliation_id = theirs.affiliation_id \
     WHERE theirs.user_id = u.id AND mine.user_id = $1))";
const IS_ACTIVE_SQL: &str = "(u.status IS NULL AND u.has_completed_onboarding AND u.email_verified \
     AND NOT u.marked_unverified AND u.deletion_due_at IS NULL)";
const NOT_ESTRANGED: &str = "NOT EXISTS (SELECT 1 FROM blocks b WHERE \
     (b.blocker_id = $1 AND b.blocked_id = u.id) OR (b.blocker_id = u.id AND b.blocked_id = $1))";

/// SQL: the profile of `u` is open to the viewer `$1`.
#[must_use]
pub fn open_sql() -> String {
    format!(
        "(NOT u.is_profile_private AND (u.profile_visibility = 'public' \
         OR (u.profile_visibility = 'affiliations' AND {SHARES_AFFILIATION_SQL})))"
    )
}

/// SQL: the row `u` of the user with this id.
fn from_user_sql(user: &str) -> String {
    format!("FROM users u WHERE u.id = {user}")
}

/// SQL: the user with the id `user` exists for the viewer `$1`: active, and in no block with them.
/// The caller restricts the rows to the site.
#[must_use]
pub fn visible_user_sql(user: &str) -> String {
    let from = from_user_sql(user);
    format!("EXISTS (SELECT 1 {from} AND {IS_ACTIVE_SQL} AND {NOT_ESTRANGED})")
}

/// SQL: the directory of this site lists `u` to the viewer `$1`. The caller restricts the rows to
/// the site.
#[must_use]
pub fn listed_sql(site: Site, by_staff: bool) -> String {
    let mut all = vec![IS_ACTIVE_SQL.to_owned()];
    if !by_staff {
        all.push(NOT_ESTRANGED.to_owned());
    }
    if site == Site::Main {
        all.push(open_sql());
    }
    all.push(format!(
        "(u.directory_visibility = 'public' OR (u.directory_visibility = 'affiliations' \
         AND {SHARES_AFFILIATION_SQL}))"
    ));
    all.join(" AND ")
}

#[derive(Debug, FromQueryResult)]
struct VisibilityRow {
    is_profile_private: bool,
    profile_visibility: String,
    directory_visibility: String,
    is_present: bool,
    shares: bool,
    blocks: bool,
    blocked: bool,
}

/// A user's settings and the viewer's relation to them; `None` if the user is not visible on this
/// site. One query.
///
/// # Errors
/// Database errors.
pub async fn load_relation(
    reads: &impl SqlReader,
    (viewer, by_staff): (UserId, bool),
    user: UserId,
) -> Result<Option<(VisibilitySettings, ViewerRelation)>, DbErr> {
    let mut values = vec![viewer.into(), user.into()];
    let through = reads.site().affiliation().map(|affiliation| {
        values.push(affiliation.into());
        format!(" AND {}", is_member_sql("$3", "u.id"))
    });
    let sql = format!(
        "SELECT u.is_profile_private, u.profile_visibility, u.directory_visibility, \
         {IS_ACTIVE_SQL} AS is_present, {SHARES_AFFILIATION_SQL} AS shares, \
         EXISTS (SELECT 1 FROM blocks b WHERE b.blocker_id = $1 AND b.blocked_id = u.id) AS blocks, \
         EXISTS (SELECT 1 FROM blocks b WHERE b.blocker_id = u.id AND b.blocked_id = $1) AS blocked \
         {}{}",
        from_user_sql("$2"),
        through.unwrap_or_default()
    );
    let row = reads.sql(&sql, values).one::<VisibilityRow>().await?;
    Ok(row.map(|row| row.read(viewer == user, by_staff)))
}

impl VisibilityRow {
    fn read(self, is_self: bool, by_staff: bool) -> (VisibilitySettings, ViewerRelation) {
        let choices = VisibilitySettings {
            is_profile_private: self.is_profile_private,
            profile: ProfileAudience::from_name(&self.profile_visibility),
            directory: ProfileAudience::from_name(&self.directory_visibility),
            is_present: self.is_present,
        };
        let between = ViewerRelation {
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
