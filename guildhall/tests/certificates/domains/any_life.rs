//! Random operations of staff, an affiliation admin and an outsider on a portal and its domains:
//! responses, published routes and live sessions always match the portal's state.

use super::Desk;
use crate::kit::{Browser, Reply, WAIT_TIMEOUT, uuid_of};
use control_plane::routes_feed;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use wire::PortalState;

const CASES: u32 = 5;
const STEPS_MAX: usize = 16;
const LABELS: [&str; 3] = ["elm", "yew", "ash"];
const HOSTS: [&str; 2] = ["members.elm.example", "club.example"];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Who {
    Staff,
    Admin,
    Outsider,
}

#[derive(Debug, Clone, Copy)]
enum Act {
    Activate,
    Suspend,
    Archive,
    Rename(usize),
    Add(usize),
    Prove(usize),
    Check(usize),
    Approve(usize),
    Primary(usize),
    Release(usize),
    /// The member signs in on the portal, if it is open.
    SignIn,
}

impl Act {
    /// Returns whether only staff may perform the operation.
    const fn is_staffs(self) -> bool {
        matches!(
            self,
            Self::Activate | Self::Suspend | Self::Archive | Self::Rename(_) | Self::Approve(_)
        )
    }
}

fn step() -> impl Strategy<Value = (Who, Act)> {
    let who = prop_oneof![4 => Just(Who::Staff), 2 => Just(Who::Admin), 1 => Just(Who::Outsider)];
    let host = 0..HOSTS.len();
    let act = prop_oneof![
        4 => Just(Act::Activate),
        2 => Just(Act::Suspend),
        1 => Just(Act::Archive),
        1 => (0..LABELS.len()).prop_map(Act::Rename),
        3 => host.clone().prop_map(Act::Add),
        3 => host.clone().prop_map(Act::Prove),
        3 => host.clone().prop_map(Act::Check),
        3 => host.clone().prop_map(Act::Approve),
        1 => host.clone().prop_map(Act::Primary),
        1 => host.prop_map(Act::Release),
        3 => Just(Act::SignIn),
    ];
    (who, act)
}

/// A portal under test, and its users.
struct Life {
    desk: Desk,
    admin: Browser,
    outsider: Browser,
    member: Browser,
    tenant: String,
}

impl Life {
    async fn open() -> Self {
        let desk = Desk::open().await;
        let app = &desk.app;
        let affiliation = app.affiliation("Elm Court").await;
        let body = json!({ "affiliationId": affiliation, "subdomain": "elm", "brandName": "Elm" });
        let tenant = desk.staff.post("/api/control/tenants", body).await.expect(201).id();
        let [admin, outsider, member] =
            [app.member("ada").await, app.member("olga").await, app.member("max").await];
        let id = uuid_of(&app.id_of(&admin).await);
        let sql = "INSERT INTO institutional_admins (affiliation_id, user_id, created_at) \
            VALUES ($1, $2, $3)";
        let now = app.clock.now();
        app.sql(sql, vec![uuid_of(&affiliation).into(), id.into(), now.into()]).await;
        app.add_to_affiliation(&member, &affiliation).await;
        Self { desk, admin, outsider, member, tenant }
    }

    fn browser(&self, who: Who) -> &Browser {
        match who {
            Who::Staff => &self.desk.staff,
            Who::Admin => &self.admin,
            Who::Outsider => &self.outsider,
        }
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/control/tenants/{}{rest}", self.tenant)
    }

    async fn tenant(&self) -> Value {
        self.desk.staff.get(&self.path("")).await.expect(200).body
    }

    /// Its current custom domains, without released ones.
    async fn domains(&self) -> Vec<Value> {
        let listed = self.desk.staff.get(&self.path("/domains")).await.expect(200);
        let own = listed.items().iter().filter(|one| one["kind"] == "own");
        own.filter(|one| one["state"] != "released").cloned().collect()
    }

    async fn domain(&self, number: usize) -> Option<Value> {
        self.domains().await.into_iter().find(|one| one["host"] == HOSTS[number])
    }

