//! Files of posts: uploaded first, stored under a random name, attached to one post, downloaded by
//! those who may read that post, deleted with it, and swept if no post attaches them within a day.
//! They are handled like pictures ([`super::images`]), but stored as they are and only offered as
//! downloads.
//!
//! Read `routes`, `upload`, then `file_type` and `file_name` for what is accepted.

mod error;
mod export;
mod file_name;
mod file_type;
mod moved;
mod routes;
mod rows;
mod store;
mod sweep;
mod upload;

pub use export::{addresses_of, file_export_sql};
pub use moved::keep_moved;
pub use routes::{file_routes, routes};
pub use store::FileView;
pub use sweep::{delete_of_community, delete_unused_of, sweep};

pub(super) use export::uploads_of;
pub(super) use store::{attach_to_post, delete_of_post, of_posts};
pub(super) use sweep::delete_of_posts;

use platform::CommunityId;

platform::id!(
    /// Id of a file, in a post or not yet attached.
    FileId
);

/// Prefix of the objects of a community's files; below that of all its objects.
fn owner(community: CommunityId) -> String {
    format!("{}/files", super::images::owner(community))
}
