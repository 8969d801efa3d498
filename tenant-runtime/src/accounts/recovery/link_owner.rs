//! The account that a mailed link belongs to, for the holder of the link: a password manager has to know
//! whose new password it stores.

use super::error::RecoveryError;
use crate::accounts::credentials::{Holder, SELECT_HOLDER};
use crate::accounts::links::{self, Purpose};
use platform::{Scope, Visitor, tokens};

/// The address of the account; the link stays usable.
pub(super) async fn email_of(scope: &Scope<Visitor>, token: &str) -> Result<String, RecoveryError> {
    let link = links::find(scope, Purpose::Reset, &tokens::hash(token)).await?;
    let link = link.ok_or(RecoveryError::LinkRefused)?;
    let sql = format!("{SELECT_HOLDER} u.id = $1");
    let holder = scope.raw(&sql, vec![link.user_id.uuid().into()]).one::<Holder>().await?;
    let holder = holder.filter(|holder| holder.version == link.credential_version);
    holder.map(|holder| holder.email).ok_or(RecoveryError::LinkRefused)
}
