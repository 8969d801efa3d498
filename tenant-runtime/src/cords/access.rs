//! Decides which people a viewer can have a cord with.

use super::error::CordError;
use crate::profiles::visibility::{self, ViewerRelation};
use crate::sql::SqlReader;
use platform::{AccountViewer, Member, Problem, UserId};

/// The viewer's relation to another person who is visible to them on this site. Two people who have
/// blocked each other do not find each other here, whichever of them did.
pub(super) async fn find_person(
    reads: &impl SqlReader,
    viewer: &Member,
    user: UserId,
) -> Result<ViewerRelation, Problem> {
    let by_staff = viewer.is_staff();
    let found = visibility::load_relation(reads, (viewer.id(), by_staff), user).await?;
    let (settings, relation) = found.ok_or(CordError::PersonNotFound)?;
    settings.profile_access(relation).ok_or(CordError::PersonNotFound)?;
    if relation.blocks || relation.blocked {
        return Err(CordError::PersonNotFound.into());
    }
    Ok(relation)
}
