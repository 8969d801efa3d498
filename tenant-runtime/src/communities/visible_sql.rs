//! SQL conditions on communities, for hand-written statements of every feature: which communities
//! exist on a site, and which of them a viewer may see. `access` decides the same for one community.
//!
//! Each function names the site: `portal` is the placeholder or column with the affiliation of a
//! portal, and `None` is the main site.

use super::access::since_sql;
use crate::profiles::blocks::{Blocks, not_blocked_sql};
use platform::affiliations;

/// The viewer of a statement.
#[derive(Debug, Clone, Copy)]
pub struct SqlViewer<'s> {
    /// Placeholder or column with the viewer's id.
    pub id: &'s str,
    /// True for staff on the main site, who see every community.
    pub is_staff: bool,
}

/// SQL condition that the community with the id `community` is visible on the site: on a portal,
/// that it is linked to the affiliation.
#[must_use]
pub fn on_site_sql(community: &str, portal: Option<&str>) -> String {
    let Some(portal) = portal else { return "TRUE".to_owned() };
    format!(
        "EXISTS (SELECT 1 FROM community_affiliations cl \
         WHERE cl.community_id = {community} AND cl.affiliation_id = {portal})"
    )
}

/// SQL condition that the row `c` of `communities` exists on the site: it is visible there, and its
/// deletion has not begun.
#[must_use]
pub fn exists_sql(c: &str, portal: Option<&str>) -> String {
    format!("{c}.is_gone = FALSE AND {}", on_site_sql(&format!("{c}.id"), portal))
}

/// SQL condition that the user is a member of the community with the id `community`.
#[must_use]
pub fn is_member_sql(community: &str, user: &str) -> String {
    format!(
        "EXISTS (SELECT 1 FROM community_members cm \
         WHERE cm.community_id = {community} AND cm.user_id = {user})"
    )
}

/// SQL for the communities `c` on the site with the user's membership `m`: the tables and the
/// condition, to which the caller may add others.
#[must_use]
pub fn joined_from_sql(user: &str, portal: Option<&str>) -> String {
    format!(
        "community_members m JOIN communities c ON c.id = m.community_id \
         WHERE m.user_id = {user} AND {}",
        exists_sql("c", portal)
    )
}

/// SQL condition that the viewer may know the row `c` of `communities` on the site: the form of
/// [`super::access::may_see`] for many communities (G-074).
#[must_use]
pub fn visible_sql(c: &str, viewer: SqlViewer<'_>, portal: Option<&str>) -> String {
    let exists = exists_sql(c, portal);
    if viewer.is_staff {
        return exists;
    }
    let is_member = is_member_sql(&format!("{c}.id"), viewer.id);
    format!(
        "{exists} AND ({c}.visibility = 'public' OR {is_member} \
         OR ({c}.visibility = 'affiliations' AND EXISTS (SELECT 1 FROM community_affiliations cl \
         WHERE cl.community_id = {c}.id AND {})))",
        affiliations::is_member_sql("cl.affiliation_id", viewer.id)
    )
}

/// SQL condition that the viewer may read the row `row` of a table with `community_id` and
/// `created`, written by the user in its column `author`: the form of [`super::Access::can_read_at`]
/// and [`super::Access::applicable_blocks`] for content of many communities.
#[must_use]
pub fn is_readable_sql(
    (row, author): (&str, &str),
    viewer: SqlViewer<'_>,
    portal: Option<&str>,
) -> String {
    if viewer.is_staff {
        return format!(
            "EXISTS (SELECT 1 FROM communities c WHERE c.id = {row}.community_id AND {})",
            exists_sql("c", portal)
        );
    }
    let author = format!("{row}.{author}");
    format!(
        "EXISTS (SELECT 1 FROM {} AND c.id = {row}.community_id \
         AND COALESCE({} < {row}.created, TRUE) \
         AND ((m.role = 'member' AND {}) OR (m.role <> 'member' AND {})))",
        joined_from_sql(viewer.id, portal),
        since_sql("m"),
        not_blocked_sql(&author, viewer.id, Blocks::Both),
        not_blocked_sql(&author, viewer.id, Blocks::Own)
    )
}
