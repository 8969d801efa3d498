//! What goes on, in numbers.
//!
//! In a community, for those who look after it (communities.md C-131 to C-134, gaps G-053): nothing is
//! estimated and nothing kept, each figure is counted, by index, from what was written and who came and
//! went, in the hours and days of the viewer's own time zone. Read `rules`; `spans` cuts the time.
//!
//! At a portal and on the whole network, for an affiliation's admins and for staff (affiliations.md F-124,
//! F-125, gaps G-016, P-24): what people did is an event, noted in its own transaction by
//! `platform::analytics`; `counting` counts events by hour and people by week, and `usage` reads those.

mod counting;
mod error;
mod events;
mod routes;
mod rules;
mod spans;
mod usage;
mod usage_routes;
mod view;

pub use counting::{JOB_KIND, Slot, count, schedule};
pub use events::{export_of, forget};
pub use routes::routes;
