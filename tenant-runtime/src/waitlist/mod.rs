//! The waitlist: people without an invite code apply, and staff invite or decline them (accounts.md
//! gaps G-010, G-027, G-066, G-116).
//!
//! Read `form` (validation), then `abuse` (prohibited content), `rules` (submission) and `review`
//! (decisions of staff). Only the main site has a waitlist (P-04).

mod abuse;
mod account_deletion;
mod error;
mod form;
mod review;
mod review_routes;
mod routes;
mod rows;
mod rules;
mod store;
mod work;

pub use account_deletion::{delete_entry_of, export_of};
pub use error::WaitlistError;
pub use work::PENDING_ENTRIES;

use platform::api::ApiRouter;
use platform::{Services, id};

id!(
    /// Id of a waitlist entry.
    EntryId
);

pub fn routes() -> ApiRouter<Services> {
    routes::routes().merge(review_routes::routes())
}
