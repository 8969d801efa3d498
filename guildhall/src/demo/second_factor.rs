//! Second factor of the single account that has one.

use super::DemoError;
use super::store::{Rows, row};
use super::world::World;
use platform::{Services, UserId};
use tenant_runtime::accounts::second_factor;

/// Secret of its authenticator app.
pub const TOTP_SECRET: &str = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

/// Builds its row, as if it had been set up on the first day.
pub fn factor_rows(services: &Services, world: &World) -> Result<Rows, DemoError> {
    let mut factors = Rows::new(
        "user_mfa_settings",
        &["user_id", "has_totp", "totp_enrolled_at", "totp_secret", "last_step", "is_required"],
    );
    for person in world.cast.people.iter().filter(|person| person.is_fixed("mfa")) {
        let id = world.person_id(&person.key)?;
        let sealed = second_factor::encrypt_secret(services, UserId::from(id), TOTP_SECRET)?;
        factors.add(row![id, true, Some(world.joined_at(person)), Some(sealed), 0_i64, false]);
    }
    Ok(factors)
}
