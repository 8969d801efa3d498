//! Deletion of notifications with their community.

use platform::{CommunityId, System, Tx};
use sea_orm::DbErr;

/// Deletes up to `most` notifications of a community. Returns their number.
///
/// # Errors
/// Database errors.
pub async fn delete_notices_of(
    tx: &Tx<'_, System>,
    community: CommunityId,
    most: u64,
) -> Result<u64, DbErr> {
    const NOTICES: &str = "DELETE FROM notifications WHERE id IN (SELECT id FROM notifications \
         WHERE community_id = $1 LIMIT $2)";
    tx.execute(NOTICES, vec![community.into(), most.cast_signed().into()]).await
}
