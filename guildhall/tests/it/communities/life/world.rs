//! The people of a walk, and how they execute its steps against the product.

use super::ears::Ears;
use super::model::{Community, Model, Post};
use super::steps::{At, Deed, OAK, OPEN, Place, Stage, Step, VISIBILITIES, Who};
use crate::community_fixture::start_thread;
use crate::kit::{self, Browser, Reply, TestApp, uuid_of};
use platform::events::Topic;
use platform::limiter::{LimitKey, LimitedAction};
use serde_json::{Value, json};

/// A user with an account.
pub struct Person {
    pub name: &'static str,
    /// True if they are a member of the portal's affiliation.
    pub belongs: bool,
}

/// Ada creates the communities, Otto has another affiliation, Sam is staff; the others have no fixed role.
pub const PEOPLE: [Person; 5] = [
    Person { name: "ada", belongs: true },
    Person { name: "bob", belongs: true },
    Person { name: "cleo", belongs: true },
    Person { name: "otto", belongs: false },
    Person { name: "sam", belongs: true },
];
pub const OTTO: Who = 3;
pub const SAM: Who = 4;
/// The people, and a visitor.
pub const PERSONS: usize = PEOPLE.len() + 1;

/// Initial names of both communities.
pub const NAMES: [&str; 2] = ["Walkabout of oaks", "Walkabout for all"];
const NOTHING: &str = "00000000000000000000000000000000";

/// The instance and accounts that all walks share.
pub struct World {
    pub app: TestApp,
    oak: String,
    pub browsers: Vec<Browser>,
    pub ids: Vec<String>,
}

/// One walk.
pub struct Walk<'w> {
    pub world: &'w World,
    pub model: Model,
    pub communities: [String; 2],
    pub threads: [String; 2],
    pub ears: Ears,
    posted: usize,
    /// Steps that were not refused.
    pub done: usize,
}

impl World {
    pub async fn open() -> Self {
        let app = TestApp::open().await;
        let oak = app.portal("Oak House", "oak").await.affiliation;
        let elm = app.affiliation("Elm House").await;
        let (mut browsers, mut ids) = (Vec::new(), Vec::new());
        for person in &PEOPLE {
            let browser = app.member(person.name).await;
            app.add_to_affiliation(&browser, if person.belongs { &oak } else { &elm }).await;
            app.sign_in(&browser, "oak.localhost", person.name).await;
            ids.push(app.id_of(&browser).await);
            browsers.push(browser);
        }
        browsers.push(app.browser());
        let staff = "UPDATE users SET is_staff = TRUE WHERE id = $1";
        app.sql(staff, vec![uuid_of(&ids[SAM]).into()]).await;
        app.make_everyone_premium().await;
        Self { app, oak, browsers, ids }
    }

    /// A person's browser on a site.
    pub fn at(&self, at: At) -> kit::At<'_> {
        let browser = &self.browsers[at.who];
        if at.portal { browser.on("oak") } else { browser.main() }
    }

    /// Clears rate limits, which other tests cover.
    async fn clear_limits(&self, who: Who, actions: &[LimitedAction]) {
        let Some(id) = self.ids.get(who) else { return };
        let key = LimitKey::user(id.parse::<platform::UserId>().unwrap());
        for action in actions {
            self.app.services().limiter().clear(*action, &key).await;
        }
    }

    /// Starts a walk with two new communities and no paused accounts.
    pub async fn begin(&self) -> Walk<'_> {
        for sql in [
            "DELETE FROM communities",
            "DELETE FROM scheduled_deletions",
            "DELETE FROM jobs",
            "UPDATE users SET account_status = 'active'",
        ] {
            self.app.sql(sql, vec![]).await;
        }
        let mut walk = Walk {
            world: self,
            model: Model::new(),
            communities: Default::default(),
            threads: Default::default(),
            ears: Ears::new(),
            posted: 0,
            done: 0,
        };
        for place in [OAK, OPEN] {
            walk.create_community(place).await;
        }
        walk.open_streams().await;
        // Events of the creation may still arrive after the streams have opened.
        walk.skip_events().await;
        walk
    }
}

