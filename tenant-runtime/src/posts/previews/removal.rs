//! Removes the previews of a post for all readers, by its author or an admin.

use super::error::{PreviewError, REMOVAL_FAILED};
use super::{job, store};
use crate::limits;
use crate::posts::location::PostPath;
use crate::posts::rows::post;
use crate::posts::store as posts;
use crate::posts::{lock, write::PostLocation};
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::Path;
use platform::limiter::LimitedAction;
use platform::problem::{ProblemDocument, ResultExt};
use platform::{
    AccountViewer, CommunityId, Member, PostId, Problem, Scope, Services, ThreadId, routes,
};
use sea_orm::sea_query::Expr;

pub(in crate::posts) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(remove_previews))
}

/// Removes the previews of a post. It gets none again, also after an edit.
#[utoipa::path(delete, path = "/communities/{id}/threads/{threadId}/posts/{postId}/previews",
    operation_id = "removePostPreviews", tag = "posts",
    params(("id" = CommunityId, Path), ("threadId" = ThreadId, Path), ("postId" = PostId, Path)),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "posts.remove_previews", skip_all, fields(post.id = %post))]
async fn remove_previews(
    mut scope: Scope<Member>,
    Path((community, thread, post)): Path<(CommunityId, ThreadId, PostId)>,
) -> Result<StatusCode, Problem> {
    let path = PostPath { location: PostLocation { community, thread }, post };
    remove(&mut scope, path).await.or_detail(REMOVAL_FAILED)?;
    Ok(StatusCode::NO_CONTENT)
}

async fn remove(scope: &mut Scope<Member>, path: PostPath) -> Result<(), Problem> {
    let tx = scope.begin().await?;
    let held = lock::to_change(&tx, path.post).await?;
    path.check(&held.post)?;
    let is_author = held.post.author_id == Some(tx.viewer().id());
    if !is_author && !held.access.may_manage_threads() {
        return Err(PreviewError::RemovalForbidden.into());
    }
    limits::check_limit_within(&tx, LimitedAction::EditContent).await?;
    if !held.post.hides_previews {
        store::delete_of_post(&tx, &held.post).await?;
        posts::change(&tx, held.post.id, |update| {
            update
                .col_expr(post::Column::HasPreviews, Expr::value(false))
                .col_expr(post::Column::HidesPreviews, Expr::value(true))
        })
        .await?;
        job::publish_previews(&tx, &held.post, Vec::new()).await?;
    }
    Ok(tx.commit().await?)
}
