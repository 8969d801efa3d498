//! Timeouts of members: who may set them, and their effect.

use super::house::{House, count_of_type, frames_so_far, insert_member, notice_count, open_stream};
use crate::community_fixture::{CommunityFixture, texts};
use chrono::Duration;
use insta::assert_snapshot;
use serde_json::{Value, json};

#[tokio::test]
async fn timed_out_member_is_notified_and_cannot_post_until_it_ends() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let id = hall.app.id_of(&bob).await;
    let mut stream = open_stream(&bob).await;
    let rest = json!({ "userId": id, "preset": "1h", "reason": "Off topic" });
    let set = hall.ada.post(&hall.path("/timeouts"), rest).await.expect(201).body;
    assert_eq!((&set["userId"], &set["reason"]), (&json!(id), &json!("Off topic")));
    assert_eq!(set["person"]["displayName"], "Bob Tester");
    let event = stream.until("timeout.set").await;
    assert_eq!((&event["endDate"], &event["reason"]), (&set["endDate"], &json!("Off topic")));
    assert_snapshot!(hall.write_post(&bob, "Hello").await, @"403 You are currently timed out from this community");
    assert_eq!(notice_count(&hall.app, &bob, "system_message").await, 1);
    let listed = hall.ada.get(&hall.path("/timeouts")).await.expect(200);
    assert_eq!(texts(&listed, "reason"), ["Off topic"]);
    assert_eq!(bob.get(&hall.path("")).await.body["viewer"]["timeout"]["endDate"], set["endDate"]);
    hall.app.clock.advance_by(Duration::hours(1));
    assert!(hall.ada.get(&hall.path("/timeouts")).await.items().is_empty());
    hall.write_post(&bob, "Hello again").await.expect(201);
}

#[tokio::test]
async fn timeout_can_be_replaced_and_lifted() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let id = hall.app.id_of(&bob).await;
    let (all, one) = (hall.path("/timeouts"), hall.path(&format!("/timeouts/{id}")));
    let mut stream = open_stream(&bob).await;
    for (length, reason) in [("7d", "First"), ("1d", "Second")] {
        let rest = json!({ "userId": id, "preset": length, "reason": reason });
        hall.ada.post(&all, rest).await.expect(201);
    }
    assert_eq!(texts(&hall.ada.get(&all).await, "reason"), ["Second"]);
    assert_eq!(hall.ada.delete(&one).await.status, 204);
    assert_snapshot!(hall.ada.delete(&one).await, @"404 This member is not timed out");
    hall.write_post(&bob, "Awake").await.expect(201);
    let frames = frames_so_far(&hall.app, &bob, &mut stream).await;
    assert_eq!(
        (count_of_type(&frames, "timeout.set"), count_of_type(&frames, "timeout.lifted")),
        (2, 1)
    );
    assert_eq!(notice_count(&hall.app, &bob, "system_message").await, 3);
}

#[tokio::test]
async fn admins_trustees_and_staff_can_time_out_members_but_not_admins() {
    let house = House::open().await;
    let (tess, mel) = (
        house.member_with_role("tess", "trustee").await,
        house.member_with_role("mel", "member").await,
    );
    let sam = house.app.staff("sam").await;
    let path = house.path("/timeouts");
    let rest = async |user: &str| json!({ "userId": user, "preset": "1h" });
    let (ada_id, mel_id) = (house.app.id_of(&house.ada).await, house.app.id_of(&mel).await);
    for who in [&tess, &sam, &house.ada] {
        who.post(&path, rest(&mel_id).await).await.expect(201);
        assert_eq!(who.get(&path).await.expect(200).items().len(), 1);
        who.delete(&house.path(&format!("/timeouts/{mel_id}"))).await.expect(204);
        let refused = who.post(&path, rest(&ada_id).await).await.to_string();
        assert_eq!(refused, "403 Admins cannot be timed out");
    }
    let tess_id = house.app.id_of(&tess).await;
    for refused in [mel.post(&path, rest(&tess_id).await).await, mel.get(&path).await] {
        assert_eq!(refused.to_string(), "403 Admin privileges required");
    }
    let nobody = rest(&house.app.id_of(&house.bob).await).await;
    assert_snapshot!(house.ada.post(&path, nobody).await, @"404 User is not a member of this community");
}

#[tokio::test]
async fn only_staff_can_change_their_own_timeout() {
    let house = House::open().await;
    let tess = house.member_with_role("tess", "trustee").await;
    let staff = house.app.staff("sam").await;
    insert_member(&house.app, &house.community, &staff, "member").await;
    let path = house.path("/timeouts");
    let rest = |user: &str, preset| json!({ "userId": user, "preset": preset });
    let tess_id = house.app.id_of(&tess).await;
    let own = house.path(&format!("/timeouts/{tess_id}"));
    assert_snapshot!(tess.post(&path, rest(&tess_id, "1h")).await, @"403 You cannot change your own timeout");
    let set = house.ada.post(&path, rest(&tess_id, "7d")).await.expect(201).body;
    assert_snapshot!(tess.post(&path, rest(&tess_id, "1h")).await, @"403 You cannot change your own timeout");
    assert_snapshot!(tess.delete(&own).await, @"403 You cannot change your own timeout");
    assert_eq!(
        tess.get(&house.path("")).await.body["viewer"]["timeout"]["endDate"],
        set["endDate"]
    );
    house.ada.delete(&own).await.expect(204);
    let sam_id = house.app.id_of(&staff).await;
    staff.post(&path, rest(&sam_id, "1h")).await.expect(201);
    staff.delete(&house.path(&format!("/timeouts/{sam_id}"))).await.expect(204);
}

#[tokio::test]
async fn timeout_requires_a_preset_or_a_future_end() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let id = hall.app.id_of(&bob).await;
    let set = async |end: Value, preset: Value| {
        let rest = json!({ "userId": id, "endDate": end, "preset": preset, "reason": "Rest" });
        hall.ada.post(&hall.path("/timeouts"), rest).await
    };
    let at = |minutes| json!(hall.app.clock.now() + Duration::minutes(minutes));
    assert_snapshot!(set(Value::Null, Value::Null).await, @"422 Choose how long the timeout lasts");
    assert_snapshot!(set(at(5), json!("1h")).await, @"422 Choose how long the timeout lasts");
    assert_snapshot!(set(at(-5), Value::Null).await, @"422 A timeout must end in the future");
    set(at(5), Value::Null).await.expect(201);
    assert_eq!(hall.write_post(&bob, "Hello").await.status, 403);
}
