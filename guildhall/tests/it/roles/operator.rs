//! Commands of the operator next to a running server: through the program itself, with the rules and
//! the audit log of the features.

use super::commands::printed;
use crate::accounts::second_factor::enrol;
use crate::kit::uploads::{plain, upload};
use crate::kit::{Browser, PASSWORD, TestApp, email};
use image::ImageFormat;
use platform::jobs::NewJob;
use serde_json::{Value, json};
use std::io::Read;

/// Runs a command that must succeed; returns its output.
async fn done(app: &TestApp, words: &[&str]) -> String {
    let (is_done, out, err) = printed(words, app).await;
    assert!(is_done, "{words:?}: {err}");
    out
}

/// Runs a command that must be refused; returns the reason.
async fn refused(app: &TestApp, words: &[&str]) -> String {
    let (is_done, out, err) = printed(words, app).await;
    assert!(!is_done, "{words:?}: {out}");
    assert_eq!(out, "", "{words:?}");
    err
}

async fn parsed(app: &TestApp, words: &[&str]) -> Value {
    serde_json::from_str(&done(app, words).await).unwrap()
}

/// Number of audit entries of an action by the command line, on a subject.
async fn audited(app: &TestApp, action: &str, subject: &str) -> i64 {
    let sql = "SELECT COUNT(*) AS n FROM audit_log WHERE action = $1 AND subject_id = $2 \
        AND actor_id IS NULL AND reason LIKE 'command line%'";
    app.count(sql, vec![action.into(), subject.into()]).await
}

/// Status of a request that every session may make.
async fn status(who: &Browser) -> u16 {
    who.get("/api/me").await.status
}

#[tokio::test]
async fn staff_status_is_granted_listed_and_revoked_except_from_the_last() {
    let app = TestApp::open().await;
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    let (ada, bob) = (app.id_of(&ada).await, app.id_of(&bob).await);
    done(&app, &["staff", "grant", &email("ada")]).await;
    let err = refused(&app, &["staff", "revoke", &email("ada")]).await;
    assert!(err.contains("The last member of staff cannot be removed"), "{err}");
    assert!(err.contains("--force") && !err.contains(&email("ada")), "{err}");

    done(&app, &["staff", "grant", &bob]).await;
    let staff = parsed(&app, &["staff", "list", "--json"]).await;
    let listed: Vec<&Value> = staff.as_array().unwrap().iter().map(|one| &one["email"]).collect();
    assert_eq!(listed, [&json!(email("ada")), &json!(email("bob"))]);
    let table = done(&app, &["staff", "list"]).await;
    assert!(table.starts_with("ID") && table.contains(&email("bob")), "{table}");

    done(&app, &["staff", "revoke", &bob, "--reason", "left"]).await;
    let err = refused(&app, &["staff", "revoke", &bob]).await;
    assert!(err.contains("This account is not staff"), "{err}");
    done(&app, &["staff", "revoke", &ada, "--force"]).await;
    assert_eq!(parsed(&app, &["staff", "list", "--json"]).await, json!([]));
    assert_eq!(audited(&app, "staff.revoke", &bob).await, 1);
    assert_eq!(audited(&app, "staff.revoke", &ada).await, 1);
    assert_eq!(audited(&app, "staff.grant", &bob).await, 1);
}

