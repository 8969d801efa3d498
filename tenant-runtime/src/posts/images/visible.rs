//! Decides who may see a picture or file: the readers of its post, or only its uploader if no post
//! has attached it (gap G-130).

use super::{key_of, store};
use crate::communities;
use crate::posts::rules;
use http::StatusCode;
use platform::blob::BlobKey;
use platform::{AccountViewer, CommunityId, Member, PostId, Problem, Scope, UserId};

/// Object key of the picture at this address, if the viewer may see it.
///
/// # Errors
/// 404 without a reason if there is no such picture or the viewer may not see it; database errors.
pub(super) async fn find(scope: &Scope<Member>, address: &str) -> Result<BlobKey, Problem> {
    let scope = &scope.on_one_connection().await?;
    let image = store::find_by_address(scope, address).await?.ok_or_else(Problem::not_found)?;
    check_visible(scope, (image.community_id, image.post_id, image.uploader_id)).await?;
    key_of(&image.address).ok_or_else(Problem::not_found)
}

/// Checks that the viewer may see an upload of this community, post and uploader.
///
/// # Errors
/// 404 without a reason if not; database errors.
pub(in crate::posts) async fn check_visible(
    scope: &Scope<Member>,
    (community, post, uploader): (CommunityId, Option<PostId>, Option<UserId>),
) -> Result<(), Problem> {
    let access = match communities::load_access(scope, community).await {
        Err(problem) if problem.entry.status == StatusCode::NOT_FOUND => {
            return Err(Problem::not_found());
        }
        reached => reached?,
    };
    let is_visible = match post {
        Some(post) => rules::is_post_readable(scope, &access, post).await?,
        None => access.membership.is_some() && uploader == Some(scope.viewer().id()),
    };
    if is_visible { Ok(()) } else { Err(Problem::not_found()) }
}
