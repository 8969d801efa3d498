//! HTTP routes of notification settings.

use super::error::{LOAD_FAILED, SAVE_FAILED};
use super::settings_view::{CommunityNotificationLevel, NotificationSettingsChange};
use super::{digest_schedule, mail_address};
use crate::communities;
use crate::limits::check_limit;
use crate::notification_settings::{load_settings_of, save_settings};
use platform::api::ApiRouter;
use platform::extract::Json;
use platform::limiter::LimitedAction;
use platform::problem::{ProblemDocument, ResultExt};
use platform::{AccountViewer, Member, Problem, Scope, Services, routes};
use sea_orm::DbErr;
use serde::Serialize;
use utoipa::ToSchema;

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(read, update))
}

/// The viewer's notification settings.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NotificationSettingsView {
    #[serde(flatten)]
    settings: NotificationSettingsChange,
    /// The viewer's communities on this site.
    communities: Vec<CommunityNotificationLevel>,
    email: mail_address::NotificationAddress,
}

/// Returns my notification settings.
#[utoipa::path(get, path = "/me/notification-settings", operation_id = "getNotificationSettings",
    tag = "notifications", responses((status = 200, body = NotificationSettingsView),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "notification_settings.read", skip_all)]
async fn read(scope: Scope<Member>) -> Result<Json<NotificationSettingsView>, Problem> {
    Ok(Json(load(&scope).await.or_detail(LOAD_FAILED)?))
}

/// Updates my notification settings.
#[utoipa::path(put, path = "/me/notification-settings",
    operation_id = "updateNotificationSettings", tag = "notifications",
    request_body = NotificationSettingsChange,
    responses((status = 200, body = NotificationSettingsView),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "notification_settings.update", skip_all)]
async fn update(
    mut scope: Scope<Member>,
    Json(body): Json<NotificationSettingsChange>,
) -> Result<Json<NotificationSettingsView>, Problem> {
    store(&mut scope, &body).await.or_detail(SAVE_FAILED)?;
    Ok(Json(load(&scope).await.or_detail(LOAD_FAILED)?))
}

async fn load(scope: &Scope<Member>) -> Result<NotificationSettingsView, DbErr> {
    let scope = &scope.on_one_connection().await?;
    let settings = load_settings_of(scope, scope.viewer().id()).await?;
    let levels = communities::own_levels(scope).await?;
    Ok(NotificationSettingsView {
        settings: NotificationSettingsChange::from(&settings),
        communities: levels.into_iter().map(CommunityNotificationLevel::from).collect(),
        email: mail_address::load(scope).await?,
    })
}

async fn store(
    scope: &mut Scope<Member>,
    change: &NotificationSettingsChange,
) -> Result<(), Problem> {
    let settings = change.validated()?;
    check_limit(scope.services(), scope.viewer(), LimitedAction::Preferences).await?;
    let tx = scope.begin().await?;
    let user = tx.viewer().id();
    save_settings(&tx, user, &settings).await?;
    // What waits for a digest at the previous time goes into the next one.
    digest_schedule::enqueue_all(&tx, user, &settings).await?;
    Ok(tx.commit().await?)
}
