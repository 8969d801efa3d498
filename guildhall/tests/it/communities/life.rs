//! Random walks through a community's life, at two doors, beside a model of who may come in, see what
//! and do what. `GUILDHALL_WALKS` says how many; each has up to 60 steps.

use super::house::put_in;
use crate::hall::{start, texts};
use crate::kit::{At, Browser, Reply, TestApp, uuid_of};
use platform::limiter::{LimitKey, LimitedAction};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::json;

/// Who walks, and whether they hold what the community asks for.
const PEOPLE: [(&str, bool); 3] = [("bob", true), ("cleo", true), ("otto", false)];
const CODE: &str = "WALKCODE";
const VISIBILITIES: [&str; 3] = ["public", "private", "affiliations"];

#[derive(Debug, Clone, Copy)]
enum Step {
    Join(usize, bool),
    Ask(usize, bool),
    Redeem(usize, bool),
    Withdraw(usize),
    Approve(usize),
    Reject(usize),
    Leave(usize, bool),
    Remove(usize),
    Rest(usize),
    Wake(usize),
    Post(usize, bool),
    Pause(bool),
    Show(usize),
    End,
    Keep,
}

fn step() -> impl Strategy<Value = Step> {
    let who = || 0..PEOPLE.len();
    let there = any::<bool>;
    prop_oneof![
        3 => (who(), there()).prop_map(|(n, at)| Step::Join(n, at)),
        3 => (who(), there()).prop_map(|(n, at)| Step::Ask(n, at)),
        3 => (who(), there()).prop_map(|(n, at)| Step::Redeem(n, at)),
        1 => who().prop_map(Step::Withdraw),
        3 => who().prop_map(Step::Approve),
        1 => who().prop_map(Step::Reject),
        2 => (who(), there()).prop_map(|(n, at)| Step::Leave(n, at)),
        1 => who().prop_map(Step::Remove),
        1 => who().prop_map(Step::Rest),
        1 => who().prop_map(Step::Wake),
        2 => (who(), there()).prop_map(|(n, at)| Step::Post(n, at)),
        1 => there().prop_map(Step::Pause),
        2 => (0..VISIBILITIES.len()).prop_map(Step::Show),
        1 => Just(Step::End),
        2 => Just(Step::Keep),
    ]
}

/// What is true of one person.
#[derive(Debug, Clone, Default)]
struct Standing {
    belongs: bool,
    is_inside: bool,
    rests: bool,
    /// Their request that waits.
    request: Option<String>,
}

/// What is true, as far as the specification goes.
struct Model {
    people: Vec<Standing>,
    visibility: &'static str,
    is_paused: bool,
    is_ending: bool,
    posts: usize,
}

impl Model {
    fn new() -> Self {
        let standing =
            |(_, belongs): &(&str, bool)| Standing { belongs: *belongs, ..Standing::default() };
        let people = PEOPLE.iter().map(standing).collect();
        Self { people, visibility: "public", is_paused: false, is_ending: false, posts: 0 }
    }

    fn is_listed_to(&self, n: usize) -> bool {
        match self.visibility {
            "public" => true,
            "affiliations" => self.people[n].belongs,
            _ => false,
        }
    }

    fn is_known_to(&self, n: usize) -> bool {
        self.people[n].is_inside || self.is_listed_to(n)
    }

    /// Whether somebody who is not inside could be let in now.
    fn is_open_to(&self, n: usize) -> bool {
        self.people[n].belongs && !self.is_paused && !self.is_ending
    }

    fn enter(&mut self, n: usize) {
        self.people[n].is_inside = true;
        self.people[n].request = None;
    }

