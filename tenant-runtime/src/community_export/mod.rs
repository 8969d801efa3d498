//! Export of a community's content for its admins, for example before its deletion (gap G-087): one
//! JSON line per item, the community first. It is streamed, so memory use does not depend on the
//! size.
//!
//! Read `routes`, then `rules`. Each feature defines the lines for its own items.

mod lines;
mod routes;
mod rules;

pub use lines::{CHUNK, ExportLine, read_lines};
pub use routes::routes;
