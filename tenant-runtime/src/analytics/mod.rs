//! Analytics.
//!
//! For the moderators of a community (communities.md C-131 to C-134, gaps G-053): figures are exact
//! and not stored; each is counted by index from posts and membership events, in hours and days of
//! the viewer's time zone. Read `rules`; `time_ranges` computes the time ranges.
//!
//! For a portal and for the whole installation, for an affiliation's admins and for staff
//! (affiliations.md F-124, F-125, gaps G-016, P-24): `platform::analytics` stores events in the
//! transaction of each action; `hourly_counts` aggregates events by hour and users by week, and `usage`
//! reads the aggregates.

mod daily_counts;
mod daily_trends;
mod error;
mod events;
mod hourly_counts;
mod routes;
mod rules;
mod time_ranges;
mod usage;
mod usage_routes;
mod view;

pub use daily_counts::{ApiAnalytics, daily_counts};
pub use daily_trends::{DailyTrends, daily_trends};
pub use events::{delete_events_of, export_of};
pub use hourly_counts::{CountingJob, JOB_KIND, count, schedule_count};
pub use routes::routes;