    /// The status that a step answers, and what is true then.
    fn take(&mut self, step: Step) -> u16 {
        match step {
            Step::Join(n, _) | Step::Ask(n, _) if !self.is_known_to(n) => 404,
            Step::Join(n, _) | Step::Ask(n, _) | Step::Redeem(n, _) if self.people[n].is_inside => {
                409
            }
            Step::Join(n, _) | Step::Ask(n, _) | Step::Redeem(n, _) if !self.is_open_to(n) => 403,
            Step::Join(n, _) if self.visibility == "public" => {
                self.enter(n);
                200
            }
            Step::Join(..) => 403,
            Step::Ask(n, _) if self.visibility == "public" => {
                self.enter(n);
                201
            }
            Step::Ask(n, _) | Step::Redeem(n, _) if self.people[n].request.is_some() => 409,
            Step::Ask(..) | Step::Redeem(..) => 201,
            Step::Approve(n) | Step::Reject(n) | Step::Withdraw(n)
                if self.people[n].request.is_none() =>
            {
                404
            }
            Step::Approve(n) if !self.is_open_to(n) => 403,
            Step::Approve(n) => {
                self.enter(n);
                200
            }
            Step::Reject(n) | Step::Withdraw(n) => {
                self.people[n].request = None;
                if matches!(step, Step::Reject(_)) { 200 } else { 204 }
            }
            Step::Leave(n, _) | Step::Remove(n) | Step::Rest(n) if !self.people[n].is_inside => 404,
            Step::Leave(n, _) | Step::Remove(n) => {
                self.people[n].is_inside = false;
                204
            }
            Step::Rest(n) => {
                self.people[n].rests = true;
                201
            }
            Step::Wake(n) if !std::mem::take(&mut self.people[n].rests) => 404,
            Step::Wake(_) => 204,
            Step::Post(n, _) if !self.is_known_to(n) => 404,
            Step::Post(n, _) if self.people[n].rests || !self.people[n].is_inside => 403,
            Step::Post(..) => {
                self.posts += 1;
                201
            }
            Step::Pause(now) => {
                self.is_paused = now;
                200
            }
            Step::Show(n) if VISIBILITIES[n] == self.visibility => 409,
            Step::Show(n) => {
                self.visibility = VISIBILITIES[n];
                200
            }
            Step::End | Step::Keep if self.is_ending == matches!(step, Step::End) => 409,
            Step::End | Step::Keep => {
                self.is_ending = matches!(step, Step::End);
                200
            }
        }
    }
}

struct World {
    app: TestApp,
    oak: String,
    ada: Browser,
    mel: Browser,
    people: Vec<(Browser, String)>,
}

/// One walk's community.
struct Walk<'w> {
    world: &'w World,
    path: String,
    id: String,
    thread: String,
}

impl World {
    async fn open() -> Self {
        let app = TestApp::open().await;
        let oak = app.portal("Oak House", "oak").await.affiliation;
        let (ada, mel) = (app.member("ada").await, app.member("mel").await);
        app.belongs(&ada, &oak).await;
        let mut people = Vec::new();
        for (name, belongs) in PEOPLE {
            let browser = app.member(name).await;
            if belongs {
                app.belongs(&browser, &oak).await;
                app.sign_in(&browser, "oak.localhost", name).await;
            }
            let id = app.id_of(&browser).await;
            people.push((browser, id));
        }
        app.sql("UPDATE users SET subscription = 'Premium'", vec![]).await;
        Self { app, oak, ada, mel, people }
    }

    /// The browser of somebody, at the portal if they are asked for there and belong.
    fn at(&self, n: usize, there: bool) -> At<'_> {
        let browser = &self.people[n].0;
        if there && PEOPLE[n].1 { browser.on("oak") } else { browser.main() }
    }

    /// Limits are tested elsewhere; here nobody meets one.
    async fn forget_limits(&self) {
        let ada = self.app.id_of(&self.ada).await;
        for id in self.people.iter().map(|(_, id)| id).chain([&ada]) {
            let account: platform::UserId = id.parse().unwrap();
            for action in [
                LimitedAction::Write,
                LimitedAction::CreatePost,
                LimitedAction::PrivateCode,
                LimitedAction::CreateCommunity,
                LimitedAction::CreateThread,
            ] {
                self.app.services().limiter().clear(action, &LimitKey::user(account)).await;
            }
        }
    }

    async fn walk(&self, steps: &[Step]) {
        self.forget_limits().await;
        self.app.sql("DELETE FROM communities", vec![]).await;
        let id = self.app.community(&self.ada, "A life", &[&self.oak]).await;
        put_in(&self.app, &id, &self.mel, "member").await;
        let sql = "UPDATE communities SET private_code = $1 WHERE id = $2";
        self.app.sql(sql, vec![CODE.into(), uuid_of(&id).into()]).await;
        let thread = start(&self.ada, &id, "On the way").await.expect(201).id();
        let walk = Walk { world: self, path: format!("/api/communities/{id}"), id, thread };
        let mut model = Model::new();
        for step in steps {
            self.forget_limits().await;
            let answer = walk.take(*step, &model).await;
            assert_eq!(answer.status, model.take(*step), "{step:?} answered {answer}");
            if let (Step::Ask(n, _) | Step::Redeem(n, _), 201) = (*step, answer.status) {
                let waits = answer.body["status"] == "pending";
                model.people[n].request = waits.then(|| answer.id());
            }
            walk.compare(&model).await;
        }
    }
}

