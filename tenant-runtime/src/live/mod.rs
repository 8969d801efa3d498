//! Live event stream: `GET /api/live`, one per browser and site (gaps G-005). With `poll=true` the
//! same stream ends after its first events (G-006).
//!
//! Read `stream` first: it decides what to do with each event. `topics` has the topics that a
//! viewer may receive. They are always derived from the database with the site's visibility, never
//! from client input; the `community` parameter only adds a topic for staff. `wire_events` defines which
//! events are sent to clients; `cap` limits the streams per user; `presence`
//! records them as activity.
//!
//! All events have one global order ([`platform::events::Hub`]). A removed member therefore
//! receives their removal before any later post, and no later post reaches them.

mod cap;
mod poll;
mod presence;
mod routes;
mod stream;
mod stream_metrics;
mod topics;
mod wire_events;

pub use routes::routes;
