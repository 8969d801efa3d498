//! Random walks of people through one community, beside a model of who may read and hear what.

use crate::hall::{start, words};
use crate::kit::{Browser, LiveStream, TestApp};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::json;

/// Somebody else than the admin, by number.
const PEOPLE: [&str; 3] = ["bob", "cleo", "dan"];

#[derive(Debug, Clone, Copy)]
enum Step {
    Join(usize),
    Leave(usize),
    Remove(usize),
    /// The admin writes when there is no such person.
    Post(usize),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        2 => (0..PEOPLE.len()).prop_map(Step::Join),
        1 => (0..PEOPLE.len()).prop_map(Step::Leave),
        1 => (0..PEOPLE.len()).prop_map(Step::Remove),
        4 => (0..=PEOPLE.len()).prop_map(Step::Post),
    ]
}

/// What is true, as far as the specification goes.
#[derive(Default)]
struct Model {
    posts: Vec<String>,
    /// For each person how many posts there were when they joined.
    joined_at: [Option<usize>; PEOPLE.len()],
    /// For each person the posts that were written while they were in.
    heard: [Vec<String>; PEOPLE.len()],
}

impl Model {
    /// The status that a step answers.
    fn take(&mut self, step: Step) -> u16 {
        match step {
            Step::Join(n) if self.joined_at[n].is_some() => 409,
            Step::Join(n) => {
                self.joined_at[n] = Some(self.posts.len());
                200
            }
            Step::Leave(n) | Step::Remove(n) => match self.joined_at[n].take() {
                Some(_) => 204,
                None => 404,
            },
            Step::Post(n) if n < PEOPLE.len() && self.joined_at[n].is_none() => 403,
            Step::Post(_) => {
                let words = self.next_words();
                for (heard, joined) in self.heard.iter_mut().zip(self.joined_at) {
                    heard.extend(joined.map(|_| words.clone()));
                }
                self.posts.push(words);
                201
            }
        }
    }

    fn next_words(&self) -> String {
        format!("Post {}", self.posts.len())
    }
}

struct World {
    app: TestApp,
    ada: Browser,
    people: Vec<(Browser, String)>,
}

impl World {
    async fn open() -> Self {
        let app = TestApp::open().await;
        let ada = app.member("ada").await;
        let mut people = Vec::new();
        for name in PEOPLE {
            let browser = app.member(name).await;
            let id = app.id_of(&browser).await;
            people.push((browser, id));
        }
        app.sql("UPDATE users SET subscription = 'Premium'", vec![]).await;
        Self { app, ada, people }
    }

    async fn walk(&self, steps: &[Step]) {
        self.app.clock.advance(chrono::Duration::minutes(61));
        let community = self.app.community(&self.ada, "A walk", &[]).await;
        let path = format!("/api/communities/{community}");
        let thread = start(&self.ada, &community, "On the way").await.expect(201).id();
        let posts = format!("{path}/threads/{thread}/posts");
        let mut streams = Vec::new();
        for (browser, _) in &self.people {
            let mut stream = browser.live().await;
            stream.until("hello").await;
            streams.push(stream);
        }
        let mut model = Model::default();
        for step in steps {
            // Nobody is meant to meet a limit here.
            self.app.clock.advance(chrono::Duration::seconds(15));
            let said = model.next_words();
            let answer = match *step {
                Step::Join(n) => self.people[n].0.post(&format!("{path}/join"), json!({})).await,
                Step::Leave(n) => self.people[n].0.post(&format!("{path}/leave"), json!({})).await,
                Step::Remove(n) => {
                    self.ada.delete(&format!("{path}/members/{}", self.people[n].1)).await
                }
                Step::Post(n) => {
                    let who = self.people.get(n).map_or(&self.ada, |(browser, _)| browser);
                    who.post(&posts, json!({ "content": said })).await
                }
            };
            assert_eq!(answer.status, model.take(*step), "{step:?} answered {answer}");
            self.compare(&path, &posts, &model).await;
        }
        self.compare_heard(&mut streams, &model).await;
    }

    /// Lists and counts are the model's.
    async fn compare(&self, path: &str, posts: &str, model: &Model) {
        let members = 1 + model.joined_at.iter().flatten().count();
        let community = self.ada.get(path).await.expect(200).body;
        assert_eq!(community["memberCount"], members);
        assert_eq!(community["totalPosts"], model.posts.len());
        let listed = self.ada.get(&format!("{path}/members")).await.expect(200);
        assert_eq!(listed.items().len(), members);
        assert_eq!(words(&self.ada.get(posts).await.expect(200)), model.posts);
        for ((browser, _), joined) in self.people.iter().zip(model.joined_at) {
            let reply = browser.get(posts).await;
            match joined {
                Some(at) => assert_eq!(words(&reply), model.posts[at..]),
                None => assert_eq!(reply.status, 403),
            }
        }
    }

    /// Nobody heard what they may not read. Whoever is in at the end has heard all they may; whoever
    /// went may have missed what was said just before, but hears nothing twice or out of order.
    async fn compare_heard(&self, streams: &mut [LiveStream], model: &Model) {
        self.app.clock.advance(chrono::Duration::minutes(61));
        for (n, stream) in streams.iter_mut().enumerate() {
            self.app.community(&self.people[n].0, "A mark", &[]).await;
            let mut heard = Vec::new();
            loop {
                let frame = stream.next().await.expect("the stream goes on").data;
                match frame["type"].as_str() {
                    Some("community.created") => break,
                    Some("post.created") => {
                        heard.push(frame["post"]["content"].as_str().unwrap().to_owned());
                    }
                    _ => {}
                }
            }
            let mut allowed = model.heard[n].iter();
            let in_order = heard.iter().all(|words| allowed.any(|may| may == words));
            assert!(in_order, "{} heard {heard:?} of {:?}", PEOPLE[n], model.heard[n]);
            if let Some(at) = model.joined_at[n] {
                let since = heard.len().saturating_sub(model.posts.len() - at);
                assert_eq!(heard[since..], model.posts[at..]);
            }
        }
    }
}

#[test]
fn lists_counts_and_streams_follow_every_walk() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let world = runtime.block_on(World::open());
    let config =
        Config { cases: 6, failure_persistence: None, max_shrink_iters: 20, ..Config::default() };
    let walks = proptest::collection::vec(step(), 5..25);
    let outcome = TestRunner::new(config).run(&walks, |steps| {
        runtime.block_on(world.walk(&steps));
        Ok(())
    });
    // Its parts end where they began: within the runtime.
    runtime.block_on(async { drop(world) });
    outcome.unwrap();
}
