//! Carrying a signed-in person from one host to another (security.md section 5).
//!
//! The browser goes to the target first, which plants a verifier in a cookie; then to the source,
//! which mints a code for that verifier; then back with the code in the fragment, where no server
//! and no log sees it. A code is good once, for ten seconds, for one host, one browser, one person.
//!
//! Read [`rules`], in the order of the hops, and [`redeeming`], the last of them, then `routes`.

mod error;
mod path;
mod redeeming;
mod routes;
mod rows;
mod rules;
mod sweep;

pub use error::TransferError;
pub use path::safe_path;
pub use routes::{api, hops};
pub use sweep::sweep;
