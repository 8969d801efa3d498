//! Affiliation requests: applications for membership, and requests for a missing affiliation (F-052
//! to F-065, gaps G-055, G-117).
//!
//! Users in good standing apply on the main site, or on the affiliation's own portal, where they
//! see nothing else yet (P-05). A private affiliation accepts applications from invited users only.
//! `rules` is the applicant's side; `review` that of the affiliation's admins and of staff. Members
//! request a missing affiliation on the main site (`addition`). Staff answer all requests in one
//! `queue`. `decide` applies the effects of each decision. Applicants withdraw pending requests,
//! and staff delete any request (`removal`).

mod addition;
mod answer;
mod auto_approval;
mod bulk;
mod decide;
mod decision_notice;
mod error;
mod notification;
mod own_data;
mod queue;
mod removal;
mod review;
mod routes;
mod rows;
mod rules;
mod status;
mod store;
mod view;
mod work;

pub use own_data::requests_of;
pub(super) use review::list_rows;
pub(super) use routes::routes;
pub use rows::{AffiliationRequestStatus, AffiliationRequestType};
pub(super) use rules::find_open_to_requests;
pub(super) use status::relations_of;
pub use work::PENDING_REQUESTS;

platform::id!(
    /// Id of an affiliation request.
    AffiliationRequestId
);
