//! Two affiliations with a portal, a member, a community, a thread and a post each, and everybody
//! else who may come along.

use super::canaries::{Canaries, ELM, OAK, Words};
use super::table::Operation;
use crate::kit::{Browser, Portal, Reply, TestApp, email, uuid_of};
use http::{HeaderMap, Method};
use platform::limiter::{LimitKey, LimitedAction};
use serde_json::{Value, json};
use std::collections::HashMap;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Door {
    Main,
    Oak,
    Elm,
    /// Oak's portal at a domain of its own, which only those come to who are carried there.
    OakOwn,
}

const OAKS_DOMAIN: &str = "members.oak.example";

impl Door {
    const fn host(self) -> &'static str {
        match self {
            Self::Main => "localhost",
            Self::Oak => "oak.localhost",
            Self::Elm => "elm.localhost",
            Self::OakOwn => OAKS_DOMAIN,
        }
    }

    /// Whose portal it is, by the door that each has.
    pub const fn portal(self) -> Self {
        match self {
            Self::OakOwn => Self::Oak,
            other => other,
        }
    }
}

/// Who asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Principal {
    Visitor,
    Unverified,
    /// Not onboarded.
    Newcomer,
    Paused,
    Banned,
    /// Of no affiliation.
    Outsider,
    OfOak,
    OfElm,
    OfBoth,
    /// Of Oak, and runs its portal.
    AdminOfOak,
    Staff,
}

impl Principal {
    pub const ALL: [Self; 11] = [
        Self::Visitor,
        Self::Unverified,
        Self::Newcomer,
        Self::Paused,
        Self::Banned,
        Self::Outsider,
        Self::OfOak,
        Self::OfElm,
        Self::OfBoth,
        Self::AdminOfOak,
        Self::Staff,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Visitor => "",
            Self::Unverified => "una",
            Self::Newcomer => "nico",
            Self::Paused => "pam",
            Self::Banned => "ben",
            Self::Outsider => "olaf",
            Self::OfOak => OAK.own,
            Self::OfElm => ELM.own,
            Self::OfBoth => "bo",
            Self::AdminOfOak => "otto",
            Self::Staff => "stella",
        }
    }

    pub const fn is_in_good_standing(self) -> bool {
        !matches!(
            self,
            Self::Visitor | Self::Unverified | Self::Newcomer | Self::Paused | Self::Banned
        )
    }

    /// Whether this door's members are theirs; main's are everybody.
    pub const fn belongs_at(self, door: Door) -> bool {
        match door.portal() {
            Door::Main => true,
            Door::Elm => {
                !matches!(self, Self::Outsider | Self::OfOak | Self::AdminOfOak | Self::Staff)
            }
            Door::Oak | Door::OakOwn => !matches!(self, Self::Outsider | Self::OfElm | Self::Staff),
        }
    }

    /// Who this is at a door: nobody signs in at a domain of a portal's own, so whoever is not carried
    /// there is a visitor.
    pub fn at(self, door: Door) -> Self {
        if door == Door::OakOwn && !self.belongs_at(door) { Self::Visitor } else { self }
    }
}

/// Whose thing the path names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Owner {
    Oak,
    Elm,
    /// A thread of Elm's, named as if it were in Oak's community.
    Crossed,
    Nobody,
}

impl Owner {
    pub const fn door(self) -> Option<Door> {
        match self {
            Self::Oak => Some(Door::Oak),
            Self::Elm => Some(Door::Elm),
            Self::Crossed | Self::Nobody => None,
        }
    }

    pub const fn member(self) -> Option<Principal> {
        match self {
            Self::Oak => Some(Principal::OfOak),
            Self::Elm => Some(Principal::OfElm),
            Self::Crossed | Self::Nobody => None,
        }
    }
}

/// The ids of one owner's things.
#[derive(Debug, Clone)]
struct Things {
    affiliation: String,
    tenant: String,
    account: String,
    community: String,
    thread: String,
    post: String,
    article: String,
    /// A post and an article there that nobody signs any more.
    unsigned: (String, String),
}

pub struct World {
    pub canaries: Canaries,
    app: TestApp,
    browsers: HashMap<Principal, Browser>,
    accounts: HashMap<Principal, String>,
    things: HashMap<Owner, Things>,
}