#[tokio::test]
async fn user_pause_and_unpause_follow_the_rules_of_staff() {
    let app = TestApp::open().await;
    let (ada, stella) = (app.member("ada").await, app.staff("stella").await);
    let id = app.id_of(&ada).await;
    let mut open = ada.live().await;
    done(&app, &["user", "pause", &email("ada"), "--reason", "Spam", "--days", "7"]).await;
    let told = open.remaining_types().await;
    assert!(told.contains(&"session.ended".to_owned()), "{told:?}");
    let search = ada.get("/api/search?q=bridges").await;
    assert_eq!(search.status, 403, "{search}");
    let shown = parsed(&app, &["user", "show", &id, "--json"]).await;
    assert_eq!(
        (&shown["accountStatus"], &shown["pauseReason"]),
        (&json!("paused"), &json!("Spam"))
    );
    done(&app, &["user", "unpause", &id, "--reason", "Appealed"]).await;
    let text = done(&app, &["user", "show", &email("ada")]).await;
    assert!(text.contains("accountStatus") && text.contains("active"), "{text}");
    assert_eq!(audited(&app, "user_pause", &id).await, 1);
    assert_eq!(audited(&app, "user_unpause", &id).await, 1);

    let err = refused(&app, &["user", "unpause", &id, "--reason", "x"]).await;
    assert!(err.contains("This account is not paused"), "{err}");
    let past = ["user", "pause", &id, "--reason", "x", "--until", "2020-01-01T00:00:00Z"];
    assert!(refused(&app, &past).await.contains("A pause must end in the future"));
    let last = app.id_of(&stella).await;
    let err = refused(&app, &["user", "pause", &last, "--reason", "x"]).await;
    assert!(err.contains("The last member of staff"), "{err}");
    let unknown = ["user", "show", "nobody@people.example"];
    assert!(refused(&app, &unknown).await.contains("User not found"));
}

#[tokio::test]
async fn user_reset_factor_removes_it_ends_all_sessions_and_mails_the_owner() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let id = app.id_of(&ada).await;
    let err = refused(&app, &["user", "reset-factor", &id]).await;
    assert!(err.contains("This account has no second factor"), "{err}");
    assert_eq!(status(&ada).await, 200, "a refusal changes nothing");

    let ada = enrol(&app, ada).await.browser;
    app.work().await;
    let mails = app.mails().len();
    done(&app, &["user", "reset-factor", &email("ada"), "--reason", "Lost phone"]).await;
    assert_eq!(status(&ada).await, 401, "all sessions have ended");
    let left = "SELECT (SELECT COUNT(*) FROM mfa_backup_codes) + (SELECT COUNT(*) FROM \
        user_mfa_settings WHERE has_totp OR totp_secret IS NOT NULL) AS n";
    assert_eq!(app.count(left, vec![]).await, 0);
    assert_eq!(audited(&app, "account.reset-factor", &id).await, 1);
    app.work().await;
    let sent = app.mails().split_off(mails);
    assert_eq!(sent.len(), 1);
    assert_eq!(sent[0].to, email("ada"));
    assert!(sent[0].text.contains("Two-factor authentication was turned off."), "{}", sent[0].text);
    app.sign_in(&ada, "localhost", "ada").await;
}

#[tokio::test]
async fn user_recovery_link_ends_all_sessions_and_is_mailed_or_printed() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let id = app.id_of(&ada).await;
    app.work().await;
    let mails = app.mails().len();
    let out = done(&app, &["user", "recovery-link", &email("ada")]).await;
    assert!(!out.contains("token="), "the link is only mailed: {out}");
    assert_eq!(status(&ada).await, 401);
    let token = app.mailed_token(&email("ada")).await;
    assert_eq!(app.mails().len(), mails + 1);
    let new = "Harbour-Lantern-43";
    let choose = |token: &str| json!({ "token": token, "password": new, "confirmPassword": new });
    ada.post("/api/identity/password/reset", choose(&token)).await.expect(200);

    let out = done(&app, &["user", "recovery-link", &id, "--print", "--reason", "No mail"]).await;
    let (_, token) = out.trim().split_once("/reset-password?token=").expect("a link");
    let required = "SELECT COUNT(*) AS n FROM users WHERE password_reset_required";
    assert_eq!(app.count(required, vec![]).await, 1);
    let other = json!({ "token": token, "password": PASSWORD, "confirmPassword": PASSWORD });
    ada.post("/api/identity/password/reset", other).await.expect(200);
    assert_eq!(app.count(required, vec![]).await, 0);
    app.sign_in(&ada, "localhost", "ada").await;
    assert_eq!(audited(&app, "account.recovery-link", &id).await, 2);

    app.sql("UPDATE users SET status = 'banned'", vec![]).await;
    let err = refused(&app, &["user", "recovery-link", &id]).await;
    assert!(err.contains("banned or suspended"), "{err}");
}

