//! What a request's body is held to: how large it may be, and how fast it has to come.

use crate::config::Pace;
use crate::metrics::{self, Excess};
use crate::problem::{BODY_TOO_LARGE, PICTURE_TOO_LARGE, Problem};
use axum::body::Body;
use http_body::Body as _;

/// What a body is held to.
#[derive(Debug, Clone, Copy)]
pub struct Content {
    /// What it is; the roles that read it have the same limits.
    pub kind: wire::Content,
    /// How fast it has to come.
    pub pace: Pace,
}

impl Content {
    /// Refuses a body whose stated length is too large, before anything of it is passed on.
    ///
    /// # Errors
    /// What the client is told.
    pub fn check(self, body: &Body) -> Result<(), Problem> {
        let is_too_large = body.size_hint().lower() > self.kind.bytes_max() as u64;
        if is_too_large { Err(self.too_large()) } else { Ok(()) }
    }

    /// What is told of a larger one.
    pub fn too_large(self) -> Problem {
        metrics::refused(Excess::Content);
        match self.kind {
            wire::Content::Picture => PICTURE_TOO_LARGE,
            wire::Content::Json | wire::Content::Alert => BODY_TOO_LARGE,
        }
    }
}
