//! Requests and returns exports.

use super::job;
use crate::own_data::error::OwnDataError;
use crate::own_data::rows::{self, ExportId};
use chrono::{DateTime, Duration, Utc};
use platform::blob::{BlobKey, BlobReader};
use platform::{AccountViewer, Problem, Scope, SignedIn, step_up};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, Condition};
use serde::Serialize;
use utoipa::ToSchema;

/// How long an export can be downloaded.
const RETENTION: Duration = Duration::days(7);
/// An export younger than this is returned instead of a new one.
const REUSE_PERIOD: Duration = Duration::hours(1);

/// An export of the viewer's data.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DataExport {
    id: ExportId,
    /// `waiting` or `ready`.
    state: String,
    bytes: i64,
    created_at: DateTime<Utc>,
    ready_at: Option<DateTime<Utc>>,
    expires_at: DateTime<Utc>,
}

impl From<rows::Model> for DataExport {
    fn from(row: rows::Model) -> Self {
        Self {
            id: row.id,
            state: row.state,
            bytes: row.bytes,
            created_at: row.created_at,
            ready_at: row.ready_at,
            expires_at: row.expires_at,
        }
    }
}

/// The viewer's export, if one is in progress or ready.
pub(super) async fn find(scope: &Scope<SignedIn>) -> Result<Option<DataExport>, OwnDataError> {
    Ok(find_own(scope).await?.map(DataExport::from))
}

async fn find_own(scope: &Scope<SignedIn>) -> Result<Option<rows::Model>, OwnDataError> {
    let found = scope.own::<rows::Entity>().one().await?;
    Ok(found.filter(|export| export.expires_at > scope.now()))
}

/// Requests an export. Returns the existing one if it is in progress or less than an hour old.
pub(super) async fn request_export(scope: &mut Scope<SignedIn>) -> Result<DataExport, Problem> {
    step_up::require_recent_auth(scope)?;
    let fresh = scope.now() - REUSE_PERIOD;
    if let Some(known) = find_own(scope).await?.filter(|export| export.created_at > fresh) {
        return Ok(known.into());
    }
    let tx = scope.begin().await?;
    let (user, now) = (tx.viewer().id(), tx.now());
    crate::profiles::lock(&tx, &[user]).await?;
    let table = tx.own_table::<rows::Entity>();
    table.delete(Condition::all()).await?.as_many_as_there_are();
    let row = rows::ActiveModel {
        id: Set(ExportId::new()),
        user_id: Set(user),
        state: Set("waiting".to_owned()),
        blob_key: Set(None),
        bytes: Set(0),
        created_at: Set(now),
        ready_at: Set(None),
        expires_at: Set(now + RETENTION),
    };
    let asked = table.insert(row).await?;
    tx.enqueue(job::export_job(asked.id, user)?).await?;
    tx.commit().await?;
    Ok(asked.into())
}

/// The archive, for its owner only.
pub(super) async fn open_archive(
    scope: &Scope<SignedIn>,
    id: ExportId,
) -> Result<BlobReader, Problem> {
    step_up::require_recent_auth(scope)?;
    let this = rows::Column::Id.eq(id.uuid());
    let found = scope.own::<rows::Entity>().filter(this).one().await?;
    let key = found
        .filter(|export| export.expires_at > scope.now())
        .and_then(|export| export.blob_key)
        .ok_or(OwnDataError::NoExport)?;
    let key: BlobKey = key.parse().map_err(Problem::internal)?;
    let archive = scope.services().blob().open_object(&key).await.map_err(Problem::internal)?;
    Ok(archive.ok_or(OwnDataError::NoExport)?)
}
