//! Two affiliations with a portal, a member, a community, a thread and a post each, and everybody
//! else who may come along.

use super::canaries::{Canaries, ELM, OAK, Words};
use super::table::Operation;
use crate::kit::{At, Browser, Portal, Reply, TestApp, email, uuid_of};
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
    pub const fn host(self) -> &'static str {
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
    /// In the community that Oak's member founded, in one of the places there.
    InOak(Place),
    Staff,
}

/// What somebody is in a community that another founded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// An admin whom another made one.
    Admin,
    Trustee,
    Member,
    /// A member who is timed out.
    Resting,
}

impl Place {
    const ALL: [Self; 4] = [Self::Admin, Self::Trustee, Self::Member, Self::Resting];

    const fn role(self) -> &'static str {
        match self {
            Self::Admin => "admin",
            Self::Trustee => "trustee",
            Self::Member | Self::Resting => "member",
        }
    }
}

impl Principal {
    pub const ALL: [Self; 15] = [
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
        Self::InOak(Place::Admin),
        Self::InOak(Place::Trustee),
        Self::InOak(Place::Member),
        Self::InOak(Place::Resting),
        Self::Staff,
    ];

    pub const fn name(self) -> &'static str {
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
            Self::InOak(Place::Admin) => "ada",
            Self::InOak(Place::Trustee) => "tess",
            Self::InOak(Place::Member) => "mel",
            Self::InOak(Place::Resting) => "rhea",
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
            Door::Elm => !matches!(
                self,
                Self::Outsider | Self::OfOak | Self::AdminOfOak | Self::InOak(_) | Self::Staff
            ),
            Door::Oak | Door::OakOwn => !matches!(self, Self::Outsider | Self::OfElm | Self::Staff),
        }
    }

    /// Their place in the community that Oak's member founded.
    pub const fn place(self) -> Option<Place> {
        match self {
            Self::InOak(place) => Some(place),
            _ => None,
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
pub(super) struct Things {
    affiliation: String,
    tenant: String,
    pub account: String,
    pub community: String,
    pub thread: String,
    pub post: String,
    pub article: String,
    /// A post and an article there that nobody signs any more.
    unsigned: (String, String),
}

pub struct World {
    pub canaries: Canaries,
    pub app: TestApp,
    pub browsers: HashMap<Principal, Browser>,
    pub accounts: HashMap<Principal, String>,
    pub(super) things: HashMap<Owner, Things>,
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
        let friend = self.app.member(&format!("friend{}", portal.subdomain)).await;
        let friend_id = self.app.id_of(&friend).await;
        self.put_in(&community, &friend_id, "member").await;
        if words.door == Door::Oak {
            self.seat(&community, words).await;
        } else {
            self.time_out(&community, &friend_id, words).await;
        }
        let threads = format!("/api/communities/{community}/threads");
        let thread =
            member.post(&threads, json!({ "caption": words.inside })).await.expect(201).id();
        let posts = format!("{threads}/{thread}/posts");
        let post = member.post(&posts, json!({ "content": words.inside })).await.expect(201).id();
        let reported = format!("/api/posts/{post}/reports");
        friend.post(&reported, json!({ "reason": words.order })).await.expect(201);
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

    /// Gives those their place in Oak's community who have one there.
    async fn seat(&self, community: &str, words: Words) {
        for place in Place::ALL {
            let account = &self.accounts[&Principal::InOak(place)];
            self.put_in(community, account, place.role()).await;
            if place == Place::Resting {
                self.time_out(community, account, words).await;
            }
        }
    }

    /// Puts somebody into a community as if they had been there from its beginning.
    async fn put_in(&self, community: &str, account: &str, role: &str) {
        let sql = "INSERT INTO community_members (community_id, user_id, role, joined_at) \
            SELECT id, $2, $3, created FROM communities WHERE id = $1 ON CONFLICT DO NOTHING";
        let id = uuid_of(community);
        self.app.sql(sql, vec![id.into(), uuid_of(account).into(), role.into()]).await;
        let sql = "UPDATE communities SET member_count = \
            (SELECT COUNT(*) FROM community_members WHERE community_id = $1) WHERE id = $1";
        self.app.sql(sql, vec![id.into()]).await;
    }

    /// Puts somebody to rest there for longer than any test lasts.
    async fn time_out(&self, community: &str, account: &str, words: Words) {
        let sql = "INSERT INTO member_timeouts (community_id, user_id, end_date, reason, created_at) \
            VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
        let (now, ids) = (self.app.clock.now(), [uuid_of(community), uuid_of(account)]);
        let end = now + chrono::Duration::days(1);
        let values = vec![ids[0].into(), ids[1].into(), end.into(), words.order.into(), now.into()];
        self.app.sql(sql, values).await;
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

    /// Limits are tested elsewhere; here nobody runs into the one that all writing counts for.
    pub async fn forget_limits(&self, principal: Principal) {
        let Some(account) = self.accounts.get(&principal) else { return };
        let limiter = self.app.services().limiter();
        limiter.clear(LimitedAction::Write, &LimitKey::user(account)).await;
    }

    /// Who blocks whom is tested elsewhere; here everybody may find everybody.
    pub async fn forget_blocks(&self, operation: &Operation) {
        if operation.path.ends_with("/block") {
            self.app.sql("DELETE FROM blocks", vec![]).await;
        }
    }

    /// Who comes and goes is tested elsewhere; here everybody stays in their place.
    pub async fn forget_leaving(&self, operation: &Operation) {
        if operation.path.ends_with("/communities/{id}/leave") {
            let community = &self.things[&Owner::Oak].community;
            self.put_in(community, &self.accounts[&Principal::OfOak], "admin").await;
            self.seat(community, OAK).await;
        }
    }

    /// Who leaves an affiliation is tested elsewhere; here they belong to it again.
    pub async fn forget_parting(&self, principal: Principal, operation: &Operation, owner: Owner) {
        if operation.path.ends_with("/affiliations/{idOrPath}/leave") {
            self.app.belongs(&self.browsers[&principal], &self.things[&owner].affiliation).await;
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

    /// Somebody's browser at a door.
    pub fn at(&self, principal: Principal, door: Door) -> At<'_> {
        self.browsers[&principal].at_host(door.host())
    }

    pub async fn ask(
        &self,
        principal: Principal,
        door: Door,
        operation: &Operation,
        owner: Owner,
    ) -> Reply {
        let at = self.at(principal, door);
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
