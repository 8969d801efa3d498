//! Management of threads: rename, close, pin, move and remove; follow, mute and jump to a time.

mod closure;
mod lookup;
mod moves;
mod pins;
mod removals;
mod rename;
mod subscriptions;

use crate::community_fixture::CommunityFixture;
use crate::kit::{Browser, LiveStream, uuid_of};
use serde_json::{Value, json};

/// A community whose thread was started by a member, with a trustee, and staff on the main site.
struct ManagedThread {
    hall: CommunityFixture,
    /// Started the thread.
    bob: Browser,
    tess: Browser,
    sam: Browser,
}

impl ManagedThread {
    async fn open() -> Self {
        let mut hall = CommunityFixture::open().await;
        let allow = json!({ "membersMayStartThreads": true });
        hall.ada.patch(&hall.path(""), allow).await.expect(200);
        let (bob, tess) = (hall.member("bob").await, hall.member("tess").await);
        hall.set_role(&tess, "trustee").await;
        let body = json!({ "caption": "Ropes" });
        hall.thread = bob.post(&hall.path("/threads"), body).await.expect(201).id();
        let sam = hall.app.staff("sam").await;
        Self { hall, bob, tess, sam }
    }

    /// A path of the thread.
    fn path(&self, rest: &str) -> String {
        self.hall.path(&format!("/threads/{}{rest}", self.hall.thread))
    }

    /// Users who manage no threads: a member, an outsider, and an admin of another community.
    async fn others(&self) -> [Browser; 3] {
        let cleo = self.hall.member("cleo").await;
        let (olaf, emma) = (self.hall.app.member("olaf").await, self.hall.app.member("emma").await);
        self.hall.app.community(&emma, "Short spans", &[]).await;
        [cleo, olaf, emma]
    }

    /// Number of entries of the audit log about an action.
    async fn audited(&self, action: &str) -> i64 {
        let sql = "SELECT COUNT(*) AS n FROM audit_log WHERE action = $1";
        self.hall.app.count(sql, vec![action.into()]).await
    }

    /// Titles and messages of a user's notifications, newest first.
    async fn notices(&self, who: &Browser) -> Vec<String> {
        notices_of(who).await
    }
}

async fn notices_of(who: &Browser) -> Vec<String> {
    let page = who.get("/api/notifications").await.expect(200);
    let text = |item: &Value, field: &str| item[field].as_str().unwrap().to_owned();
    let line = |item: &Value| format!("{} | {}", text(item, "title"), text(item, "message"));
    page.items().iter().map(line).collect()
}

async fn open_stream(who: &Browser) -> LiveStream {
    let mut stream = who.live().await;
    stream.until("hello").await;
    stream
}

/// A user's rows in a table.
async fn rows_of(hall: &CommunityFixture, table: &str, who: &Browser) -> i64 {
    let sql = format!("SELECT COUNT(*) AS n FROM {table} WHERE user_id = $1");
    hall.app.count(&sql, vec![uuid_of(&hall.app.id_of(who).await).into()]).await
}
