//! Fixtures for users, affiliations and portals: through the API where possible, otherwise by inserting rows.

use super::{Browser, TestApp};
use control_plane::brands::{BrandInput, Rgb};
use control_plane::routes_feed;
use control_plane::tenants::{self, NewTenant};
use platform::AffiliationId;
use sea_orm::Value;
use serde_json::json;
use uuid::Uuid;

/// Password of all test users.
pub const PASSWORD: &str = "Wharf-Lantern-42";
/// An invite code without expiry or usage limit.
pub const CODE: &str = "OPENDOOR";

/// An affiliation with its portal.
pub struct Portal {
    pub tenant: String,
    pub affiliation: String,
    pub subdomain: String,
}

impl TestApp {
    /// Creates an invite code, unlimited if `max_uses` is `None`. Returns its id.
    pub async fn invite_code(&self, code: &str, max_uses: Option<i64>) -> String {
        let id = Uuid::now_v7();
        let sql = "INSERT INTO invite_codes (id, code, is_active, max_uses, usage_count, created_at) \
            VALUES ($1, $2, TRUE, $3, 0, $4)";
        let values = vec![id.into(), code.into(), max_uses.into(), self.clock.now().into()];
        self.sql(sql, values).await;
        id.simple().to_string()
    }

    /// A browser of a user who has signed up and in, but not verified their email address.
    pub async fn newcomer(&self, name: &str) -> Browser {
        let browser = self.browser();
        self.sign_up(&browser, name).await;
        browser
    }

    /// Signs `name` up in this browser and signs them in.
    pub async fn sign_up(&self, browser: &Browser, name: &str) {
        let code = "SELECT COUNT(*) AS n FROM invite_codes WHERE code = $1";
        if self.count(code, vec![CODE.into()]).await == 0 {
            self.invite_code(CODE, None).await;
        }
        let valid =
            browser.post("/api/invite-codes/validate", json!({ "code": CODE })).await.expect(200);
        let joined = browser
            .post(
                "/api/identity/join",
                json!({
                    "email": email(name), "firstName": capitalised(name), "lastName": "Tester",
                    "password": PASSWORD, "confirmPassword": PASSWORD,
                    "inviteCodeId": valid.body["inviteCodeId"],
                }),
            )
            .await
            .expect(201);
        let token = json!({ "idToken": joined.body["idToken"] });
        browser.post("/api/usersSignin", token).await.expect(200);
    }

    /// A browser of a user who has verified their email address, but not finished onboarding.
    pub async fn verified(&self, name: &str) -> Browser {
        let browser = self.newcomer(name).await;
        let token = self.mailed_token(&email(name)).await;
        browser
            .post("/api/identity/verification/confirm", json!({ "token": token }))
            .await
            .expect(200);
        browser
    }

    /// A browser of an active member, signed in on main.
    pub async fn member(&self, name: &str) -> Browser {
        let browser = self.verified(name).await;
        let all =
            json!({ "agreedToTerms": true, "agreedToGuidelines": true, "agreedToPrivacy": true });
        browser.post("/api/me/onboarding", all).await.expect(200);
        browser
    }

    /// A browser of a member of staff.
    pub async fn staff(&self, name: &str) -> Browser {
        let browser = self.member(name).await;
        let sql = "UPDATE users SET is_staff = TRUE WHERE email = $1";
        self.sql(sql, vec![email(name).into()]).await;
        browser
    }

    /// A browser of a member of staff with this role.
    pub async fn staff_in_role(&self, name: &str, role: &str) -> Browser {
        let browser = self.staff(name).await;
        let sql = "UPDATE users SET staff_role = $2 WHERE email = $1";
        self.sql(sql, vec![email(name).into(), role.into()]).await;
        browser
    }

    /// Signs a user in at a host.
    pub async fn sign_in(&self, browser: &Browser, host: &str, name: &str) {
        open_session(browser, host, name, false).await;
    }

    /// Signs a user in on main for weeks instead of hours.
    pub async fn stay_signed_in(&self, browser: &Browser, name: &str) {
        open_session(browser, "localhost", name, true).await;
    }

    /// The account id of the signed-in user.
    pub async fn id_of(&self, browser: &Browser) -> String {
        browser.get("/api/me").await.expect(200).id()
    }

    /// Creates an affiliation. Returns its id.
    pub async fn affiliation(&self, name: &str) -> String {
        let id = Uuid::now_v7();
        let sql = "INSERT INTO affiliations (id, name, name_search, member_count, verified, \
            is_approved, is_private, is_paused, created_at, updated_at) \
            VALUES ($1, $2, $3, 0, FALSE, TRUE, FALSE, FALSE, $4, $4)";
        let now = self.clock.now();
        let values = vec![id.into(), name.into(), name.to_lowercase().into(), now.into()];
        self.sql(sql, values).await;
        id.simple().to_string()
    }

    /// An affiliation with an open portal.
    pub async fn portal(&self, name: &str, subdomain: &str) -> Portal {
        let affiliation = self.affiliation(name).await;
        self.portal_of(&affiliation, name, subdomain).await
    }

