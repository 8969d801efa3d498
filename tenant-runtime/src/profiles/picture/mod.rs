//! Profile pictures: uploaded, converted to a portrait ([`crate::media::portrait`]), stored under
//! the hash of their content, and deleted when replaced.

mod replaced_picture;
mod routes;
mod rules;

pub use replaced_picture::{JOB_KIND, ReplacedPicture, delete_picture};
pub use routes::routes;

/// Suffixes of the two sizes.
const SMALL: &str = "-128.jpg";
const LARGE: &str = "-512.jpg";

/// Address of the larger size; pictures with one size keep their address.
#[must_use]
pub fn larger_address(address: &str) -> String {
    address.strip_suffix(SMALL).map_or_else(|| address.to_owned(), |stem| format!("{stem}{LARGE}"))
}
