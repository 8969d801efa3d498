//! Pictures in posts: uploaded first, written anew ([`crate::media::photo`]), kept under a name that
//! nobody can guess, shown by the one post that takes them, and swept away when none does.

mod routes;
mod rules;
mod store;
mod sweep;

pub use routes::routes;
pub use store::ImageView;
pub use sweep::{Forgotten, JOB_KIND, forget, forget_of_community, sweep};

pub(super) use store::{attach, forget_of_post, of_posts};

use crate::communities::CommunityId;

/// Everything that the store keeps of a community lies under this.
#[must_use]
pub fn owner(community: CommunityId) -> String {
    format!("communities/{community}")
}
