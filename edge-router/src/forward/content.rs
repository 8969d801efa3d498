//! Limits for a request body: maximum size and minimum speed.

use crate::config::BodyPace;
use crate::metrics::{self, ExceededLimit};
use crate::problem::{BODY_TOO_LARGE, FILE_TOO_LARGE, PICTURE_TOO_LARGE, Problem};
use axum::body::Body;
use http_body::Body as _;

/// Limits for a request body.
#[derive(Debug, Clone, Copy)]
pub struct Content {
    /// Kind of body, which sets its maximum size. The roles behind the edge apply the same limits.
    pub kind: wire::Content,
    /// Minimum speed.
    pub pace: BodyPace,
}

impl Content {
    /// Refuses a body whose stated length is too large, before anything is forwarded.
    ///
    /// # Errors
    /// The problem to send to the client.
    pub fn check_declared_length(self, body: &Body) -> Result<(), Problem> {
        let is_too_large = body.size_hint().lower() > self.kind.bytes_max() as u64;
        if is_too_large { Err(self.too_large()) } else { Ok(()) }
    }

    /// Problem for a body that is too large.
    pub fn too_large(self) -> Problem {
        metrics::record_refusal(ExceededLimit::Content);
        match self.kind {
            wire::Content::Picture => PICTURE_TOO_LARGE,
            wire::Content::File => FILE_TOO_LARGE,
            wire::Content::Json | wire::Content::Alert => BODY_TOO_LARGE,
        }
    }
}
