//! One's own picture: uploaded, made into a portrait ([`crate::media::portrait`]), kept under a name
//! that holds its hash, and forgotten when another takes its place.

mod forget;
mod routes;
mod rules;

pub use forget::{Forgotten, JOB_KIND, forget};
pub use routes::routes;

/// How the names of the two sizes end.
const SMALL: &str = "-128.jpg";
const LARGE: &str = "-512.jpg";

/// The address of the larger size of a picture; a picture of one size only is its own.
#[must_use]
pub fn larger(address: &str) -> String {
    address.strip_suffix(SMALL).map_or_else(|| address.to_owned(), |stem| format!("{stem}{LARGE}"))
}
