//! The world of the access matrix: two affiliations, each with a portal, a member, a community, a thread and a post,
//! and all other principals.

use super::canaries::{Canaries, ELM, OAK, Words};
use super::table::Operation;
use crate::kit::{At, Browser, Portal, Reply, TestApp, email, uuid_of};
use http::{HeaderMap, Method};
use platform::limiter::{LimitClass, LimitKey, LimitedAction};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashMap;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Site {
    Main,
    Oak,
    Elm,
    /// Oak's portal on its custom domain, where users sign in by transfer only.
    OakOwn,
}

const OAKS_DOMAIN: &str = "members.oak.example";

impl Site {
    pub const fn host(self) -> &'static str {
        match self {
            Self::Main => "localhost",
            Self::Oak => "oak.localhost",
            Self::Elm => "elm.localhost",
            Self::OakOwn => OAKS_DOMAIN,
        }
    }

    /// The same portal on its subdomain.
    pub const fn portal(self) -> Self {
        match self {
            Self::OakOwn => Self::Oak,
            other => other,
        }
    }
}

/// The sender of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Principal {
    Visitor,
    Unverified,
    /// Not onboarded.
    Newcomer,
    Paused,
    Banned,
    /// Without an affiliation.
    Outsider,
    OfOak,
    OfElm,
    OfBoth,
    /// Member of Oak and admin of its portal.
    AdminOfOak,
    /// Member of the community that Oak's member created, with a role.
    InOak(Place),
    /// An administrator.
    Staff,
    /// A member of staff with another role.
    InRole(Role),
}

/// A staff role other than that of administrators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    Moderator,
    Support,
    Analyst,
}

impl Role {
    pub const ALL: [Self; 3] = [Self::Moderator, Self::Support, Self::Analyst];

    const fn name(self) -> &'static str {
        match self {
            Self::Moderator => "moderator",
            Self::Support => "support",
            Self::Analyst => "analyst",
        }
    }
}

/// Membership in a community that another user created.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// Promoted to admin.
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
            Self::InRole(Role::Moderator) => "moritz",
            Self::InRole(Role::Support) => "susan",
            Self::InRole(Role::Analyst) => "anton",
        }
    }

    pub const fn is_active(self) -> bool {
        !matches!(
            self,
            Self::Visitor | Self::Unverified | Self::Newcomer | Self::Paused | Self::Banned
        )
    }

    /// True if the principal is a member of the site's affiliation; the main site is open to all.
    pub const fn belongs_at(self, site: Site) -> bool {
        match site.portal() {
            Site::Main => true,
            Site::Elm => !matches!(
                self,
                Self::Outsider
                    | Self::OfOak
                    | Self::AdminOfOak
                    | Self::InOak(_)
                    | Self::Staff
                    | Self::InRole(_)
            ),
            Site::Oak | Site::OakOwn => {
                !matches!(self, Self::Outsider | Self::OfElm | Self::Staff | Self::InRole(_))
            }
        }
    }

    /// Their membership in the community that Oak's member created.
    pub const fn place(self) -> Option<Place> {
        match self {
            Self::InOak(place) => Some(place),
            _ => None,
        }
    }

    /// The effective principal on a site. Custom domains have no sign-in, so a user who was not transferred there is a
    /// visitor.
    pub fn at(self, site: Site) -> Self {
        if site == Site::OakOwn && !self.belongs_at(site) { Self::Visitor } else { self }
    }
}

/// Owner of the objects in the path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Owner {
    Oak,
    Elm,
    /// Elm's thread in a path of Oak's community.
    Crossed,
    Nobody,
}

