//! The directory: visibility, filters and sort orders (A-212 to A-215, P-10).

use super::handles::claim;
use super::{first_names, public_member, set_audience};
use crate::kit::{Browser, TestApp, email};
use chrono::Duration;
use insta::assert_snapshot;
use serde_json::{Value, json};

const LIST: &str = "/api/directory";

#[tokio::test]
async fn directory_lists_ten_per_page_by_name() {
    let app = TestApp::open().await;
    let people =
        ["abe", "bea", "cal", "dot", "eli", "fay", "gus", "hal", "ida", "jon", "kim", "lou"];
    let mut first = None;
    for name in people.iter().rev() {
        first = Some(public_member(&app, name).await);
    }
    let abe = first.unwrap();
    let page = abe.get(LIST).await.expect(200);
    assert_eq!(page.items().len(), 10);
    assert_eq!(first_names(&page)[..2], ["Abe", "Bea"]);
    let me = &page.items()[0];
    for (field, value) in [
        ("displayName", json!("Abe Tester")),
        ("isSelf", json!(true)),
        ("isFollowing", json!(false)),
        ("followersCount", json!(0)),
        ("jobTitle", Value::Null),
        ("handle", Value::Null),
        ("affiliationName", Value::Null),
    ] {
        assert_eq!(me[field], value, "{field}");
    }
    let cursor = page.body["nextCursor"].as_str().unwrap();
    let rest = abe.get(&format!("{LIST}?cursor={cursor}")).await.expect(200);
    assert_eq!(
        (first_names(&rest), &rest.body["nextCursor"]),
        (vec!["Kim".into(), "Lou".into()], &Value::Null)
    );
}

#[tokio::test]
async fn every_sort_order_pages_without_gaps() {
    let app = TestApp::open().await;
    let ada = public_member(&app, "ada").await;
    for name in ["bob", "cleo", "dan", "eve"] {
        app.clock.advance_by(Duration::minutes(1));
        public_member(&app, name).await;
    }
    for (name, followers) in [("dan", 7), ("bob", 7), ("eve", 2)] {
        let sql = "UPDATE users SET followers_count = $1 WHERE email = $2";
        app.sql(sql, vec![followers.into(), email(name).into()]).await;
    }
    let sql = "UPDATE users SET job_title = 'Bridge engineer' WHERE email <> $1";
    app.sql(sql, vec![email("cleo").into()]).await;
    for (sort, wanted) in [
        ("nameAsc", "Ada Bob Cleo Dan Eve"),
        ("nameDesc", "Eve Dan Cleo Bob Ada"),
        ("recent", "Eve Dan Cleo Bob Ada"),
        ("followersDesc", "Dan Bob Eve Cleo Ada"),
    ] {
        let all = all_pages(&ada, &format!("sort={sort}&limit=2")).await;
        assert_eq!(all.join(" "), wanted, "{sort}");
        let engineers = all_pages(&ada, &format!("sort={sort}&limit=1&industry=engineer")).await;
        assert_eq!(engineers.join(" "), wanted.replace("Cleo ", ""), "{sort}");
    }
    assert_eq!(ada.get("/api/directory?sort=random").await.status, 400);
    assert_snapshot!(ada.get("/api/directory?cursor=x").await, @"400 This page link is no longer valid.");
}

/// First names on all pages of a query.
async fn all_pages(ada: &Browser, query: &str) -> Vec<String> {
    let (mut walked, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = ada.get(&format!("{LIST}?{query}{cursor}")).await.expect(200);
        walked.extend(first_names(&page));
        let Some(next) = page.body["nextCursor"].as_str() else { return walked };
        cursor = format!("&cursor={next}");
    }
}

