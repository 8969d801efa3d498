//! Deciding requests: approval and rejection.

use super::{House, field_errors};
use crate::kit::uuid_of;
use platform::db::count_queries;
use serde_json::{Value, json};

#[tokio::test]
async fn approval_adds_member_notifies_and_joins_default_communities() {
    let house = House::open().await;
    let commons = house.app.community(&house.ada, "Oak General", &[&house.oak]).await;
    house.app.make_default_community(&commons).await;
    let request = house.ask(&house.bob).await.expect(201).id();
    let mut live = house.bob.live().await;
    let approved = house.approve(&house.ada, &request).await.expect(200).body;
    assert_eq!(
        (&approved["status"], &approved["rejectionReason"]),
        (&json!("approved"), &Value::Null)
    );
    assert_eq!(approved["reviewedBy"]["displayName"], "Ada Tester");
    assert!(approved["reviewedAt"].is_string());
    let event = live.until("notification.created").await;
    assert_eq!(event["notification"]["title"], "You are now a member of Oak");
    assert_eq!(event["notification"]["type"], "affiliation_approved");
    live.until("affiliation-request.changed").await;

    let page = house.bob.get(&house.path("")).await.expect(200).body;
    assert_eq!(
        (&page["viewer"]["isMember"], &page["viewer"]["isPublic"]),
        (&json!(true), &json!(true))
    );
    assert_eq!(
        (&page["memberCount"], &page["viewer"]["requestPending"]),
        (&json!(2), &json!(false))
    );
    let me = house.bob.get("/api/me").await.expect(200).body;
    assert_eq!((&me["isVerified"], &me["affiliations"][0]["name"]), (&json!(true), &json!("Oak")));
    house.app.work().await;
    let mails = house.app.mails();
    let mail = mails.iter().find(|mail| mail.subject == "You are now a member of Oak").unwrap();
    assert_eq!(mail.to, "bob@people.example");
    let page = format!("http://localhost:8080/affiliation/{}", house.oak);
    assert!(mail.text.contains(&page), "{}", mail.text);
    let inside = house.bob.get(&format!("/api/communities/{commons}")).await.expect(200);
    assert_eq!(inside.body["viewer"]["isMember"], true, "{}", inside.text);
    let audited = "SELECT COUNT(*) AS n FROM audit_log WHERE action = 'affiliation-request.approve' \
        AND subject_id = $1";
    assert_eq!(house.app.count(audited, vec![request.clone().into()]).await, 1);
    let again = house.approve(&house.ada, &request).await;
    assert_eq!(again.to_string(), "404 Affiliation request not found");
}

#[tokio::test]
async fn request_requires_action_by_admins_until_decided() {
    let house = House::open().await;
    let request = house.ask(&house.bob).await.expect(201).id();
    let admins = async || house.ada.get("/api/activity?category=admin").await.expect(200).body;
    let asked = admins().await;
    let item = &asked["items"][0];
    assert_eq!(
        (&item["title"], &item["actionRequired"]),
        (&json!("Bob Tester asks to join Oak"), &json!(true))
    );
    assert_eq!(item["actionUrl"], format!("/affiliation/{}/requests", house.oak));
    house.approve(&house.ada, &request).await.expect(200);
    let answered = admins().await;
    let item = &answered["items"][0];
    assert_eq!((&item["actionRequired"], &item["read"]), (&json!(false), &json!(true)));
    let activity = house.bob.get("/api/activity?category=admin").await.expect(200).body;
    assert_eq!(activity["items"][0]["actionUrl"], format!("/affiliation/{}", house.oak));
    let request = house.ask(&house.app.member("cleo").await).await.expect(201);
    assert_eq!(request.body["status"], "pending");
    assert_eq!(admins().await["items"][0]["actionRequired"], true);
}

#[tokio::test]
async fn concurrent_decisions_of_two_admins_apply_once() {
    let house = House::open().await;
    let request = house.ask(&house.bob).await.expect(201).id();
    let no = json!({ "rejectionReason": "We do not know you yet." });
    let (yes, no) =
        tokio::join!(house.approve(&house.ada, &request), house.reject(&house.ada, &request, no));
    let mut statuses = [yes.status, no.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 404]);
    let is_member = house.viewer_field(&house.bob, "isMember").await;
    assert_eq!(is_member, yes.status == 200);
}