impl World {
    pub async fn open() -> Self {
        let app = TestApp::open().await;
        let oak = app.portal(OAK.front, "oak").await;
        let elm = app.portal(ELM.front, "elm").await;
        let mut world = Self {
            canaries: Canaries,
            app,
            browsers: HashMap::new(),
            accounts: HashMap::new(),
            things: HashMap::new(),
        };
        for principal in Principal::ALL {
            world.invite(principal, [&oak, &elm]).await;
        }
        for (words, portal, owner) in [(OAK, &oak, Owner::Oak), (ELM, &elm, Owner::Elm)] {
            let things = world.furnish(words, portal).await;
            world.things.insert(owner, things);
        }
        world.app.own_domain(&oak, OAKS_DOMAIN).await;
        for principal in Principal::ALL {
            if principal.at(Door::OakOwn) != Principal::Visitor {
                let browser = &world.browsers[&principal];
                let arrival = browser.arrive("oak").await;
                browser.at_host(OAKS_DOMAIN).redeem(&arrival).await.expect(200);
            }
        }
        let nothing = || "0192f0c1a2b37c4d8e9f0a1b2c3d4e5f".to_owned();
        let nobodys = Things {
            affiliation: nothing(),
            tenant: nothing(),
            account: nothing(),
            community: nothing(),
            thread: nothing(),
            post: nothing(),
            article: nothing(),
            unsigned: (nothing(), nothing()),
        };
        let crossed = Things {
            community: world.things[&Owner::Oak].community.clone(),
            ..world.things[&Owner::Elm].clone()
        };
        world.things.insert(Owner::Nobody, nobodys);
        world.things.insert(Owner::Crossed, crossed);
        world.degrade().await;
        world
    }

    /// Somebody with a session at every door.
    async fn invite(&mut self, principal: Principal, [oak, elm]: [&Portal; 2]) {
        if principal == Principal::Visitor {
            self.browsers.insert(principal, self.app.browser());
            return;
        }
        let browser = self.app.member(principal.name()).await;
        for (portal, door) in [(oak, Door::Oak), (elm, Door::Elm)] {
            if principal.belongs_at(door) {
                self.app.belongs(&browser, &portal.affiliation).await;
            }
            self.app.sign_in(&browser, door.host(), principal.name()).await;
        }
        if principal == Principal::AdminOfOak {
            self.app.administers(&browser, &oak.affiliation).await;
        }
        self.accounts.insert(principal, self.app.id_of(&browser).await);
        self.browsers.insert(principal, browser);
    }

    /// What an affiliation and its member say, in every field there is.
    async fn furnish(&self, words: Words, portal: &Portal) -> Things {
        let member = &self.browsers[&words.member];
        let said = json!({
            "firstName": words.name, "lastName": words.name, "bio": words.own,
            "location": words.own, "jobTitle": words.own, "quote": words.own,
        });
        member.patch("/api/me", said).await.expect(200);
        let sql = "UPDATE affiliations SET description = $1, tagline = $1 WHERE id = $2";
        let values = vec![words.front.into(), uuid_of(&portal.affiliation).into()];
        self.app.sql(sql, values).await;
        let community = member
            .post(
                "/api/communities",
                json!({
                    "name": words.record, "description": words.record, "groupType": "community",
                    "visibility": "affiliations", "affiliations": [portal.affiliation],
                    "requireAllAffiliations": false,
                }),
            )
            .await
            .expect(201)
            .id();
        // Nobody is alone in it: what one who is alone asks for is done at once.
        let sql = "INSERT INTO community_members (community_id, user_id, role, joined_at) \
            VALUES ($1, $2, 'member', $3)";
        let friend = self.app.member(&format!("friend{}", portal.subdomain)).await;
        let friend = uuid_of(&self.app.id_of(&friend).await);
        let values = vec![uuid_of(&community).into(), friend.into(), self.app.clock.now().into()];
        self.app.sql(sql, values).await;
        let threads = format!("/api/communities/{community}/threads");
        let thread =
            member.post(&threads, json!({ "caption": words.inside })).await.expect(201).id();
        let posts = format!("{threads}/{thread}/posts");
        let post = member.post(&posts, json!({ "content": words.inside })).await.expect(201).id();
        let said = json!({ "content": words.inside });
        let unsigned_post = member.post(&posts, said).await.expect(201).id();
        let articles = format!("/api/communities/{community}/articles");
        let said = json!({ "title": words.inside, "content": words.inside });
        let article = member.post(&articles, said.clone()).await.expect(201).id();
        let unsigned_article = member.post(&articles, said).await.expect(201).id();
        for (table, id) in [("posts", &unsigned_post), ("articles", &unsigned_article)] {
            let sql = format!("UPDATE {table} SET author_id = NULL WHERE id = $1");
            self.app.sql(&sql, vec![uuid_of(id).into()]).await;
        }
        let unsigned = (unsigned_post, unsigned_article);
        let (affiliation, tenant) = (portal.affiliation.clone(), portal.tenant.clone());
        let account = self.accounts[&words.member].clone();
        Things { affiliation, tenant, account, community, thread, post, article, unsigned }
    }

