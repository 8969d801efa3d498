//! Own data: the data export, and deletion of the account after seven days (G-122).

use crate::kit::{Browser, PASSWORD, Reply, TestApp, email, uuid_of};
use chrono::{DateTime, Duration, Utc};
use insta::assert_snapshot;
use serde_json::{Value, json};
use std::io::{Cursor, Read};

const PROOF: &str = "403 For security, you must sign in again before changing this.";

async fn request_deletion(who: &Browser) -> Reply {
    who.post("/api/me/deletion", json!({ "confirmation": "DELETE" })).await
}

async fn sign_in_status(app: &TestApp, name: &str) -> u16 {
    let proof = json!({ "email": email(name), "password": PASSWORD, "staySignedIn": false });
    app.browser().post("/api/identity/login", proof).await.status
}

/// A member with posts, likes, memberships and a follower; the follower, and the path of the posts.
async fn active_member(app: &TestApp) -> (Browser, Browser, String) {
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    let oak = app.affiliation("Oak").await;
    app.add_to_affiliation(&ada, &oak).await;
    let community = app.community(&bob, "Long spans", &[]).await;
    ada.post(&format!("/api/communities/{community}/join"), json!({})).await.expect(200);
    let threads = format!("/api/communities/{community}/threads");
    let thread = bob.post(&threads, json!({ "caption": "Cables" })).await.expect(201).id();
    let posts = format!("{threads}/{thread}/posts");
    let post = ada.post(&posts, json!({ "content": "Steel remembers" })).await.expect(201).id();
    ada.post(&format!("/api/posts/{post}/like"), json!({})).await.expect(200);
    let reaction = json!({ "emoji": "🙏" });
    ada.post(&format!("/api/posts/{post}/reactions"), reaction).await.expect(200);
    let announcements = format!("/api/communities/{community}/announcements");
    let event = json!({ "content": "Walk", "startsAt": app.clock.now() + Duration::days(60) });
    let event = bob.post(&announcements, event).await.expect(201).id();
    let rsvp = format!("{announcements}/{event}/rsvp");
    ada.put(&rsvp, json!({ "answer": "maybe" })).await.expect(200);
    ada.post("/api/me/calendar-feed", json!({})).await.expect(200);
    ada.main().put("/api/me/handle", json!({ "handle": "countess" })).await.expect(200);
    let follow = format!("/api/users/{}/follow", app.id_of(&ada).await);
    bob.main().put(&follow, json!({})).await.expect(200);
    (ada, bob, posts)
}

#[tokio::test]
async fn data_export_is_downloadable_by_its_owner_for_seven_days() {
    let app = TestApp::open().await;
    let (ada, bob, _) = active_member(&app).await;
    assert_eq!(ada.get("/api/me/export").await.expect(200).body, json!({ "export": null }));
    let asked = ada.post("/api/me/export", json!({})).await.expect(200);
    assert_eq!(asked.body["state"], "waiting");
    let again = ada.post("/api/me/export", json!({})).await.expect(200);
    assert_eq!(again.id(), asked.id(), "an export is already pending");
    let path = format!("/api/me/export/{}", asked.id());
    let gone = "404 This download is no longer available. Please request a new one.";
    assert_eq!(ada.get(&path).await.to_string(), gone, "not ready yet");
    app.work().await;
    let ready = ada.get("/api/me/export").await.expect(200).body["export"].clone();
    assert_eq!(ready["state"], "ready");
    let archive = ada.main();
    let archive = archive.get(&path).await.expect(200);
    assert_eq!(archive.header("content-type"), "application/zip");
    assert!(archive.header("content-disposition").starts_with("attachment"));
    assert_eq!(bob.get(&path).await.to_string(), gone);
    assert_eq!(app.browser().get(&path).await.status, 401);
    let media = format!("/media/users/{}/export-{}.zip", app.id_of(&ada).await, asked.id());
    assert_eq!(ada.get(&media).await.status, 404);
    app.clock.advance_by(Duration::days(7));
    app.sign_in(&ada, "localhost", "ada").await;
    assert_eq!(ada.get(&path).await.to_string(), gone, "the export has expired");
}

