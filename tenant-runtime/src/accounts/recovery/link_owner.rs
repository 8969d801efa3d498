//! Account of a mailed link, for its holder: a password manager must know for which account it
//! stores the new password.

use super::error::RecoveryError;
use crate::accounts::credentials::{PasswordOwner, SELECT_HOLDER};
use crate::accounts::links::{self, LinkPurpose};
use platform::{Scope, Visitor, tokens};

/// Email address of the account. Does not consume the link.
pub(super) async fn email_of(scope: &Scope<Visitor>, token: &str) -> Result<String, RecoveryError> {
    let link = links::find(scope, LinkPurpose::Reset, &tokens::hash(token)).await?;
    let link = link.ok_or(RecoveryError::LinkRefused)?;
    let sql = format!("{SELECT_HOLDER} u.id = $1");
    let holder = scope.raw(&sql, vec![link.user_id.uuid().into()]).one::<PasswordOwner>().await?;
    let holder = holder.filter(|holder| holder.version == link.credential_version);
    holder.map(|holder| holder.email).ok_or(RecoveryError::LinkRefused)
}
