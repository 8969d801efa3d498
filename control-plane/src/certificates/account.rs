//! Our account at an authority: created once, by one worker, and stored encrypted.

use super::authority::{Authority, patiently};
use super::budget::{self, Allowance};
use super::errors::{CertificateError, CertificateErrorKind, OrderError, of_error};
use super::rows::account;
use instant_acme::{Account, AccountCredentials, ExternalAccountKey, NewAccount};
use platform::{Scope, Services, System};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, DbErr, ExprTrait};
use std::time::{Duration, Instant};

/// Maximum wait for another worker that is creating the account.
const WAIT_FOR_OTHER: Duration = Duration::from_secs(10);
/// Polling interval during that wait.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// Returns the account at `authority`: from memory, from the database, or newly created. Waits
/// while another worker creates it, because a short delay is no fault of the host.
///
/// # Errors
/// An error of the authority or the database, or a timeout of the wait.
pub(super) async fn load_or_create(
    authority: &Authority,
    scope: &mut Scope<System>,
) -> Result<Account, OrderError> {
    let begun = Instant::now();
    while begun.elapsed() < WAIT_FOR_OTHER {
        if let Some(account) = create_account(authority, scope).await? {
            return Ok(account);
        }
        tokio::time::sleep(LOOK_EVERY).await;
    }
    let words = format!("The account at {} is just being opened.", authority.config.name);
    Err(CertificateError::new(CertificateErrorKind::Ours, "account-opening", words).into())
}

/// Like `at`, but returns `None` while another worker creates the account.
async fn create_account(
    authority: &Authority,
    scope: &mut Scope<System>,
) -> Result<Option<Account>, OrderError> {
    let mut known = authority.account.lock().await;
    if known.is_none() {
        *known = match stored_credentials(authority, scope).await? {
            Some(credentials) => Some(restore_account(authority, credentials).await?),
            None => {
                let turn = Allowance::account_registration(&authority.config.name);
                let turn = budget::reserve(scope, &[turn]).await?;
                if turn.is_ok() { Some(open(authority, scope).await?) } else { None }
            }
        };
    }
    Ok(known.clone())
}

/// Deletes an account that the authority no longer knows, unless another worker has created a new
/// one meanwhile.
///
/// # Errors
/// Database errors.
pub(super) async fn delete(
    authority: &Authority,
    scope: &mut Scope<System>,
    gone: &Account,
) -> Result<(), OrderError> {
    let issuer = &authority.config.name;
    authority.account.lock().await.take_if(|known| known.id() == gone.id());
    let Some(row) = scope.global::<account::Entity>().by_id(issuer.clone()).one().await? else {
        return Ok(());
    };
    let still = match decrypt_credentials(authority, scope.services(), &row)? {
        // The account's URL is in its credentials; instant-acme exposes it only through a restored
        // account.
        Some(credentials) => restore_account(authority, credentials).await?.id() == gone.id(),
        None => true,
    };
    if still {
        let tx = scope.begin().await?;
        let same = account::Column::Issuer
            .eq(issuer)
            .and(account::Column::Credentials.eq(&row.credentials));
        tx.global_table::<account::Entity>().delete(same).await?.as_many_as_there_are();
        tx.commit().await?;
        tracing::warn!(issuer, "issuer {issuer} no longer knows our account; creating a new one");
    }
    Ok(())
}

/// Returns our account credentials, if stored.
///
/// # Errors
/// Database errors.
pub(super) async fn stored_credentials(
    authority: &Authority,
    scope: &Scope<System>,
) -> Result<Option<AccountCredentials>, OrderError> {
    let issuer = authority.config.name.clone();
    match scope.global::<account::Entity>().by_id(issuer).one().await? {
        Some(row) => decrypt_credentials(authority, scope.services(), &row),
        None => Ok(None),
    }
}

