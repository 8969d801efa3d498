//! Groups: their name and their people. The creator adds people; everyone may leave.

use super::contact::{self, Contact};
use super::delivery::MessageDelivery;
use super::error::{CHANGE_FAILED, MessageError};
use super::rows::{ConversationKind, ListFolder, MessageKind, message, participant};
use super::start::{PEOPLE_MAX, add_participants};
use super::store::{self, LockedConversation};
use super::view::{ConversationView, MessageContext};
use super::{ConversationId, events, images, list, send};
use crate::activity;
use crate::content::TextRule;
use crate::limits::check_limit_within;
use crate::profiles;
use crate::profiles::blocks::{Blocks, blocked_pairs};
use chrono::{DateTime, Utc};
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::limiter::LimitedAction;
use platform::problem::{ProblemDocument, ResultExt};
use platform::{AccountViewer, Member, Problem, Scope, Services, Tx, UserId, routes};
use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Expr, ExprTrait};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Maximum characters of a group's name.
const TITLE_CHARS_MAX: usize = 80;

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(add_people)).routes(routes!(leave)).routes(routes!(rename))
}

/// People to add to a group.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AddedPeople {
    user_ids: Vec<UserId>,
}

/// A new name of a group.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct GroupName {
    title: String,
}

/// The checked name of a group.
pub(super) fn check_title(text: &str) -> Result<String, Problem> {
    TextRule::single_line(TITLE_CHARS_MAX)
        .check(text)
        .map_err(|error| Problem::from(error).with_errors(vec![error.to_field_error("title")]))
}

/// Checks that the viewer may add a person to a group: only people who accept messages from the
/// viewer without a request.
pub(super) async fn check_addable(tx: &Tx<'_, Member>, user: UserId) -> Result<(), Problem> {
    match contact::check(tx, user).await? {
        Contact::Direct => Ok(()),
        Contact::ByRequest => Err(MessageError::NotAccepting.into()),
    }
}

/// Adds people to a group, as its creator.
#[utoipa::path(post, path = "/conversations/{id}/participants",
    operation_id = "addConversationParticipants", tag = "messages",
    params(("id" = ConversationId, Path)), request_body = AddedPeople,
    responses((status = 200, body = ConversationView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "conversations.add_people", skip_all, fields(conversation.id = %id))]
async fn add_people(
    mut scope: Scope<Member>,
    Path(id): Path<ConversationId>,
    Json(body): Json<AddedPeople>,
) -> Result<Json<ConversationView>, Problem> {
    add(&mut scope, id, body.user_ids).await.or_detail(CHANGE_FAILED)?;
    Ok(Json(list::read_one(&scope, id).await.or_detail(CHANGE_FAILED)?))
}

async fn add(
    scope: &mut Scope<Member>,
    id: ConversationId,
    mut users: Vec<UserId>,
) -> Result<(), Problem> {
    users.sort_unstable();
    users.dedup();
    let tx = scope.begin().await?;
    let locked = lock_group(&tx, id).await?;
    if locked.conversation.owner_id != Some(tx.viewer().id()) {
        return Err(MessageError::NotTheOwner.into());
    }
    users.retain(|user| !locked.participants.iter().any(|one| one.user_id == *user));
    if locked.participants.len() + users.len() > PEOPLE_MAX {
        return Err(MessageError::TooManyPeople.into());
    }
    check_limit_within(&tx, LimitedAction::Write).await?;
    for user in &users {
        check_addable(&tx, *user).await?;
    }
    let folders = users.iter().map(|user| (*user, ListFolder::Inbox));
    add_participants(&tx, id, folders.collect()).await?;
    let mut locked = lock_group(&tx, id).await?;
    let everyone = locked.users();
    for user in users {
        let mut row = send::blank(&tx, &locked.conversation, MessageKind::Added);
        row.subject_id = Set(Some(user));
        locked.conversation.last_updated = write_line(&tx, &locked, row, &everyone).await?;
    }
    events::publish_change(&tx, &everyone, id).await?;
    Ok(tx.commit().await?)
}

/// Leaves a group. Its messages are no longer visible to the viewer. The last one who leaves deletes
/// it.
#[utoipa::path(delete, path = "/conversations/{id}/participants/me",
    operation_id = "leaveConversation", tag = "messages", params(("id" = ConversationId, Path)),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "conversations.leave", skip_all, fields(conversation.id = %id))]
async fn leave(
    mut scope: Scope<Member>,
    Path(id): Path<ConversationId>,
) -> Result<http::StatusCode, Problem> {
    leave_group(&mut scope, id).await.or_detail(CHANGE_FAILED)?;
    Ok(http::StatusCode::NO_CONTENT)
}

