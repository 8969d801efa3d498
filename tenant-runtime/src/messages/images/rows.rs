//! The table `message_images`. Its visibility on a site follows the conversation.

use crate::messages::{ConversationId, MessageId};
use crate::posts::ImageId;
use crate::posts::images::ImageView;
use chrono::{DateTime, Utc};
use platform::conversations::through_conversation;
use platform::{Site, SiteVisibility, UserId};
use sea_orm::Condition;
use sea_orm::entity::prelude::*;

/// An image.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "message_images")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: ImageId,
    pub conversation_id: ConversationId,
    /// `None` if the account was deleted.
    pub uploader_id: Option<UserId>,
    /// `None` until a message attaches it.
    pub message_id: Option<MessageId>,
    /// Zero-based position of the image in the message.
    pub position: i64,
    pub address: String,
    pub width: i64,
    pub height: i64,
    pub alt: Option<String>,
    pub created_at: DateTime<Utc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}
impl ActiveModelBehavior for ActiveModel {}
impl SiteVisibility for Entity {
    fn visible_on(site: Site) -> Condition {
        through_conversation(site, Column::ConversationId)
    }
}

impl From<Model> for ImageView {
    fn from(row: Model) -> Self {
        let Model { id, address: url, width, height, alt, .. } = row;
        Self { id, url, width, height, alt }
    }
}
