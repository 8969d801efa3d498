//! Queries for the pictures of posts.

use super::sweep::{self, OrphanedImages};
use crate::posts::ImageId;
use crate::posts::error::PostError;
use crate::posts::rows::{image, post};
use platform::{AccountViewer, CommunityId, Member, PostId, Problem, Scope, Tx};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::ToSchema;

/// Maximum pictures of one post.
const IMAGES_MAX: usize = 4;

/// A picture of a post.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PostImage)]
pub struct ImageView {
    pub id: ImageId,
    /// Path, valid on every site.
    pub url: String,
    /// Size in pixels.
    pub width: i64,
    pub height: i64,
    /// Description for screen readers.
    #[serde(default)]
    pub alt: Option<String>,
}

impl From<image::Model> for ImageView {
    fn from(row: image::Model) -> Self {
        let image::Model { id, address: url, width, height, alt, .. } = row;
        Self { id, url, width, height, alt }
    }
}

/// A picture to insert.
pub(super) struct NewImage {
    pub id: ImageId,
    pub community: CommunityId,
    pub address: String,
    pub width: i64,
    pub height: i64,
    pub alt: Option<String>,
}

/// Condition for the viewer's pictures that are not part of a post.
fn unattached_condition(tx: &Tx<'_, Member>) -> Condition {
    Condition::all()
        .add(image::Column::UploaderId.eq(tx.viewer().id().uuid()))
        .add(image::Column::PostId.is_null())
}

/// Number of the viewer's pictures that are not part of a post.
pub(super) async fn unused_condition(tx: &Tx<'_, Member>) -> Result<u64, DbErr> {
    tx.select::<image::Entity>().filter(unattached_condition(tx)).count().await
}

pub(super) async fn insert(tx: &Tx<'_, Member>, new: NewImage) -> Result<ImageView, DbErr> {
    let row = image::ActiveModel {
        id: Set(new.id),
        community_id: Set(new.community),
        uploader_id: Set(Some(tx.viewer().id())),
        post_id: Set(None),
        place: Set(0),
        address: Set(new.address),
        width: Set(new.width),
        height: Set(new.height),
        alt: Set(new.alt),
        created_at: Set(tx.now()),
    };
    Ok(tx.table::<image::Entity>().insert(row).await?.into())
}

/// The picture with this address.
pub(super) async fn find_by_address(
    scope: &Scope<Member>,
    address: &str,
) -> Result<Option<image::Model>, DbErr> {
    scope.select::<image::Entity>().filter(image::Column::Address.eq(address)).one().await
}

/// Returns true if the viewer's picture exists and is not part of a post.
pub(super) async fn is_unused(scope: &Scope<Member>, id: ImageId) -> Result<bool, DbErr> {
    let mine = Condition::all()
        .add(image::Column::UploaderId.eq(scope.viewer().id().uuid()))
        .add(image::Column::PostId.is_null());
    scope.select::<image::Entity>().by_id(id).filter(mine).exists().await
}

/// Attaches pictures to a post: they must be the viewer's own, uploaded for this community, and not
/// part of another post.
pub(in crate::posts) async fn attach_to_post(
    tx: &Tx<'_, Member>,
    post: &post::Model,
    ids: &[ImageId],
) -> Result<Vec<ImageView>, Problem> {
    use image::Column;
    if ids.len() > IMAGES_MAX {
        return Err(PostError::TooManyImages.into());
    }
    let mut views = Vec::new();
    for (place, id) in (0_i64..).zip(ids) {
        let this = unattached_condition(tx)
            .add(Column::Id.eq(id.uuid()))
            .add(Column::CommunityId.eq(post.community_id.uuid()));
        let taken = tx
            .table::<image::Entity>()
            .update_returning(this, |update| {
                update
                    .col_expr(Column::PostId, Expr::value(post.id.uuid()))
                    .col_expr(Column::Place, Expr::value(place))
            })
            .await?;
        let row = taken.into_iter().next().ok_or(PostError::ImageNotFound)?;
        views.push(row.into());
    }
    Ok(views)
}

/// Returns true if a post has pictures.
pub(in crate::posts) async fn has_images(tx: &Tx<'_, Member>, post: PostId) -> Result<bool, DbErr> {
    let of_it = image::Column::PostId.eq(post.uuid());
    tx.select::<image::Entity>().filter(of_it).exists().await
}

/// The pictures of these posts, in their order within each post. One query.
pub(in crate::posts) async fn of_posts(
    scope: &Scope<Member>,
    posts: &[PostId],
) -> Result<HashMap<PostId, Vec<ImageView>>, DbErr> {
    if posts.is_empty() {
        return Ok(HashMap::new());
    }
    let of_these = image::Column::PostId.is_in(posts.iter().map(|id| id.uuid()));
    let rows = scope
        .select::<image::Entity>()
        .filter(of_these)
        .modify_select(|select| select.order_by_asc(image::Column::Place))
        .all()
        .await?;
    let mut images: HashMap<PostId, Vec<ImageView>> = HashMap::new();
    for row in rows {
        if let Some(post) = row.post_id {
            images.entry(post).or_default().push(row.into());
        }
    }
    Ok(images)
}

/// Deletes the rows of a post's pictures, and enqueues a job that deletes their objects.
pub(in crate::posts) async fn delete_of_post(
    tx: &Tx<'_, Member>,
    post: PostId,
) -> Result<(), DbErr> {
    let of_it = image::Column::PostId.eq(post.uuid());
    let gone = tx.table::<image::Entity>().delete_returning(of_it).await?;
    if gone.is_empty() {
        return Ok(());
    }
    let addresses = gone.into_iter().map(|row| row.address).collect();
    tx.enqueue(sweep::deletion_job(&OrphanedImages { addresses })?).await.map(drop)
}

/// SQL condition that the post with this id has a picture.
pub(crate) fn has_images_sql(post: &str) -> String {
    format!("EXISTS (SELECT 1 FROM post_images i WHERE i.post_id = {post})")
}
