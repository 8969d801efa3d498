//! The waitlist: people without an invite code apply, and staff invite or decline them (accounts.md
//! gaps G-010, G-027, G-066, G-116).
//!
//! Read `form` (validation), then `abuse` (prohibited content), `rules` (submission) and `review`
//! (decisions of staff). Only the main site has a waitlist (P-04).

mod abuse;
mod error;
mod form;
mod leaving;
mod review;
mod review_routes;
mod routes;
mod rows;
mod rules;
mod store;

pub use error::WaitlistError;
pub use leaving::{export_of, forget};

use platform::api::ApiRouter;
use platform::{Services, id};

id!(
    /// Id of a waitlist entry.
    EntryId
);

pub fn routes() -> ApiRouter<Services> {
    routes::routes().merge(review_routes::routes())
}