#[tokio::test]
async fn filters_narrow_the_directory_alone_and_combined() {
    let app = TestApp::open().await;
    let ada = public_member(&app, "ada").await;
    let (bob, cleo) = (public_member(&app, "bob").await, public_member(&app, "cleo").await);
    bob.patch("/api/me", json!({ "jobTitle": "Bridge Engineer", "location": "Leeds" }))
        .await
        .expect(200);
    cleo.patch("/api/me", json!({ "jobTitle": "Baker (100%_rye)", "location": "York" }))
        .await
        .expect(200);
    claim(&cleo, "Rye.Cleo").await.expect(200);
    let oak = app.affiliation("Oak").await;
    app.add_to_affiliation(&bob, &oak).await;
    let (bob_id, cleo_id) = (app.id_of(&bob).await, app.id_of(&cleo).await);
    let found = async |query: &str| {
        first_names(&ada.get(&format!("{LIST}?{query}")).await.expect(200)).join(" ")
    };
    for (query, wanted) in [
        ("q=BRIDGE", "Bob"),
        ("q=leeds", "Bob"),
        ("q=rye.c", "Cleo"),
        ("q=%40rye", "Cleo"),
        ("q=tester%20bob", "Bob"),
        ("q=bob%20york", ""),
        ("q=100%25_r", "Cleo"),
        ("q=%25", "Cleo"),
        ("q=_", "Cleo"),
        ("q=%27%3B--", ""),
        ("industry=all", "Ada Bob Cleo"),
        ("industry=engineer", "Bob"),
        ("industry=law", ""),
        (&format!("affiliation={oak}"), "Bob"),
        (&format!("exclude={bob_id},{cleo_id}"), "Ada"),
        (&format!("only={bob_id},{cleo_id}"), "Bob Cleo"),
        (&format!("only={bob_id},{cleo_id}&q=york"), "Cleo"),
        (&format!("only={bob_id}&exclude={bob_id}"), ""),
        (&format!("affiliation={oak}&industry=engineer&q=bob&sort=recent"), "Bob"),
    ] {
        assert_eq!(found(query).await, wanted, "{query}");
    }
    let many = vec![bob_id; 101].join(",");
    let refused = ada.get(&format!("{LIST}?only={many}")).await;
    assert_snapshot!(refused, @"422 A filter names at most 100 members.");
}

#[tokio::test]
async fn private_profiles_are_listed_only_to_staff_on_request() {
    let app = TestApp::open().await;
    let (ada, staff) = (public_member(&app, "ada").await, app.staff("sam").await);
    let (shy, unlisted) = (app.member("shy").await, public_member(&app, "una").await);
    unlisted.patch("/api/me", json!({ "directoryVisibility": "private" })).await.expect(200);
    let asked = "/api/directory?includePrivate=true";
    for who in [&ada, &shy, &unlisted] {
        assert_eq!(first_names(&who.get(LIST).await), ["Ada"]);
        assert_eq!(first_names(&who.get(asked).await), ["Ada"]);
    }
    assert_eq!(first_names(&staff.get(LIST).await), ["Ada"]);
    assert_eq!(first_names(&staff.get(asked).await), ["Ada", "Sam", "Shy", "Una"]);
    let oak = app.portal("Oak House", "oak").await;
    app.add_to_affiliation(&staff, &oak.affiliation).await;
    app.add_to_affiliation(&unlisted, &oak.affiliation).await;
    app.sign_in(&staff, "oak.localhost", "sam").await;
    assert_eq!(first_names(&staff.on("oak").get(asked).await), ["Sam"]);
}

#[tokio::test]
async fn affiliations_audience_lists_profile_to_shared_affiliations_only() {
    let app = TestApp::open().await;
    let (ada, bob) = (public_member(&app, "ada").await, public_member(&app, "bob").await);
    let cleo = app.member("cleo").await;
    let (oak, elm) = (app.affiliation("Oak").await, app.affiliation("Elm").await);
    app.add_to_affiliation(&ada, &oak).await;
    app.add_to_affiliation(&bob, &elm).await;
    app.add_to_affiliation(&cleo, &oak).await;
    set_audience(&cleo, "affiliations").await;
    assert_eq!(first_names(&ada.get(LIST).await), ["Ada", "Bob", "Cleo"]);
    assert_eq!(first_names(&bob.get(LIST).await), ["Ada", "Bob"]);
    let entry = json!({ "profileVisibility": "public", "directoryVisibility": "affiliations" });
    cleo.patch("/api/me", entry).await.expect(200);
    assert_eq!(first_names(&ada.get(LIST).await), ["Ada", "Bob", "Cleo"]);
    assert_eq!(first_names(&bob.get(LIST).await), ["Ada", "Bob"]);
}

