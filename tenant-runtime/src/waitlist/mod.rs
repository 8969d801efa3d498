//! The waitlist: people without an invite code ask for one, and staff invite or decline them
//! (accounts.md; gaps G-010, G-027, G-066, G-116).
//!
//! Read `form` (what must be said), then `abuse` (what nobody may say), then `rules` (how an entry
//! comes to be) and `review` (what staff make of it). The list is main's alone (P-04).

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
    /// Somebody on the waitlist.
    EntryId
);

pub fn routes() -> ApiRouter<Services> {
    routes::routes().merge(review_routes::routes())
}
