//! Access of the people who look after an affiliation, and of staff on the main site (F-005, F-007,
//! gap G-056). `platform::affiliations` decides what each role permits.

use super::access::load_access;
use super::error::AffiliationError;
use super::rows::affiliation;
use super::rules::DirectoryViewer;
use super::store;
use platform::affiliations::{AffiliationAccess, AffiliationPermission};
use platform::scope::GateError;
use platform::{
    AccountViewer, AffiliationId, CatalogueError, Member, Problem, ProblemEntry, Scope, Site,
    UserId,
};
use sea_orm::DbErr;

/// The affiliation, if the viewer's access fits; not found for others. 2 queries.
pub(super) async fn find_with_access(
    scope: &Scope<Member>,
    id_or_path: &str,
    fits: impl Fn(AffiliationAccess) -> bool + Send,
) -> Result<(affiliation::Model, AffiliationAccess), Problem> {
    let found =
        store::find_by_id_or_path(scope, id_or_path).await?.ok_or(AffiliationError::NotFound)?;
    let viewer = DirectoryViewer::for_member(scope);
    let access = load_access(scope, viewer, &[found.id]).await?.to_affiliation(found.id);
    if !fits(access) {
        return Err(AffiliationError::NotFound.into());
    }
    // Actions of admins require the second factors that admins must have.
    if !access.is_staff && scope.lacks_second_factor() {
        return Err(GateError::NoSecondFactorOfAdmin.into());
    }
    Ok((found, access))
}

/// The affiliation, if the viewer has the permission; not found for others. 2 queries.
pub(super) async fn find_managed(
    scope: &Scope<Member>,
    id_or_path: &str,
    permission: AffiliationPermission,
) -> Result<affiliation::Model, Problem> {
    let fits = |access: AffiliationAccess| access.allows(permission);
    Ok(find_with_access(scope, id_or_path, fits).await?.0)
}

/// Like [`find_managed`], for actions of the main site only (P-16).
pub(super) async fn find_managed_on_main(
    scope: &Scope<Member>,
    id_or_path: &str,
    permission: AffiliationPermission,
) -> Result<affiliation::Model, Problem> {
    check_main_site(scope)?;
    find_managed(scope, id_or_path, permission).await
}

/// Refuses portals, on which an affiliation is not edited (P-16).
pub(super) fn check_main_site<V>(scope: &Scope<V>) -> Result<(), AffiliationError> {
    if scope.site() == Site::Main { Ok(()) } else { Err(AffiliationError::MainSiteOnly) }
}

/// Like [`find_managed`], for other features: the id of the affiliation in the path.
///
/// # Errors
/// Not found if the viewer lacks the permission; database errors.
pub async fn find_managed_id(
    scope: &Scope<Member>,
    id_or_path: &str,
    permission: AffiliationPermission,
) -> Result<AffiliationId, Problem> {
    Ok(find_managed(scope, id_or_path, permission).await?.id)
}

/// Like [`find_managed_id`], on the main site only (P-16).
///
/// # Errors
/// Not found if the viewer lacks the permission, and on portals; database errors.
pub async fn find_managed_id_on_main(
    scope: &Scope<Member>,
    id_or_path: &str,
    permission: AffiliationPermission,
) -> Result<AffiliationId, Problem> {
    Ok(find_managed_on_main(scope, id_or_path, permission).await?.id)
}

/// Reason why a user may not invite to an affiliation (F-068).
#[derive(Debug, thiserror::Error)]
pub enum InvitingError {
    /// Neither its creator nor staff, nor an admin that the affiliation lets invite.
    #[error("Only affiliation creators or staff can send invitations")]
    NotCreator,
    /// The creator lacks the second factor that admins need.
    #[error(transparent)]
    Gate(#[from] GateError),
    /// Database error.
    #[error("An error occurred. Please try again.")]
    Store(#[from] DbErr),
}

impl CatalogueError for InvitingError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::NotCreator => ProblemEntry::forbidden("affiliation-creator-only"),
            Self::Gate(error) => error.entry(),
            Self::Store(error) if platform::db::is_away(error) => {
                ProblemEntry::away("storage-away")
            }
            Self::Store(_) => ProblemEntry::internal(),
        }
    }
}

/// Checks that the viewer may invite to an affiliation by name or by invite code: they are its
/// creator, or an admin if its settings allow it, and have the second factors that admins need, or
/// they are staff on the main site. At most 1 query.
///
/// # Errors
/// The reason of the refusal.
pub async fn check_inviting(
    scope: &Scope<Member>,
    affiliation: AffiliationId,
    creator: Option<UserId>,
) -> Result<(), InvitingError> {
    let viewer = scope.viewer();
    if viewer.is_staff() {
        return Ok(());
    }
    if creator != Some(viewer.id()) {
        let viewer = DirectoryViewer::for_member(scope);
        let access = load_access(scope, viewer, &[affiliation]).await?.to_affiliation(affiliation);
        if !access.allows(AffiliationPermission::Invite) {
            return Err(InvitingError::NotCreator);
        }
    }
    if scope.lacks_second_factor() {
        return Err(GateError::NoSecondFactorOfAdmin.into());
    }
    Ok(())
}
