//! Communities and trust circles: making one, finding one, and being in one.
//!
//! Read `routes`, then `rules` (making and listing), `access` (who reaches into which community,
//! asked by every feature that lives inside one) and [`membership`] (coming, going, reading marks).
//! Through a portal only the communities linked to its affiliation exist; that is `Seen` in
//! [`rows`]. communities.md C-027 to C-071, gaps G-012, G-026, G-038, G-074 to G-078.

mod access;
mod create;
mod error;
mod figures;
mod history;
mod leaving;
mod limits;
pub mod membership;
mod routes;
mod rows;
mod rules;
mod store;
mod succession;
mod ties;
mod view;

pub use access::{Access, Reading, reach, reach_to_write};
pub use error::{CommunityError, OrSay};
pub use figures::{Comings, comings_in};
pub use history::history_of;
pub use leaving::{export_of, forget_member};
pub use limits::spend;
pub use rows::Role;
pub(crate) use rows::through_community;
pub use store::{count_post, count_thread, is_here, read_until};
pub use ties::{
    Joined, ShownCommunity, Timeout, created_gathered, joined_gathered, shown_of, timeouts_gathered,
};
pub use view::unread_everywhere;

use platform::Services;
use utoipa_axum::router::OpenApiRouter;

platform::id!(
    /// A community or trust circle.
    CommunityId
);

/// What can be asked.
pub fn routes() -> OpenApiRouter<Services> {
    routes::routes().merge(membership::routes())
}
