//! A community that is open to one affiliation, for tests of joining.

use crate::kit::{Browser, LiveStream, Reply, TestApp, uuid_of};
use serde_json::{Value, json};

/// Ada is the admin; Bob has the affiliation but is not a member.
pub struct House {
    pub app: TestApp,
    pub oak: String,
    pub ada: Browser,
    pub bob: Browser,
    pub community: String,
}

impl House {
    pub async fn open() -> Self {
        let app = TestApp::open().await;
        let oak = app.affiliation("Oak").await;
        let (ada, bob) = (app.member("ada").await, app.member("bob").await);
        for person in [&ada, &bob] {
            app.add_to_affiliation(person, &oak).await;
        }
        let body = json!({
            "name": "Acorns", "description": "For a test.", "visibility": "affiliations",
            "affiliations": [oak],
        });
        let community = ada.post("/api/communities", body).await.expect(201).id();
        Self { app, oak, ada, bob, community }
    }

    /// A path within the community.
    pub fn path(&self, rest: &str) -> String {
        format!("/api/communities/{}{rest}", self.community)
    }

    /// Requests to join.
    pub async fn request_to_join(&self, who: &Browser) -> Reply {
        who.post(&self.path("/join-requests"), json!({ "message": "I grow oaks" })).await
    }

    /// A new member with the role `member`, `trustee` or `admin`.
    pub async fn member_with_role(&self, name: &str, role: &str) -> Browser {
        let browser = self.app.member(name).await;
        insert_member(&self.app, &self.community, &browser, role).await;
        browser
    }

    /// Changes the community's row.
    pub async fn update_row(&self, set: &str) {
        let sql = format!("UPDATE communities SET {set} WHERE id = $1");
        self.app.sql(&sql, vec![uuid_of(&self.community).into()]).await;
    }
}

/// Inserts a membership.
pub async fn insert_member(app: &TestApp, community: &str, who: &Browser, role: &str) {
    let sql = "INSERT INTO community_members (community_id, user_id, role, joined_at) \
        VALUES ($1, $2, $3, $4)";
    let (id, user) = (uuid_of(community), uuid_of(&app.id_of(who).await));
    app.sql(sql, vec![id.into(), user.into(), role.into(), app.clock.now().into()]).await;
    let sql = "UPDATE communities SET member_count = member_count + 1 WHERE id = $1";
    app.sql(sql, vec![id.into()]).await;
}

/// Number of a user's notifications of a type, after finishing due work.
pub async fn notice_count(app: &TestApp, who: &Browser, kind: &str) -> i64 {
    app.work().await;
    let sql = "SELECT COUNT(*) AS n FROM notifications WHERE user_id = $1 AND type = $2";
    app.count(sql, vec![uuid_of(&app.id_of(who).await).into(), kind.into()]).await
}

/// Number of a community's membership events of a type and reason.
pub async fn membership_event_count(
    app: &TestApp,
    community: &str,
    (kind, reason): (&str, &str),
) -> i64 {
    let sql = "SELECT COUNT(*) AS n FROM membership_events WHERE community_id = $1 \
        AND event_type = $2 AND reason = $3";
    app.count(sql, vec![uuid_of(community).into(), kind.into(), reason.into()]).await
}

/// A live stream that has received `hello`.
pub async fn open_stream(who: &Browser) -> LiveStream {
    let mut stream = who.live().await;
    stream.until("hello").await;
    stream
}

/// All frames of the stream so far. Creates a community as a marker that only `who` receives.
pub async fn frames_so_far(app: &TestApp, who: &Browser, stream: &mut LiveStream) -> Vec<Value> {
    app.clock.advance_by(chrono::Duration::minutes(61));
    app.community(who, "A mark", &[]).await;
    let mut heard = Vec::new();
    loop {
        let frame = stream.next().await.expect("the stream goes on").data;
        if frame["type"] == "community.created" {
            return heard;
        }
        heard.push(frame);
    }
}

/// Number of frames of a type.
pub fn count_of_type(frames: &[Value], kind: &str) -> usize {
    frames.iter().filter(|frame| frame["type"] == kind).count()
}
