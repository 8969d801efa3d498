//! Encrypted values of certificates, for the rotation of the token key.

use super::account::issuer_place;
use super::context::{key_place, order_place};
use super::rows::{account, held, job};
use platform::sealed_column::{SealedColumn, SealedValues};

/// Encrypted columns.
#[must_use]
pub fn sealed_columns() -> Vec<Box<dyn SealedValues>> {
    vec![
        Box::new(SealedColumn::<held::Entity> {
            name: "certificate keys",
            key: held::Column::Id,
            sealed: held::Column::Key,
            place: |row| key_place(row.id),
        }),
        Box::new(SealedColumn::<job::Entity> {
            name: "keys of open certificate orders",
            key: job::Column::Host,
            sealed: job::Column::Key,
            place: |row| order_place(&row.host),
        }),
        Box::new(SealedColumn::<account::Entity> {
            name: "accounts at certificate authorities",
            key: account::Column::Issuer,
            sealed: account::Column::Credentials,
            place: |row| issuer_place(&row.issuer),
        }),
    ]
}