#[tokio::test]
async fn tenant_create_opens_a_portal_that_the_edge_serves() {
    let app = TestApp::open().await;
    let oak = app.affiliation("Oak House").await;
    let create = |subdomain: &'static str, name: &'static str| {
        let affiliation = oak.clone();
        let words =
            ["tenant", "create", "--affiliation", "", "--subdomain", subdomain, "--brand-name"];
        let mut words: Vec<String> = words.map(str::to_owned).into();
        words[3] = affiliation;
        words.push(name.to_owned());
        words
    };
    let run = async |words: Vec<String>, more: &[&str]| {
        let words: Vec<&str> =
            words.iter().map(String::as_str).chain(more.iter().copied()).collect();
        printed(&words, &app).await
    };
    let (_, _, err) = run(create("www", "Oak"), &[]).await;
    assert!(err.contains("This subdomain cannot be used"), "{err}");
    let (_, _, err) = run(create("oak", " "), &[]).await;
    assert!(err.contains("A brand name has between 1 and 60 characters"), "{err}");
    let (is_done, out, err) = run(create("oak", "Oak House"), &["--activate", "--json"]).await;
    assert!(is_done, "{err}");
    let made: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (&made["state"], &made["origin"]),
        (&json!("active"), &json!("http://oak.localhost:8080"))
    );
    app.until_served("oak.localhost").await;
    let id = made["id"].as_str().unwrap();
    assert_eq!(audited(&app, "tenant.create", id).await, 1);
    assert_eq!(audited(&app, "tenant.activate", id).await, 1);
    let (is_done, _, err) = run(create("elm", "Elm"), &[]).await;
    assert!(!is_done && err.contains("This affiliation already has a portal"), "{err}");

    let listed = parsed(&app, &["tenant", "list", "--json"]).await;
    assert_eq!(listed[0]["brandName"], "Oak House");
    assert_eq!(parsed(&app, &["tenant", "list", "--search", "elm", "--json"]).await, json!([]));
    assert!(done(&app, &["tenant", "list"]).await.contains("http://oak.localhost:8080"));
    let nowhere = ["tenant", "create", "--affiliation", "nowhere", "--subdomain", "elm"];
    let words = [&nowhere[..], &["--brand-name", "Elm"]].concat();
    assert!(refused(&app, &words).await.contains("there is no affiliation"));
}

#[tokio::test]
async fn failed_jobs_are_listed_without_their_data_and_repeated() {
    let app = TestApp::open().await;
    let mut system = app.services().system("enqueue a job that fails");
    let tx = system.begin().await.unwrap();
    let job =
        NewJob::new("export-data", &json!({ "secret": "of a person" })).unwrap().max_attempts(1);
    let id = tx.enqueue(job).await.unwrap().unwrap().to_string();
    tx.commit().await.unwrap();
    app.work().await;
    let listed = parsed(&app, &["jobs", "list", "--json"]).await;
    assert_eq!(listed.as_array().unwrap().len(), 1, "{listed}");
    assert_eq!((&listed[0]["id"], &listed[0]["state"]), (&json!(id), &json!("failed")));
    assert!(!listed.to_string().contains("of a person"));
    assert!(done(&app, &["jobs", "list"]).await.contains("export-data"));
    assert_eq!(parsed(&app, &["jobs", "list", "--kind", "mail", "--json"]).await, json!([]));

    assert!(done(&app, &["jobs", "retry", "--id", &id]).await.contains("1 jobs are due now"));
    assert_eq!(audited(&app, "jobs.retry", &id).await, 1);
    let ready = "SELECT COUNT(*) AS n FROM jobs WHERE state = 'ready' AND attempts = 0 \
        AND kind = 'export-data' AND finished_at IS NULL";
    assert_eq!(app.count(ready, vec![]).await, 1);
    app.work().await;
    assert_eq!(parsed(&app, &["jobs", "list", "--json"]).await[0]["attempts"], 1, "it ran again");
    done(&app, &["jobs", "retry", "--kind", "export-data"]).await;
    let err = refused(&app, &["jobs", "retry", "--kind", "mail"]).await;
    assert!(err.contains("no job that failed"), "{err}");
}

