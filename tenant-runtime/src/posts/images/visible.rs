//! Decides who may see a picture: the readers of its post, or only its uploader if no post has
//! attached it (gap G-130).

use super::{key_of, store};
use crate::communities;
use crate::posts::rules;
use http::StatusCode;
use platform::blob::BlobKey;
use platform::{AccountViewer, Member, Problem, Scope};

/// Object key of the picture at this address, if the viewer may see it.
///
/// # Errors
/// 404 without a reason if there is no such picture or the viewer may not see it; database errors.
pub(super) async fn find(scope: &Scope<Member>, address: &str) -> Result<BlobKey, Problem> {
    let scope = &scope.on_one_connection().await?;
    let image = store::find_by_address(scope, address).await?.ok_or_else(Problem::not_found)?;
    let access = match communities::load_access(scope, image.community_id).await {
        Err(problem) if problem.entry.status == StatusCode::NOT_FOUND => {
            return Err(Problem::not_found());
        }
        reached => reached?,
    };
    let is_visible = match image.post_id {
        Some(post) => rules::is_post_readable(scope, &access, post).await?,
        None => access.membership.is_some() && image.uploader_id == Some(scope.viewer().id()),
    };
    let key = key_of(&image.address).filter(|_| is_visible);
    key.ok_or_else(Problem::not_found)
}