#[tokio::test]
async fn affiliation_filter_ignores_hidden_memberships() {
    let app = TestApp::open().await;
    let (ada, bob) = (public_member(&app, "ada").await, public_member(&app, "bob").await);
    let staff = app.staff("sam").await;
    let oak = app.affiliation("Oak").await;
    app.add_to_affiliation(&bob, &oak).await;
    let path = format!("{LIST}?affiliation={oak}");
    assert_eq!(first_names(&ada.get(&path).await), ["Bob"]);
    app.set_all_affiliations_private(true).await;
    assert!(first_names(&ada.get(&path).await).is_empty());
    assert_eq!(first_names(&bob.get(&path).await), ["Bob"]);
    app.set_all_affiliations_private(false).await;
    app.hide_all_affiliation_memberships().await;
    assert!(first_names(&ada.get(&path).await).is_empty());
    for who in [&bob, &staff] {
        assert_eq!(first_names(&who.get(&path).await), ["Bob"]);
    }
}

#[tokio::test]
async fn portal_lists_its_members_even_with_private_profiles() {
    let app = TestApp::open().await;
    let oak = app.portal("Oak House", "oak").await;
    let (ada, shy) = (app.member("ada").await, app.member("shy").await);
    let (una, eve) = (app.member("una").await, public_member(&app, "eve").await);
    for who in [&ada, &shy, &una] {
        app.add_to_affiliation(who, &oak.affiliation).await;
    }
    shy.patch("/api/me", json!({ "jobTitle": "Secret baker" })).await.expect(200);
    una.patch("/api/me", json!({ "directoryVisibility": "private" })).await.expect(200);
    app.sign_in(&ada, "oak.localhost", "ada").await;
    let here = ada.on("oak").get(LIST).await.expect(200);
    assert_eq!(first_names(&here), ["Ada", "Shy"]);
    assert_eq!(here.items()[1]["jobTitle"], Value::Null);
    let by_secret = ada.on("oak").get("/api/directory?q=secret").await;
    assert!(first_names(&by_secret).is_empty());
    let by_trade = ada.on("oak").get("/api/directory?industry=baker").await;
    assert!(first_names(&by_trade).is_empty());
    assert_eq!(first_names(&ada.on("oak").get("/api/directory?q=shy").await), ["Shy"]);
    let eve_id = app.id_of(&eve).await;
    assert_eq!(ada.on("oak").get(&format!("/api/users/{eve_id}")).await.status, 404);
}

#[tokio::test]
async fn inactive_accounts_are_not_listed() {
    let app = TestApp::open().await;
    let ada = public_member(&app, "ada").await;
    public_member(&app, "bob").await;
    for gone in [
        "status = 'banned'",
        "status = 'suspended'",
        "email_verified = FALSE",
        "marked_unverified = TRUE",
        "has_completed_onboarding = FALSE",
        "deletion_due_at = joined_date",
    ] {
        let bob = "WHERE email = 'bob@people.example'";
        app.sql(&format!("UPDATE users SET {gone} {bob}"), vec![]).await;
        assert_eq!(first_names(&ada.get(LIST).await), ["Ada"], "{gone}");
        let back = "status = NULL, email_verified = TRUE, marked_unverified = FALSE, \
            has_completed_onboarding = TRUE, deletion_due_at = NULL";
        app.sql(&format!("UPDATE users SET {back} {bob}"), vec![]).await;
        assert_eq!(first_names(&ada.get(LIST).await), ["Ada", "Bob"]);
    }
}
