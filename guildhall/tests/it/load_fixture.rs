//! Many members, half of them on the main site and half on a portal, who write in one thread at the same time.

use crate::community_fixture::CommunityFixture;
use crate::kit::{At, Browser, Reply, TestApp, uuid_of};
use chrono::{DateTime, Utc};
use serde_json::{Value, json};

/// Number of concurrent posts.
pub const POSTS: usize = 500;
/// Number of writers: enough to stay below the rate limit, although unanswered attempts may count.
pub const PEOPLE: usize = POSTS / 2;
/// Number of posts that the admin has not read when unread counts are checked.
const UNREAD: usize = 40;
const HOSTS: [&str; 2] = ["localhost", "oak.localhost"];

/// Ada's community, which a portal shows too, and its members.
pub struct LoadFixture {
    pub hall: CommunityFixture,
    /// All writers, with the host where they are signed in.
    pub people: Vec<(Browser, &'static str)>,
}

impl LoadFixture {
    /// Creates the community with half of the writers on each site.
    pub async fn open(app: TestApp) -> Self {
        let oak = app.portal("Oak House", "oak").await.affiliation;
        let hall = CommunityFixture::open_in(app).await;
        hall.app.link_community(&hall.community, &oak).await;
        hall.app.add_to_affiliation(&hall.ada, &oak).await;
        hall.app.sign_in(&hall.ada, HOSTS[1], "ada").await;
        let mut all = Vec::new();
        for host in HOSTS {
            let crowd = hall.app.crowd(&hall.ada, host, PEOPLE / 2).await;
            all.extend(crowd.into_iter().map(|browser| (browser, host)));
        }
        hall.app.crowd_joins(&hall.community, &oak).await;
        Self { hall, people: all }
    }

    /// Ada's browser on each site.
    pub fn ada_on_each_site(&self) -> [At<'_>; 2] {
        HOSTS.map(|host| self.hall.ada.at_host(host))
    }

    /// Sends a post until it is acknowledged, awaiting `again` before each retry. Returns the response and the
    /// number of failed attempts.
    pub async fn write_until_acknowledged(
        &self,
        n: usize,
        again: impl AsyncFn(),
    ) -> (Reply, usize) {
        let mut missed = 0;
        loop {
            let reply = self.write_post(n).await;
            if reply.status == 201 {
                return (reply, missed);
            }
            // The only failures are an overloaded or unavailable upstream.
            assert!([502, 503, 504].contains(&reply.status), "{reply}");
            missed += 1;
            again().await;
        }
    }

    /// Sends a post, as one of the writers.
    pub async fn write_post(&self, n: usize) -> Reply {
        let (browser, host) = &self.people[n % self.people.len()];
        let key = format!("01939d3e-8a5b-7000-8000-{n:012}");
        let body = json!({ "content": format!("Post {n}") });
        browser.at_host(host).post_keyed(&self.hall.posts_path(), &key, body).await
    }

    /// Reads all pages on a site, oldest post first.
    pub async fn all_posts(&self, at: &At<'_>) -> Vec<Value> {
        let (mut posts, mut cursor) = (Vec::new(), String::new());
        loop {
            let page = at.get(&format!("{}?{cursor}", self.hall.posts_path())).await.expect(200);
            drop(posts.splice(0..0, page.items().iter().cloned()));
            match page.body["nextCursor"].as_str() {
                Some(next) => cursor = format!("cursor={next}"),
                None => return posts,
            }
        }
    }

    /// Asserts that exactly the acknowledged posts are stored, in one order on every site, with correct counts.
    pub async fn assert_stored_once(&self, acknowledged: &[String]) {
        let posts = self.all_posts(&self.hall.ada.main()).await;
        let (mut read, mut expected) = (ids(&posts), acknowledged.to_vec());
        read.sort_unstable();
        expected.sort_unstable();
        assert_eq!(read, expected);
        assert!(posts.is_sorted_by_key(created_at));
        for at in self.ada_on_each_site() {
            assert_eq!(ids(&self.all_posts(&at).await), ids(&posts), "at {}", at.origin());
            self.assert_counts(&at, &posts).await;
        }
    }

    async fn assert_counts(&self, at: &At<'_>, posts: &[Value]) {
        let read_until = created_at(&posts[posts.len() - UNREAD - 1]);
        self.mark_read(read_until).await;
        // Several posts may have the same time.
        let is_new = |post: &&Value| created_at(post) > read_until;
        let unread = posts.iter().filter(is_new).count();
        let community = at.get(&self.hall.path("")).await.expect(200).body;
        let threads = at.get(&self.hall.path("/threads")).await.expect(200);
        let thread = &threads.items()[0];
        let counted = [&community["totalPosts"], &thread["numposts"]];
        assert_eq!(counted, [&json!(posts.len()); 2]);
        let new = [&community["viewer"]["unread"], &thread["unreadMessages"]];
        assert_eq!(new, [&json!(unread); 2]);
        assert_eq!(thread["lastPost"]["postId"], posts[posts.len() - 1]["id"]);
        assert_eq!(thread["participantCount"], PEOPLE);
    }

    async fn mark_read(&self, until: DateTime<Utc>) {
        let sql = "INSERT INTO community_read_status (user_id, community_id, last_read_at) \
            VALUES ($1, $2, $3) ON CONFLICT (user_id, community_id) DO NOTHING";
        let ada = uuid_of(&self.hall.app.id_of(&self.hall.ada).await);
        let values = vec![ada.into(), uuid_of(&self.hall.community).into(), until.into()];
        self.hall.app.sql(sql, values).await;
    }
}

fn created_at(post: &Value) -> DateTime<Utc> {
    post["created"].as_str().unwrap().parse().unwrap()
}

/// The ids of posts.
pub fn ids(posts: &[Value]) -> Vec<String> {
    posts.iter().map(|post| post["id"].as_str().unwrap().to_owned()).collect()
}
