//! Handles: a user's unique name, compared case-insensitively and by its look.
//!
//! [`spelling`] defines valid handles; `rules` claims one in a single transaction, so that the
//! partial states of cannot occur (gaps G-007, G-098).

mod error;
mod routes;
mod rules;
mod spelling;

pub use error::HandleError;
pub use routes::routes;
pub use rules::{handle_of, owner_of};
pub use spelling::{SpelledHandle, looks_like, meant_by};