async fn leave_group(scope: &mut Scope<Member>, id: ConversationId) -> Result<(), Problem> {
    let tx = scope.begin().await?;
    let locked = lock_group(&tx, id).await?;
    let me = tx.viewer().id();
    let others: Vec<UserId> = locked.others(me).collect();
    let row = send::blank(&tx, &locked.conversation, MessageKind::Left);
    write_line(&tx, &locked, row, &others).await?;
    activity::withdraw_notice(&tx, me, id.uuid()).await?;
    let mine = participant::Column::ConversationId
        .eq(id.uuid())
        .and(participant::Column::UserId.eq(me.uuid()));
    tx.table::<participant::Entity>().delete(mine).await?.exactly_one()?;
    match others.first() {
        // The group is never without someone who can add people.
        Some(next) if locked.conversation.owner_id == Some(me) => {
            store::change(&tx, id, |update| {
                use super::rows::conversation::Column::OwnerId;
                update.col_expr(OwnerId, Expr::value(next.uuid()))
            })
            .await?;
        }
        Some(_) => {}
        None => {
            images::delete_of_conversation(&tx, id).await?;
            store::delete_conversation(&tx, id).await?;
        }
    }
    events::publish_change(&tx, &others, id).await?;
    events::publish_left(&tx, me, id).await?;
    Ok(tx.commit().await?)
}

/// Renames a group, as its creator.
#[utoipa::path(put, path = "/conversations/{id}/title", operation_id = "renameConversation",
    tag = "messages", params(("id" = ConversationId, Path)), request_body = GroupName,
    responses((status = 200, body = ConversationView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "conversations.rename", skip_all, fields(conversation.id = %id))]
async fn rename(
    mut scope: Scope<Member>,
    Path(id): Path<ConversationId>,
    Json(body): Json<GroupName>,
) -> Result<Json<ConversationView>, Problem> {
    rename_group(&mut scope, id, &body.title).await.or_detail(CHANGE_FAILED)?;
    Ok(Json(list::read_one(&scope, id).await.or_detail(CHANGE_FAILED)?))
}

async fn rename_group(
    scope: &mut Scope<Member>,
    id: ConversationId,
    title: &str,
) -> Result<(), Problem> {
    let title = check_title(title)?;
    let tx = scope.begin().await?;
    let locked = lock_group(&tx, id).await?;
    if locked.conversation.owner_id != Some(tx.viewer().id()) {
        return Err(MessageError::NotTheOwner.into());
    }
    check_limit_within(&tx, LimitedAction::Write).await?;
    store::change(&tx, id, |update| {
        use super::rows::conversation::Column::Title;
        update.col_expr(Title, Expr::value(title.clone()))
    })
    .await?;
    let everyone: Vec<UserId> = locked.participants.iter().map(|one| one.user_id).collect();
    let mut row = send::blank(&tx, &locked.conversation, MessageKind::Renamed);
    row.content = Set(title);
    write_line(&tx, &locked, row, &everyone).await?;
    events::publish_change(&tx, &everyone, id).await?;
    Ok(tx.commit().await?)
}

/// Locks a group in which the viewer participates.
async fn lock_group(
    tx: &Tx<'_, Member>,
    id: ConversationId,
) -> Result<LockedConversation, Problem> {
    let locked = store::lock(tx, id).await?;
    if locked.conversation.kind != ConversationKind::Group {
        return Err(MessageError::NotAGroup.into());
    }
    Ok(locked)
}

/// Writes a line of the group's history, which counts as unread for no one. Returns its time.
async fn write_line(
    tx: &Tx<'_, Member>,
    locked: &LockedConversation,
    row: message::ActiveModel,
    audience: &[UserId],
) -> Result<DateTime<Utc>, Problem> {
    let row = tx.table::<message::Entity>().insert(row).await?;
    store::record_message(tx, &locked.conversation, &row, &[]).await?;
    let named: Vec<UserId> = [row.sender_id, row.subject_id].into_iter().flatten().collect();
    let people = profiles::load_people(tx, &named).await?;
    let created = row.created;
    let context = MessageContext { people, ..MessageContext::default() };
    let blocked = blocked_pairs(tx, tx.viewer().id()).await?;
    let audience: Vec<UserId> = audience
        .iter()
        .copied()
        .filter(|user| !blocked.contains_user(*user, Blocks::Both))
        .collect();
    let delivery = MessageDelivery::new(tx, locked, (row, context), blocked).await?;
    delivery.publish_created(tx, &audience).await?;
    Ok(created)
}
