//! Rate limits of writes: one bucket for each kind of action, larger ones for community admins and
//! staff.

use crate::community_fixture::CommunityFixture;
use crate::kit::{Browser, Reply, uploads::upload};
use chrono::Duration;
use serde_json::json;

/// More than the largest limit.
const ATTEMPTS_MAX: usize = 400;

/// Repeats an action until it is refused because of its limit; returns the number of attempts
/// before, and the refusal.
async fn until_limited(mut action: impl AsyncFnMut() -> Reply) -> (usize, Reply) {
    for attempts in 0..ATTEMPTS_MAX {
        let reply = action().await;
        if reply.status == 429 {
            return (attempts, reply);
        }
    }
    panic!("no limit within {ATTEMPTS_MAX} attempts");
}

fn assert_names_the_wait(refused: &Reply) {
    assert_eq!(refused.body["code"], "rate-limited");
    let detail = refused.body["detail"].as_str().unwrap();
    assert!(detail.starts_with("Rate limit exceeded. Try again at "), "{detail}");
    assert!(detail.ends_with(" UTC"), "{detail}");
    let wait: u64 = refused.header("retry-after").parse().unwrap();
    assert!((1..=60).contains(&wait), "{wait}");
    assert_eq!(refused.body["retryAfter"], json!(wait));
}

/// A community with Ada as its admin, a member, and a post of Ada's.
struct LimitFixture {
    hall: CommunityFixture,
    bob: Browser,
    post: String,
}

impl LimitFixture {
    async fn open() -> Self {
        let hall = CommunityFixture::open().await;
        let bob = hall.member("bob").await;
        let post = hall.write_post(&hall.ada, "Steel remembers").await.expect(201).id();
        Self { hall, bob, post }
    }

    async fn like(&self, who: &Browser) -> Reply {
        who.post(&format!("/api/posts/{}/like", self.post), json!({})).await
    }

    async fn upload(&self, who: &Browser) -> Reply {
        upload(who, &self.hall.path("/images"), b"no image").await
    }

    async fn leave_another(&self, who: &Browser) -> Reply {
        let other = uuid::Uuid::now_v7().simple();
        who.post(&format!("/api/communities/{other}/leave"), json!({})).await
    }

    async fn edit(&self, who: &Browser, post: &str) -> Reply {
        who.patch(&format!("/api/posts/{post}"), json!({ "content": "Edited" })).await
    }

    async fn follow_ada(&self, who: &Browser) -> Reply {
        let ada = self.hall.app.id_of(&self.hall.ada).await;
        who.main().put(&format!("/api/users/{ada}/follow"), json!({})).await
    }

    async fn approve_nothing(&self, who: &Browser) -> Reply {
        let path = format!("/join-requests/{}/approve", uuid::Uuid::now_v7().simple());
        who.post(&self.hall.path(&path), json!({})).await
    }

    async fn lift_no_timeout(&self, who: &Browser) -> Reply {
        let bob = self.hall.app.id_of(&self.bob).await;
        who.delete(&self.hall.path(&format!("/timeouts/{bob}"))).await
    }
}

#[tokio::test]
async fn likes_have_a_bucket_of_sixty_a_minute_and_do_not_use_up_others() {
    let fixture = LimitFixture::open().await;
    let (hall, bob) = (&fixture.hall, &fixture.bob);
    let (likes, refused) = until_limited(async || fixture.like(bob).await).await;
    assert_eq!(likes, 60);
    assert_names_the_wait(&refused);
    let own = hall.write_post(bob, "I like it").await.expect(201).id();
    fixture.edit(bob, &own).await.expect(200);
    fixture.follow_ada(bob).await.expect(200);
    assert_ne!(fixture.upload(bob).await.status, 429);
    assert_ne!(fixture.leave_another(bob).await.status, 429);
    hall.app.clock.advance_by(Duration::seconds(61));
    fixture.like(bob).await.expect(200);
}

#[tokio::test]
async fn each_kind_of_action_is_limited_by_its_own_bucket() {
    let fixture = LimitFixture::open().await;
    let (hall, bob) = (&fixture.hall, &fixture.bob);
    let own = hall.write_post(bob, "Mine").await.expect(201).id();
    // He joined within this minute.
    hall.app.clock.advance_by(Duration::seconds(61));
    let uploads = until_limited(async || fixture.upload(bob).await).await;
    let joins = until_limited(async || fixture.leave_another(bob).await).await;
    let edits = until_limited(async || fixture.edit(bob, &own).await).await;
    let follows = until_limited(async || fixture.follow_ada(bob).await).await;
    let other = async || bob.patch("/api/me", json!({ "theme": "dark" })).await;
    let others = until_limited(other).await;
    let all = [uploads, joins, edits, follows, others];
    assert_eq!(all.each_ref().map(|(attempts, _)| *attempts), [20, 20, 10, 30, 10]);
    for (_, refused) in &all {
        assert_names_the_wait(refused);
    }
    fixture.like(bob).await.expect(200);
}

