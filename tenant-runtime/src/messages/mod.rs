//! Direct messages: conversations between two people or in a small group, and their messages.
//!
//! Read `routes`, then `start` (creating conversations), `contact` (who may write to whom), `send`,
//! `edit`, `list` and `message_list` (reading) and `groups`. `delivery` addresses live events,
//! `notices` the notifications; `signals` has typing and receipts, `presence` the last activity of
//! users, `images` and `reports` what their names say. Every function first loads the viewer's participation
//! (`store`), so that a conversation of others is not found. communities.md C-094 to C-101, gaps
//! G-005, G-011, G-112, P-11.

mod account_deletion;
mod contact;
mod delivery;
mod edit;
mod error;
mod events;
mod groups;
pub mod images;
mod list;
mod message_list;
mod notices;
mod open_group;
mod presence;
mod read_state;
mod reports;
mod routes;
mod rows;
mod search;
mod send;
mod settings;
mod signal_routes;
mod signals;
mod start;
mod store;
mod unread;
mod view;

pub use account_deletion::{delete_participations_of, export_of};
pub use error::MessageError;
pub use list::{is_visible_here, unread_here};
pub use open_group::{OpenedGroup, open_group};
pub use presence::{is_partner_here, publish_departed, record_active, record_stream_opened};
pub use reports::OPEN_MESSAGE_REPORTS;
pub(crate) use search::{FoundMessage, MessageSearchConversation, find_messages};
pub use unread::{latest_text, unread_conversations};

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
    routes::routes()
        .merge(signal_routes::routes())
        .merge(groups::routes())
        .merge(images::routes())
        .merge(reports::routes())
        .merge(settings::routes())
}
