//! Signing in with a real OpenID Connect issuer, which runs in a separate process.

mod linking;
mod refusals;
mod second_factor;
mod signing_in;

use crate::kit::{Browser, Reply, TestApp, email, uuid_of};
use serde_json::json;

const USERS: &str = "SELECT COUNT(*) AS n FROM users";
const IDENTITIES: &str = "SELECT COUNT(*) AS n FROM federated_identities";
const REQUESTS: &str = "SELECT COUNT(*) AS n FROM oidc_requests";

/// Opens a session with the token that `finish` returned.
async fn open_session(browser: &Browser, done: &Reply) {
    let token = json!({ "idToken": done.body["idToken"] });
    browser.post("/api/usersSignin", token).await.expect(200);
}

/// Number of federated identities of a user.
async fn identity_count(app: &TestApp, name: &str) -> i64 {
    let sql = "SELECT COUNT(*) AS n FROM federated_identities f JOIN users u ON u.id = f.user_id \
        WHERE u.email = $1";
    app.count(sql, vec![email(name).into()]).await
}

async fn code_usage_count(app: &TestApp, code: &str) -> i64 {
    app.count("SELECT usage_count AS n FROM invite_codes WHERE id = $1", vec![uuid_of(code).into()])
        .await
}
