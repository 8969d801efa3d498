//! Transfer of a signed-in session from one host to another (security.md section 5).
//!
//! The browser first visits the target, which sets a cookie with a verifier; then the source, which
//! creates a code for that verifier; then the target again with the code in the URL fragment, which
//! no server or log sees. A code is valid once, for ten seconds, for one host, one browser and one
//! user.
//!
//! Read [`rules`], in the order of the navigations, and [`redeem`], the last one, then `routes`.

mod error;
mod path;
mod redeem;
mod routes;
mod rows;
mod rules;
mod sweep;

pub use error::TransferError;
pub use path::safe_path;
pub use routes::{api, navigation_router};
pub use sweep::sweep;