#[tokio::test]
async fn rejection_requires_a_reason_and_allows_a_new_request() {
    let house = House::open().await;
    let request = house.ask(&house.bob).await.expect(201).id();
    for nothing in [json!({}), json!({ "rejectionReason": "  " })] {
        let refused = house.reject(&house.ada, &request, nothing).await;
        assert_eq!(refused.to_string(), "422 A reason is required to reject a request");
        let fault = "rejectionReason: A reason is required to reject a request";
        assert_eq!(field_errors(&refused), [fault]);
    }
    let said = json!({ "rejectionReason": "We do not know you yet.", "notes": "Ask Cleo." });
    let rejected = house.reject(&house.ada, &request, said).await.expect(200).body;
    assert_eq!(
        (&rejected["status"], &rejected["notes"]),
        (&json!("rejected"), &json!("Ask Cleo."))
    );
    let own = house.bob.get("/api/affiliation-requests").await.expect(200);
    let shown = &own.items()[0];
    assert_eq!(shown["rejectionReason"], "We do not know you yet.");
    assert_eq!((&shown["notes"], &shown["reviewedBy"]), (&Value::Null, &Value::Null));
    house.app.work().await;
    let mails = house.app.mails();
    let mail = mails.iter().find(|mail| mail.subject == "Your application to Oak was declined");
    let text = &mail.unwrap().text;
    assert!(text.contains("We do not know you yet.") && !text.contains("Ask Cleo."), "{text}");
    assert_eq!(house.viewer_field(&house.bob, "mayApply").await, true);
    house.ask(&house.bob).await.expect(201);
    assert_eq!(house.viewer_field(&house.bob, "isMember").await, false);
}

#[tokio::test]
async fn only_its_admins_creator_and_staff_decide_requests() {
    let house = House::open().await;
    let (cleo, dan) = (house.app.member("cleo").await, house.app.member("dan").await);
    house.app.add_to_affiliation(&cleo, &house.oak).await;
    let elm = house.app.affiliation("Elm").await;
    house.app.make_affiliation_admin(&dan, &elm).await;
    let request = house.ask(&house.bob).await.expect(201).id();
    let hidden = "404 Affiliation not found or you don't have permission to view it.";
    let why = json!({ "rejectionReason": "No." });
    for who in [&cleo, &dan, &house.bob] {
        assert_eq!(who.get(&house.path("/requests")).await.to_string(), hidden);
        assert_eq!(house.approve(who, &request).await.to_string(), hidden);
        assert_eq!(house.reject(who, &request, why.clone()).await.to_string(), hidden);
    }
    // An admin of another affiliation cannot reach it through their own affiliation either.
    let crossed = format!("/api/affiliations/{elm}/requests/{request}/approve");
    let crossed = dan.post(&crossed, json!({})).await;
    assert_eq!(crossed.to_string(), "404 Affiliation request not found");
    let creator = uuid_of(&house.app.id_of(&cleo).await);
    house.app.set_affiliation_creator(&house.oak, creator).await;
    house.approve(&cleo, &request).await.expect(200);
}

#[tokio::test]
async fn listing_requests_needs_constant_number_of_statements() {
    let house = House::open().await;
    let path = house.path("/requests?limit=2");
    house.ask(&house.bob).await.expect(201);
    house.ada.get(&path).await.expect(200);
    let (one, alone) = count_queries(house.ada.get(&path)).await;
    assert_eq!(one.items().len(), 1);
    for name in ["cleo", "dan"] {
        let who = house.app.member(name).await;
        house.ask(&who).await.expect(201);
    }
    let (two, many) = count_queries(house.ada.get(&path)).await;
    assert_eq!((two.items().len(), many), (2, alone));
    let cursor = two.body["nextCursor"].as_str().unwrap();
    let rest = house.ada.get(&format!("{path}&cursor={cursor}")).await.expect(200);
    assert_eq!(rest.items()[0]["userName"], "Bob Tester");
    assert_eq!(rest.body["nextCursor"], Value::Null);
}
