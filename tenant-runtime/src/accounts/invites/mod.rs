//! Invite codes: whoever joins was asked by somebody.

mod routes;
mod rules;
mod store;

pub use routes::routes;
pub(super) use rules::{check_unspent, consume};

use platform::id;

id!(
    /// An invite code.
    InviteCodeId
);
id!(
    /// One use of an invite code.
    InviteUseId
);
