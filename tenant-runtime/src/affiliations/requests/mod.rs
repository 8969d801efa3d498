//! Affiliation requests: applications for membership, and requests for a missing affiliation (F-052
//! to F-065, gaps G-055, G-117).
//!
//! Users in good standing apply on the main site, or on the affiliation's own portal, where they
//! see nothing else yet (P-05). A private affiliation accepts applications from invited users only.
//! `rules` is the applicant's side; `review` that of the affiliation's admins and of staff. Members
//! request a missing affiliation on the main site (`addition`). Staff answer all requests in one
//! `queue`. `deciding` applies the effects of each decision. Applicants withdraw pending requests,
//! and staff delete any request (`removing`).

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
mod status;
mod store;
mod telling;
mod view;
mod words;

pub use own_data::requests_of;
pub(super) use routes::routes;
pub(super) use rules::open_to;
pub(super) use status::statuses;

platform::id!(
    /// Id of an affiliation request.
    AffiliationRequestId
);
