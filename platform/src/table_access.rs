//! How a table may be accessed: by site, by owner or on every site. [`crate::Scope`] and
//! [`crate::Tx`] apply it to each query; a table without a declaration cannot be queried.

use crate::ids::UserId;
use sea_orm::{ColumnTrait, Condition, EntityTrait};
use wire::Site;

/// A table whose rows are visible on some sites and not on others.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not implement `SiteVisibility`",
    note = "implement `SiteVisibility` for it, or query a site-independent table with `scope.global`"
)]
pub trait SiteVisibility: EntityTrait {
    /// Condition of the rows that are visible on this site: all on main, its own on a portal.
    fn visible_on(site: Site) -> Condition;
}

/// A table that does not depend on a site: credentials, sessions, invite codes, legal texts, jobs.
#[diagnostic::on_unimplemented(
    message = "`{Self}` depends on the site and cannot be queried with `scope.global`",
    note = "use `scope.select` for it"
)]
pub trait SiteIndependent: EntityTrait {}

/// A table with rows that belong to one user, who may access them on every site.
pub trait UserOwned: EntityTrait {
    /// Column with the owner.
    fn owner() -> Self::Column;
    /// Condition of the owner's rows.
    fn owned_by(owner: UserId) -> Condition {
        Condition::all().add(Self::owner().eq(owner.uuid()))
    }
}
