//! Previews of the links in posts: title, description and site of the linked page.
//!
//! After a post is written or edited, a job fetches the pages of its first links, unless another
//! post has linked to them lately, and publishes the previews. A post keeps its previews when the
//! page changes. The author and admins may remove the previews of a post. Pictures of pages are not
//! shown: a reader's browser would have to fetch them from the page's server.
//!
//! Read `job`, `fetch`, then `html_page`.

mod error;
mod fetch;
mod html_page;
mod job;
mod removal;
mod rows;
mod store;
mod view;

pub use job::{JOB_KIND, load_previews};
pub use store::sweep;
pub use view::LinkPreview;

pub(super) use job::enqueue;
pub(super) use removal::routes;
pub(super) use store::{delete_of_post, of_posts};
