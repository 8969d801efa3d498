//! Asking to belong to an affiliation, and the answer (F-052 to F-063, gaps G-055, G-117).
//!
//! Whoever is in good standing asks, on main or at the affiliation's own portal, where they see nothing
//! else yet (P-05); a private affiliation hears those alone whom somebody invited. `rules` is the
//! applicant's side, `review` that of the affiliation's admins and of staff.

mod error;
mod own_data;
mod review;
mod routes;
mod rows;
mod rules;
mod standing;
mod store;
mod view;

pub use own_data::requests_of;
pub(super) use routes::routes;
pub(super) use rules::open_to;
pub(super) use standing::standings;

platform::id!(
    /// A request to belong to an affiliation.
    AffiliationRequestId
);
