//! Key rotation (design/security.md, docs/operations/keys.md).

use super::{Instance, KEYS};
use crate::accounts::second_factor::{answer, open_session, resolver};
use crate::kit::{Browser, TestApp, WAIT_TIMEOUT, totp};
use chrono::Duration;
use serde_json::json;
use std::sync::atomic::{AtomicBool, Ordering};

/// Accounts with a second factor that sign in before, during and after the rotation.
const FACTORS: usize = 9;
/// Accounts that sign in with a password only.
const PASSWORDS: usize = 3;
/// Password sign-ins during the rotation; the network may have fifty in a quarter of an hour.
const SIGN_INS_MAX: usize = 24;
const PACE: std::time::Duration = std::time::Duration::from_millis(150);
const NEW_KEYS: [&str; 3] = [
    "new-context-key-of-a-test-instance-012345",
    "new-feed-token-of-a-test-instance-0123456",
    "new-token-key-of-a-test-instance-01234567",
];

/// An account with a second factor.
struct Account {
    name: String,
    secret: String,
    session: Browser,
}

/// Sets up a second factor with the code of the present time step.
async fn account(app: &TestApp, name: String) -> Account {
    let session = app.member(&name).await;
    let begun = session.post("/api/me/mfa/totp", json!({})).await.expect(200);
    let secret = begun.body["secret"].as_str().unwrap().to_owned();
    let code = json!({ "code": totp(&secret, app.clock.now()) });
    session.post("/api/me/mfa/totp/confirm", code).await.expect(200);
    Account { name, secret, session }
}

impl Account {
    /// Signs in with password and the code of the next time step.
    async fn sign_in(&self, app: &TestApp, browser: &Browser) {
        let resolver = resolver(browser, &self.name).await;
        let code = totp(&self.secret, app.clock.now() + Duration::seconds(30));
        let answered = answer(browser, &resolver, "totp", &code).await.expect(200);
        open_session(browser, &answered).await;
        browser.get("/api/me").await.expect(200);
    }
}

/// Signs in and reads until `is_done`; every answer must be a success. Returns their number.
async fn load(
    app: &TestApp,
    entrance: &Browser,
    accounts: &[Account],
    readers: &[Browser],
    is_done: &AtomicBool,
) -> usize {
    let mut pace = tokio::time::interval(PACE);
    let mut factors = accounts.iter();
    let mut count = 0;
    while !is_done.load(Ordering::Relaxed) {
        pace.tick().await;
        if count < SIGN_INS_MAX {
            let name = format!("reader{}", count % PASSWORDS);
            app.sign_in(&entrance.without_cookies(), "localhost", &name).await;
            count += 1;
        }
        if let Some(account) = factors.next() {
            account.sign_in(app, &entrance.without_cookies()).await;
        }
        for reader in readers {
            reader.get("/api/me").await.expect(200);
        }
    }
    for account in factors {
        account.sign_in(app, &entrance.without_cookies()).await;
    }
    count + accounts.len()
}

