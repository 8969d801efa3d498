//! Invite codes: whoever joins was asked by somebody (A-060 to A-069, G-065).
//!
//! `rules` is how a code is looked at and used up, `issue` how one comes to be and is taken back, by
//! staff or by the creator of the affiliation it invites to.

mod issue;
mod issue_error;
mod issue_routes;
mod ledger;
mod routes;
mod rules;
mod store;

pub use issue::{Issued, OperatorCode, create_by_operator, issue_for_one};
pub use issue_error::IssueError;
pub(super) use rules::{check_unspent, consume, count_undisclosed_use};

use platform::api::ApiRouter;
use platform::{Services, id};

id!(
    /// An invite code.
    InviteCodeId
);
id!(
    /// One use of an invite code.
    InviteUseId
);

pub fn routes() -> ApiRouter<Services> {
    routes::routes().merge(issue_routes::routes())
}
