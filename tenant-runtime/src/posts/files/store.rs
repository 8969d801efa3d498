//! Queries for the files of posts.

use super::FileId;
use super::error::FileError;
use super::file_type::FileType;
use super::rows::file;
use crate::posts::images::{OrphanedImages, deletion_job};
use crate::posts::rows::post;
use platform::{AccountViewer, CommunityId, Member, PostId, Problem, Scope, Tx};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::ToSchema;

/// Maximum files of one post.
pub(super) const FILES_MAX: usize = 4;

/// A file of a post.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PostFile)]
pub struct FileView {
    pub id: FileId,
    pub name: String,
    /// `application/pdf`, `application/zip`, `text/plain` or `text/csv`.
    pub media_type: String,
    /// Size in bytes.
    pub size: i64,
    /// Path of the download, valid on every site.
    pub url: String,
}

impl From<file::Model> for FileView {
    fn from(row: file::Model) -> Self {
        let file::Model { id, name, media_type, size, address: url, .. } = row;
        Self { id, name, media_type, size, url }
    }
}

/// A file to insert.
pub(super) struct NewFile {
    pub id: FileId,
    pub community: CommunityId,
    pub address: String,
    pub name: String,
    pub kind: FileType,
    pub size: i64,
}

/// Condition for the viewer's files that are not part of a post.
fn unattached(viewer: &Member) -> Condition {
    Condition::all()
        .add(file::Column::UploaderId.eq(viewer.id().uuid()))
        .add(file::Column::PostId.is_null())
}

/// Number of the viewer's files that are not part of a post.
pub(super) async fn count_unused(tx: &Tx<'_, Member>) -> Result<u64, DbErr> {
    tx.select::<file::Entity>().filter(unattached(tx.viewer())).count().await
}

pub(super) async fn insert(tx: &Tx<'_, Member>, new: NewFile) -> Result<FileView, DbErr> {
    let row = file::ActiveModel {
        id: Set(new.id),
        community_id: Set(new.community),
        uploader_id: Set(Some(tx.viewer().id())),
        post_id: Set(None),
        position: Set(0),
        address: Set(new.address),
        name: Set(new.name),
        media_type: Set(new.kind.media_type().to_owned()),
        size: Set(new.size),
        created_at: Set(tx.now()),
    };
    Ok(tx.table::<file::Entity>().insert(row).await?.into())
}

/// The file with this address.
pub(super) async fn find_by_address(
    scope: &Scope<Member>,
    address: &str,
) -> Result<Option<file::Model>, DbErr> {
    scope.select::<file::Entity>().filter(file::Column::Address.eq(address)).one().await
}

/// Returns true if the viewer's file exists and is not part of a post.
pub(super) async fn is_unused(scope: &Scope<Member>, id: FileId) -> Result<bool, DbErr> {
    scope.select::<file::Entity>().by_id(id).filter(unattached(scope.viewer())).exists().await
}

/// Attaches files to a post: they must be the viewer's own, uploaded for this community, and not
/// part of another post.
pub(in crate::posts) async fn attach_to_post(
    tx: &Tx<'_, Member>,
    post: &post::Model,
    ids: &[FileId],
) -> Result<Vec<FileView>, Problem> {
    use file::Column;
    if ids.len() > FILES_MAX {
        return Err(FileError::TooMany.into());
    }
    let mut views = Vec::new();
    for (position, id) in (0_i64..).zip(ids) {
        let this = unattached(tx.viewer())
            .add(Column::Id.eq(id.uuid()))
            .add(Column::CommunityId.eq(post.community_id.uuid()));
        let attached = tx
            .table::<file::Entity>()
            .update_returning(this, |update| {
                update
                    .col_expr(Column::PostId, Expr::value(post.id.uuid()))
                    .col_expr(Column::Position, Expr::value(position))
            })
            .await?;
        let row = attached.into_iter().next().ok_or(FileError::NotFound)?;
        views.push(row.into());
    }
    Ok(views)
}

/// The files of these posts, in their order within each post. One query, or none if no post has one.
pub(in crate::posts) async fn of_posts(
    scope: &Scope<Member>,
    posts: &[post::Model],
) -> Result<HashMap<PostId, Vec<FileView>>, DbErr> {
    let ids: Vec<PostId> = posts.iter().filter(|post| post.has_files).map(|post| post.id).collect();
    let mut files: HashMap<PostId, Vec<FileView>> = HashMap::new();
    if ids.is_empty() {
        return Ok(files);
    }
    let rows = scope
        .select::<file::Entity>()
        .filter(file::Column::PostId.is_in(ids.iter().map(|id| id.uuid())))
        .modify_select(|select| select.order_by_asc(file::Column::Position))
        .all()
        .await?;
    for row in rows {
        if let Some(post) = row.post_id {
            files.entry(post).or_default().push(row.into());
        }
    }
    Ok(files)
}

/// Deletes the rows of a post's files, and enqueues a job that deletes their objects.
pub(in crate::posts) async fn delete_of_post(
    tx: &Tx<'_, Member>,
    post: &post::Model,
) -> Result<(), DbErr> {
    if !post.has_files {
        return Ok(());
    }
    let of_it = file::Column::PostId.eq(post.id.uuid());
    let gone = tx.table::<file::Entity>().delete_returning(of_it).await?;
    if gone.is_empty() {
        return Ok(());
    }
    let addresses = gone.into_iter().map(|row| row.address).collect();
    tx.enqueue(deletion_job(&OrphanedImages { addresses })?).await.map(drop)
}
