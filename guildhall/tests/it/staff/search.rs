//! Finding accounts.

use crate::kit::{Reply, TestApp, email};
use serde_json::json;
use uuid::Uuid;

fn first_names(reply: &Reply) -> Vec<&str> {
    reply.items().iter().map(|item| item["firstName"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn account_search_matches_name_handle_and_email_with_exact_first() {
    let app = TestApp::open().await;
    let staff = app.staff("stella").await;
    for name in ["ann", "anna", "joann"] {
        app.member(name).await;
    }
    app.sql("UPDATE users SET last_name = 'Lee' WHERE email LIKE '%ann%'", vec![]).await;
    let handle = "INSERT INTO handles (handle, user_id, shown_as, created_at) \
        SELECT 'lee_joann', id, 'Lee_Joann', created_at FROM users WHERE email = $1";
    app.sql(handle, vec![email("joann").into()]).await;

    let search = async |q: &str| staff.get(&format!("/api/staff/users?q={q}")).await.expect(200);
    assert_eq!(first_names(&search("ANN%20lee").await), ["Ann", "Joann"]);
    assert_eq!(first_names(&search("lee_joann").await), ["Joann"]);
    assert_eq!(first_names(&search("@Lee_Joann").await), ["Joann"]);
    assert_eq!(first_names(&search("anna@people").await), ["Anna"]);
    assert_eq!(first_names(&search("lee").await).len(), 3);
    for nothing in ["", "%20", "%25", "_", "nobody-of-that-name"] {
        assert!(search(nothing).await.items().len() <= usize::from(nothing == "_"), "{nothing}");
    }
    assert_eq!(staff.get("/api/staff/users").await.expect(200).items().len(), 0);
}

#[tokio::test]
async fn account_search_returns_at_most_one_hundred_including_the_exact_match() {
    let app = TestApp::open().await;
    let staff = app.staff("stella").await;
    let sql = "INSERT INTO users (id, email, first_name, last_name, joined_date, created_at, \
        updated_at) VALUES ($1, $2, 'Crowd', $2, $3, $3, $3)";
    for n in 0..130 {
        let email = format!("c{n}@crowd.example");
        let values = vec![Uuid::now_v7().into(), email.into(), app.clock.now().into()];
        app.sql(sql, values).await;
    }
    app.sql("UPDATE users SET last_name = 'Zz' WHERE email = 'c77@crowd.example'", vec![]).await;
    let many = staff.get("/api/staff/users?q=crowd").await.expect(200);
    assert_eq!((many.items().len(), &many.body["nextCursor"]), (100, &json!(null)));
    let exact = staff.get("/api/staff/users?q=crowd%20zz").await.expect(200);
    assert_eq!(exact.items()[0]["email"], "c77@crowd.example");
}
