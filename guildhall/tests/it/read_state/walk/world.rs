//! The running instance of a walk.

use super::model::{ADMIN, COMMUNITIES, Model, PEOPLE, PostModel, Step};
use crate::community_fixture::start_thread;
use crate::kit::{Browser, Reply, TestApp};
use chrono::{DateTime, Duration, Utc};
use serde_json::{Value, json};

const NAMES: [&str; PEOPLE] = ["ada", "bob", "cleo", "dan"];
/// Steps between comparisons for everyone; in the others only for the actor and one other person.
const COMPARE_ALL_EVERY: usize = 10;
/// Threads of a community.
const THREADS_MAX: usize = 8;

pub struct World {
    app: TestApp,
    /// Two devices of each person.
    people: Vec<[Browser; 2]>,
    ids: Vec<String>,
    communities: Vec<String>,
    model: Model,
    step: usize,
    pub comparisons: usize,
}

fn time(value: &Value) -> DateTime<Utc> {
    value.as_str().unwrap().parse().unwrap()
}

impl World {
    /// Both communities with all four people and a thread each.
    pub async fn open() -> Self {
        let app = TestApp::open().await;
        let (mut people, mut ids, mut communities) = (Vec::new(), Vec::new(), Vec::new());
        for name in NAMES {
            app.member(name).await;
            let devices = [app.browser(), app.browser()];
            for device in &devices {
                // A long walk takes days.
                app.stay_signed_in(device, name).await;
            }
            ids.push(app.id_of(&devices[0]).await);
            people.push(devices);
        }
        for name in ["Bridges", "Tunnels"] {
            communities.push(app.community(&people[ADMIN][0], name, &[]).await);
        }
        let model = Model::default();
        let mut world = Self { app, people, ids, communities, model, step: 0, comparisons: 0 };
        for community in 0..COMMUNITIES {
            world.record_joining(ADMIN, community).await;
            for who in 1..PEOPLE {
                world.join(who, community).await;
            }
            world.start_thread(community).await;
        }
        world
    }

    /// The devices take turns.
    fn device(&self, who: usize) -> &Browser {
        &self.people[who][self.step % 2]
    }

    fn community_path(&self, community: usize, rest: &str) -> String {
        format!("/api/communities/{}{rest}", self.communities[community])
    }

    fn thread_path(&self, thread: usize, rest: &str) -> String {
        let thread = &self.model.threads[thread];
        self.community_path(thread.community, &format!("/threads/{}{rest}", thread.id))
    }

    /// Takes a step and compares the counts with the model. Returns false if the step is not possible.
    pub async fn take_step(&mut self, step: &Step) -> bool {
        self.step += 1;
        // No rate limit of a minute applies.
        self.app.clock.advance_by(Duration::seconds(31));
        let actor = self.act(step).await;
        let everyone = self.step.is_multiple_of(COMPARE_ALL_EVERY);
        let other = self.step % PEOPLE;
        for who in 0..PEOPLE {
            if everyone || who == other || Some(who) == actor {
                self.compare(who, step).await;
            }
        }
        actor.is_some()
    }

