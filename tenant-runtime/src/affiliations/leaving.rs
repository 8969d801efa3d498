//! The belonging of somebody who leaves.

use crate::reads::places;
use platform::{AffiliationId, System, Tx, UserId};
use sea_orm::{DbErr, FromQueryResult};

/// Ends up to `most` of somebody's memberships. How many there were.
///
/// # Errors
/// The database's.
pub async fn forget_member(tx: &Tx<'_, System>, user: UserId, most: u64) -> Result<u64, DbErr> {
    #[derive(FromQueryResult)]
    struct Left {
        affiliation_id: AffiliationId,
    }
    const TAKE: &str = "DELETE FROM affiliation_members WHERE user_id = $1 AND affiliation_id IN \
         (SELECT affiliation_id FROM affiliation_members WHERE user_id = $1 LIMIT $2) \
         RETURNING affiliation_id";
    let values = vec![user.into(), most.cast_signed().into()];
    let left = tx.raw(TAKE, values).all::<Left>().await?;
    if !left.is_empty() {
        let sql = format!(
            "UPDATE affiliations SET member_count = member_count - 1 WHERE id IN ({})",
            places(1, left.len())
        );
        tx.raw(&sql, left.iter().map(|row| row.affiliation_id.into()).collect()).execute().await?;
    }
    Ok(left.len() as u64)
}
