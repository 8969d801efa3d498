//! What members of staff do: pause an account and lift the pause. Every act is a row of the audit
//! log in the transaction that does it. On a portal these paths do not exist (P-15).

mod audit;
mod error;
mod routes;
mod rules;

pub use audit::{Act, record};
pub use error::StaffError;
pub use routes::routes;
pub use rules::grant;
