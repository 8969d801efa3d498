//! Encrypted values of certificates, for the rotation of the token key.

use super::account::issuer_place;
use super::context::{key_place, order_place};
use super::rows::{CertificateId, account, held, job};
use platform::Services;
use platform::sealed_column::{SealedColumn, SealedValues};
use platform::tokens::TokenError;

/// Encrypts the private key of a certificate for storage.
///
/// # Errors
/// The operating system has no randomness.
pub fn seal_certificate_key(
    services: &Services,
    id: CertificateId,
    key: &str,
) -> Result<String, TokenError> {
    services.keys().vault.seal(&key_place(id), key.as_bytes())
}

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
