//! Images in messages, as in posts ([`crate::posts::images`]): uploaded first, re-encoded, stored
//! under a random name, attached to one message, served to those who may read that message, deleted
//! with it, and swept if no message attaches them within a day.

mod account_deletion;
mod routes;
mod rows;
mod rules;
mod store;
mod sweep;

pub use account_deletion::{addresses_of, delete_unused_of};
pub use routes::file_routes;
pub use sweep::sweep;

pub(super) use account_deletion::{delete_of_conversations, uploads_of};
pub(super) use routes::routes;
pub(super) use store::{
    attach_to_message, delete_of_conversation, delete_of_message, of_messages, of_messages_in,
};
