//! Earlier texts of edited posts, for everyone who may read the post. They are deleted with the
//! post, and with the account of its author.

use super::error::{LOAD_FAILED, PostError};
use super::rows::{post, revision};
use super::{rules, store};
use crate::communities;
use crate::community_export::{CHUNK, ExportLine, read_lines};
use crate::content::TypedContent;
use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::page::TimeCursor;
use platform::problem::{ProblemDocument, ResultExt};
use platform::{
    CommunityId, Member, PostId, Problem, Scope, Services, System, ThreadId, Tx, UserId, routes,
};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, DbErr, FromQueryResult, QueryOrder, QuerySelect};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// Maximum earlier texts of one post; an edit deletes the oldest beyond them.
const REVISIONS_MAX: u64 = 100;

platform::id!(
    /// Id of an earlier text of a post.
    RevisionId
);

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(list))
}

/// A text of a post.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PostRevision {
    /// Source text with markup.
    content: String,
    /// When it was written.
    created: DateTime<Utc>,
}

/// The texts of a post.
#[derive(Debug, Serialize, ToSchema)]
struct PostRevisionList {
    items: Vec<PostRevision>,
}

/// Lists the texts of a post, the current one first, then up to 100 earlier ones, the newest first.
/// A post that was never edited has one. At most 6 queries.
#[utoipa::path(get, path = "/communities/{id}/threads/{threadId}/posts/{postId}/revisions",
    operation_id = "listPostRevisions", tag = "posts",
    params(("id" = CommunityId, Path), ("threadId" = ThreadId, Path), ("postId" = PostId, Path)),
    responses((status = 200, body = PostRevisionList), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "posts.revisions", skip_all, fields(post.id = %id))]
async fn list(
    scope: Scope<Member>,
    Path((community, thread, id)): Path<(CommunityId, ThreadId, PostId)>,
) -> Result<Json<PostRevisionList>, Problem> {
    let items = load_revisions(&scope, (community, thread), id).await.or_detail(LOAD_FAILED)?;
    Ok(Json(PostRevisionList { items }))
}

async fn load_revisions(
    scope: &Scope<Member>,
    (community, thread): (CommunityId, ThreadId),
    id: PostId,
) -> Result<Vec<PostRevision>, Problem> {
    let scope = &scope.on_one_connection().await?;
    let access = communities::load_access(scope, community).await?;
    if !access.is_inside() {
        return Err(PostError::MembersOnly.into());
    }
    let found = store::find_in_thread(scope, (community, thread), id).await?;
    let post = found.ok_or(PostError::NotFound)?;
    if !rules::is_readable(scope, &access, &post).await? {
        return Err(PostError::NotFound.into());
    }
    let earlier = scope
        .select::<revision::Entity>()
        .filter(revision::Column::PostId.eq(id.uuid()))
        .modify_select(newest_first)
        .all()
        .await?;
    let current = PostRevision { content: post.source_text(), created: written_at(&post) };
    let earlier = earlier.into_iter().map(|row| PostRevision {
        created: row.created,
        content: row.content_format.to_source(row.content),
    });
    Ok(std::iter::once(current).chain(earlier).collect())
}

fn newest_first(select: sea_orm::Select<revision::Entity>) -> sea_orm::Select<revision::Entity> {
    use revision::Column::{Created, Id};
    select.order_by_desc(Created).order_by_desc(Id).limit(REVISIONS_MAX)
}

/// When the current text of a post was written.
fn written_at(post: &post::Model) -> DateTime<Utc> {
    post.edited_at.unwrap_or(post.created)
}

/// Records the text of a locked post that an edit is about to replace.
pub(super) async fn record_earlier_content(
    tx: &Tx<'_, Member>,
    post: &post::Model,
) -> Result<(), DbErr> {
    const DELETE_OLDEST: &str = "DELETE FROM post_revisions WHERE post_id = $1 AND id NOT IN \
         (SELECT id FROM post_revisions WHERE post_id = $1 ORDER BY created DESC, id DESC LIMIT $2)";
    let row = revision::ActiveModel {
        id: Set(RevisionId::new()),
        post_id: Set(post.id),
        content: Set(post.content.clone()),
        content_format: Set(post.content_format),
        created: Set(written_at(post)),
    };
    tx.table::<revision::Entity>().insert(row).await?;
    let values = vec![post.id.into(), REVISIONS_MAX.cast_signed().into()];
    tx.execute(DELETE_OLDEST, values).await.map(drop)
}

/// Deletes the earlier texts of a post that leaves a tombstone.
pub(super) async fn delete_of_post(tx: &Tx<'_, Member>, post: PostId) -> Result<(), DbErr> {
    let of_it = revision::Column::PostId.eq(post.uuid());
    tx.table::<revision::Entity>().delete(of_it).await?.as_many_as_there_are();
    Ok(())
}

/// Deletes up to `most` earlier texts of a user's posts. Returns their number.
pub(super) async fn delete_revisions_of(
    tx: &Tx<'_, System>,
    user: UserId,
    most: u64,
) -> Result<u64, DbErr> {
    const SQL: &str = "DELETE FROM post_revisions WHERE id IN (SELECT r.id FROM post_revisions r \
         JOIN posts p ON p.id = r.post_id WHERE p.author_id = $1 LIMIT $2)";
    tx.execute(SQL, vec![user.into(), most.cast_signed().into()]).await
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RevisionRecord {
    post_id: PostId,
    #[sea_orm(nested)]
    #[serde(flatten)]
    content: TypedContent,
    created: DateTime<Utc>,
}

/// The earlier texts of a user's posts, for their export. One query.
pub(super) async fn revisions_of(
    reads: &impl SqlReader,
    user: UserId,
) -> Result<Vec<RevisionRecord>, DbErr> {
    const SQL: &str = "SELECT r.post_id, r.content, r.content_format, r.created \
         FROM post_revisions r JOIN posts p ON p.id = r.post_id \
         WHERE p.author_id = $1 AND p.removed_at IS NULL ORDER BY r.created, r.id";
    reads.sql(SQL, vec![user.into()]).all().await
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct RevisionRow {
    id: Uuid,
    post_id: PostId,
    #[sea_orm(nested)]
    #[serde(flatten)]
    content: TypedContent,
    created: DateTime<Utc>,
}

/// Returns the next earlier texts of a community's posts that were not removed.
///
/// # Errors
/// Database errors.
pub async fn revision_export_sql(
    reads: &impl SqlReader,
    from: (CommunityId, Option<TimeCursor>),
) -> Result<Vec<ExportLine>, DbErr> {
    const SQL: &str = "SELECT r.id, r.post_id, r.content, r.content_format, r.created \
         FROM post_revisions r JOIN posts p ON p.id = r.post_id \
         WHERE p.community_id = $1 AND p.removed_at IS NULL AND (r.created, r.id) > ($2, $3) \
         ORDER BY r.created, r.id LIMIT $4";
    let place = |row: &RevisionRow| TimeCursor { at: row.created, id: row.id };
    read_lines(reads, ("postRevision", SQL, CHUNK), from, place).await
}
