//! Challenges an authenticator of a known user, and validates its response.

use super::ceremony::{self, CeremonyBinding};
use super::error::PasskeyError;
use super::party::relying_party;
use super::{Assertion, store};
use crate::accounts::rows::passkey::Model;
use platform::{Problem, Scope, Tx, UserId};
use serde_json::Value;
use webauthn_rs::prelude::{AuthenticationResult, Passkey, PasskeyAuthentication};

/// Creates a challenge for the user's passkeys.
///
/// # Errors
/// [`PasskeyError`] if the user has none; database errors.
pub async fn begin_challenge<V>(
    scope: &mut Scope<V>,
    asker: &CeremonyBinding,
    user: UserId,
) -> Result<Value, Problem> {
    let rows = store::list_by_user(scope, user).await?;
    if rows.is_empty() {
        return Err(PasskeyError::NotFound.into());
    }
    let passkeys: Result<Vec<_>, _> = rows.into_iter().map(passkey_of).collect();
    let (question, state) = relying_party(scope.services())?
        .start_passkey_authentication(&passkeys?)
        .map_err(PasskeyError::Fault)?;
    let tx = scope.begin().await?;
    ceremony::store_challenge(&tx, asker, &state).await?;
    tx.commit().await?;
    Ok(serde_json::to_value(question).map_err(PasskeyError::Unreadable)?)
}

/// Validates the authenticator's response and deletes the challenge.
///
/// # Errors
/// [`PasskeyError::Refused`] for any invalid response.
pub async fn finish_challenge<V>(
    tx: &Tx<'_, V>,
    asker: &CeremonyBinding,
    user: UserId,
    assertion: &Assertion,
) -> Result<(), Problem> {
    let state: PasskeyAuthentication = ceremony::consume_challenge(tx, asker).await?;
    let shown = relying_party(tx.services())?
        .finish_passkey_authentication(assertion, &state)
        .map_err(|_| PasskeyError::Refused)?;
    // Fails if the passkey was removed in the meantime.
    let id = store::credential_id(assertion.get_credential_id());
    let row = store::find(tx, user, &id).await?.ok_or(PasskeyError::Refused)?;
    Ok(store_use(tx, row, &shown).await?)
}

pub(super) async fn store_use<V>(
    tx: &Tx<'_, V>,
    row: Model,
    shown: &AuthenticationResult,
) -> Result<(), PasskeyError> {
    let id = row.id;
    let mut passkey = passkey_of(row)?;
    passkey.update_credential(shown);
    Ok(store::record_use(tx, id, serde_json::to_value(&passkey)?).await?)
}

pub(super) fn passkey_of(row: Model) -> Result<Passkey, PasskeyError> {
    Ok(serde_json::from_value(row.credential)?)
}
