//! A community with an admin and a thread, the fixture of tests about posts and events.

use crate::kit::{Browser, Reply, TestApp, uuid_of};
use serde_json::json;

/// An instance with one public community, its admin Ada, and one thread.
pub struct CommunityFixture {
    pub app: TestApp,
    /// The admin.
    pub ada: Browser,
    pub community: String,
    pub thread: String,
}

impl CommunityFixture {
    pub async fn open() -> Self {
        Self::open_in(TestApp::open().await).await
    }

    /// Creates the community in an existing instance.
    pub async fn open_in(app: TestApp) -> Self {
        let ada = app.member("ada").await;
        let community = app.community(&ada, "Long spans", &[]).await;
        let thread = start_thread(&ada, &community, "Cables").await.expect(201).id();
        Self { app, ada, community, thread }
    }

    /// A new member of the community.
    pub async fn member(&self, name: &str) -> Browser {
        let browser = self.app.member(name).await;
        browser.post(&self.path("/join"), json!({})).await.expect(200);
        browser
    }

    /// A path within the community.
    pub fn path(&self, rest: &str) -> String {
        format!("/api/communities/{}{rest}", self.community)
    }

    /// The path of the thread's posts.
    pub fn posts_path(&self) -> String {
        self.path(&format!("/threads/{}/posts", self.thread))
    }

    /// Writes a post in the thread.
    pub async fn write_post(&self, who: &Browser, words: &str) -> Reply {
        who.post(&self.posts_path(), json!({ "content": words })).await
    }

    /// Writes a reply in the thread.
    pub async fn write_reply(&self, who: &Browser, parent: &str, words: &str) -> Reply {
        who.post(&self.posts_path(), json!({ "content": words, "parentPostId": parent })).await
    }

    /// Sets the role of a member.
    pub async fn set_role(&self, who: &Browser, role: &str) {
        let sql = "UPDATE community_members SET role = $3 WHERE community_id = $1 AND user_id = $2";
        let user = uuid_of(&self.app.id_of(who).await);
        self.app.sql(sql, vec![uuid_of(&self.community).into(), user.into(), role.into()]).await;
    }

    /// Contents of the thread's posts as the user reads them, in order.
    pub async fn read_posts(&self, who: &Browser) -> Vec<String> {
        contents(&who.get(&self.posts_path()).await.expect(200))
    }

    /// Times a member out for this number of minutes.
    pub async fn time_out(&self, who: &Browser, minutes: i64) {
        let until = self.app.clock.now() + chrono::Duration::minutes(minutes);
        let sql = "INSERT INTO member_timeouts (community_id, user_id, end_date, reason, created_at) \
            VALUES ($1, $2, $3, 'Off topic', $4)";
        let user = uuid_of(&self.app.id_of(who).await);
        let now = self.app.clock.now();
        let values = vec![uuid_of(&self.community).into(), user.into(), until.into(), now.into()];
        self.app.sql(sql, values).await;
    }

    /// Number of rows of a table that refer to the community.
    pub async fn rows(&self, table: &str) -> i64 {
        let sql = format!("SELECT COUNT(*) AS n FROM {table} WHERE community_id = $1");
        self.app.count(&sql, vec![uuid_of(&self.community).into()]).await
    }
}

/// Starts a thread.
pub async fn start_thread(who: &Browser, community: &str, caption: &str) -> Reply {
    who.post(&format!("/api/communities/{community}/threads"), json!({ "caption": caption })).await
}

/// The contents of a page of posts.
pub fn contents(page: &Reply) -> Vec<String> {
    texts(page, "content")
}

/// One text field of every item of a page.
pub fn texts(page: &Reply, field: &str) -> Vec<String> {
    page.items().iter().map(|item| item[field].as_str().unwrap_or_default().to_owned()).collect()
}
