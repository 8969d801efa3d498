//! Users: their own profile ([`me`](routes)), onboarding, the short view of a person next to their
//! content ([`people`]), and who may see a profile ([`visibility`]).

mod accounts_of;
mod activity;
mod change;
mod error;
pub mod estranged;
mod export;
pub mod handles;
mod language;
mod leaving;
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

pub use accounts_of::{emails, hold, lock_subscription, verify};
pub use error::ProfileError;
pub use export::export_of;
pub use leaving::{forget, leave, leaves_at};
pub use onboarding::complete_onboarding;
pub use people::{Person, display_name, people, person_of};
pub use record::BESIDE;

use platform::Services;
use platform::api::ApiRouter;

pub fn routes() -> ApiRouter<Services> {
    routes::routes().merge(handles::routes()).merge(picture::routes())
}