#[tokio::test]
async fn data_export_contains_profile_posts_people_and_activity() {
    let app = TestApp::open().await;
    let (ada, ..) = active_member(&app).await;
    app.work().await;
    ada.post("/api/activity/clear", json!({})).await.expect(200);
    ada.post("/api/me/recent-searches", json!({ "query": "weaver" })).await.expect(200);
    let asked = ada.post("/api/me/export", json!({})).await.expect(200).id();
    app.work().await;
    let owner = app.id_of(&ada).await;
    let key = format!("users/{owner}/export-{asked}.zip").parse().unwrap();
    let stored = app.services().blob().get(&key).await.unwrap().unwrap();
    let mut zip = zip::ZipArchive::new(Cursor::new(stored.bytes)).unwrap();
    let mut file = |name: &str| -> Value {
        let mut text = String::new();
        zip.by_name(name).unwrap().read_to_string(&mut text).unwrap();
        serde_json::from_str(&text).unwrap()
    };
    assert_eq!(file("profile.json")["email"], json!(email("ada")));
    assert_eq!(file("profile.json")["handle"], "countess");
    assert_eq!(file("affiliations.json")[0]["name"], "Oak");
    assert_eq!(file("communities.json")[0]["name"], "Long spans");
    let events = file("events.json");
    assert_eq!(events["answers"][0]["answer"], "maybe");
    assert_eq!(events["calendarFeeds"][0]["site"], "main");
    assert!(!events.to_string().contains("token"), "no secret");
    let posts = file("posts.json");
    assert_eq!(posts["posts"][0]["content"], "Steel remembers");
    assert_eq!(posts["likes"].as_array().unwrap().len(), 1);
    assert_eq!(posts["reactions"][0]["emoji"], "🙏");
    assert_eq!(file("people.json")["followers"].as_array().unwrap().len(), 1);
    assert_eq!(file("people.json")["recentSearches"][0]["query"], "weaver");
    assert_eq!(file("devices.json").as_array().unwrap().len(), 1);
    assert_eq!(file("activity.json")["notifications"][0]["type"], "community_thread");
    assert_ne!(file("activity.json")["lastClearedTimestamp"], Value::Null);
}

#[tokio::test]
async fn data_export_contains_security_moderation_and_request_records() {
    let app = TestApp::open().await;
    let (ada, staff) = (app.member("ada").await, app.staff("stella").await);
    let owner = app.id_of(&ada).await;
    let oak = app.affiliation("Oak").await;
    app.make_affiliation_admin(&ada, &oak).await;
    ada.post("/api/me/legal-acknowledgements", json!({})).await.expect(200);
    let alert = json!({ "alertType": "csp-violation", "severity": "low", "source": "page" });
    ada.post("/api/securityAlert", alert).await.expect(201);
    let elm = app.affiliation("Elm").await;
    let answers = json!({ "answers": crate::affiliation_requests::answers() });
    ada.post(&format!("/api/affiliations/{elm}/requests"), answers).await.expect(201);
    let community = app.community(&ada, "Long spans", &[]).await;
    let threads = format!("/api/communities/{community}/threads");
    ada.post(&threads, json!({ "caption": "Cables" })).await.expect(201);
    ada.post(&format!("/api/communities/{community}/read"), json!({})).await.expect(200);
    let path = format!("/api/staff/users/{owner}/mark-unverified");
    staff.post(&path, json!({ "reason": "Mail came back" })).await.expect(200);
    app.mark_everyone_unverified(false).await;
    let form = json!({
        "fullName": "Ada Tester", "email": email("ada"), "howDidYouHear": "word of mouth",
        "verifiedCircles": ["alumni"], "organizations": "The society of bridges",
        "verificationMethods": ["not sure"],
    });
    app.browser().post("/api/waitlist", form).await.expect(201);
    let asked = ada.post("/api/me/export", json!({})).await.expect(200).id();
    app.work().await;
    let key = format!("users/{owner}/export-{asked}.zip").parse().unwrap();
    let stored = app.services().blob().get(&key).await.unwrap().unwrap();
    let mut zip = zip::ZipArchive::new(Cursor::new(stored.bytes)).unwrap();
    let mut file = |name: &str| -> Value {
        let mut text = String::new();
        zip.by_name(name).unwrap().read_to_string(&mut text).unwrap();
        serde_json::from_str(&text).unwrap()
    };
    let security = file("security.json");
    assert_ne!(security["password"]["changedAt"], Value::Null);
    assert_eq!(security["inviteCodesUsed"][0]["userEmail"], json!(email("ada")));
    assert_eq!(security["passkeys"], json!([]));
    assert!(!security.to_string().contains("argon2"), "no secret");
    assert_eq!(file("agreements.json").as_array().unwrap().len(), 3);
    assert_eq!(file("invitations.json")["administered"][0]["name"], "Oak");
    let asked = &file("affiliation-requests.json")[0];
    assert_eq!((&asked["affiliationName"], &asked["status"]), (&json!("Elm"), &json!("pending")));
    assert_eq!(asked["formData"][1]["question"], "Background");
    let history = file("community-history.json");
    assert_eq!(history["founded"][0]["name"], "Long spans");
    assert_eq!(history["events"][0]["eventType"], "joined");
    assert_eq!(history["readUntil"].as_array().unwrap().len(), 1);
    assert_eq!(file("posts.json")["threads"][0]["caption"], "Cables");
    assert_eq!(file("security-alerts.json")[0]["alertType"], "csp-violation");
    assert_eq!(file("moderation.json")[0]["reason"], "Mail came back");
    assert!(
        !file("moderation.json").to_string().contains("tella"),
        "the staff member is not named"
    );
    assert_eq!(file("waitlist.json")["organizations"], "The society of bridges");
    let account = file("profile.json")["account"].clone();
    assert_eq!((&account["accountStatus"], &account["isStaff"]), (&json!("active"), &json!(false)));
    assert_ne!(account["lastLogin"], Value::Null);

    request_deletion(&ada).await.expect(200);
    app.clock.advance_by(Duration::days(8));
    app.work().await;
    for sql in [
        "SELECT COUNT(*) AS n FROM security_alerts WHERE user_email IS NOT NULL",
        "SELECT COUNT(*) AS n FROM waitlist",
    ] {
        assert_eq!(app.count(sql, vec![]).await, 0, "{sql}");
    }
    assert_eq!(app.count("SELECT COUNT(*) AS n FROM security_alerts", vec![]).await, 1);
}

