//! A user's settings of messages: from whom they accept them, and what others see of them.

use super::error::SETTINGS_FAILED;
use super::presence;
use super::rows::{AcceptsFrom, settings};
use crate::limits::check_limit;
use crate::sql::SqlReader;
use platform::api::ApiRouter;
use platform::extract::Json;
use platform::limiter::LimitedAction;
use platform::problem::{ProblemDocument, ResultExt};
use platform::{AccountViewer, Member, Problem, Scope, Services, UserId, routes};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::OnConflict;
use sea_orm::{DbErr, FromQueryResult};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(read, save))
}

/// Settings of messages. Each one that is off applies in both directions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct MessageSettings {
    /// Shows when messages were delivered and seen.
    pub sends_receipts: bool,
    /// Shows that the user is typing.
    pub shows_typing: bool,
    /// Shows that the user is online.
    pub shows_presence: bool,
    /// Who may write to the user without a request.
    pub accepts_from: AcceptsFrom,
}

impl Default for MessageSettings {
    fn default() -> Self {
        Self {
            sends_receipts: true,
            shows_typing: true,
            shows_presence: true,
            accepts_from: AcceptsFrom::Shared,
        }
    }
}

/// Returns the viewer's settings of messages.
#[utoipa::path(get, path = "/me/message-settings", operation_id = "getMessageSettings",
    tag = "messages", responses((status = 200, body = MessageSettings),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "message_settings.read", skip_all)]
async fn read(scope: Scope<Member>) -> Result<Json<MessageSettings>, Problem> {
    let row = scope.own::<settings::Entity>().one().await?;
    Ok(Json(row.map(MessageSettings::from).unwrap_or_default()))
}

/// Saves the viewer's settings of messages.
#[utoipa::path(put, path = "/me/message-settings", operation_id = "saveMessageSettings",
    tag = "messages", request_body = MessageSettings,
    responses((status = 200, body = MessageSettings), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "message_settings.save", skip_all)]
async fn save(
    mut scope: Scope<Member>,
    Json(body): Json<MessageSettings>,
) -> Result<Json<MessageSettings>, Problem> {
    store(&mut scope, body).await.or_detail(SETTINGS_FAILED)?;
    Ok(Json(body))
}

async fn store(scope: &mut Scope<Member>, new: MessageSettings) -> Result<(), Problem> {
    use settings::Column::{
        AcceptsFrom, SendsReceipts, ShowsPresence, ShowsTyping, UpdatedAt, UserId,
    };
    check_limit(scope.services(), scope.viewer(), LimitedAction::Preferences).await?;
    let tx = scope.begin().await?;
    let row = settings::ActiveModel {
        user_id: Set(tx.viewer().id()),
        sends_receipts: Set(new.sends_receipts),
        shows_typing: Set(new.shows_typing),
        shows_presence: Set(new.shows_presence),
        accepts_from: Set(new.accepts_from),
        updated_at: Set(tx.now()),
    };
    let replaced = OnConflict::column(UserId)
        .update_columns([SendsReceipts, ShowsTyping, ShowsPresence, AcceptsFrom, UpdatedAt])
        .to_owned();
    tx.own_table::<settings::Entity>().upsert(row, replaced).await?;
    tx.commit().await?;
    if new.shows_presence { Ok(()) } else { Ok(presence::hide_presence(scope).await?) }
}

/// From whom a user accepts messages.
pub(super) async fn accepts_from(
    reads: &impl SqlReader,
    user: UserId,
) -> Result<AcceptsFrom, DbErr> {
    #[derive(FromQueryResult)]
    struct ChoiceRow {
        accepts_from: AcceptsFrom,
    }
    const CHOICE: &str = "SELECT accepts_from FROM message_settings WHERE user_id = $1";
    let row = reads.sql(CHOICE, vec![user.into()]).one::<ChoiceRow>().await?;
    Ok(row.map_or(MessageSettings::default().accepts_from, |row| row.accepts_from))
}

impl From<settings::Model> for MessageSettings {
    fn from(row: settings::Model) -> Self {
        Self {
            sends_receipts: row.sends_receipts,
            shows_typing: row.shows_typing,
            shows_presence: row.shows_presence,
            accepts_from: row.accepts_from,
        }
    }
}