    /// Takes their standing from those who have none; their sessions live on. Nobody has shown lately
    /// who they are.
    async fn degrade(&self) {
        let earlier = self.app.clock.now() - chrono::Duration::hours(1);
        self.app.sql("UPDATE sessions SET auth_time = $1", vec![earlier.into()]).await;
        for (principal, change) in [
            (Principal::Unverified, "email_verified = FALSE"),
            (Principal::Newcomer, "has_completed_onboarding = FALSE"),
            (Principal::Paused, "account_status = 'paused'"),
            (Principal::Banned, "status = 'banned'"),
            (Principal::Staff, "is_staff = TRUE"),
        ] {
            let sql = format!("UPDATE users SET {change} WHERE email = $1");
            self.app.sql(&sql, vec![email(principal.name()).into()]).await;
        }
    }

    /// Limits are tested elsewhere; here nobody runs into one.
    pub async fn forget_limits(&self, principal: Principal) {
        let Some(account) = self.accounts.get(&principal) else { return };
        let limiter = self.app.services().limiter();
        for action in [
            LimitedAction::Write,
            LimitedAction::CreateThread,
            LimitedAction::CreatePost,
            LimitedAction::PrivateCode,
            LimitedAction::VerificationResend,
            LimitedAction::VerificationResendHourly,
            LimitedAction::SecondFactor,
        ] {
            limiter.clear(action, &LimitKey::user(account)).await;
        }
    }

    /// Who blocks whom is tested elsewhere; here everybody may find everybody.
    pub async fn forget_blocks(&self, operation: &Operation) {
        if operation.path.ends_with("/block") {
            self.app.sql("DELETE FROM blocks", vec![]).await;
        }
    }

    /// How a community ends is tested elsewhere; here all of them stay.
    pub async fn forget_deletions(&self, operation: &Operation) {
        if operation.path.ends_with("/communities/{id}/deletion") {
            let sql = "UPDATE communities SET deletion_pending = FALSE, \
                deletion_scheduled_for = NULL";
            self.app.sql(sql, vec![]).await;
        }
    }

    pub async fn ask(
        &self,
        principal: Principal,
        door: Door,
        operation: &Operation,
        owner: Owner,
    ) -> Reply {
        let at = self.browsers[&principal].at_host(door.host());
        let path = self.path(operation, owner);
        if path == "/api/live" {
            let status = at.live(None).await.status;
            return Reply {
                status,
                headers: HeaderMap::new(),
                text: String::new(),
                body: Value::Null,
            };
        }
        let method: Method = operation.method.parse().unwrap();
        if method == Method::GET {
            return at.get(&path).await;
        }
        at.send(at.json(method, &path, &operation.body())).await
    }

    fn path(&self, operation: &Operation, owner: Owner) -> String {
        let (template, things) = (&operation.path, &self.things[&owner]);
        // What an author may do is asked about what nobody signs, so that it stays.
        let of_author = ["PATCH", "DELETE"].contains(&operation.method.as_str());
        let id = match template.split('/').nth(2) {
            Some("communities") => &things.community,
            Some("posts") if of_author => &things.unsigned.0,
            Some("posts") => &things.post,
            Some("articles") if of_author => &things.unsigned.1,
            Some("articles") => &things.article,
            Some("control") => &things.tenant,
            _ => &things.account,
        };
        template
            .replace("{id}", id)
            .replace("{idOrPath}", &things.affiliation)
            .replace("{articleId}", &things.article)
            .replace("{commentId}", &self.things[&Owner::Nobody].account)
            .replace("{threadId}", &things.thread)
            .replace("{userId}", &self.things[&Owner::Nobody].account)
            .replace("{requestId}", &self.things[&Owner::Nobody].account)
            .replace("{announcementId}", &self.things[&Owner::Nobody].account)
            .replace("{codeId}", &self.things[&Owner::Nobody].account)
            .replace("{host}", "nobody.example")
            .replace("{domainId}", &self.things[&Owner::Nobody].account)
            .replace("{affiliationId}", &things.affiliation)
            .replace("{deed}", "lift")
            .replace("{office}", "grant-trustee")
            .replace("{version}", "1")
            .replace("{key}", "terms-of-service")
            .replace("{idOrHandle}", id)
            .replace("{handle}", "a-free-name")
    }
}