/// Waits until a count has this value.
async fn until_counted(app: &TestApp, sql: &str, expected: i64) {
    let counting = async {
        while app.count(sql, vec![]).await != expected {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(WAIT_TIMEOUT, counting).await.expect(sql);
}

const RECORDED: &str = "SELECT COUNT(*) AS n FROM key_fingerprints";
const LOADED: &str = "SELECT COUNT(*) AS n FROM key_fingerprints WHERE loaded_at IS NOT NULL";

/// Rotates in the order of the documentation: the embedded instance by the command alone, the keys of
/// an instance on PostgreSQL in their files.
async fn rotate(app: &TestApp, instance: &Instance, is_embedded: bool) -> String {
    if !is_embedded {
        let write = |order: fn(&str, &str) -> String| {
            for ((_, _, file), new) in KEYS.iter().zip(NEW_KEYS) {
                let old = instance.key_file(file).into_iter().find(|key| key != new).unwrap();
                let path = instance.keys.join(file);
                let draft = path.with_extension("draft");
                std::fs::write(&draft, order(&old, new)).unwrap();
                std::fs::rename(&draft, &path).unwrap();
            }
        };
        write(|old, new| format!("{old}\n{new}\n"));
        until_counted(app, RECORDED, 6).await;
        write(|old, new| format!("{new}\n{old}\n"));
        until_counted(app, LOADED, 6).await;
    }
    instance.run(&["keys", "rotate"]).await
}

async fn prune(app: &TestApp, instance: &Instance, is_embedded: bool) {
    let early = instance.refusal(&["keys", "prune"]).await;
    assert!(early.contains("less than a day") && early.contains("--now"), "{early}");
    let pruned = instance.run(&["keys", "prune", "--now"]).await;
    assert_eq!(pruned.lines().count(), KEYS.len(), "{pruned}");
    if !is_embedded {
        for ((_, _, file), new) in KEYS.iter().zip(NEW_KEYS) {
            std::fs::write(instance.keys.join(file), new).unwrap();
        }
    }
    for (_, _, file) in KEYS {
        assert_eq!(instance.key_file(file).len(), 1);
    }
    until_counted(app, RECORDED, 3).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rotation_under_load_fails_no_sign_in_and_ends_no_session() {
    let app = TestApp::open().await;
    let mut accounts = Vec::new();
    for n in 0..FACTORS {
        accounts.push(account(&app, format!("member{n}")).await);
    }
    let mut readers = Vec::new();
    for n in 0..PASSWORDS {
        readers.push(app.member(&format!("reader{n}")).await);
    }
    app.stop().await;
    let is_embedded = app.services().config().is_embedded();
    let instance = Instance::of(&app);
    let (running, address) = instance.up().await;
    let entrance = Browser::connected_to(address);
    let readers: Vec<_> = readers.iter().map(|reader| reader.reconnected(address)).collect();
    let old_key = app.services().keys().vault.first_key();

    let (before, rest) = accounts.split_at(FACTORS / 3);
    let (meanwhile, after) = rest.split_at(FACTORS / 3);
    for account in before {
        account.sign_in(&app, &entrance.without_cookies()).await;
    }
    app.sign_in(&readers[0], "localhost", "reader0").await;
    let known = readers[0].cookie("localhost", "gh-dev").unwrap();

    let is_done = AtomicBool::new(false);
    let rotating = async {
        let said = rotate(&app, &instance, is_embedded).await;
        is_done.store(true, Ordering::Relaxed);
        said
    };
    let (said, sign_ins) =
        tokio::join!(rotating, load(&app, &entrance, meanwhile, &readers, &is_done));
    assert!(said.contains("authenticator secrets: 9 encrypted again"), "{said}");
    assert!(sign_ins > meanwhile.len(), "{sign_ins}");
    let sealed =
        format!("SELECT COUNT(*) AS n FROM user_mfa_settings WHERE totp_secret LIKE '{old_key}.%'");
    assert_eq!(app.count(&sealed, vec![]).await, 0);
    let again = instance.run(&["keys", "rotate"]).await;
    assert!(!again.contains("encrypted again"), "{again}");
    let listed = instance.run(&["keys", "list"]).await;
    assert_eq!(listed.matches("verifies and decrypts").count(), KEYS.len(), "{listed}");
    assert!(listed.contains("encrypts 9 authenticator secrets"), "{listed}");

    prune(&app, &instance, is_embedded).await;
    for account in after {
        account.sign_in(&app, &entrance.without_cookies()).await;
        account.session.reconnected(address).get("/api/me").await.expect(200);
    }
    for reader in &readers {
        reader.get("/api/me").await.expect(200);
    }
    app.sign_in(&readers[0], "localhost", "reader0").await;
    let renewed = readers[0].cookie("localhost", "gh-dev").unwrap();
    assert_ne!(known, renewed, "the browser is marked with the new key");
    assert!(running.terminate().await.0.success());
    let (restarted, address) = instance.up().await;
    readers[0].reconnected(address).get("/api/me").await.expect(200);
    assert!(restarted.terminate().await.0.success());
}

#[tokio::test]
async fn refuses_to_start_with_the_keys_of_another_database() {
    let app = TestApp::open().await;
    let instance = Instance::of(&app);
    app.stop().await;
    assert!(instance.run(&["doctor"]).await.contains("keys: belong to this database"));
    for (at, (key, setting, file)) in KEYS.iter().enumerate() {
        let own = instance.key_file(file).remove(0);
        std::fs::write(instance.keys.join(file), NEW_KEYS[at]).unwrap();
        let before = app.count(RECORDED, vec![]).await;
        for command in [&["keys", "list"][..], &["demo"]] {
            let said = instance.refusal(command).await;
            assert!(said.contains(&format!("the key security.{key} in ")), "{setting}: {said}");
            assert!(said.contains("does not belong to this database"), "{said}");
            assert!(said.contains("docs/operations/keys.md"), "{said}");
            assert!(!said.contains(NEW_KEYS[at]) && !said.contains(&own), "{said}");
        }
        let doctor = super::output_of(instance.command(&["doctor"])).await;
        let out = String::from_utf8(doctor.stdout).unwrap();
        assert!(!doctor.status.success() && out.contains("does not belong"), "{out}");
        assert_eq!(app.count(RECORDED, vec![]).await, before);
        std::fs::write(instance.keys.join(file), own).unwrap();
    }
    instance.run(&["keys", "list"]).await;
}

#[tokio::test]
async fn refuses_a_ring_without_the_key_of_stored_values() {
    let app = TestApp::open().await;
    account(&app, "ada".to_owned()).await;
    let instance = Instance::of(&app);
    app.stop().await;
    let token = instance.keys.join("token.key");
    let old = instance.key_file("token.key").remove(0);
    std::fs::write(&token, format!("{old}\n{}\n", NEW_KEYS[2])).unwrap();
    instance.run(&["keys", "list"]).await;
    std::fs::write(&token, NEW_KEYS[2]).unwrap();
    let said = instance.refusal(&["keys", "list"]).await;
    assert!(said.contains("1 authenticator secrets"), "{said}");
    assert!(said.contains("Add the key again as the last line"), "{said}");
    std::fs::write(&token, format!("{}\n{old}\n", NEW_KEYS[2])).unwrap();
    let said = instance.refusal(&["keys", "prune", "--now"]).await;
    assert!(said.contains("stored values are still encrypted"), "{said}");
    assert!(said.contains("guildhall keys rotate"), "{said}");
}

#[tokio::test]
async fn first_start_records_the_keys_of_an_existing_database() {
    let app = TestApp::open().await;
    app.sql("DELETE FROM key_fingerprints", vec![]).await;
    let instance = Instance::of(&app);
    app.stop().await;
    let said = instance.run(&["doctor"]).await;
    assert!(said.contains("keys: not recorded yet"), "{said}");
    assert_eq!(app.count(RECORDED, vec![]).await, 0, "doctor only reads");
    instance.run(&["keys", "list"]).await;
    assert_eq!(app.count(RECORDED, vec![]).await, 3);
    for key in instance.key_file("token.key") {
        let secret = "SELECT COUNT(*) AS n FROM key_fingerprints WHERE fingerprint = $1";
        assert_eq!(app.count(secret, vec![key.into()]).await, 0);
    }
}