#[tokio::test]
async fn reports_have_a_bucket_of_ten_a_minute() {
    let fixture = LimitFixture::open().await;
    let hall = &fixture.hall;
    let mut posts = vec![fixture.post.clone()];
    while posts.len() < 11 {
        hall.app.clock.advance_by(Duration::seconds(13));
        posts.push(hall.write_post(&hall.ada, "Another span").await.expect(201).id());
    }
    let mut posts = posts.into_iter();
    let report = async || {
        let path = format!("/api/posts/{}/reports", posts.next().unwrap());
        fixture.bob.post(&path, json!({ "reason": "Off topic" })).await
    };
    let (reports, refused) = until_limited(report).await;
    assert_eq!(reports, 10);
    assert_names_the_wait(&refused);
    fixture.like(&fixture.bob).await.expect(200);
}

#[tokio::test]
async fn community_admins_and_staff_have_larger_buckets() {
    let fixture = LimitFixture::open().await;
    let hall = &fixture.hall;
    let staff = hall.app.staff("stella").await;
    let likes = async |who: &Browser| until_limited(async || fixture.like(who).await).await.0;
    assert_eq!(likes(&hall.ada).await, 180);
    assert_eq!(likes(&staff).await, 360);
    let uploads = until_limited(async || fixture.upload(&hall.ada).await).await.0;
    assert_eq!(uploads, 60);
    let approvals = until_limited(async || fixture.approve_nothing(&hall.ada).await).await.0;
    assert_eq!(approvals, 90);
    let timeouts = until_limited(async || fixture.lift_no_timeout(&staff).await).await.0;
    assert_eq!(timeouts, 180);
    hall.set_role(&fixture.bob, "trustee").await;
    let by_trustee = until_limited(async || fixture.lift_no_timeout(&fixture.bob).await).await.0;
    assert_eq!(by_trustee, 30);
}

#[tokio::test]
async fn admin_of_one_community_is_limited_as_a_member_in_others() {
    let fixture = LimitFixture::open().await;
    let hall = &fixture.hall;
    let other = hall.app.community(&fixture.bob, "Short spans", &[]).await;
    hall.ada.post(&format!("/api/communities/{other}/join"), json!({})).await.expect(200);
    let path = format!("/api/communities/{other}/images");
    let as_member = until_limited(async || upload(&hall.ada, &path, b"no image").await).await.0;
    assert_eq!(as_member, 20);
    assert_ne!(fixture.upload(&hall.ada).await.status, 429, "as an admin she has another bucket");
}

#[tokio::test]
async fn specified_limits_are_the_same_for_admins_and_staff() {
    let fixture = LimitFixture::open().await;
    let hall = &fixture.hall;
    hall.app.clock.advance_by(Duration::seconds(61));
    let posts = until_limited(async || hall.write_post(&hall.ada, "Span").await).await;
    assert_eq!(posts.0, 5);
    assert_names_the_wait(&posts.1);
    let staff = hall.app.staff("stella").await;
    staff.post(&hall.path("/join"), json!({})).await.expect(200);
    let by_staff = until_limited(async || hall.write_post(&staff, "Span").await).await.0;
    assert_eq!(by_staff, 5);
}

#[tokio::test]
async fn own_settings_and_a_communitys_settings_have_buckets_of_their_own() {
    let fixture = LimitFixture::open().await;
    let hall = &fixture.hall;
    let path = hall.path("/notifications");
    let preference = async || fixture.bob.put(&path, json!({ "preference": "mute" })).await;
    let (preferences, refused) = until_limited(preference).await;
    assert_eq!(preferences, 30);
    assert_names_the_wait(&refused);
    fixture.bob.patch("/api/me", json!({ "theme": "dark" })).await.expect(200);
    let change = async || hall.ada.patch(&hall.path(""), json!({ "description": "Steel" })).await;
    assert_eq!(until_limited(change).await.0, 20);
    fixture.like(&hall.ada).await.expect(200);
}

#[tokio::test]
async fn answers_to_invitations_have_a_bucket_of_twenty_a_minute() {
    let fixture = LimitFixture::open().await;
    let path = format!("/api/invitations/{}/dismiss", uuid::Uuid::now_v7().simple());
    let (answers, refused) = until_limited(async || fixture.bob.post(&path, json!({})).await).await;
    assert_eq!(answers, 20);
    assert_names_the_wait(&refused);
    fixture.like(&fixture.bob).await.expect(200);
}
