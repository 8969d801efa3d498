//! Invite codes, which are required to sign up (A-060 to A-069, G-065).
//!
//! `rules` validates and redeems codes; `issue` creates and deactivates them, for staff or the
//! creator of an affiliation.

mod bulk;
mod issue;
mod issue_error;
mod issue_routes;
mod ledger;
mod routes;
mod rules;
mod store;

pub use issue::{
    IssuedCode, OperatorCode, create_by_operator, issue_for_affiliation, issue_for_one,
};
pub use issue_error::IssueError;
pub use ledger::{count_codes_of, move_codes};
pub(super) use rules::{check_unspent, count_use, redeem, store_use};

use platform::api::ApiRouter;
use platform::{Services, id};

id!(
    /// Id of an invite code.
    InviteCodeId
);
id!(
    /// Id of a use of an invite code.
    InviteUseId
);

pub fn routes() -> ApiRouter<Services> {
    routes::routes().merge(issue_routes::routes()).merge(bulk::routes())
}
