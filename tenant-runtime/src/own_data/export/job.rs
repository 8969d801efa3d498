//! Creates an export.

use super::archive;
use crate::own_data::rows::{self, ExportId};
use platform::UserId;
use platform::blob::BlobKey;
use platform::jobs::{JobError, JobScope, NewJob};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, DbErr};
use serde::{Deserialize, Serialize};

pub const JOB_KIND: &str = "export-data";

/// A requested export.
#[derive(Debug, Serialize, Deserialize)]
pub struct ArchiveJob {
    export: ExportId,
    user: UserId,
}

pub(super) fn export_job(export: ExportId, user: UserId) -> Result<NewJob, DbErr> {
    NewJob::new(JOB_KIND, &ArchiveJob { export, user })
}

/// Creates the archive and notifies the user. Does nothing if the request was replaced or deleted.
///
/// # Errors
/// Database or object store errors; the job is retried.
pub async fn build_export(mut scope: JobScope, asked: ArchiveJob) -> Result<(), JobError> {
    let wanted = scope.global::<rows::Entity>().by_id(asked.export).exists().await?;
    if !wanted {
        return Ok(());
    }
    let bytes = archive::build_archive(&scope, asked.user).await?;
    let size = i64::try_from(bytes.len()).map_err(JobError::permanent)?;
    let owner = format!("users/{}", asked.user);
    let key = BlobKey::new(&owner, &format!("export-{}.zip", asked.export));
    let key = key.map_err(JobError::permanent)?;
    let store = scope.services().blob().clone();
    store.put(&key, bytes.into(), "application/zip").await.map_err(JobError::retryable)?;
    let tx = scope.begin().await?;
    let now = tx.now();
    let this = rows::Column::Id.eq(asked.export.uuid());
    let ready = tx
        .global_table::<rows::Entity>()
        .update(this, |update| {
            update
                .col_expr(rows::Column::State, Expr::value("ready"))
                .col_expr(rows::Column::BlobKey, Expr::value(key.to_string()))
                .col_expr(rows::Column::Bytes, Expr::value(size))
                .col_expr(rows::Column::ReadyAt, Expr::value(now))
        })
        .await?
        .is_changed();
    tx.commit().await?;
    // The request was replaced, or the account was deleted.
    if !ready {
        store.delete(&key).await.map_err(JobError::retryable)?;
    }
    Ok(())
}
