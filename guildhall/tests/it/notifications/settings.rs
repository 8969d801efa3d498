//! Notification settings: their form, their defaults, and what they do in the app.

use super::{KINDS, change, choose, decision, notify_user, saved};
use crate::community_fixture::CommunityFixture;
use crate::kit::{Browser, TestApp, email};
use serde_json::{Value, json};

async fn titles(who: &Browser) -> Vec<String> {
    crate::community_fixture::texts(&who.get("/api/activity").await.expect(200), "title")
}

async fn badge(who: &Browser) -> Value {
    who.get("/api/me/badges").await.expect(200).body["activity"].clone()
}

#[tokio::test]
async fn person_who_chose_nothing_has_the_defaults() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let settings = bob.get("/api/me/notification-settings").await.expect(200).body;
    let of_kind = |kind: &Value| {
        (kind["kind"].clone(), kind["email"].clone(), kind["inApp"].clone(), kind["push"].clone())
    };
    let kinds: Vec<_> = settings["kinds"].as_array().unwrap().iter().map(of_kind).collect();
    let emails =
        ["immediately", "daily", "immediately", "weekly", "daily", "immediately", "immediately"];
    let expected = KINDS.iter().zip(emails).map(|(kind, email)| {
        (json!(kind), json!(email), json!(true), json!(*kind != "announcement"))
    });
    assert_eq!(kinds, expected.collect::<Vec<_>>());
    assert_eq!(settings["quietHours"], json!({ "enabled": false, "from": "22:00", "to": "07:00" }));
    let rest = ["timeZone", "digestHour", "digestWeekday", "pushShowsContent"];
    let rest = rest.map(|name| settings[name].clone());
    assert_eq!(rest, [Value::Null, json!(8), json!("monday"), json!(true)]);
    let level = json!({ "communityId": hall.community, "name": "Long spans", "level": "all" });
    assert_eq!(settings["communities"], json!([level]));
    assert_eq!(settings["email"]["address"], email("bob"));
    assert_eq!(
        (&settings["email"]["status"], &settings["email"]["since"]),
        (&json!("ok"), &Value::Null)
    );
}

#[tokio::test]
async fn saved_settings_are_returned_and_belong_to_the_person() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let changed = json!({
        "quietHours": { "enabled": true, "from": "21:30", "to": "06:15" },
        "timeZone": "Europe/Berlin", "digestHour": 18, "digestWeekday": "friday",
        "pushShowsContent": false,
    });
    change(&bob, changed.clone()).await;
    choose(&bob, "reply", "email", json!("weekly")).await;
    let settings = saved(&bob).await;
    for (name, value) in changed.as_object().unwrap() {
        assert_eq!(&settings[name], value, "{name}");
    }
    let reply = json!({ "kind": "reply", "inApp": true, "email": "weekly", "push": true });
    assert_eq!(settings["kinds"][1], reply);
    assert_eq!(saved(&hall.ada).await["timeZone"], Value::Null);
    let level = json!({ "preference": "mute" });
    bob.put(&hall.path("/notifications"), level).await.expect(200);
    let settings = bob.get("/api/me/notification-settings").await.expect(200).body;
    assert_eq!(settings["communities"][0]["level"], "mute");
}

#[tokio::test]
async fn invalid_settings_are_refused_with_their_field() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let quiet =
        |from: &str, to: &str| json!({ "quietHours": { "enabled": true, "from": from, "to": to } });
    let cases = [
        (json!({ "kinds": [] }), "kinds", "Please choose once for each kind of notification."),
        (
            quiet("25:00", "07:00"),
            "quietHours.from",
            "Please enter a time as hours and minutes, such as 22:00.",
        ),
        (
            quiet("22:00", "7"),
            "quietHours.to",
            "Please enter a time as hours and minutes, such as 22:00.",
        ),
        (
            quiet("07:00", "07:00"),
            "quietHours.to",
            "Quiet hours must begin and end at different times.",
        ),
        (
            json!({ "timeZone": "Europe/Atlantis" }),
            "timeZone",
            "Please choose a time zone from the list.",
        ),
        (json!({ "digestHour": 24 }), "digestHour", "Please choose an hour from 0 to 23."),
    ];
    let before = saved(&ada).await;
    for (changed, field, message) in cases {
        let mut settings = before.clone();
        settings.as_object_mut().unwrap().extend(changed.as_object().unwrap().clone());
        let reply = ada.put("/api/me/notification-settings", settings).await.expect(422);
        let error = &reply.body["errors"][0];
        assert_eq!((&error["field"], &error["message"]), (&json!(field), &json!(message)));
        assert_eq!(reply.body["detail"], message);
    }
    assert_eq!(saved(&ada).await, before);
}

#[tokio::test]
async fn kind_that_is_off_in_the_app_is_neither_listed_nor_counted_nor_streamed() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let id = app.id_of(&ada).await;
    choose(&ada, "decision", "inApp", json!(false)).await;
    let mut stream = ada.live().await;
    stream.until("hello").await;
    notify_user(&app, &id, &decision("Hidden")).await;
    assert_eq!((titles(&ada).await, badge(&ada).await), (Vec::new(), json!(0)));
    let newest = ada.get("/api/notifications").await.expect(200);
    assert_eq!(newest.items().len(), 0);
    choose(&ada, "decision", "inApp", json!(true)).await;
    notify_user(&app, &id, &decision("Shown")).await;
    let event = stream.until("notification.created").await;
    assert_eq!(event["notification"]["title"], "Shown");
    assert_eq!((titles(&ada).await, badge(&ada).await), (vec!["Shown".to_owned()], json!(1)));
}

#[tokio::test]
async fn master_switch_hides_activity_of_communities_only() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    bob.patch("/api/me", json!({ "notificationsEnabled": false })).await.expect(200);
    let post = hall.write_post(&bob, "How long?").await.expect(201).id();
    hall.write_reply(&hall.ada, &post, "Very").await.expect(201);
    let id = hall.app.id_of(&bob).await;
    notify_user(&hall.app, &id, &decision("About you")).await;
    assert_eq!(titles(&bob).await, ["About you"]);
}

#[tokio::test]
async fn settings_are_exported_and_deleted_with_the_account() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    change(&ada, json!({ "timeZone": "Asia/Tokyo" })).await;
    let asked = ada.post("/api/me/export", json!({})).await.expect(200).id();
    app.work().await;
    let key = format!("users/{}/export-{asked}.zip", app.id_of(&ada).await).parse().unwrap();
    let archive = app.services().blob().get(&key).await.unwrap().unwrap().bytes;
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(archive)).unwrap();
    let file = archive.by_name("notification-settings.json").unwrap();
    let settings: Value = serde_json::from_reader(file).unwrap();
    assert_eq!(settings["timeZone"], "Asia/Tokyo");
    assert_eq!(settings["kinds"].as_array().unwrap().len(), KINDS.len());
    let confirm = json!({ "confirmation": "DELETE" });
    ada.post("/api/me/deletion", confirm).await.expect(200);
    app.clock.advance_by(chrono::Duration::days(8));
    app.work().await;
    for table in ["notification_settings", "notification_kind_settings", "users"] {
        let sql = format!("SELECT COUNT(*) AS n FROM {table}");
        assert_eq!(app.count(&sql, vec![]).await, 0, "{table}");
    }
}