#[tokio::test]
async fn export_and_deletion_require_recent_authentication() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let asked = ada.post("/api/me/export", json!({})).await.expect(200).id();
    app.work().await;
    app.clock.advance_by(Duration::minutes(6));
    assert_eq!(ada.post("/api/me/export", json!({})).await.to_string(), PROOF);
    assert_eq!(ada.get(&format!("/api/me/export/{asked}")).await.to_string(), PROOF);
    assert_eq!(request_deletion(&ada).await.to_string(), PROOF);
    assert_eq!(ada.get("/api/me").await.expect(200).body["deletionDueAt"], Value::Null);
}

#[tokio::test]
async fn deletion_request_signs_out_everywhere_and_can_be_cancelled() {
    let app = TestApp::open().await;
    let (ada, bob, _) = active_member(&app).await;
    ada.patch("/api/me", json!({ "profileVisibility": "public" })).await.expect(200);
    let other = app.browser();
    app.sign_in(&other, "localhost", "ada").await;
    let mut pages = other.live().await;
    pages.until("hello").await;
    let vague = ada.post("/api/me/deletion", json!({ "confirmation": "yes" })).await;
    assert_snapshot!(vague, @"422 Please type DELETE to confirm.");
    let left = request_deletion(&ada).await.expect(200);
    let due: DateTime<Utc> = left.body["deletionDueAt"].as_str().unwrap().parse().unwrap();
    assert!((due - app.clock.now() - Duration::days(7)).abs() < Duration::minutes(1));
    pages.remaining_types().await;
    for browser in [&ada, &other] {
        assert_eq!(browser.get("/api/me").await.status, 401);
    }
    app.work().await;
    let mail = app.mails().into_iter().rev().find(|mail| mail.to == email("ada")).unwrap();
    assert!(mail.text.contains("will be deleted on"), "{}", mail.text);
    assert!(!first_names(&bob.get("/api/directory").await).contains(&"Ada".to_owned()));

    app.sign_in(&ada, "localhost", "ada").await;
    assert_ne!(ada.get("/api/me").await.expect(200).body["deletionDueAt"], Value::Null);
    let kept = ada.delete("/api/me/deletion").await.expect(200);
    assert_eq!(kept.body["deletionDueAt"], Value::Null);
    assert!(first_names(&bob.get("/api/directory").await).contains(&"Ada".to_owned()));
    app.clock.advance_by(Duration::days(8));
    app.work().await;
    assert_eq!(sign_in_status(&app, "ada").await, 200, "the account still exists");
}

