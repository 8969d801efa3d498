//! People to one another: the directory, profiles, follows, blocks, handles, pictures.

mod blocks;
mod directory;
mod handles;
mod pictures;
mod profile;
mod searches;
mod seeing;
mod ties;

use crate::hall::texts;
use crate::kit::{Browser, Reply, TestApp};
use serde_json::json;

/// Opens somebody's profile to an audience.
pub async fn open_to(who: &Browser, audience: &str) {
    who.patch("/api/me", json!({ "profileVisibility": audience })).await.expect(200);
}

/// A member whose profile everybody sees.
pub async fn open_member(app: &TestApp, name: &str) -> Browser {
    let browser = app.member(name).await;
    open_to(&browser, "public").await;
    browser
}

/// The first names on a page, in its order.
pub fn names(page: &Reply) -> Vec<String> {
    texts(page, "firstName")
}
