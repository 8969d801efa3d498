//! Adds, renames and removes passkeys of the viewer.

use super::ceremony::{self, CeremonyBinding};
use super::error::PasskeyError;
use super::party::relying_party;
use super::{store, verify};
use crate::accounts::rows::passkey::{Model, PasskeyId};
use crate::accounts::second_factor::{self, FactorChange};
use platform::{AccountViewer, Problem, Scope, SignedIn, Tx};
use serde_json::{Value, json};
use webauthn_rs::prelude::{PasskeyRegistration, RegisterPublicKeyCredential};

/// Maximum passkeys per account.
const PASSKEYS_MAX: u64 = 20;
/// Maximum characters of a passkey's name.
const NAME_CHARS_MAX: usize = 50;

pub(super) async fn list(scope: &Scope<SignedIn>) -> Result<Vec<Model>, PasskeyError> {
    Ok(store::list_own(scope).await?)
}

/// Options for the authenticator to create a passkey.
pub(super) async fn begin(scope: &mut Scope<SignedIn>) -> Result<Value, Problem> {
    second_factor::check_may_change(scope)?;
    let (user, session) = (scope.viewer().id(), scope.viewer().session());
    let standing = second_factor::find_status(scope, user).await?.ok_or(PasskeyError::NotFound)?;
    let rows = store::list_own(scope).await?;
    if rows.len() as u64 >= PASSKEYS_MAX {
        return Err(PasskeyError::TooMany(PASSKEYS_MAX).into());
    }
    let known: Result<Vec<_>, _> = rows.into_iter().map(verify::passkey_of).collect();
    let known = known?.iter().map(|passkey| passkey.cred_id().clone()).collect();
    let (question, state) = relying_party(scope.services())?
        .start_passkey_registration(user.uuid(), &standing.email, &standing.email, Some(known))
        .map_err(PasskeyError::Fault)?;
    let tx = scope.begin().await?;
    ceremony::store_challenge(&tx, &CeremonyBinding::for_registration(session), &state).await?;
    tx.commit().await?;
    let mut question = serde_json::to_value(question).map_err(PasskeyError::Unreadable)?;
    // A discoverable credential allows a sign-in without typing an address.
    let selection = &mut question["publicKey"]["authenticatorSelection"];
    selection["residentKey"] = json!("required");
    selection["requireResidentKey"] = json!(true);
    Ok(question)
}

/// Stores the passkey that the authenticator created.
pub(super) async fn add(
    scope: &mut Scope<SignedIn>,
    name: &str,
    answer: &RegisterPublicKeyCredential,
) -> Result<Model, Problem> {
    second_factor::check_may_change(scope)?;
    let name = check_name(name)?;
    let asker = CeremonyBinding::for_registration(scope.viewer().session());
    let tx = scope.begin().await?;
    let state: PasskeyRegistration = ceremony::consume_challenge(&tx, &asker).await?;
    let passkey = relying_party(tx.services())?
        .finish_passkey_registration(answer, &state)
        .map_err(|_| PasskeyError::Refused)?;
    let credential = serde_json::to_value(&passkey).map_err(PasskeyError::Unreadable)?;
    let row = store::insert(&tx, &passkey, credential, &name).await.map_err(|error| {
        if platform::db::is_taken(&error) { PasskeyError::Taken } else { error.into() }
    })?;
    send_notice(&tx, &FactorChange::PasskeyAdded { name }).await?;
    tx.commit().await?;
    Ok(row)
}

/// Renames a passkey.
pub(super) async fn rename(
    scope: &mut Scope<SignedIn>,
    id: PasskeyId,
    name: &str,
) -> Result<Model, Problem> {
    second_factor::check_not_paused(scope)?;
    let name = check_name(name)?;
    let tx = scope.begin().await?;
    let row = store::rename(&tx, id, &name).await?.ok_or(PasskeyError::NotFound)?;
    tx.commit().await?;
    Ok(row)
}

pub(super) async fn remove(scope: &mut Scope<SignedIn>, id: PasskeyId) -> Result<(), Problem> {
    second_factor::check_may_change(scope)?;
    let tx = scope.begin().await?;
    let row = store::find_own(&tx, id).await?.ok_or(PasskeyError::NotFound)?;
    if !store::remove(&tx, id).await? {
        return Err(PasskeyError::NotFound.into());
    }
    send_notice(&tx, &FactorChange::PasskeyRemoved { name: row.name }).await?;
    Ok(tx.commit().await?)
}

async fn send_notice(tx: &Tx<'_, SignedIn>, change: &FactorChange) -> Result<(), PasskeyError> {
    Ok(second_factor::notify_change(tx, tx.viewer().id(), change).await?)
}

fn check_name(name: &str) -> Result<String, PasskeyError> {
    let name: String = name.trim().chars().filter(|c| !c.is_control()).collect();
    match name.chars().count() {
        0 => Err(PasskeyError::NameMissing),
        n if n > NAME_CHARS_MAX => Err(PasskeyError::NameTooLong),
        _ => Ok(name),
    }
}
