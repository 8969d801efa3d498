//! Relying party of passkeys.

use super::error::PasskeyError;
use platform::Services;
use webauthn_rs::prelude::{Url, Webauthn, WebauthnBuilder, WebauthnError};

const NAME: &str = "Guildhall";

/// The main host, with its name and origin.
pub(super) fn relying_party(services: &Services) -> Result<Webauthn, PasskeyError> {
    let origin = Url::parse(&services.config().server.main_origin)
        .map_err(|_| WebauthnError::Configuration)?;
    let host = origin.domain().ok_or(WebauthnError::Configuration)?;
    Ok(WebauthnBuilder::new(host, &origin)?.rp_name(NAME).build()?)
}
