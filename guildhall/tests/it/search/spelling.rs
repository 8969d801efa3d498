//! Spellings, scripts, prefixes and typing errors: the same results on both databases.

use super::{excerpts, find, first_names, make_profiles_public};
use crate::community_fixture::{CommunityFixture, start_thread};
use crate::kit::{Browser, TestApp};
use serde_json::{Value, json};

async fn captions(who: &Browser, words: &str) -> Vec<String> {
    let of = |item: &Value| item["caption"].as_str().unwrap().to_owned();
    find(who, "threads", words).await.iter().map(of).collect()
}

/// Texts, questions, and the texts that each question finds, in `vectors.json`.
#[tokio::test]
async fn post_search_answers_the_shared_questions() {
    let vectors: Value = serde_json::from_str(include_str!("vectors.json")).unwrap();
    let hall = CommunityFixture::open().await;
    for text in vectors["texts"].as_array().unwrap() {
        hall.write_post(&hall.ada, text.as_str().unwrap()).await.expect(201);
        hall.app.clock.advance_by(chrono::Duration::minutes(1));
    }
    for (typed, expected) in vectors["questions"].as_object().unwrap() {
        let expected: Vec<&str> =
            expected.as_array().unwrap().iter().filter_map(Value::as_str).collect();
        assert_eq!(excerpts(&hall.ada, "posts", typed).await, expected, "{typed}");
    }
}

#[tokio::test]
async fn matches_are_positions_of_the_original_text() {
    let hall = CommunityFixture::open().await;
    hall.write_post(&hall.ada, "Die Straße nach Łódź").await.expect(201);
    let found = find(&hall.ada, "posts", "lodz strasse").await;
    assert_eq!(found[0]["matches"], json!([[4, 10], [16, 20]]));
    let article = json!({ "title": "Łódź", "content": "Eine *Straße*" });
    hall.ada.post(&hall.path("/articles"), article).await.expect(201);
    let found = find(&hall.ada, "articles", "lodz stras").await;
    assert_eq!(
        (&found[0]["titleMatches"], &found[0]["matches"]),
        (&json!([[0, 4]]), &json!([[5, 10]]))
    );
}

#[tokio::test]
async fn exact_spelling_of_a_title_is_first_and_one_typing_error_last() {
    let hall = CommunityFixture::open().await;
    for caption in ["Resume", "Résumé", "Resumes of all", "Old resume", "Resme"] {
        hall.app.clock.advance_by(chrono::Duration::hours(2));
        start_thread(&hall.ada, &hall.community, caption).await.expect(201);
    }
    let all = captions(&hall.ada, "Résumé").await;
    assert_eq!(all, ["Résumé", "Resume", "Resumes of all", "Old resume", "Resme"]);
    assert_eq!(captions(&hall.ada, "all resumes").await, ["Resumes of all"], "in any order");
    assert_eq!(captions(&hall.ada, "rezumes").await, ["Resumes of all"]);
    assert!(captions(&hall.ada, "rzsmue").await.is_empty(), "two errors");
    let path = hall.path(&format!("/threads/{}", hall.thread));
    hall.ada.patch(&path, json!({ "caption": "Hawsers" })).await.expect(200);
    assert!(captions(&hall.ada, "cables").await.is_empty());
    assert_eq!(captions(&hall.ada, "hwasers").await, ["Hawsers"]);
}

#[tokio::test]
async fn people_are_found_in_any_spelling_and_order() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    for (name, first, last) in
        [("one", "José", "Weiß"), ("two", "Jose", "Alvarez"), ("three", "Josef", "Müller")]
    {
        let who = app.member(name).await;
        let names = json!({ "firstName": first, "lastName": last, "jobTitle": "Pianist" });
        who.main().patch("/api/me", names).await.expect(200);
    }
    make_profiles_public(&app).await;
    assert_eq!(first_names(&ada, "Jose").await, ["Jose", "José", "Josef"]);
    assert_eq!(first_names(&ada, "weiss jose").await, ["José"]);
    assert_eq!(first_names(&ada, "muller").await, ["Josef"]);
    assert_eq!(first_names(&ada, "alvraez").await, ["Jose"], "one typing error");
    assert!(first_names(&ada, "pianist").await.is_empty(), "only names");
    let directory = ada.get("/api/directory?q=WEISS").await.expect(200);
    assert_eq!(directory.items()[0]["firstName"], "José");
    let staff = app.staff("stella").await;
    let accounts = staff.get("/api/staff/users?q=weiss%20jose").await.expect(200);
    assert_eq!(accounts.items()[0]["firstName"], "José");
}

#[tokio::test]
async fn communities_are_found_with_one_typing_error() {
    let hall = CommunityFixture::open().await;
    let names = async |typed: &str| -> Vec<String> {
        let found = find(&hall.ada, "communities", typed).await;
        found.iter().map(|item| item["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names("spans long").await, ["Long spans"]);
    assert_eq!(names("spasn").await, ["Long spans"]);
    assert_eq!(names("spzzns").await, Vec::<String>::new());
    let change = json!({ "name": "Große Brücken", "description": "Of stone" });
    hall.ada.patch(&hall.path(""), change).await.expect(200);
    assert_eq!(names("grosse").await, ["Große Brücken"]);
    assert_eq!(names("spans").await, Vec::<String>::new());
}