impl Walk<'_> {
    async fn create_community(&mut self, place: Place) {
        let limits = [LimitedAction::CreateCommunity, LimitedAction::CreateThread];
        self.world.clear_limits(0, &limits).await;
        let (ada, oak) = (&self.world.browsers[0], self.world.oak.as_str());
        let affiliations: &[&str] = if place == OAK { &[oak] } else { &[] };
        let id = self.world.app.community(ada, NAMES[place], affiliations).await;
        self.threads[place] = start_thread(ada, &id, "On the way").await.expect(201).id();
        self.communities[place] = id;
        self.model.communities[place] = Community::new_by_ada(self.model.time);
    }

    /// Re-creates deleted communities, executes the step, and compares everything with the model.
    pub async fn take_step(&mut self, stage: &Stage) {
        for place in [OAK, OPEN] {
            if self.model.communities[place].is_gone {
                self.create_community(place).await;
                self.skip_events().await;
            }
        }
        let step = self.model.with_suitable_people(stage.step);
        let reply = self.execute(step).await;
        let expected = self.model.apply(step);
        self.done += usize::from(expected < 400);
        if let (Step::Deed(at, place, deed), Some(reply)) = (step, reply) {
            assert_eq!(reply.status, expected, "{step:?} answered {reply}");
            self.model.learn(at.who, place, deed, &reply);
        }
        self.compare_events(step).await;
        self.compare_counts().await;
        self.compare_screens(stage.viewer, stage.place).await;
    }

    async fn execute(&mut self, step: Step) -> Option<Reply> {
        let app = &self.world.app;
        match step {
            Step::Deed(at, place, deed) => {
                let limits =
                    [LimitedAction::Write, LimitedAction::CreatePost, LimitedAction::PrivateCode];
                self.world.clear_limits(at.who, &limits).await;
                return Some(self.perform(at, place, deed).await);
            }
            Step::Appoint(who, place, role) => {
                let sql = "UPDATE community_members SET role = $3 WHERE community_id = $1 \
                    AND user_id = $2 AND role <> 'admin'";
                let community = uuid_of(&self.communities[place]);
                let user = uuid_of(&self.world.ids[who]);
                app.sql(sql, vec![community.into(), user.into(), role.into()]).await;
                self.publish_to(who, "me.changed", json!({})).await;
            }
            Step::Rest(place, rests) => {
                let status = if rests { "paused" } else { "active" };
                let sql = "UPDATE communities SET status = $1 WHERE id = $2";
                let id = uuid_of(&self.communities[place]);
                app.sql(sql, vec![status.into(), id.into()]).await;
            }
            Step::Pause(who, is_paused) => {
                let deed = if is_paused { "pause" } else { "unpause" };
                let path = format!("/api/staff/users/{}/{deed}", self.world.ids[who]);
                self.world.browsers[SAM].post(&path, json!({ "reason": "Rest" })).await.expect(200);
            }
            Step::Finish => {
                for sql in [
                    "UPDATE scheduled_deletions SET scheduled_for = created_at",
                    "UPDATE jobs SET run_at = created_at WHERE kind = 'end-community'",
                ] {
                    app.sql(sql, vec![]).await;
                }
                app.work().await;
            }
        }
        None
    }

    /// Publishes an event on a person's own topic.
    pub async fn publish_to(&self, who: Who, kind: &'static str, about: Value) {
        let mut system = self.world.app.services().system("say something in a test");
        let tx = system.begin().await.unwrap();
        let topic = Topic::User(self.world.ids[who].parse().unwrap());
        tx.publish(topic, kind, &about).await.unwrap();
        tx.commit().await.unwrap();
    }

    fn request_of(&self, who: Who, place: Place) -> &str {
        let request = self.model.communities[place].requests.get(&who);
        request.map_or(NOTHING, String::as_str)
    }

    async fn perform(&mut self, at: At, place: Place, deed: Deed) -> Reply {
        let site = self.world.at(at);
        let community = format!("/api/communities/{}", self.communities[place]);
        let path = |rest: &str| format!("{community}{rest}");
        let id = |who: Who| self.world.ids[who].as_str();
        let post =
            |n| self.model.nth_post(place, n).map_or(NOTHING, |post: &Post| post.id.as_str());
        let answer = |who: Who, word: &str| {
            path(&format!("/join-requests/{}/{word}", self.request_of(who, place)))
        };
        let code = |code: &Option<String>| json!({ "code": code.as_deref().unwrap_or("NOSUCH00") });
        let here = &self.model.communities[place];
        let by_code = "/api/communities/join-by-code";
        let none = || json!({});
        match deed {
            Deed::Join => site.post(&path("/join"), none()).await,
            Deed::Ask => site.post(&path("/join-requests"), none()).await,
            Deed::Redeem => site.post(by_code, code(&here.code)).await,
            Deed::RedeemOld => site.post(by_code, code(&here.old_code)).await,
            Deed::Withdraw => {
                let own = format!("/api/me/join-requests/{}", self.request_of(at.who, place));
                site.delete(&own).await
            }
            Deed::Approve(who) => site.post(&answer(who, "approve"), none()).await,
            Deed::Reject(who) => site.post(&answer(who, "reject"), none()).await,
            Deed::Leave => site.post(&path("/leave"), none()).await,
            Deed::Remove(who) => site.delete(&path(&format!("/members/{}", id(who)))).await,
            Deed::Promote(who) => {
                site.post(&path(&format!("/members/{}/promote", id(who))), none()).await
            }
            Deed::TimeOut(who) => {
                let rest = json!({ "userId": id(who), "preset": "7d" });
                site.post(&path("/timeouts"), rest).await
            }
            Deed::Wake(who) => site.delete(&path(&format!("/timeouts/{}", id(who)))).await,
            Deed::Post => {
                self.posted += 1;
                let posts = path(&format!("/threads/{}/posts", self.threads[place]));
                let said = format!("Remark {}", self.posted);
                site.post(&posts, json!({ "content": said })).await
            }
            Deed::TakeBack(n) => site.delete(&format!("/api/posts/{}", post(n))).await,
            Deed::TakeAway(n) => {
                let why = json!({ "reason": "Off topic" });
                site.post(&format!("/api/posts/{}/removal", post(n)), why).await
            }
            Deed::Show(n) => {
                let shown = json!({ "visibility": VISIBILITIES[n] });
                site.put(&path("/visibility"), shown).await
            }
            Deed::MakeCode => site.post(&path("/private-code"), none()).await,
            Deed::DropCode => site.delete(&path("/private-code")).await,
            Deed::End => site.post(&path("/deletion"), none()).await,
            Deed::Keep => site.delete(&path("/deletion")).await,
        }
    }
}
