//! Property test of profile visibility: for random settings, affiliations and blocks, the profile, which evaluates
//! the rule in Rust, and the directory, which does so in SQL, must agree with it.

use super::first_names;
use crate::kit::{Browser, TestApp, uuid_of};
use platform::{AffiliationId, Site};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::Value;
use tenant_runtime::profiles::visibility::{
    ProfileAccess, ProfileAudience, ViewerRelation, VisibilitySettings,
};

const PEOPLE: [&str; 5] = ["Ada", "Bob", "Cleo", "Dan", "Eve"];
/// Index of Eve, who is staff on the main site.
const STAFF: usize = 4;

#[derive(Debug, Clone)]
struct PersonState {
    is_private: bool,
    profile: ProfileAudience,
    directory: ProfileAudience,
    in_oak: bool,
    in_elm: bool,
    is_banned: bool,
}

#[derive(Debug, Clone)]
struct Lives {
    people: Vec<PersonState>,
    blocks: Vec<(usize, usize)>,
}

fn audience() -> impl Strategy<Value = ProfileAudience> {
    prop_oneof![
        1 => Just(ProfileAudience::Private),
        2 => Just(ProfileAudience::Affiliations),
        3 => Just(ProfileAudience::Public),
    ]
}

fn person_state() -> impl Strategy<Value = PersonState> {
    let ties = (any::<bool>(), any::<bool>(), proptest::bool::weighted(0.1));
    (proptest::bool::weighted(0.3), audience(), audience(), ties).prop_map(
        |(is_private, profile, directory, (in_oak, in_elm, is_banned))| PersonState {
            is_private,
            profile,
            directory,
            in_oak,
            in_elm,
            is_banned,
        },
    )
}

fn lives() -> impl Strategy<Value = Lives> {
    let people = proptest::collection::vec(person_state(), PEOPLE.len());
    let blocks = proptest::collection::vec((0..PEOPLE.len(), 0..PEOPLE.len()), 0..4);
    (people, blocks).prop_map(|(people, blocks)| Lives { people, blocks })
}

struct World {
    app: TestApp,
    oak: String,
    elm: String,
    people: Vec<(Browser, String)>,
}

impl World {
    async fn open() -> Self {
        let app = TestApp::open().await;
        let (oak, elm) = (app.portal("Oak House", "oak").await, app.affiliation("Elm").await);
        let mut people = Vec::new();
        for name in PEOPLE {
            let name = name.to_lowercase();
            let browser = app.member(&name).await;
            app.sign_in(&browser, "oak.localhost", &name).await;
            let id = app.id_of(&browser).await;
            people.push((browser, id));
        }
        let staff = "UPDATE users SET is_staff = TRUE WHERE first_name = 'Eve'";
        app.sql(staff, vec![]).await;
        Self { app, oak: oak.affiliation, elm, people }
    }

    async fn apply(&self, lives: &Lives) {
        self.app.clock.advance_by(chrono::Duration::seconds(1));
        for table in ["blocks", "affiliation_members"] {
            self.app.sql(&format!("DELETE FROM {table}"), vec![]).await;
        }
        for ((_, id), one) in self.people.iter().zip(&lives.people) {
            let sql = "UPDATE users SET is_profile_private = $1, profile_visibility = $2, \
                directory_visibility = $3, status = $4 WHERE id = $5";
            let status = one.is_banned.then_some("banned");
            let (profile, directory) = (one.profile.name(), one.directory.name());
            let id = uuid_of(id);
            let values = vec![
                one.is_private.into(),
                profile.into(),
                directory.into(),
                status.into(),
                id.into(),
            ];
            self.app.sql(sql, values).await;
            for (belongs, affiliation) in [(one.in_oak, &self.oak), (one.in_elm, &self.elm)] {
                let sql = "INSERT INTO affiliation_members (affiliation_id, user_id, is_public, \
                    joined_at) VALUES ($1, $2, FALSE, $3)";
                let values =
                    vec![uuid_of(affiliation).into(), id.into(), self.app.clock.now().into()];
                if belongs {
                    self.app.sql(sql, values).await;
                }
            }
        }
        for (one, other) in lives.blocks.iter().filter(|(one, other)| one != other) {
            let sql = "INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES ($1, $2, $3) \
                ON CONFLICT DO NOTHING";
            let ids = [one, other].map(|n| uuid_of(&self.people[*n].1));
            let values = vec![ids[0].into(), ids[1].into(), self.app.clock.now().into()];
            self.app.sql(sql, values).await;
        }
    }

