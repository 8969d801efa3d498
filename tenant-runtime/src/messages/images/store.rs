//! Queries for the images of messages.

use super::rows::{ActiveModel, Column, Entity, Model};
use crate::messages::error::MessageError;
use crate::messages::rows::message;
use crate::messages::{ConversationId, MessageId};
use crate::posts::images::{ImageView, OrphanedImages, deletion_job};
use crate::posts::{ImageId, PostError};
use platform::{AccountViewer, Member, Problem, Scope, Tx};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder};
use std::collections::HashMap;

/// Maximum images of one message.
const IMAGES_MAX: usize = 4;

/// Condition for the viewer's images that are not part of a message.
fn unused_condition(viewer: &Member) -> Condition {
    Condition::all().add(Column::UploaderId.eq(viewer.id().uuid())).add(Column::MessageId.is_null())
}

/// Number of the viewer's images that are not part of a message.
pub(super) async fn count_unused(tx: &Tx<'_, Member>) -> Result<u64, DbErr> {
    tx.select::<Entity>().filter(unused_condition(tx.viewer())).count().await
}

/// Returns true if the viewer's image exists and is not part of a message.
pub(super) async fn is_unused(scope: &Scope<Member>, id: ImageId) -> Result<bool, DbErr> {
    let unused = unused_condition(scope.viewer());
    scope.select::<Entity>().by_id(id).filter(unused).exists().await
}

pub(super) async fn insert(tx: &Tx<'_, Member>, row: ActiveModel) -> Result<ImageView, DbErr> {
    Ok(tx.table::<Entity>().insert(row).await?.into())
}

/// The image with this address.
pub(super) async fn find_by_address(
    scope: &Scope<Member>,
    address: &str,
) -> Result<Option<Model>, DbErr> {
    scope.select::<Entity>().filter(Column::Address.eq(address)).one().await
}

/// Attaches images to a message: they must be the viewer's own, uploaded for this conversation, and
/// not part of another message.
pub(in crate::messages) async fn attach_to_message(
    tx: &Tx<'_, Member>,
    message: &message::Model,
    ids: &[ImageId],
) -> Result<Vec<ImageView>, Problem> {
    if ids.len() > IMAGES_MAX {
        return Err(MessageError::TooManyImages.into());
    }
    let mut views = Vec::new();
    for (position, id) in (0_i64..).zip(ids) {
        let this = unused_condition(tx.viewer())
            .add(Column::Id.eq(id.uuid()))
            .add(Column::ConversationId.eq(message.conversation_id.uuid()));
        let attached = tx
            .table::<Entity>()
            .update_returning(this, |update| {
                update
                    .col_expr(Column::MessageId, Expr::value(message.id.uuid()))
                    .col_expr(Column::Position, Expr::value(position))
            })
            .await?;
        let row = attached.into_iter().next().ok_or(PostError::ImageNotFound)?;
        views.push(row.into());
    }
    Ok(views)
}

/// The images of these messages, in their order within each message. One query.
pub(in crate::messages) async fn of_messages<V>(
    scope: &Scope<V>,
    messages: &[MessageId],
) -> Result<HashMap<MessageId, Vec<ImageView>>, DbErr> {
    if messages.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = scope.select::<Entity>().filter(message_condition(messages));
    Ok(group_by_message(
        rows.modify_select(|select| select.order_by_asc(Column::Position)).all().await?,
    ))
}

/// The same in a transaction.
pub(in crate::messages) async fn of_messages_in<V>(
    tx: &Tx<'_, V>,
    messages: &[MessageId],
) -> Result<HashMap<MessageId, Vec<ImageView>>, DbErr> {
    if messages.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = tx.select::<Entity>().filter(message_condition(messages));
    Ok(group_by_message(
        rows.modify_select(|select| select.order_by_asc(Column::Position)).all().await?,
    ))
}

fn message_condition(messages: &[MessageId]) -> Condition {
    Condition::all().add(Column::MessageId.is_in(messages.iter().map(|id| id.uuid())))
}

fn group_by_message(rows: Vec<Model>) -> HashMap<MessageId, Vec<ImageView>> {
    let mut images: HashMap<MessageId, Vec<ImageView>> = HashMap::new();
    for row in rows {
        if let Some(message) = row.message_id {
            images.entry(message).or_default().push(row.into());
        }
    }
    images
}

/// Deletes the rows of a message's images, and enqueues a job that deletes their objects.
pub(in crate::messages) async fn delete_of_message(
    tx: &Tx<'_, Member>,
    message: MessageId,
) -> Result<(), DbErr> {
    delete_images(tx, message_condition(&[message])).await
}

/// Deletes the images of a conversation, also those that no message has attached.
pub(in crate::messages) async fn delete_of_conversation(
    tx: &Tx<'_, Member>,
    conversation: ConversationId,
) -> Result<(), DbErr> {
    let here = Column::ConversationId.eq(conversation.uuid());
    delete_images(tx, Condition::all().add(here)).await
}

async fn delete_images(tx: &Tx<'_, Member>, which: Condition) -> Result<(), DbErr> {
    let deleted = tx.table::<Entity>().delete_returning(which).await?;
    if deleted.is_empty() {
        return Ok(());
    }
    let addresses = deleted.into_iter().map(|row| row.address).collect();
    tx.enqueue(deletion_job(&OrphanedImages { addresses })?).await.map(drop)
}
