//! The desk at which staff answer tickets (F-104 to F-110, F-123). Only on the main site (P-15).

mod activity_list;
mod canned;
pub(super) mod change;
pub(super) mod inbox;
mod merge;
pub(super) mod requester;
mod routes;
mod statistics;
mod team;

use platform::Services;
use platform::api::ApiRouter;

pub(super) fn routes() -> ApiRouter<Services> {
    routes::routes()
        .merge(canned::routes())
        .merge(statistics::routes())
        .merge(activity_list::routes())
        .merge(team::routes())
}