#[tokio::test]
async fn export_user_writes_their_data_and_pictures_for_its_owner_only() {
    let app = TestApp::open().await;
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    let community = app.community(&ada, "Long spans", &[]).await;
    bob.post(&format!("/api/communities/{community}/join"), json!({})).await.expect(200);
    let images = format!("/api/communities/{community}/images");
    for who in [&ada, &bob] {
        upload(who, &images, &plain(64, 64, [1, 2, 3], ImageFormat::Png)).await.expect(201);
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ada.zip").display().to_string();
    let id = app.id_of(&ada).await;
    done(&app, &["export", "user", &email("ada"), "--out", &file]).await;
    let mode = std::os::unix::fs::MetadataExt::mode(&std::fs::metadata(&file).unwrap());
    assert_eq!(mode & 0o777, 0o600);
    let mut zip = zip::ZipArchive::new(std::fs::File::open(&file).unwrap()).unwrap();
    let names: Vec<String> = zip.file_names().map(str::to_owned).collect();
    let pictures = names.iter().filter(|name| name.starts_with("pictures/")).count();
    assert_eq!(pictures, 1, "only their own: {names:?}");
    let mut profile = String::new();
    zip.by_name("profile.json").unwrap().read_to_string(&mut profile).unwrap();
    let profile: Value = serde_json::from_str(&profile).unwrap();
    assert_eq!(profile["email"], json!(email("ada")));
    for name in &names {
        let mut content = Vec::new();
        zip.by_name(name).unwrap().read_to_end(&mut content).unwrap();
        let text = String::from_utf8_lossy(&content);
        assert!(!text.contains(&email("bob")), "{name} names another person");
    }
    assert_eq!(audited(&app, "account.export", &id).await, 1);

    let err = refused(&app, &["export", "user", &id, "--out", &file]).await;
    assert!(err.contains("failed to create"), "an existing file is never replaced: {err}");
    let other = folder.path().join("nobody.zip");
    let words = ["export", "user", "nobody@people.example", "--out", other.to_str().unwrap()];
    assert!(refused(&app, &words).await.contains("User not found"));
    assert!(!other.exists());
}

#[tokio::test]
async fn wrong_arguments_exit_with_2_and_refusals_with_1() {
    let app = TestApp::open().await;
    let code = async |words: &[&str]| super::run(words, &app.settings()).await.status.code();
    assert_eq!(code(&["jobs", "retry"]).await, Some(2));
    assert_eq!(code(&["jobs", "retry", "--all", "--kind", "mail"]).await, Some(2));
    assert_eq!(code(&["user", "pause", "ada"]).await, Some(2), "a reason is required");
    assert_eq!(code(&["tenant", "list", "--state", "lost"]).await, Some(2));
    assert_eq!(code(&["export", "user", "ada"]).await, Some(2));
    assert_eq!(code(&["user", "show", "nobody@people.example"]).await, Some(1));
    assert_eq!(code(&["staff", "list"]).await, Some(0));
}

#[test]
fn reference_pages_are_what_the_program_prints() {
    let pages = [
        ("../docs/operations/commands.md", guildhall::commands::reference::markdown()),
        ("../docs/operations/configuration.md", platform::config::reference()),
    ];
    for (path, generated) in pages {
        let written = std::fs::read_to_string(path).unwrap();
        assert!(written == generated, "{path} is out of date: run `make gen` and commit it");
    }
}