    /// Opens a portal of this affiliation; `name` is that of its brand.
    pub async fn portal_of(&self, affiliation: &str, name: &str, subdomain: &str) -> Portal {
        let affiliation_id: AffiliationId = affiliation.parse().unwrap();
        let brand = BrandInput {
            name: name.to_owned(),
            colour: Rgb([0x6e, 0x1f, 0x3e]),
            headings: "serif".to_owned(),
            corners: "soft".to_owned(),
            top_bar: "paper".to_owned(),
            sign_in_layout: "split".to_owned(),
            picture: "nave".to_owned(),
            sign_in_title: None,
            sign_in_text: None,
        };
        let new = NewTenant { affiliation_id, subdomain: subdomain.to_owned(), brand, mark: None };
        let mut system = self.services().system("open the portal of a test");
        let tenant = tenants::open(&mut system, new).await.unwrap().to_string();
        self.until_served(&format!("{subdomain}.localhost")).await;
        Portal { tenant, affiliation: affiliation.to_owned(), subdomain: subdomain.to_owned() }
    }

    /// Suspends a portal and waits until the edge has applied it.
    pub async fn suspend_portal(&self, subdomain: &str) {
        let mut system = self.services().system("close the portal of a test");
        let tx = system.begin().await.unwrap();
        let sql = "UPDATE tenants SET state = 'suspended' WHERE subdomain = $1";
        tx.execute(sql, vec![subdomain.into()]).await.unwrap();
        routes_feed::raise_version(&tx).await.unwrap();
        tx.commit().await.unwrap();
        self.until_answered(&format!("{subdomain}.localhost"), 503).await;
    }

    /// Adds an active custom domain to a portal, which links then use.
    pub async fn add_domain(&self, portal: &Portal, host: &str) {
        let (id, tenant) = (Uuid::now_v7(), uuid_of(&portal.tenant));
        let mut system = self.services().system("give the portal of a test a domain");
        let tx = system.begin().await.unwrap();
        let sql = "INSERT INTO domains (id, tenant_id, affiliation_id, host, state, is_primary, \
            failures, added_at, looking_since, updated_at) \
            VALUES ($1, $2, $3, $4, 'active', TRUE, 0, $5, $5, $5)";
        let affiliation = uuid_of(&portal.affiliation);
        let now = self.clock.now();
        let values = vec![id.into(), tenant.into(), affiliation.into(), host.into(), now.into()];
        tx.execute(sql, values).await.unwrap();
        let sql = "INSERT INTO domain_names (name, domain_id, tenant_id) VALUES ($1, $2, $3)";
        tx.execute(sql, vec![host.into(), id.into(), tenant.into()]).await.unwrap();
        routes_feed::raise_version(&tx).await.unwrap();
        tx.commit().await.unwrap();
        self.until_served(host).await;
    }

    /// Makes the user an admin of an affiliation.
    pub async fn make_affiliation_admin(&self, browser: &Browser, affiliation: &str) {
        let id = uuid_of(&self.id_of(browser).await);
        let sql = "INSERT INTO institutional_admins (affiliation_id, user_id, created_at) \
            VALUES ($1, $2, $3)";
        let values = vec![uuid_of(affiliation).into(), id.into(), self.clock.now().into()];
        self.sql(sql, values).await;
    }

    /// Makes the user a member of an affiliation.
    pub async fn add_to_affiliation(&self, browser: &Browser, affiliation: &str) {
        let user = uuid_of(&self.id_of(browser).await);
        let sql = "INSERT INTO affiliation_members (affiliation_id, user_id, is_public, joined_at) \
            VALUES ($1, $2, TRUE, $3)";
        let values: Vec<Value> =
            vec![uuid_of(affiliation).into(), user.into(), self.clock.now().into()];
        self.sql(sql, values).await;
        let sql = "UPDATE affiliations SET member_count = member_count + 1 WHERE id = $1";
        self.sql(sql, vec![uuid_of(affiliation).into()]).await;
    }

    /// A public community created by `admin`, linked to the affiliations. Returns its id.
    pub async fn community(&self, admin: &Browser, name: &str, affiliations: &[&str]) -> String {
        let body = json!({
            "name": name, "description": format!("{name}, for a test."), "groupType": "community",
            "visibility": "public", "affiliations": affiliations, "requireAllAffiliations": false,
        });
        admin.post("/api/communities", body).await.expect(201).id()
    }
}

/// The email address of a test user.
pub fn email(name: &str) -> String {
    format!("{name}@people.example")
}

/// Converts an id of the API to that of the database.
pub fn uuid_of(id: &str) -> Uuid {
    Uuid::try_parse(id).unwrap()
}

fn capitalised(name: &str) -> String {
    let letters: String = name.chars().filter(|c| c.is_alphabetic()).collect();
    let mut chars = letters.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

async fn open_session(browser: &Browser, host: &str, name: &str, stay: bool) {
    let at = browser.at_host(host);
    let proof = json!({ "email": email(name), "password": PASSWORD, "staySignedIn": stay });
    let answer = at.post("/api/identity/login", proof).await.expect(200);
    let token = json!({ "idToken": answer.body["idToken"], "staySignedIn": stay });
    at.post("/api/usersSignin", token).await.expect(200);
}
