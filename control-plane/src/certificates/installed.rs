//! That a certificate is in force: said by the edges themselves (edge design, section 5.6).

use super::rows::held::{ActiveModel, Column, Entity};
use platform::{System, Tx};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, Condition, DbErr};

/// Notes that every edge runs this version of the table: what came with it, or before, is installed,
/// but for the hosts that an edge refuses.
///
/// # Errors
/// The database's.
pub(crate) async fn note_installed(
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
    let written = tx.doorless_table::<Entity>().update(new, |rows| rows.set(change)).await?;
    written.as_many_as_there_are();
    Ok(())
}
