//! A user's settings of cords. Turned off, their cords are erased and no activity counts.

use super::consumer::CONSUMER;
use super::error::SETTINGS_FAILED;
use super::rows::settings;
use crate::limits::check_limit;
use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::api::ApiRouter;
use platform::extract::Json;
use platform::limiter::LimitedAction;
use platform::problem::{ProblemDocument, ResultExt};
use platform::{AccountViewer, Member, Problem, Scope, Services, Tx, UserId, routes};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::OnConflict;
use sea_orm::{ColumnTrait, DbBackend, DbErr, FromQueryResult};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::ToSchema;

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(read, save))
}

/// Settings of cords.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct CordSettings {
    /// Turned off, the user's cords are erased, and no activity counts.
    pub enabled: bool,
    /// The profile lists the people who vouch for the user.
    pub shows_vouches: bool,
}

impl Default for CordSettings {
    fn default() -> Self {
        Self { enabled: true, shows_vouches: true }
    }
}

/// Returns the viewer's settings of cords.
#[utoipa::path(get, path = "/me/cord-settings", operation_id = "getCordSettings", tag = "cords",
    responses((status = 200, body = CordSettings), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "cord_settings.read", skip_all)]
async fn read(scope: Scope<Member>) -> Result<Json<CordSettings>, Problem> {
    let row = scope.own::<settings::Entity>().one().await?;
    Ok(Json(row.map(CordSettings::from).unwrap_or_default()))
}

/// Saves the viewer's settings of cords.
#[utoipa::path(put, path = "/me/cord-settings", operation_id = "saveCordSettings", tag = "cords",
    request_body = CordSettings,
    responses((status = 200, body = CordSettings), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "cord_settings.save", skip_all)]
async fn save(
    mut scope: Scope<Member>,
    Json(body): Json<CordSettings>,
) -> Result<Json<CordSettings>, Problem> {
    store(&mut scope, body).await.or_detail(SETTINGS_FAILED)?;
    Ok(Json(body))
}

async fn store(scope: &mut Scope<Member>, new: CordSettings) -> Result<(), Problem> {
    use settings::Column::{Enabled, EnabledAt, ShowsVouches, UpdatedAt, UserId};
    check_limit(scope.services(), scope.viewer(), LimitedAction::Preferences).await?;
    let tx = scope.begin().await?;
    // No activity is counted meanwhile: it would create a cord that this transaction cannot see.
    CONSUMER.lock(&tx).await?;
    let me = tx.viewer().id();
    let before = tx.own::<settings::Entity>().one().await?;
    let was_enabled = before.as_ref().is_none_or(|row| row.enabled);
    let enabled_at = match before {
        Some(row) if was_enabled == new.enabled => row.enabled_at,
        None if was_enabled == new.enabled => None,
        _ => Some(tx.now()),
    };
    let row = settings::ActiveModel {
        user_id: Set(me),
        enabled: Set(new.enabled),
        shows_vouches: Set(new.shows_vouches),
        enabled_at: Set(enabled_at),
        updated_at: Set(tx.now()),
    };
    let replaced = OnConflict::column(UserId)
        .update_columns([Enabled, ShowsVouches, EnabledAt, UpdatedAt])
        .to_owned();
    tx.own_table::<settings::Entity>().upsert(row, replaced).await?;
    if !new.enabled {
        erase_all(&tx, me).await?;
    }
    Ok(tx.commit().await?)
}

/// Erases the cords of a user on every site.
async fn erase_all(tx: &Tx<'_, Member>, user: UserId) -> Result<(), DbErr> {
    #[derive(FromQueryResult)]
    struct LockedRow {
        #[expect(dead_code, reason = "the rows are locked, not read")]
        id: String,
    }
    // Locked in id order first, as by all writers of several cords.
    const LOCK: &str =
        "SELECT id FROM cords WHERE user_a = $1 OR user_b = $1 ORDER BY id FOR UPDATE";
    const DELETE: &str = "DELETE FROM cords WHERE user_a = $1 OR user_b = $1";
    if tx.backend() == DbBackend::Postgres {
        tx.raw(LOCK, vec![user.into()]).all::<LockedRow>().await?;
    }
    tx.execute(DELETE, vec![user.into()]).await.map(drop)
}

/// True if an activity at this time counts for a user with these settings.
pub(super) fn counts_at(settings: Option<&settings::Model>, at: DateTime<Utc>) -> bool {
    let Some(settings) = settings else { return true };
    settings.enabled && settings.enabled_at.is_none_or(|enabled_at| enabled_at < at)
}

/// Settings of these users, of those who have changed them. One query.
pub(super) async fn settings_of<V>(
    tx: &Tx<'_, V>,
    users: &[UserId],
) -> Result<HashMap<UserId, settings::Model>, DbErr> {
    let these = settings::Column::UserId.is_in(users.iter().map(|user| user.uuid()));
    let rows = tx.global::<settings::Entity>().filter(these).all().await?;
    Ok(rows.into_iter().map(|row| (row.user_id, row)).collect())
}

/// The settings of the viewer and of another person. One query.
pub(super) async fn settings_of_both(
    reads: &impl SqlReader,
    viewer: UserId,
    user: UserId,
) -> Result<(CordSettings, CordSettings), DbErr> {
    #[derive(FromQueryResult)]
    struct Row {
        user_id: UserId,
        enabled: bool,
        shows_vouches: bool,
    }
    const SQL: &str =
        "SELECT user_id, enabled, shows_vouches FROM cord_settings WHERE user_id IN ($1, $2)";
    let rows = reads.sql(SQL, vec![viewer.into(), user.into()]).all::<Row>().await?;
    let of = |user: UserId| {
        let row = rows.iter().find(|row| row.user_id == user);
        row.map(|row| CordSettings { enabled: row.enabled, shows_vouches: row.shows_vouches })
            .unwrap_or_default()
    };
    Ok((of(viewer), of(user)))
}

impl From<settings::Model> for CordSettings {
    fn from(row: settings::Model) -> Self {
        Self { enabled: row.enabled, shows_vouches: row.shows_vouches }
    }
}
