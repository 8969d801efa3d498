//! Asking to belong to an affiliation, or for one that is missing, and the answer (F-052 to F-065, gaps
//! G-055, G-117).
//!
//! Whoever is in good standing asks to belong, on main or at the affiliation's own portal, where they see
//! nothing else yet (P-05); a private affiliation hears those alone whom somebody invited. `rules` is the
//! applicant's side, `review` that of the affiliation's admins and of staff at it. Members ask on main for
//! an affiliation that is missing (`addition`); staff answer whatever is asked in one `queue`. What follows
//! from an answer is in `deciding`, whoever gives it. Whoever asked takes back what waits, and staff delete
//! whatever they like (`removing`).

mod addition;
mod answer;
mod deciding;
mod error;
mod own_data;
mod queue;
mod removing;
mod review;
mod routes;
mod rows;
mod rules;
mod standing;
mod store;
mod telling;
mod view;
mod words;

pub use own_data::requests_of;
pub(super) use routes::routes;
pub(super) use rules::open_to;
pub(super) use standing::standings;

platform::id!(
    /// A request to belong to an affiliation, or for one that is missing.
    AffiliationRequestId
);