fn first_names(page: &Reply) -> Vec<String> {
    crate::community_fixture::texts(page, "firstName")
}

#[tokio::test]
async fn account_is_deleted_after_seven_days_except_anonymised_posts() {
    let app = TestApp::open().await;
    let (ada, bob, posts) = active_member(&app).await;
    let id = app.id_of(&ada).await;
    request_deletion(&ada).await.expect(200);
    app.clock.advance_by(Duration::days(7) - Duration::minutes(1));
    app.work().await;
    assert_eq!(sign_in_status(&app, "ada").await, 200, "not yet");
    app.clock.advance_by(Duration::minutes(2));
    app.work().await;
    assert_ne!(sign_in_status(&app, "ada").await, 200);
    app.sign_in(&bob, "localhost", "bob").await;
    assert_eq!(bob.get(&format!("/api/users/{id}")).await.status, 404);
    let shown = bob.get(&posts).await.expect(200);
    let post = &shown.items()[0];
    assert_eq!(post["content"], "Steel remembers");
    assert_eq!(post["author"]["displayName"], "Former member");
    assert_eq!((&post["authorHandle"], &post["likes"]), (&Value::Null, &json!(0)));
    let me = bob.get("/api/me").await.expect(200).body;
    assert_eq!(me["followingCount"], 0);
    let members = "SELECT member_count AS n FROM communities";
    assert_eq!(app.count(members, vec![]).await, 1);
    assert_eq!(app.count("SELECT member_count AS n FROM affiliations", vec![]).await, 0);
    for (table, column) in [
        ("users", "id"),
        ("handles", "user_id"),
        ("sessions", "user_id"),
        ("credentials", "user_id"),
        ("community_members", "user_id"),
        ("affiliation_members", "user_id"),
        ("post_likes", "user_id"),
        ("poll_votes", "user_id"),
        ("invite_code_usage", "user_id"),
        ("idempotency_keys", "user_id"),
        ("notifications", "user_id"),
        ("notifications", "author_id"),
        ("activity_settings", "user_id"),
        ("push_subscriptions", "user_id"),
        ("event_answers", "user_id"),
        ("calendar_feeds", "user_id"),
        ("drafts", "user_id"),
    ] {
        let sql = format!("SELECT COUNT(*) AS n FROM {table} WHERE {column} = $1");
        assert_eq!(app.count(&sql, vec![uuid_of(&id).into()]).await, 0, "{table}");
    }
    let farewell = app.mails().into_iter().rev().find(|mail| mail.to == email("ada")).unwrap();
    assert!(farewell.text.contains("has been deleted"), "{}", farewell.text);
    let again = app.member("ada").await;
    again.main().put("/api/me/handle", json!({ "handle": "countess" })).await.expect(200);
}

#[tokio::test]
async fn interrupted_account_deletion_resumes_and_mails_once() {
    let app = TestApp::open().await;
    let (ada, bob, posts) = active_member(&app).await;
    request_deletion(&ada).await.expect(200);
    app.clock.advance_by(Duration::days(8));
    // As if the worker had stopped after removing authorship.
    app.sql("UPDATE posts SET author_id = NULL", vec![]).await;
    app.work().await;
    app.work().await;
    app.sign_in(&bob, "localhost", "bob").await;
    assert_eq!(bob.get(&posts).await.expect(200).items().len(), 1);
    let left = "SELECT COUNT(*) AS n FROM users WHERE email = $1";
    assert_eq!(app.count(left, vec![email("ada").into()]).await, 0);
    let mails = app.mails().into_iter().filter(|mail| mail.text.contains("has been deleted"));
    assert_eq!(mails.count(), 1, "one mail");
}

