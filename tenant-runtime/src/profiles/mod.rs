//! Users: their own profile ([`me`](routes)), onboarding, the short view of a person next to their
//! content ([`people`]), and who may see a profile ([`visibility`]).

mod account_deletion;
mod accounts_of;
mod activity;
pub mod blocks;
mod change;
mod error;
mod export;
pub mod handles;
mod language;
mod me;
mod onboarding;
mod people;
pub mod picture;
mod record;
mod routes;
mod rows;
mod rules;
mod store;
pub mod visibility;

pub use account_deletion::{delete_profile, leave, leaves_at};
pub use accounts_of::{emails, lock, lock_subscription, verify};
pub use error::ProfileError;
pub use export::export_of;
pub use onboarding::complete_onboarding;
pub use people::{Person, display_name, people, person_of};
pub use record::BESIDE;

use platform::Services;
use platform::api::ApiRouter;

pub fn routes() -> ApiRouter<Services> {
    routes::routes().merge(handles::routes()).merge(picture::routes())
}
