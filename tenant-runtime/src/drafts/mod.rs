//! Unsent texts of people, which they continue on another device: one for each place of a site, such
//! as a thread or a conversation. Only their author can read them. A draft belongs to the site on
//! which it is written, as the storage of a browser does.
//!
//! Read `routes`, then `rules`. Drafts of articles are in [`crate::articles`].

mod account_deletion;
mod error;
mod routes;
mod rows;
mod rules;
mod sweep;

pub use account_deletion::export_of;
pub use routes::routes;
pub use sweep::sweep;

platform::id!(
    /// Id of a draft.
    TextDraftId
);
