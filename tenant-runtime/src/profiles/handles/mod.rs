//! Handles: a name of one's own, unique in any spelling and unlike every other.
//!
//! [`spelling`] says what a handle may be, `rules` claims one in a single transaction, so that the
//! partial states of cannot come about (gaps G-007, G-098).

mod error;
mod routes;
mod rules;
mod spelling;

pub use error::HandleError;
pub use routes::routes;
pub use rules::{of, owner_of};
pub use spelling::{Handle, looks_like, meant_by};