#[tokio::test]
async fn last_staff_member_cannot_delete_their_account() {
    let app = TestApp::open().await;
    let (ada, bob) = (app.staff("ada").await, app.staff("bob").await);
    app.member("eve").await;
    request_deletion(&ada).await.expect(200);
    let last = "409 You are the last member of staff. Make another member staff before you delete your account.";
    let refused = request_deletion(&bob).await;
    assert_eq!((refused.to_string().as_str(), &refused.body["code"]), (last, &json!("staff-last")));
    assert_eq!(bob.get("/api/me").await.expect(200).body["deletionDueAt"], Value::Null);

    // Cancelling the deletion makes the account count again.
    app.sign_in(&ada, "localhost", "ada").await;
    let path = format!("/api/staff/users/{}/ban", app.id_of(&bob).await);
    let why = json!({ "reason": "It had to be" });
    let refused = ada.post(&path, why.clone()).await;
    assert_snapshot!(refused, @"409 The last member of staff cannot be removed.");
    ada.delete("/api/me/deletion").await.expect(200);
    ada.post(&path, why).await.expect(200);
    assert_eq!(request_deletion(&ada).await.to_string(), last, "banned staff do not count");
}

#[tokio::test]
async fn concurrent_deletions_of_both_staff_accounts_keep_one() {
    let app = TestApp::open().await;
    let (ada, bob) = (app.staff("ada").await, app.staff("bob").await);
    let replies: [Reply; 2] =
        futures::future::join(request_deletion(&ada), request_deletion(&bob)).await.into();
    let mut answers = replies.map(|reply| reply.status);
    answers.sort_unstable();
    assert_eq!(answers, [200, 409]);
}

/// Sets the user's role in all of their communities.
async fn set_role(app: &TestApp, who: &Browser, role: &str) {
    let id = uuid_of(&app.id_of(who).await);
    let sql = "UPDATE community_members SET role = $1 WHERE user_id = $2";
    app.sql(sql, vec![role.into(), id.into()]).await;
}

async fn roles(who: &Browser) -> (Value, Value) {
    let me = who.get("/api/me").await.expect(200).body;
    (me["isCommunityAdmin"].clone(), me["isTrustee"].clone())
}

#[tokio::test]
async fn deleted_last_admin_is_succeeded_by_longest_serving_trustee() {
    let app = TestApp::open().await;
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    let (cleo, dan, eve) =
        (app.member("cleo").await, app.member("dan").await, app.member("eve").await);
    let community = app.community(&ada, "Long spans", &[]).await;
    for who in [&bob, &cleo, &dan, &eve] {
        app.clock.advance_by(Duration::seconds(1));
        who.post(&format!("/api/communities/{community}/join"), json!({})).await.expect(200);
    }
    // The longest-serving trustee is banned, so the second one succeeds, although bob joined earlier.
    for who in [&cleo, &dan, &eve] {
        set_role(&app, who, "trustee").await;
    }
    let banned = vec![email("cleo").into()];
    app.sql("UPDATE users SET status = 'banned' WHERE email = $1", banned).await;
    request_deletion(&ada).await.expect(200);
    app.clock.advance_by(Duration::days(7) + Duration::minutes(1));
    app.work().await;
    for (browser, name) in [(&bob, "bob"), (&dan, "dan"), (&eve, "eve")] {
        app.sign_in(browser, "localhost", name).await;
    }
    assert_eq!(roles(&bob).await, (json!([]), json!([])));
    assert_eq!(roles(&dan).await, (json!([community]), json!([])));
    assert_eq!(roles(&eve).await, (json!([]), json!([community])));
    let seen = dan.get(&format!("/api/communities/{community}")).await.expect(200).body;
    assert_eq!((&seen["viewer"]["isAdmin"], &seen["memberCount"]), (&json!(true), &json!(4)));
    let log = app.staff("stella").await.get("/api/staff/audit?action=community.succession").await;
    let entry = &log.expect(200).items()[0].clone();
    assert_eq!(
        (&entry["subjectId"], &entry["after"]["role"]),
        (&json!(community), &json!("admin"))
    );
}

