//! What an affiliation's admins, and staff on main, may reach (F-005, F-007, gap G-056).

use super::error::AffiliationError;
use super::rows::{admin, affiliation};
use super::rules::Looker;
use super::store;
use platform::scope::GateError;
use platform::{AffiliationId, Catalogued, Entry, Identified, Member, Problem, Scope, Tx, UserId};
use sea_orm::{ColumnTrait, DbErr};

/// The affiliation, if the viewer administers it. For others there is nothing here. 2 queries.
pub(super) async fn managed(
    scope: &Scope<Member>,
    id_or_path: &str,
) -> Result<affiliation::Model, Problem> {
    let found = store::named(scope, id_or_path).await?.ok_or(AffiliationError::NotFound)?;
    let me = scope.viewer().id();
    let institutional = !store::administered(scope, me, &[found.id]).await?.is_empty();
    let looker = Looker::member(scope);
    if !looker.administers(&found, institutional) {
        return Err(AffiliationError::NotFound.into());
    }
    // What only admins do takes the factors that admins need.
    if !looker.is_staff && scope.lacks_second_factor() {
        return Err(GateError::NoSecondFactorOfAdmin.into());
    }
    Ok(found)
}

/// The same, for other features: which affiliation an address names, if the viewer administers it.
///
/// # Errors
/// That there is no such affiliation for the viewer, or the database's.
pub async fn administered_by(
    scope: &Scope<Member>,
    id_or_path: &str,
) -> Result<AffiliationId, Problem> {
    Ok(managed(scope, id_or_path).await?.id)
}

/// Why somebody may not invite to an affiliation (F-068).
#[derive(Debug, thiserror::Error)]
pub enum InvitingError {
    /// Neither its creator nor staff.
    #[error("Only affiliation creators or staff can send invitations")]
    NotCreator,
    /// They are its creator, and act with one factor where admins need two.
    #[error(transparent)]
    Gate(#[from] GateError),
}

impl Catalogued for InvitingError {
    fn entry(&self) -> Entry {
        match self {
            Self::NotCreator => Entry::forbidden("affiliation-creator-only"),
            Self::Gate(error) => error.entry(),
        }
    }
}

/// Whether the viewer may invite to what this person created, by name or by a code: they did it themself, and
/// act with as many factors as admins need here, or they are staff on main.
///
/// # Errors
/// Why not.
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

/// Who looks after it: its creator and its institutional admins, each once.
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
