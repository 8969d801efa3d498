//! Encrypted values of second factors, for the rotation of the token key.

use super::verify::place_of;
use crate::accounts::rows::{mfa_challenge, mfa_settings};
use platform::sealed_column::{SealedColumn, SealedValues};

/// Encrypted columns.
#[must_use]
pub fn sealed_columns() -> Vec<Box<dyn SealedValues>> {
    vec![
        Box::new(SealedColumn::<mfa_settings::Entity> {
            name: "authenticator secrets",
            key: mfa_settings::Column::UserId,
            sealed: mfa_settings::Column::TotpSecret,
            place: |row| place_of(row.user_id),
        }),
        Box::new(SealedColumn::<mfa_settings::Entity> {
            name: "unconfirmed authenticator secrets",
            key: mfa_settings::Column::UserId,
            sealed: mfa_settings::Column::PendingSecret,
            place: |row| place_of(row.user_id),
        }),
        Box::new(SealedColumn::<mfa_challenge::Entity> {
            name: "authenticator secrets of open sign-ins",
            key: mfa_challenge::Column::TokenHash,
            sealed: mfa_challenge::Column::PendingSecret,
            place: |row| place_of(row.user_id),
        }),
    ]
}
