//! The directory, profiles, follows, blocks, handles and profile pictures.

mod blocks;
mod contributions;
mod directory;
mod handles;
mod pictures;
mod profile;
mod searches;
mod seeing;
mod ties;

use crate::community_fixture::texts;
use crate::kit::{Browser, Reply, TestApp};
use serde_json::json;

/// Sets the audience of the user's profile.
pub async fn set_audience(who: &Browser, audience: &str) {
    who.patch("/api/me", json!({ "profileVisibility": audience })).await.expect(200);
}

/// A member with a public profile.
pub async fn public_member(app: &TestApp, name: &str) -> Browser {
    let browser = app.member(name).await;
    set_audience(&browser, "public").await;
    browser
}

/// The first names on a page, in its order.
pub fn first_names(page: &Reply) -> Vec<String> {
    texts(page, "firstName")
}