    /// Returns the actor, or `None` if the step is not possible.
    async fn act(&mut self, step: &Step) -> Option<usize> {
        let done = match *step {
            Step::Write { who, thread } => {
                (who, self.write(who, self.thread(thread)?, Value::Null).await)
            }
            Step::Reply { who, post } => (who, self.reply(who, self.post(post)?).await),
            Step::Read { who, thread } => (who, self.read(who, self.thread(thread)?, None).await),
            Step::ReadUntil { who, post } => {
                let post = self.post(post)?;
                (who, self.read(who, post.thread, Some(post.created)).await)
            }
            Step::UnreadFrom { who, post } => (who, self.mark_unread(who, self.post(post)?).await),
            Step::MarkCommunity { who, community } => {
                (who, self.mark_community(who, community).await)
            }
            Step::MarkAll { who } => (who, self.mark_all(who).await),
            Step::Delete { post } => {
                let post = self.post(post)?;
                (post.author, self.remove(post.author, post).await)
            }
            Step::Remove { post } => (ADMIN, self.remove(ADMIN, self.post(post)?).await),
            Step::StartThread { community } => (ADMIN, self.start_thread(community).await),
            Step::Mute { who, thread, is_muted } => {
                (who, self.mute(who, self.thread(thread)?, is_muted).await)
            }
            Step::Move { thread } => (ADMIN, self.move_thread(self.thread(thread)?).await),
            Step::Close { thread, is_closed } => {
                (ADMIN, self.close(self.thread(thread)?, is_closed).await)
            }
            Step::RemoveThread { thread } => {
                (ADMIN, self.remove_thread(self.thread(thread)?).await)
            }
            Step::Block { who, other } => (who, self.block(who, other).await),
            Step::Unblock { who, other } => (who, self.unblock(who, other).await),
            Step::Leave { who, community } => (who, self.leave(who, community).await),
            Step::Join { who, community } => (who, self.join(who, community).await),
        };
        done.1.then_some(done.0)
    }

    /// One of the posts that still exist, most often a recent one.
    fn post(&self, index: usize) -> Option<PostModel> {
        let there: Vec<&PostModel> =
            self.model.posts.iter().rev().filter(|post| !post.is_removed).take(40).collect();
        there.get(index % there.len().max(1)).map(|post| (*post).clone())
    }

    /// One of the threads that still exist.
    fn thread(&self, index: usize) -> Option<usize> {
        let all = 0..self.model.threads.len();
        let there: Vec<usize> = all.filter(|at| !self.model.threads[*at].is_removed).collect();
        there.get(index % there.len().max(1)).copied()
    }

    async fn write(&mut self, who: usize, thread: usize, parent: Value) -> bool {
        let content = format!("Post {}", self.step);
        let body = json!({ "content": content, "parentPostId": parent });
        let reply = self.device(who).post(&self.thread_path(thread, "/posts"), body).await;
        if !self.model.is_member(who, thread) {
            assert_eq!(reply.status, 403);
            return false;
        }
        if self.model.threads[thread].is_closed {
            assert_eq!(reply.status, 409);
            return false;
        }
        let post = reply.expect(201);
        self.model.write(post.id(), who, thread, time(&post.body["created"]));
        true
    }

    async fn reply(&mut self, who: usize, to: PostModel) -> bool {
        if !self.model.is_readable(who, &to) {
            return false;
        }
        self.write(who, to.thread, json!(to.id)).await
    }

    async fn read(&mut self, who: usize, thread: usize, until: Option<DateTime<Utc>>) -> bool {
        let body = until.map_or_else(|| json!({}), |until| json!({ "upTo": until }));
        let reply = self.device(who).put(&self.thread_path(thread, "/read"), body).await;
        if !self.model.is_member(who, thread) {
            assert_eq!(reply.status, 403);
            return false;
        }
        let active = self.model.threads[thread].active;
        self.model.read(who, thread, until.unwrap_or(active));
        self.check_mark(who, thread, &reply.expect(200));
        true
    }

    async fn mark_unread(&mut self, who: usize, post: PostModel) -> bool {
        let path = self.thread_path(post.thread, "/unread-from");
        let reply = self.device(who).put(&path, json!({ "postId": post.id })).await;
        if !self.model.is_readable(who, &post) {
            assert!([403, 404].contains(&reply.status), "{reply}");
            return false;
        }
        self.model.mark_unread(who, &post);
        self.check_mark(who, post.thread, &reply.expect(200));
        true
    }

    fn check_mark(&self, who: usize, thread: usize, reply: &Reply) {
        let community = self.model.threads[thread].community;
        let expected =
            [self.model.unread(who, thread), self.model.community_unread(who, community)];
        let counts = [&reply.body["unreadMessages"], &reply.body["communityUnread"]];
        assert_eq!(counts, [&json!(expected[0]), &json!(expected[1])], "step {}", self.step);
    }