impl Owner {
    pub const fn site(self) -> Option<Site> {
        match self {
            Self::Oak => Some(Site::Oak),
            Self::Elm => Some(Site::Elm),
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

/// Ids of an owner's objects.
#[derive(Debug, Clone)]
pub(super) struct Things {
    affiliation: String,
    tenant: String,
    pub account: String,
    pub community: String,
    pub thread: String,
    pub post: String,
    pub article: String,
    /// A post and an article without an author.
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
        for principal in Principal::ALL.into_iter().chain(Role::ALL.map(Principal::InRole)) {
            world.create_principal(principal, [&oak, &elm]).await;
        }
        for (words, portal, owner) in [(OAK, &oak, Owner::Oak), (ELM, &elm, Owner::Elm)] {
            let things = world.create_objects(words, portal).await;
            world.things.insert(owner, things);
        }
        world.app.add_domain(&oak, OAKS_DOMAIN).await;
        for principal in Principal::ALL {
            if principal.at(Site::OakOwn) != Principal::Visitor {
                let browser = &world.browsers[&principal];
                let arrival = browser.arrive("oak").await;
                browser.at_host(OAKS_DOMAIN).redeem(&arrival).await.expect(200);
            }
        }
        let nothing = || "0192f0c1a2b37c4d8e9f0a1b2c3d4e5f".to_owned();
        let unknown = Things {
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
        world.things.insert(Owner::Nobody, unknown);
        world.things.insert(Owner::Crossed, crossed);
        world.set_account_states().await;
        world
    }

    /// Creates a principal with a session on every site.
    async fn create_principal(&mut self, principal: Principal, [oak, elm]: [&Portal; 2]) {
        if principal == Principal::Visitor {
            self.browsers.insert(principal, self.app.browser());
            return;
        }
        let browser = self.app.member(principal.name()).await;
        for (portal, site) in [(oak, Site::Oak), (elm, Site::Elm)] {
            if principal.belongs_at(site) {
                self.app.add_to_affiliation(&browser, &portal.affiliation).await;
            }
            self.app.sign_in(&browser, site.host(), principal.name()).await;
        }
        if principal == Principal::AdminOfOak {
            self.app.make_affiliation_admin(&browser, &oak.affiliation).await;
        }
        self.accounts.insert(principal, self.app.id_of(&browser).await);
        self.browsers.insert(principal, browser);
    }

    /// Creates an owner's objects, with canary words in every field.
    async fn create_objects(&self, words: Words, portal: &Portal) -> Things {
        let member = &self.browsers[&words.member];
        let body = json!({
            "firstName": words.name, "lastName": words.name, "bio": words.own,
            "location": words.own, "jobTitle": words.own, "quote": words.own,
        });
        member.patch("/api/me", body).await.expect(200);
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
        // A second member, because a sole member's deletion request takes effect immediately.
        let friend = self.app.member(&format!("friend{}", portal.subdomain)).await;
        let friend_id = self.app.id_of(&friend).await;
        self.insert_member(&community, &friend_id, "member").await;
        if words.site == Site::Oak {
            self.add_members(&community, words).await;
        } else {
            self.time_out(&community, &friend_id, words).await;
        }
        let threads = format!("/api/communities/{community}/threads");
        let thread =
            member.post(&threads, json!({ "caption": words.inside })).await.expect(201).id();
        let posts = format!("{threads}/{thread}/posts");
        let poll = json!({ "options": [words.inside, "Another"] });
        let body = json!({ "content": words.inside, "poll": poll });
        let post = member.post(&posts, body).await.expect(201).id();
        let reported = format!("/api/posts/{post}/reports");
        friend.post(&reported, json!({ "reason": words.order })).await.expect(201);
        let body = json!({ "content": words.inside });
        let unsigned_post = member.post(&posts, body).await.expect(201).id();
        let articles = format!("/api/communities/{community}/articles");
        let body = json!({ "title": words.inside, "content": words.inside });
        let article = member.post(&articles, body.clone()).await.expect(201).id();
        let unsigned_article = member.post(&articles, body).await.expect(201).id();
        for (table, id) in [("posts", &unsigned_post), ("articles", &unsigned_article)] {
            let sql = format!("UPDATE {table} SET author_id = NULL WHERE id = $1");
            self.app.sql(&sql, vec![uuid_of(id).into()]).await;
        }
        let unsigned = (unsigned_post, unsigned_article);
        let (affiliation, tenant) = (portal.affiliation.clone(), portal.tenant.clone());
        let account = self.accounts[&words.member].clone();
        Things { affiliation, tenant, account, community, thread, post, article, unsigned }
    }

    /// Inserts the memberships of Oak's community.
    async fn add_members(&self, community: &str, words: Words) {
        for place in Place::ALL {
            let account = &self.accounts[&Principal::InOak(place)];
            self.insert_member(community, account, place.role()).await;
            if place == Place::Resting {
                self.time_out(community, account, words).await;
            }
        }
    }

    /// Inserts a membership that began with the community.
    async fn insert_member(&self, community: &str, account: &str, role: &str) {
        let sql = "INSERT INTO community_members (community_id, user_id, role, joined_at) \
            SELECT id, $2, $3, created FROM communities WHERE id = $1 ON CONFLICT DO NOTHING";
        let id = uuid_of(community);
        self.app.sql(sql, vec![id.into(), uuid_of(account).into(), role.into()]).await;
        let sql = "UPDATE communities SET member_count = \
            (SELECT COUNT(*) FROM community_members WHERE community_id = $1) WHERE id = $1";
        self.app.sql(sql, vec![id.into()]).await;
    }

    /// Times a member out for longer than any test lasts.
    async fn time_out(&self, community: &str, account: &str, words: Words) {
        let sql = "INSERT INTO member_timeouts (community_id, user_id, end_date, reason, created_at) \
            VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
        let (now, ids) = (self.app.clock.now(), [uuid_of(community), uuid_of(account)]);
        let end = now + chrono::Duration::days(1);
        let values = vec![ids[0].into(), ids[1].into(), end.into(), words.order.into(), now.into()];
        self.app.sql(sql, values).await;
    }

    /// Sets the account states of the principals, whose sessions stay valid, and makes every authentication time old.
    async fn set_account_states(&self) {
        let earlier = self.app.clock.now() - chrono::Duration::hours(1);
        self.app.set_auth_time_of_all_sessions(earlier).await;
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
        for role in Role::ALL {
            let sql = "UPDATE users SET is_staff = TRUE, staff_role = $2 WHERE email = $1";
            let account = email(Principal::InRole(role).name());
            self.app.sql(sql, vec![account.into(), role.name().into()]).await;
        }
    }

    /// Clears the limits of writes, which other tests cover.
    pub async fn clear_limits(&self, principal: Principal) {
        let Some(account) = self.accounts.get(&principal) else { return };
        let limiter = self.app.services().limiter();
        for action in [LimitedAction::Write, LimitedAction::Preferences] {
            limiter.clear(action, &LimitKey::user(account)).await;
        }
        for action in LimitedAction::ALL.into_iter().filter(|action| action.grows_with_class()) {
            for class in LimitClass::ALL {
                limiter.clear(action, &LimitKey::user(account).in_class(class)).await;
            }
        }
    }

    /// Removes blocks that the operation may have created.
    pub async fn restore_blocks(&self, operation: &Operation) {
        if operation.path.ends_with("/block") {
            self.app.delete_all_rows("blocks").await;
        }
    }

    /// Restores community memberships that the operation may have ended.
    pub async fn restore_memberships(&self, operation: &Operation) {
        if operation.path.ends_with("/communities/{id}/leave") {
            let community = &self.things[&Owner::Oak].community;
            self.insert_member(community, &self.accounts[&Principal::OfOak], "admin").await;
            self.add_members(community, OAK).await;
        }
    }

    /// Restores an affiliation membership that the operation has ended.
    pub async fn restore_affiliation(
        &self,
        principal: Principal,
        operation: &Operation,
        owner: Owner,
    ) {
        if operation.path.ends_with("/affiliations/{idOrPath}/leave") {
            self.app
                .add_to_affiliation(&self.browsers[&principal], &self.things[&owner].affiliation)
                .await;
            // Leaving ends the role as well.
            if principal == Principal::AdminOfOak && owner == Owner::Oak {
                let oak = &self.things[&owner].affiliation;
                self.app.make_affiliation_admin(&self.browsers[&principal], oak).await;
            }
        }
    }

    /// Cancels community deletions that the operation may have scheduled.
    pub async fn restore_communities(&self, operation: &Operation) {
        if operation.path.ends_with("/communities/{id}/deletion") {
            let sql = "UPDATE communities SET deletion_pending = FALSE, \
                deletion_scheduled_for = NULL";
            self.app.sql(sql, vec![]).await;
        }
    }

    /// The principal's browser on a site.
    pub fn at(&self, principal: Principal, site: Site) -> At<'_> {
        self.browsers[&principal].at_host(site.host())
    }

    pub async fn call_operation(
        &self,
        principal: Principal,
        site: Site,
        operation: &Operation,
        owner: Owner,
    ) -> Reply {
        let at = self.at(principal, site);
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
        // Author operations use an object without an author, so that it is not changed.
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
            .replace("{postId}", &things.post)
            .replace("{place}", "draft:a")
            .replace("{optionId}", &self.things[&Owner::Nobody].account)
            .replace("{sessionId}", &self.things[&Owner::Nobody].account)
            .replace("{noteId}", &self.things[&Owner::Nobody].account)
            .replace("{jobId}", &self.things[&Owner::Nobody].account)
            .replace("{userId}", &self.things[&Owner::Nobody].account)
            .replace("{requestId}", &self.things[&Owner::Nobody].account)
            .replace("{announcementId}", &self.things[&Owner::Nobody].account)
            .replace("{codeId}", &self.things[&Owner::Nobody].account)
            .replace("{invitationId}", &self.things[&Owner::Nobody].account)
            .replace("{tokenId}", &self.things[&Owner::Nobody].account)
            .replace("{webhookId}", &self.things[&Owner::Nobody].account)
            .replace("{deliveryId}", &self.things[&Owner::Nobody].account)
            .replace("{host}", "nobody.example")
            .replace("{domainId}", &self.things[&Owner::Nobody].account)
            .replace("{affiliationId}", &things.affiliation)
            .replace("{action}", "lift")
            .replace("{office}", "grant-trustee")
            .replace("{version}", "1")
            .replace("{key}", "terms-of-service")
            .replace("{idOrHandle}", id)
            .replace("{handle}", "a-free-name")
    }
}
