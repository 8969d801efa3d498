//! The live stream: `GET /api/live`, one for each open tab (gaps G-005).
//!
//! Read `stream` first: what a stream does with each event. `topics` says what a viewer may hear,
//! always read from the database through the door, never from what a client asks for (it says which
//! community it shows, which tells staff more and nobody else); `told` which
//! events leave the house; `cap` how many streams one person may hold open.
//!
//! The order of events is one for everybody ([`platform::events::Hub`]), so whoever is removed hears
//! of it before anything that was said later, and what is said later never reaches them.

mod cap;
mod routes;
mod stream;
mod told;
mod topics;

pub use routes::routes;