impl Walk<'_> {
    async fn take(&self, step: Step, model: &Model) -> Reply {
        let (ada, none) = (&self.world.ada, || json!({}));
        let of = |n: usize| self.world.people[n].1.as_str();
        let nothing = "00000000000000000000000000000000";
        let request = |n: usize| model.people[n].request.as_deref().unwrap_or(nothing);
        let path = |rest: String| format!("{}{rest}", self.path);
        match step {
            Step::Join(n, at) => self.world.at(n, at).post(&path("/join".into()), none()).await,
            Step::Ask(n, at) => {
                self.world.at(n, at).post(&path("/join-requests".into()), none()).await
            }
            Step::Redeem(n, at) => {
                let code = json!({ "code": CODE });
                self.world.at(n, at).post("/api/communities/join-by-code", code).await
            }
            Step::Withdraw(n) => {
                let own = format!("/api/me/join-requests/{}", request(n));
                self.world.people[n].0.delete(&own).await
            }
            Step::Approve(n) => {
                ada.post(&path(format!("/join-requests/{}/approve", request(n))), none()).await
            }
            Step::Reject(n) => {
                ada.post(&path(format!("/join-requests/{}/reject", request(n))), none()).await
            }
            Step::Leave(n, at) => self.world.at(n, at).post(&path("/leave".into()), none()).await,
            Step::Remove(n) => ada.delete(&path(format!("/members/{}", of(n)))).await,
            Step::Rest(n) => {
                let rest = json!({ "userId": of(n), "preset": "7d" });
                ada.post(&path("/timeouts".into()), rest).await
            }
            Step::Wake(n) => ada.delete(&path(format!("/timeouts/{}", of(n)))).await,
            Step::Post(n, at) => {
                let posts = path(format!("/threads/{}/posts", self.thread));
                self.world.at(n, at).post(&posts, json!({ "content": "On we go" })).await
            }
            Step::Pause(now) => {
                let status = if now { "paused" } else { "active" };
                let sql = "UPDATE communities SET status = $1 WHERE id = $2";
                self.world.app.sql(sql, vec![status.into(), uuid_of(&self.id).into()]).await;
                ada.get(&self.path).await
            }
            Step::Show(n) => {
                let shown = json!({ "visibility": VISIBILITIES[n] });
                ada.put(&path("/visibility".into()), shown).await
            }
            Step::End => ada.post(&path("/deletion".into()), none()).await,
            Step::Keep => ada.delete(&path("/deletion".into())).await,
        }
    }

    /// What everybody is shown, at every door of theirs, is the model's.
    async fn compare(&self, model: &Model) {
        let members = 2 + model.people.iter().filter(|person| person.is_inside).count();
        let seen = self.world.ada.get(&self.path).await.expect(200).body;
        assert_eq!(
            (&seen["memberCount"], &seen["totalPosts"]),
            (&json!(members), &json!(model.posts))
        );
        let requests = format!("{}/join-requests?status=pending", self.path);
        let mut waiting = texts(&self.world.ada.get(&requests).await.expect(200), "id");
        let mut expected: Vec<_> = model.people.iter().filter_map(|p| p.request.clone()).collect();
        waiting.sort();
        expected.sort();
        assert_eq!(waiting, expected);
        for n in 0..PEOPLE.len() {
            for there in [false, true] {
                self.compare_for(n, &self.world.at(n, there), model).await;
            }
        }
    }

    async fn compare_for(&self, n: usize, at: &At<'_>, model: &Model) {
        let person = &model.people[n];
        let threads = at.get(&format!("{}/threads", self.path)).await.status;
        let discovered = at.get("/api/communities?scope=discover&limit=50").await.expect(200);
        let mine = at.get("/api/communities?limit=50").await.expect(200);
        let lists = |page: &Reply| texts(page, "id").contains(&self.id);
        assert_eq!(lists(&mine), person.is_inside);
        let may_come = !person.is_inside && !model.is_paused && !model.is_ending;
        assert_eq!(lists(&discovered), may_come && model.is_listed_to(n));
        let shown = at.get(&self.path).await;
        if !model.is_known_to(n) {
            assert_eq!((shown.status, threads), (404, 404));
            return;
        }
        assert_eq!(threads, if person.is_inside { 200 } else { 403 });
        let viewer = &shown.expect(200).body["viewer"];
        let is_open = !person.is_inside && model.is_open_to(n);
        assert_eq!(viewer["isMember"], person.is_inside);
        assert_eq!(viewer["canJoin"], is_open && model.visibility == "public");
        assert_eq!(viewer["canRequest"], is_open && model.visibility != "public");
        assert_eq!(viewer["joinRequestId"], json!(person.request));
        assert_eq!(viewer["timeout"].is_object(), person.rests);
    }
}

#[test]
fn lists_counts_and_doors_follow_every_life() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let world = runtime.block_on(World::open());
    let asked = std::env::var("GUILDHALL_WALKS").ok().and_then(|walks| walks.parse().ok());
    let cases = asked.unwrap_or(4);
    let config =
        Config { cases, failure_persistence: None, max_shrink_iters: 20, ..Config::default() };
    let lives = proptest::collection::vec(step(), 20..60);
    let outcome = TestRunner::new(config).run(&lives, |steps| {
        runtime.block_on(world.walk(&steps));
        Ok(())
    });
    // Its parts end where they began: within the runtime.
    runtime.block_on(async { drop(world) });
    outcome.unwrap();
}
