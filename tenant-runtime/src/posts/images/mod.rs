//! Pictures in posts: uploaded first, re-encoded ([`crate::media::photo`]), stored under a random name,
//! attached to one post, served to those who may read that post (gap G-130), deleted with it, and swept if
//! no post attaches them within a day.

mod export;
mod moved;
mod routes;
mod rules;
mod store;
mod sweep;
mod visible;

pub use export::{addresses_of, file_at, image_export_sql};
pub use moved::keep_moved;
pub use routes::{file_routes, routes};
pub use store::ImageView;
pub use sweep::{
    JOB_KIND, OrphanedImages, delete_blobs, delete_of_community, delete_unused_of, sweep,
};

pub(crate) use routes::{PostImageUpload, read_image_form};
pub(crate) use rules::{ImageUpload, secret_name, validated_alt};
pub(crate) use store::has_images_sql;
pub(crate) use sweep::{UNUSED_LIFETIME, deletion_job};

pub(super) use export::{add_content, uploads_of};
pub(super) use moved::copy_object;
pub(super) use rules::check_place;
pub(super) use store::{attach_to_post, delete_of_post, has_images, of_posts};
pub(super) use sweep::delete_with_objects;
pub(super) use visible::check_visible;

use platform::CommunityId;
use platform::blob::BlobKey;

/// Object key of an address.
pub(crate) fn key_of(address: &str) -> Option<BlobKey> {
    address.strip_prefix("/media/")?.parse().ok()
}

/// Prefix of all objects of a community in the store.
#[must_use]
pub fn owner(community: CommunityId) -> String {
    format!("communities/{community}")
}