    async fn mark_community(&mut self, who: usize, community: usize) -> bool {
        let path = self.community_path(community, "/read");
        let reply = self.device(who).post(&path, json!({})).await;
        if !self.model.joined.contains_key(&(who, community)) {
            assert_eq!(reply.status, 403);
            return false;
        }
        reply.expect(200);
        self.model.mark_community(who, community);
        true
    }

    async fn mark_all(&mut self, who: usize) -> bool {
        let all = self.device(who).put("/api/me/read-marks", json!({})).await.expect(200);
        let member_of = |community: &usize| self.model.joined.contains_key(&(who, *community));
        let communities: Vec<usize> = (0..COMMUNITIES).filter(member_of).collect();
        assert_eq!(all.body["communities"], communities.len());
        for community in communities {
            self.model.mark_community(who, community);
        }
        true
    }

    /// The author deletes a post, or the admin removes it.
    async fn remove(&mut self, who: usize, post: PostModel) -> bool {
        if !self.model.is_member(who, post.thread) {
            return false;
        }
        let path = format!("/api/posts/{}", post.id);
        if who == post.author {
            if !self.model.is_readable(who, &post) {
                return false;
            }
            self.device(who).delete(&path).await.expect(200);
        } else {
            let reason = json!({ "reason": "Off topic" });
            self.device(who).post(&format!("{path}/removal"), reason).await.expect(200);
        }
        for one in self.model.posts.iter_mut().filter(|one| one.id == post.id) {
            one.is_removed = true;
        }
        true
    }

    async fn start_thread(&mut self, community: usize) -> bool {
        if self.model.threads_in(community).count() >= THREADS_MAX {
            return false;
        }
        // The rate limit of threads is three in five minutes.
        self.app.clock.advance_by(Duration::minutes(3));
        let caption = format!("Thread {}", self.step);
        let ada = self.device(ADMIN);
        let thread = start_thread(ada, &self.communities[community], &caption).await.expect(201);
        self.model.start_thread(thread.id(), community, time(&thread.body["created"]));
        true
    }

    async fn mute(&mut self, who: usize, thread: usize, is_muted: bool) -> bool {
        let level = json!({ "level": if is_muted { "muted" } else { "normal" } });
        let path = self.thread_path(thread, "/subscription");
        let reply = self.device(who).put(&path, level).await;
        if !self.model.is_member(who, thread) {
            assert_eq!(reply.status, 403);
            return false;
        }
        reply.expect(200);
        self.model.mute(who, thread, is_muted);
        true
    }

    async fn move_thread(&mut self, thread: usize) -> bool {
        let to = 1 - self.model.threads[thread].community;
        let body = json!({ "communityId": self.communities[to] });
        let path = self.thread_path(thread, "/move");
        self.device(ADMIN).post(&path, body).await.expect(200);
        self.model.move_thread(thread);
        true
    }

    async fn close(&mut self, thread: usize, is_closed: bool) -> bool {
        let path = self.thread_path(thread, "/closure");
        let ada = self.device(ADMIN);
        let reply = if is_closed {
            ada.put(&path, json!({ "reason": "Settled" })).await
        } else {
            ada.delete(&path).await
        };
        reply.expect(200);
        self.model.threads[thread].is_closed = is_closed;
        true
    }

    /// Removes a thread, unless it is one of the last two. A job erases its posts.
    async fn remove_thread(&mut self, thread: usize) -> bool {
        if self.model.threads.iter().filter(|one| !one.is_removed).count() < 3 {
            return false;
        }
        let path = self.thread_path(thread, "/removal");
        self.device(ADMIN).post(&path, json!({ "reason": "Off topic" })).await.expect(200);
        self.model.remove_thread(thread);
        if self.step.is_multiple_of(2) {
            self.app.work().await;
        }
        true
    }

