//! The path of a post in requests: its community, thread and id.

use super::error::PostError;
use super::rows::post;
use super::write::PostLocation;
use platform::PostId;

/// A post in the path of a request.
#[derive(Debug, Clone, Copy)]
pub(super) struct PostPath {
    pub location: PostLocation,
    pub post: PostId,
}

impl PostPath {
    /// Checks that the post is where the path says.
    pub fn check(self, post: &post::Model) -> Result<(), PostError> {
        let PostLocation { community, thread } = self.location;
        let is_there = post.community_id == community && post.thread_id == thread;
        if is_there { Ok(()) } else { Err(PostError::NotFound) }
    }
}