#[tokio::test]
async fn no_succession_if_another_admin_remains_or_the_community_is_empty() {
    let app = TestApp::open().await;
    let (ada, bob, cleo) =
        (app.member("ada").await, app.member("bob").await, app.member("cleo").await);
    let shared = app.community(&ada, "Long spans", &[]).await;
    app.community(&ada, "Of one", &[]).await;
    for who in [&bob, &cleo] {
        app.clock.advance_by(Duration::seconds(1));
        who.post(&format!("/api/communities/{shared}/join"), json!({})).await.expect(200);
    }
    set_role(&app, &cleo, "admin").await;
    request_deletion(&ada).await.expect(200);
    app.clock.advance_by(Duration::days(8));
    app.work().await;
    app.sign_in(&bob, "localhost", "bob").await;
    assert_eq!(roles(&bob).await, (json!([]), json!([])));
    let admins = "SELECT COUNT(*) AS n FROM community_members WHERE role = 'admin'";
    assert_eq!(app.count(admins, vec![]).await, 1);
    let left = "SELECT COUNT(*) AS n FROM users WHERE email = $1";
    assert_eq!(app.count(left, vec![email("ada").into()]).await, 0, "the account is deleted");
}

#[tokio::test]
async fn account_deletion_is_counted_as_a_leave_in_analytics() {
    let app = TestApp::open().await;
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    let community = app.community(&ada, "Long spans", &[]).await;
    bob.post(&format!("/api/communities/{community}/join"), json!({})).await.expect(200);
    let id = app.id_of(&bob).await;
    request_deletion(&bob).await.expect(200);
    app.clock.advance_by(Duration::days(8));
    app.work().await;
    app.sign_in(&ada, "localhost", "ada").await;
    let figures = ada.get(&format!("/api/communities/{community}/analytics")).await.expect(200);
    assert_eq!((&figures.body["joined"], &figures.body["left"]), (&json!(2), &json!(1)));
    assert_eq!(figures.body["memberCount"], 1);
    let sql = "SELECT COUNT(*) AS n FROM membership_events WHERE user_id = $1 \
        AND event_type = 'left' AND reason = 'voluntary' AND community_name = 'Long spans'";
    assert_eq!(app.count(sql, vec![uuid_of(&id).into()]).await, 1);
}

#[tokio::test]
async fn community_is_deleted_with_its_last_members_account() {
    let app = TestApp::open().await;
    let (ada, bob, cleo) =
        (app.member("ada").await, app.member("bob").await, app.member("cleo").await);
    let alone = app.community(&ada, "Of one", &[]).await;
    let shared = app.community(&ada, "Long spans", &[]).await;
    let open = app.community(&cleo, "For all", &[]).await;
    bob.post(&format!("/api/communities/{shared}/join"), json!({})).await.expect(200);
    app.make_default_community(&open).await;
    for who in [&ada, &cleo] {
        request_deletion(who).await.expect(200);
    }
    app.clock.advance_by(Duration::days(8));
    app.work().await;
    app.sign_in(&bob, "localhost", "bob").await;
    let seen = async |id: &str| bob.get(&format!("/api/communities/{id}")).await.to_string();
    assert_eq!(seen(&alone).await, "404 Community not found");
    bob.get(&format!("/api/communities/{shared}")).await.expect(200);
    bob.get(&format!("/api/communities/{open}")).await.expect(200);
    assert_eq!(app.community_rows(&alone).await, std::collections::BTreeMap::new());
    let log = app.staff("stella").await.get("/api/staff/audit?action=community.delete").await;
    let log = log.expect(200);
    let entry = log.items().iter().find(|entry| entry["subjectId"] == json!(alone)).unwrap();
    assert_eq!(entry["reason"], "the last member's account was deleted");
}

#[tokio::test]
async fn deletion_of_both_admins_promotes_a_member() {
    let app = TestApp::open().await;
    let (ada, bob, cleo) =
        (app.member("ada").await, app.member("bob").await, app.member("cleo").await);
    let community = app.community(&ada, "Long spans", &[]).await;
    for who in [&bob, &cleo] {
        who.post(&format!("/api/communities/{community}/join"), json!({})).await.expect(200);
    }
    set_role(&app, &bob, "admin").await;
    request_deletion(&ada).await.expect(200);
    request_deletion(&bob).await.expect(200);
    app.clock.advance_by(Duration::days(8));
    app.work().await;
    app.sign_in(&cleo, "localhost", "cleo").await;
    assert_eq!(roles(&cleo).await, (json!([community]), json!([])));
}
