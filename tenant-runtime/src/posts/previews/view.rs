//! Link previews in API responses and events.

use super::rows::preview;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A preview of a link in a post. All texts are plain text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkPreview {
    /// As typed in the post.
    pub url: String,
    pub title: String,
    pub description: Option<String>,
    pub site_name: Option<String>,
    /// Always `null`: pictures of pages are not shown.
    pub image_url: Option<String>,
}

impl From<preview::Model> for LinkPreview {
    fn from(row: preview::Model) -> Self {
        let preview::Model { url, title, description, site_name, .. } = row;
        Self { url, title, description, site_name, image_url: None }
    }
}