    async fn block(&mut self, who: usize, other: usize) -> bool {
        if who == other || who == ADMIN || self.model.blocks.contains(&(other, who)) {
            return false;
        }
        let path = format!("/api/users/{}/block", self.ids[other]);
        self.device(who).put(&path, json!({})).await.expect(200);
        self.model.blocks.insert((who, other))
    }

    async fn unblock(&mut self, who: usize, other: usize) -> bool {
        let path = format!("/api/users/{}/block", self.ids[other]);
        if self.model.blocks.contains(&(who, other)) {
            self.device(who).delete(&path).await;
        }
        self.model.blocks.remove(&(who, other))
    }

    async fn leave(&mut self, who: usize, community: usize) -> bool {
        if who == ADMIN || !self.model.joined.contains_key(&(who, community)) {
            return false;
        }
        let path = self.community_path(community, "/leave");
        self.device(who).post(&path, json!({})).await.expect(204);
        self.model.leave(who, community);
        true
    }

    async fn join(&mut self, who: usize, community: usize) -> bool {
        if self.model.joined.contains_key(&(who, community)) {
            return false;
        }
        let path = self.community_path(community, "/join");
        self.device(who).post(&path, json!({})).await.expect(200);
        self.record_joining(who, community).await;
        true
    }

    async fn record_joining(&mut self, who: usize, community: usize) {
        let path = self.community_path(community, "");
        let viewer = self.device(who).get(&path).await.expect(200).body["viewer"].clone();
        self.model.joined.insert((who, community), time(&viewer["joinedAt"]));
    }

    /// Compares all counts of a person with the model, on the device that did not act.
    async fn compare(&mut self, who: usize, step: &Step) {
        self.comparisons += 1;
        let device = &self.people[who][(self.step + 1) % 2];
        let place = format!("{} in step {} ({step:?})", NAMES[who], self.step);
        let mine = device.get("/api/communities?scope=mine").await.expect(200);
        let mut sum = 0;
        for community in 0..COMMUNITIES {
            let id = &self.communities[community];
            let listed = mine.items().iter().find(|item| item["id"] == json!(id));
            let is_member = self.model.joined.contains_key(&(who, community));
            assert_eq!(listed.is_some(), is_member, "{place}");
            let Some(listed) = listed else { continue };
            let unread = self.model.community_unread(who, community);
            assert_eq!(listed["viewer"]["unread"], unread, "{place}");
            sum += unread;
            self.compare_threads(who, community, &place).await;
        }
        let badges = device.get("/api/me/badges").await.expect(200).body;
        assert_eq!(badges["communities"], sum.min(100), "{place}");
        let after = self.thread(self.step).unwrap();
        let query = format!("?after={}", self.model.threads[after].id);
        let next = device.get(&format!("/api/me/next-unread-thread{query}")).await.expect(200);
        let expected = self.model.next_unread(who, after);
        let expected = expected.map(|thread| self.model.threads[thread].id.clone());
        assert_eq!(next.body["thread"]["threadId"], json!(expected), "{place}");
    }

    async fn compare_threads(&self, who: usize, community: usize, place: &str) {
        let device = &self.people[who][self.step % 2];
        let path = self.community_path(community, "/threads");
        let list = device.get(&path).await.expect(200);
        for thread in self.model.threads_in(community) {
            let id = json!(self.model.threads[thread].id);
            let listed = list.items().iter().find(|item| item["id"] == id).unwrap();
            assert_eq!(listed["unreadMessages"], self.model.unread(who, thread), "{place}");
        }
        let unread = device.get(&format!("{path}?sort=unread")).await.expect(200);
        let ids: Vec<&Value> = unread.items().iter().map(|item| &item["id"]).collect();
        let expected = self.model.unread_threads(who, community);
        let expected: Vec<Value> =
            expected.iter().map(|thread| json!(self.model.threads[*thread].id)).collect();
        assert_eq!(ids, expected.iter().collect::<Vec<_>>(), "{place}");
    }
}