/// Credentials encrypted with an old key are unusable.
fn decrypt_credentials(
    authority: &Authority,
    services: &Services,
    row: &account::Model,
) -> Result<Option<AccountCredentials>, OrderError> {
    let vault = &services.keys().vault;
    let Ok(opened) = vault.open(&place_of(authority), &row.credentials) else { return Ok(None) };
    let read = serde_json::from_slice(&opened);
    read.map(Some).map_err(|_| DbErr::Custom("unreadable credentials".to_owned()).into())
}

async fn restore_account(
    authority: &Authority,
    credentials: AccountCredentials,
) -> Result<Account, OrderError> {
    let restored = authority.account_builder().from_credentials(credentials).await;
    Ok(restored.map_err(|error| of_error(&error, &authority.config.name))?)
}

async fn open(authority: &Authority, scope: &mut Scope<System>) -> Result<Account, OrderError> {
    let config = &authority.config;
    let contact: Vec<String> = config.contact.iter().map(|to| format!("mailto:{to}")).collect();
    let contact: Vec<&str> = contact.iter().map(String::as_str).collect();
    let new = NewAccount {
        contact: &contact,
        terms_of_service_agreed: true,
        only_return_existing: false,
    };
    let binding = config.eab_key_id.as_ref().zip(config.eab_key_bytes());
    let binding = binding.map(|(id, key)| ExternalAccountKey::new(id.clone(), &key));
    let opened = patiently!(authority.account_builder().create(
        &new,
        config.directory.clone(),
        binding.as_ref()
    ));
    let (account, credentials) = opened.map_err(|error| of_error(&error, &config.name))?;
    match store_credentials(authority, scope, &credentials).await? {
        None => {
            tracing::info!(issuer = config.name, "account at issuer {} created", config.name);
            Ok(account)
        }
        Some(theirs) => {
            close(authority, account).await;
            restore_account(authority, theirs).await
        }
    }
}

/// Stores the credentials of a new account. If a delayed worker finds another worker's account,
/// that one is kept and returned: an order can only be found under the account that created it.
async fn store_credentials(
    authority: &Authority,
    scope: &mut Scope<System>,
    credentials: &AccountCredentials,
) -> Result<Option<AccountCredentials>, OrderError> {
    let unreadable = |what: String| OrderError::Db(DbErr::Custom(what));
    let plain = serde_json::to_vec(credentials).map_err(|error| unreadable(error.to_string()))?;
    let services = scope.services().clone();
    let sealed = services.keys().vault.seal(&place_of(authority), &plain);
    let issuer = authority.config.name.clone();
    let tx = scope.begin().await?;
    let row = account::ActiveModel {
        issuer: Set(issuer.clone()),
        credentials: Set(sealed.map_err(|error| unreadable(error.to_string()))?),
        created_at: Set(tx.now()),
    };
    let accounts = tx.global_table::<account::Entity>();
    if !accounts.insert_unless_there(row.clone(), &[account::Column::Issuer]).await? {
        let there = tx.global::<account::Entity>().by_id(issuer).one().await?;
        let theirs =
            there.map(|there| decrypt_credentials(authority, &services, &there)).transpose()?;
        if let Some(theirs) = theirs.flatten() {
            return Ok(Some(theirs));
        }
        // A stored account that cannot be decrypted is replaced.
        let same = account::Column::Issuer.eq(&authority.config.name);
        accounts.delete(same).await?.as_many_as_there_are();
        accounts.insert(row).await?;
    }
    tx.commit().await?;
    Ok(None)
}

/// Deactivates an account without orders.
async fn close(authority: &Authority, account: Account) {
    let issuer = &authority.config.name;
    tracing::warn!(issuer, "another worker created an account at issuer {issuer}; dropping ours");
    if let Err(error) = account.deactivate().await {
        tracing::warn!(%error, issuer, "failed to close an unused account at issuer {issuer}");
    }
}

fn place_of(authority: &Authority) -> String {
    issuer_place(&authority.config.name)
}

/// Vault context of the account at an issuer.
pub(super) fn issuer_place(issuer: &str) -> String {
    format!("acme-account/{issuer}")
}
