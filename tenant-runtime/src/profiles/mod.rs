//! Users: their own profile ([`me`](routes)), onboarding, the short view of a person next to their
//! content ([`load_people`]), and who may see a profile ([`visibility`]).

mod account_deletion;
mod account_lookup;
mod activity;
pub mod blocks;
mod change;
mod error;
mod export;
pub mod handles;
mod me;
mod onboarding;
mod people;
pub mod picture;
mod record;
mod routes;
mod rows;
mod rules;
mod shared;
mod store;
pub mod visibility;

pub use account_deletion::{delete_profile, leave, leaves_at};
pub use account_lookup::{
    email_addresses, is_named, lock, lock_subscription, verify, without_community_activity,
};
pub use error::ProfileError;
pub use export::export_of;
pub use onboarding::complete_onboarding;
pub use people::{
    UserSummary, display_name, is_containing, is_name_containing, load_people, person_of,
};
pub use record::ME_PREFETCH;
pub use shared::{SharedCounts, shared_counts};

use platform::Services;
use platform::api::ApiRouter;

pub fn routes() -> ApiRouter<Services> {
    routes::routes().merge(handles::routes()).merge(picture::routes())
}
