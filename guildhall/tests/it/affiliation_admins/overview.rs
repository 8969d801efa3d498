//! The overview of the admin area, and what the affiliation's page shows.

use super::Oak;
use crate::affiliation_requests::answers;
use serde_json::{Value, json};

fn kinds(overview: &Value) -> Vec<String> {
    let items = overview["items"].as_array().unwrap().iter();
    items.map(|item| item["kind"].as_str().unwrap_or_default().to_owned()).collect()
}

#[tokio::test]
async fn overview_lists_open_items_that_the_viewer_may_handle() {
    let oak = Oak::open().await;
    let (dan, eve) = (oak.app.member("dan").await, oak.app.member("eve").await);
    dan.post(&oak.path("/requests"), json!({ "answers": answers() })).await.expect(201);
    let invite = json!({ "userId": oak.app.id_of(&eve).await });
    oak.ada.post(&oak.path("/invitations"), invite).await.expect(201);
    oak.appoint(&oak.bob, "reviewer").await.expect(200);
    let offer = json!({ "userId": oak.app.id_of(&oak.cleo).await });
    oak.ada.post(&oak.path("/handover"), offer).await.expect(200);
    let overview = oak.ada.get(&oak.path("/overview")).await.expect(200).body;
    let all = [
        "pending-requests",
        "open-invitations",
        "handover",
        "missing-logo",
        "missing-questionnaire",
    ];
    assert_eq!(kinds(&overview), all);
    assert_eq!((&overview["role"], &overview["newMembers"]), (&json!("owner"), &json!(3)));
    assert!(overview["items"][0]["since"].is_string());
    let reviewer = oak.bob.get(&oak.path("/overview")).await.expect(200).body;
    assert_eq!(kinds(&reviewer), ["pending-requests"]);
    assert_eq!((&reviewer["openInvitations"], &reviewer["handover"]), (&json!(0), &json!(null)));
}

#[tokio::test]
async fn page_shows_visible_communities_and_the_latest_public_insight() {
    let oak = Oak::open().await;
    let open = oak.app.community(&oak.ada, "Open", &[&oak.id]).await;
    oak.app.make_everyone_premium().await;
    let hidden = oak.app.community(&oak.ada, "Hidden", &[&oak.id]).await;
    let private = "UPDATE communities SET visibility = 'private' WHERE name = 'Hidden'";
    oak.app.sql(private, vec![]).await;
    let count = async |who: &crate::kit::Browser| {
        let page = who.get(&oak.path("")).await.expect(200).body;
        page["communities"].as_array().unwrap().len()
    };
    assert_eq!(count(&oak.app.browser()).await, 1);
    assert_eq!(count(&oak.ada).await, 2);
    // An account that is not admitted sees what visitors see.
    oak.app.sql("UPDATE users SET status = 'banned' WHERE first_name = 'Cleo'", vec![]).await;
    assert_eq!(count(&oak.cleo).await, 1);
    let insight = oak.path("/insight");
    let none = oak.app.browser().get(&insight).await.expect(200).body;
    assert_eq!(none["insight"], json!(null));
    for (community, title) in [(&open, "Bridges"), (&hidden, "Secrets")] {
        let article = json!({ "title": title, "content": "How to build **bridges**." });
        oak.ada.post(&format!("/api/communities/{community}/articles"), article).await.expect(201);
    }
    let latest = oak.app.browser().get(&insight).await.expect(200).body;
    assert_eq!(latest["insight"]["title"], "Bridges");
    assert_eq!(latest["insight"]["authorName"], "Ada Tester");
}
