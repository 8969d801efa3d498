//! Accounts in staff views, and actions on them (A-031, A-187, A-195; gaps G-038,
//! G-043, G-069, G-091, G-096). `search` finds accounts, `facts` has the details of one and `allowed`
//! the actions that it allows. `actions`, `role` and `tier` change an account, `bulk` several.
//! `sessions`, `content` and `notes` are tabs of the user page. `view_as` shows the product as a
//! member.

mod actions;
mod allowed;
mod bulk;
mod content;
mod detail_routes;
mod facts;
mod notes;
mod role;
mod routes;
mod search;
mod sessions;
mod tier;
mod view_as;

pub use actions::check_target;
pub(super) use facts::load_staff_user;
pub(super) use notes::notes_about;

use platform::Services;
use platform::api::ApiRouter;

pub fn routes() -> ApiRouter<Services> {
    routes::routes().merge(detail_routes::routes()).merge(bulk::routes()).merge(view_as::routes())
}
