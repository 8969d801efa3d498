//! The values of all search statements: the viewer is `$1`, the affiliation of a portal `$2`.

use platform::{AccountViewer, Member, Scope};
use sea_orm::Value;
use uuid::Uuid;

/// A condition that is always true. PostgreSQL refuses a value that a statement does not use, and
/// on the main site no other condition uses `$2`.
pub(super) const USES_PORTAL: &str = "$2 IS NOT NULL";

pub(super) fn values(scope: &Scope<Member>) -> Vec<Value> {
    let portal = scope.site().affiliation().map_or(Uuid::nil(), |portal| portal.uuid());
    vec![scope.viewer().id().into(), portal.into()]
}

/// Placeholder of the portal's affiliation; none on the main site.
pub(super) fn portal(scope: &Scope<Member>) -> Option<&'static str> {
    scope.site().affiliation().map(|_| "$2")
}