    async fn check(&self, lives: &Lives) {
        let portal = Site::Portal(self.oak.parse::<AffiliationId>().unwrap());
        for (viewer, (browser, _)) in self.people.iter().enumerate() {
            let one = &lives.people[viewer];
            if one.is_banned {
                continue;
            }
            for (site, host) in [(Site::Main, "localhost"), (portal, "oak.localhost")] {
                if site == portal && !one.in_oak {
                    continue;
                }
                let listed = browser.at_host(host).get("/api/directory").await.expect(200);
                let wanted: Vec<&str> = (0..PEOPLE.len())
                    .filter(|user| lives.is_listed(viewer, *user, site))
                    .map(|user| PEOPLE[user])
                    .collect();
                assert_eq!(first_names(&listed), wanted, "{} at {host}", PEOPLE[viewer]);
                for (user, (_, id)) in self.people.iter().enumerate() {
                    let profile = browser.at_host(host).get(&format!("/api/users/{id}")).await;
                    let seen = match profile.status {
                        200 if profile.body["about"] == Value::Null => Some(ProfileAccess::Card),
                        200 => Some(ProfileAccess::Whole),
                        _ => None,
                    };
                    let whom = format!("{} of {} at {host}", PEOPLE[viewer], PEOPLE[user]);
                    assert_eq!(seen, lives.sight(viewer, user, site), "{whom}");
                }
            }
        }
    }
}

impl Lives {
    fn choices(&self, user: usize) -> VisibilitySettings {
        let one = &self.people[user];
        VisibilitySettings {
            is_profile_private: one.is_private,
            profile: one.profile,
            directory: one.directory,
            is_present: !one.is_banned,
        }
    }

    fn relation(&self, viewer: usize, user: usize, site: Site) -> ViewerRelation {
        let (one, other) = (&self.people[viewer], &self.people[user]);
        let has = |pair: (usize, usize)| viewer != user && self.blocks.contains(&pair);
        ViewerRelation {
            is_self: viewer == user,
            by_staff: viewer == STAFF && site == Site::Main,
            shares: one.in_oak && other.in_oak || one.in_elm && other.in_elm,
            blocks: has((viewer, user)),
            blocked: has((user, viewer)),
        }
    }

    fn is_here(&self, user: usize, site: Site) -> bool {
        site == Site::Main || self.people[user].in_oak
    }

    fn is_listed(&self, viewer: usize, user: usize, site: Site) -> bool {
        let between = self.relation(viewer, user, site);
        self.is_here(user, site) && self.choices(user).is_listed(between, site)
    }

    fn sight(&self, viewer: usize, user: usize, site: Site) -> Option<ProfileAccess> {
        let between = self.relation(viewer, user, site);
        self.choices(user).profile_access(between).filter(|_| self.is_here(user, site))
    }
}

#[test]
fn directory_and_profiles_follow_the_same_visibility_rule() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let world = runtime.block_on(World::open());
    let config =
        Config { cases: 24, failure_persistence: None, max_shrink_iters: 40, ..Config::default() };
    let outcome = TestRunner::new(config).run(&lives(), |lives| {
        runtime.block_on(async {
            world.apply(&lives).await;
            world.check(&lives).await;
        });
        Ok(())
    });
    runtime.block_on(async { drop(world) });
    outcome.unwrap();
}
