//! Installation of certificates, as reported by the edges (edge design, section 5.6).

use super::rows::held::{ActiveModel, Column, Entity};
use platform::{System, Tx};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, Condition, DbErr};

/// Records that all edges run this version of the table: certificates of this version or earlier
/// are installed, except for hosts that an edge refuses.
///
/// # Errors
/// Database errors.
pub(crate) async fn record_installed(
    tx: &Tx<'_, System>,
    version: i64,
    refused: &[&str],
) -> Result<(), DbErr> {
    let mut new = Condition::all()
        .add(Column::InstalledAt.is_null())
        .add(Column::SupersededAt.is_null())
        .add(Column::TableVersion.lte(version));
    if !refused.is_empty() {
        new = new.add(Column::Host.is_not_in(refused.iter().copied()));
    }
    let change = ActiveModel { installed_at: Set(Some(tx.now())), ..Default::default() };
    let written = tx.global_table::<Entity>().update(new, |rows| rows.set(change)).await?;
    written.as_many_as_there_are();
    Ok(())
}
