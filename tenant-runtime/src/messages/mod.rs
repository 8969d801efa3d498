//! Direct messages: conversations between two people or in a small group, and their messages.
//!
//! Read `routes`, then `start` (creating conversations), `contact` (who may write to whom), `send`,
//! `edit`, `list` (reading) and `groups`. Every function first loads the viewer's participation
//! (`store`), so that a conversation of others is not found. communities.md C-094 to C-101, gaps
//! G-005, G-011, G-112, P-11.

mod account_deletion;
mod contact;
mod edit;
mod error;
mod events;
mod groups;
mod list;
mod open_group;
mod read_state;
mod routes;
mod rows;
mod send;
mod settings;
mod start;
mod store;
mod view;

pub use account_deletion::{delete_participations_of, export_of};
pub use error::MessageError;
pub use list::{is_visible_here, unread_here};
pub use open_group::{OpenedGroup, open_group};

use platform::Services;
use platform::api::ApiRouter;

platform::id!(
    /// Id of a conversation.
    ConversationId
);
platform::id!(
    /// Id of a message.
    MessageId
);

pub fn routes() -> ApiRouter<Services> {
    routes::routes().merge(groups::routes()).merge(settings::routes())
}