    async fn act(&self, who: Who, act: Act) -> Option<Reply> {
        let browser = self.browser(who);
        let why = json!({ "reason": "Asked by their board" });
        Some(match act {
            Act::Activate => browser.post(&self.path("/activate"), why).await,
            Act::Suspend => browser.post(&self.path("/suspend"), why).await,
            Act::Archive => browser.post(&self.path("/archive"), why).await,
            Act::Rename(label) => {
                let body = json!({ "subdomain": LABELS[label] });
                browser.patch(&self.path(""), body).await
            }
            Act::Add(host) => {
                browser.post(&self.path("/domains"), json!({ "host": HOSTS[host] })).await
            }
            Act::Prove(host) => {
                self.desk.prove(&self.domain(host).await?).await;
                return None;
            }
            Act::Check(host) => browser.post(&self.of_domain(host, "/check").await?, why).await,
            Act::Approve(host) => browser.post(&self.of_domain(host, "/approve").await?, why).await,
            Act::Primary(host) => browser.post(&self.of_domain(host, "/primary").await?, why).await,
            Act::Release(host) => browser.delete(&self.of_domain(host, "").await?).await,
            Act::SignIn => {
                let tenant = self.tenant().await;
                if tenant["state"] == "active" {
                    let host = format!("{}.localhost", tenant["subdomain"].as_str().unwrap());
                    // The start page may redirect to the primary host; this path is served on every
                    // host.
                    let at = self.desk.app.browser();
                    let open = async {
                        while at.at_host(&host).get("/api/boot").await.status != 200 {
                            tokio::time::sleep(std::time::Duration::from_millis(2)).await;
                        }
                    };
                    tokio::time::timeout(WAIT_TIMEOUT, open).await.expect("the portal is open");
                    self.desk.app.sign_in(&self.member, &host, "max").await;
                }
                return None;
            }
        })
    }

    async fn of_domain(&self, number: usize, act: &str) -> Option<String> {
        let domain = self.domain(number).await?;
        let id = domain["id"].as_str().unwrap();
        Some(self.path(&format!("/domains/{id}{act}")))
    }

    /// Checks that everything matches the state.
    async fn check(&self, after: &str) {
        let tenant = self.tenant().await;
        let (state, label) = (tenant["state"].as_str().unwrap(), &tenant["subdomain"]);
        let subdomain = label.as_str().unwrap();
        let addressed = matches!(state, "active" | "suspended");

        // Published routes.
        let system = self.desk.app.services().system("look at the routes in a test");
        let table = routes_feed::build_table(&system).await.unwrap();
        let portal = table.portals.iter().find(|one| one.tenant_id.to_string() == self.tenant);
        assert_eq!(portal.is_some(), addressed, "{after}: {state}");
        let mut hosts = BTreeSet::new();
        if addressed {
            hosts.insert(format!("{subdomain}.localhost"));
            for domain in self.domains().await {
                if matches!(domain["state"].as_str(), Some("active" | "failing")) {
                    hosts.insert(domain["host"].as_str().unwrap().to_owned());
                }
            }
        }
        if let Some(portal) = portal {
            assert_eq!(portal.state == PortalState::Active, state == "active", "{after}");
            let told: BTreeSet<_> = portal.hosts.iter().cloned().collect();
            assert_eq!(told, hosts, "{after}: {state}");
        }

        // Responses of the portal's hosts.
        let known = async {
            loop {
                let current = self.desk.app.app.table.active_routes();
                if current.is_some_and(|current| current.version >= table.version) {
                    return;
                }
                tokio::time::sleep(std::time::Duration::from_millis(2)).await;
            }
        };
        tokio::time::timeout(WAIT_TIMEOUT, known).await.expect("the edge receives it");
        let mut all: BTreeSet<String> =
            LABELS.iter().map(|label| format!("{label}.localhost")).collect();
        all.extend(HOSTS.map(str::to_owned));
        for host in all {
            let answer = self.desk.app.browser().at_host(&host).get("/login").await.status;
            let allowed: &[u16] = match (hosts.contains(&host), state) {
                (false, _) => &[421],
                (true, "suspended") => &[503],
                // A host that is not primary redirects to the primary one.
                (true, _) => &[200, 308],
            };
            assert!(allowed.contains(&answer), "{after}: {state} {host} answers {answer}");
        }

        // Live sessions.
        let sql = "SELECT COUNT(*) AS n FROM sessions WHERE tenant_id = $1 AND revoked_at IS NULL";
        let live = self.desk.app.count(sql, vec![uuid_of(&self.tenant).into()]).await;
        assert!(
            state == "active" || live == 0,
            "{after}: {live} sessions of a portal that is {state}"
        );
        self.desk.staff.get("/api/me").await.expect(200);
    }
}

#[test]
fn any_sequence_of_operations_matches_the_portal_model() {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let config = Config {
        cases: CASES,
        failure_persistence: None,
        max_shrink_iters: 20,
        ..Config::default()
    };
    let lives = proptest::collection::vec(step(), 4..=STEPS_MAX);
    TestRunner::new(config)
        .run(&lives, |steps| {
            runtime.block_on(async {
                let life = Life::open().await;
                life.check("at first").await;
                for (who, act) in steps {
                    let answer = life.act(who, act).await;
                    let told = format!("{who:?} {act:?}");
                    if let Some(answer) = &answer {
                        let done = (200..300).contains(&answer.status);
                        let may = match who {
                            Who::Staff => true,
                            Who::Admin => !act.is_staffs(),
                            Who::Outsider => false,
                        };
                        prop_assert!(may || !done, "{told} answers {}", answer.status);
                        prop_assert!(answer.status < 500, "{told} answers {}", answer.status);
                    }
                    life.check(&told).await;
                }
                Ok(())
            })
        })
        .unwrap();
}
