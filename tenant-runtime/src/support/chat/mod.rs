//! Support chat (affiliations.md F-111 to F-117, gaps G-050, G-111, P-17): live conversations
//! between a person and staff.
//!
//! `own` is for people, `desk` for staff; both use `thread` for messages. `ending` mails the
//! transcript. `switches` turns chat on and off for the network and each portal.

mod desk;
mod desk_routes;
mod ending;
mod error;
mod events;
mod own;
mod routes;
mod rows;
mod store;
mod switches;
mod thread;
mod view;

pub(super) use own::load_summary;
pub(super) use store::{count_active, delete_conversations_of, export_of};
pub(super) use view::ConversationView;

use platform::Services;
use platform::api::ApiRouter;

platform::id!(
    /// Id of a support conversation.
    SupportConversationId
);
platform::id!(
    /// Id of a message of a support conversation.
    ChatMessageId
);

pub(super) fn routes() -> ApiRouter<Services> {
    routes::routes().merge(desk_routes::routes()).merge(switches::routes())
}
