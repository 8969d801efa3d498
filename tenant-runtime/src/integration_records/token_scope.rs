//! What a token may read.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A part of the public API.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[schema(as = ApiTokenScope)]
pub enum TokenScope {
    /// Daily counts.
    #[serde(rename = "analytics:read")]
    Analytics,
    /// Members, with names and handles.
    #[serde(rename = "members:read")]
    Members,
    /// Requests to join or to create an affiliation.
    #[serde(rename = "requests:read")]
    Requests,
    /// Communities.
    #[serde(rename = "communities:read")]
    Communities,
}

impl TokenScope {
    /// Name in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Analytics => "analytics:read",
            Self::Members => "members:read",
            Self::Requests => "requests:read",
            Self::Communities => "communities:read",
        }
    }
}
