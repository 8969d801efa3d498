//! Creates the setup link, in the operator's process.

use super::error::SetupError;
use super::store;
use crate::accounts::error::AccountError;
use chrono::{DateTime, Duration, Utc};
use platform::{Services, Tx, tokens};
use sea_orm::DbErr;

const LINK_LIFE: Duration = Duration::hours(24);

/// A link that creates the first staff account. It has no `Debug`: its address is a secret.
pub struct SetupLink {
    /// The whole address, with the token in its fragment.
    pub url: String,
    /// Expiry.
    pub expires_at: DateTime<Utc>,
}

/// Creates a new link, which replaces the previous one; `None` if a staff account exists.
///
/// # Errors
/// Database errors, or no random bytes.
pub async fn issue_setup_link(services: &Services) -> Result<Option<SetupLink>, SetupError> {
    let mut system = services.system("create the setup link");
    if store::has_staff(&system).await? {
        return Ok(None);
    }
    let token =
        tokens::random_token::<32>().map_err(|error| AccountError::Fault(error.to_string()))?;
    let tx = system.begin().await?;
    let expires_at = tx.now() + LINK_LIFE;
    store::replace_link(&tx, &tokens::hash(&token), expires_at).await?;
    tx.commit().await?;
    let url = format!("{}/setup#token={token}", services.config().server.main_origin);
    Ok(Some(SetupLink { url, expires_at }))
}

/// Returns true if this installation has a staff account.
///
/// # Errors
/// Database errors.
pub async fn has_staff(services: &Services) -> Result<bool, DbErr> {
    let system = services.system("check for a staff account");
    store::has_staff(&system).await
}

/// Revokes the link, because a staff account was created in another way.
///
/// # Errors
/// Database errors.
pub async fn revoke_setup_link<V>(tx: &Tx<'_, V>) -> Result<(), DbErr> {
    store::delete_link(tx).await
}
