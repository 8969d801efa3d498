//! Access of an affiliation's admins, and of staff on the main site (F-005, F-007, gap G-056).

use super::error::AffiliationError;
use super::rows::{admin, affiliation};
use super::rules::DirectoryViewer;
use super::store;
use platform::scope::GateError;
use platform::{
    AccountViewer, AffiliationId, CatalogueError, Member, Problem, ProblemEntry, Scope, Tx, UserId,
};
use sea_orm::{ColumnTrait, DbErr};

/// The affiliation, if the viewer administers it; not found for others. 2 queries.
pub(super) async fn find_managed(
    scope: &Scope<Member>,
    id_or_path: &str,
) -> Result<affiliation::Model, Problem> {
    let found =
        store::find_by_id_or_path(scope, id_or_path).await?.ok_or(AffiliationError::NotFound)?;
    let me = scope.viewer().id();
    let institutional = !store::administered_of(scope, me, &[found.id]).await?.is_empty();
    let looker = DirectoryViewer::for_member(scope);
    if !looker.administers_affiliation(&found, institutional) {
        return Err(AffiliationError::NotFound.into());
    }
    // Actions of admins require the second factors that admins must have.
    if !looker.is_staff && scope.lacks_second_factor() {
        return Err(GateError::NoSecondFactorOfAdmin.into());
    }
    Ok(found)
}

/// Like [`find_managed`], for other features: the id of the affiliation in the path, if the viewer
/// administers it.
///
/// # Errors
/// Not found if the viewer does not administer such an affiliation; database errors.
pub async fn is_administered_by_viewer(
    scope: &Scope<Member>,
    id_or_path: &str,
) -> Result<AffiliationId, Problem> {
    Ok(find_managed(scope, id_or_path).await?.id)
}

/// Reason why a user may not invite to an affiliation (F-068).
#[derive(Debug, thiserror::Error)]
pub enum InvitingError {
    /// Neither its creator nor staff.
    #[error("Only affiliation creators or staff can send invitations")]
    NotCreator,
    /// The creator lacks the second factor that admins need.
    #[error(transparent)]
    Gate(#[from] GateError),
}

impl CatalogueError for InvitingError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::NotCreator => ProblemEntry::forbidden("affiliation-creator-only"),
            Self::Gate(error) => error.entry(),
        }
    }
}

/// Checks that the viewer may invite to an affiliation by name or by invite code: they are its
/// creator and have the second factors that admins need, or they are staff on the main site.
///
/// # Errors
/// The reason of the refusal.
pub fn check_inviting(scope: &Scope<Member>, creator: Option<UserId>) -> Result<(), InvitingError> {
    let viewer = scope.viewer();
    if viewer.is_staff() {
        return Ok(());
    }
    if creator != Some(viewer.id()) {
        return Err(InvitingError::NotCreator);
    }
    if scope.lacks_second_factor() {
        return Err(GateError::NoSecondFactorOfAdmin.into());
    }
    Ok(())
}

/// The creator and the institutional admins, each once.
pub(super) async fn admins_of<V>(
    tx: &Tx<'_, V>,
    affiliation: &affiliation::Model,
) -> Result<Vec<UserId>, DbErr> {
    let of_it = admin::Column::AffiliationId.eq(affiliation.id.uuid());
    let rows = tx.select::<admin::Entity>().filter(of_it).all().await?;
    let mut admins: Vec<UserId> = rows.into_iter().map(|row| row.user_id).collect();
    admins.extend(affiliation.creator_id);
    admins.sort_unstable();
    admins.dedup();
    Ok(admins)
}
