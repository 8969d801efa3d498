//! The founder of a community: demotes and removes admins, and hands the community over.

use super::house::{count_of_type, frames_so_far, notice_count, open_stream};
use crate::community_fixture::CommunityFixture;
use crate::kit::{Browser, Reply};
use chrono::Duration;
use insta::assert_snapshot;
use serde_json::{Value, json};

/// Ada's community with two admins that she appointed, Bob before Cleo.
struct FounderFixture {
    hall: CommunityFixture,
    bob: Browser,
    cleo: Browser,
}

impl FounderFixture {
    async fn open() -> Self {
        let hall = CommunityFixture::open().await;
        let bob = hall.member("bob").await;
        hall.app.clock.advance_by(Duration::seconds(1));
        let cleo = hall.member("cleo").await;
        let fixture = Self { hall, bob, cleo };
        for who in [&fixture.bob, &fixture.cleo] {
            fixture.act(&fixture.hall.ada, "promote", who).await.expect(200);
        }
        fixture
    }

    async fn path(&self, who: &Browser) -> String {
        self.hall.path(&format!("/members/{}", self.hall.app.id_of(who).await))
    }

    async fn act(&self, actor: &Browser, action: &str, who: &Browser) -> Reply {
        actor.post(&format!("{}/{action}", self.path(who).await), json!({})).await
    }

    async fn remove(&self, actor: &Browser, who: &Browser) -> Reply {
        actor.delete(&self.path(who).await).await
    }

    async fn hand_over(&self, actor: &Browser, who: &Browser, confirmation: &str) -> Reply {
        let path = format!("{}/handover", self.path(who).await);
        actor.post(&path, json!({ "confirmation": confirmation })).await
    }

    /// Whether the community tells these people that they are an admin, and its founder.
    async fn roles(&self, who: &Browser) -> (bool, bool) {
        let viewer = who.get(&self.hall.path("")).await.expect(200).body["viewer"].clone();
        (viewer["isAdmin"] == true, viewer["isFounder"] == true)
    }

    /// Display names of the founders in the member list.
    async fn founders(&self) -> Vec<Value> {
        let members = self.hall.ada.get(&self.hall.path("/members")).await.expect(200);
        let founders = members.items().iter().filter(|one| one["isFounder"] == true);
        founders.map(|one| one["displayName"].clone()).collect()
    }

    async fn audited(&self, action: &str) -> i64 {
        let sql = "SELECT COUNT(*) AS n FROM audit_log WHERE action = $1";
        self.hall.app.count(sql, vec![action.into()]).await
    }
}

#[tokio::test]
async fn only_the_founder_removes_or_demotes_another_admin() {
    let fixture = FounderFixture::open().await;
    let FounderFixture { hall, bob, cleo } = &fixture;
    let dora = hall.member("dora").await;
    assert_eq!(fixture.founders().await, [json!("Ada Tester")]);
    let refused = fixture.remove(bob, cleo).await;
    assert_snapshot!(refused, @"403 Only the founder of the community or staff can remove an admin");
    assert_eq!(refused.body["code"], "community-founder-only");
    for refused in [
        fixture.remove(bob, &hall.ada).await,
        fixture.act(bob, "demote", cleo).await,
        fixture.act(bob, "demote", &hall.ada).await,
    ] {
        assert_eq!(refused.body["code"], "community-founder-only", "{refused}");
    }
    assert_snapshot!(fixture.act(&dora, "demote", bob).await, @"403 Admin privileges required");
    assert_snapshot!(fixture.act(&hall.ada, "demote", &dora).await, @"409 User is not an admin of this community");
    fixture.remove(bob, &dora).await.expect(204);
    assert_snapshot!(fixture.act(&hall.ada, "demote", &dora).await, @"404 User is not a member of this community");
    fixture.remove(&hall.ada, cleo).await.expect(204);
    assert_eq!(hall.ada.get(&hall.path("")).await.body["memberCount"], 2);
}

#[tokio::test]
async fn demoted_admin_is_an_ordinary_member_and_notified() {
    let fixture = FounderFixture::open().await;
    let FounderFixture { hall, bob, .. } = &fixture;
    let before = notice_count(&hall.app, bob, "system_message").await;
    let mut stream = open_stream(bob).await;
    let demoted = fixture.act(&hall.ada, "demote", bob).await.expect(200);
    assert_eq!(
        (&demoted.body["role"], &demoted.body["isFounder"]),
        (&json!("member"), &json!(false))
    );
    assert_eq!(fixture.roles(bob).await, (false, false));
    let frames = frames_so_far(&hall.app, bob, &mut stream).await;
    assert_eq!(count_of_type(&frames, "membership.demoted"), 1);
    assert_eq!(notice_count(&hall.app, bob, "system_message").await, before + 1);
    assert_eq!(fixture.audited("community.demote-admin").await, 1);
    let refused = bob.get(&hall.path("/private-code")).await;
    assert_eq!(refused.status, 403, "no longer an admin");
}

#[tokio::test]
async fn admin_steps_down_and_stays_a_member_unless_they_are_the_last() {
    let fixture = FounderFixture::open().await;
    let FounderFixture { hall, bob, cleo } = &fixture;
    fixture.act(bob, "demote", bob).await.expect(200);
    assert_eq!(fixture.roles(bob).await, (false, false));
    fixture.act(&hall.ada, "demote", cleo).await.expect(200);
    let refused = fixture.act(&hall.ada, "demote", &hall.ada).await;
    assert_snapshot!(refused, @"409 You are the last admin of this community. Promote another member or delete the community first.");
    assert_eq!(fixture.roles(&hall.ada).await, (true, true));
}

#[tokio::test]
async fn two_admins_who_step_down_at_once_keep_one() {
    let fixture = FounderFixture::open().await;
    let FounderFixture { hall, bob, cleo } = &fixture;
    fixture.remove(&hall.ada, cleo).await.expect(204);
    let (one, other) =
        tokio::join!(fixture.act(&hall.ada, "demote", &hall.ada), fixture.act(bob, "demote", bob));
    let mut ended = [one.status, other.status];
    ended.sort_unstable();
    assert_eq!(ended, [200, 409]);
    let admins = "SELECT COUNT(*) AS n FROM community_members WHERE role = 'admin'";
    assert_eq!(hall.app.count(admins, vec![]).await, 1);
}

#[tokio::test]
async fn founder_hands_the_community_over_and_stays_an_admin() {
    let fixture = FounderFixture::open().await;
    let FounderFixture { hall, bob, cleo } = &fixture;
    let dora = hall.member("dora").await;
    let mut stream = open_stream(bob).await;
    let unconfirmed = fixture.hand_over(&hall.ada, &dora, "").await;
    assert_snapshot!(unconfirmed, @"422 Enter the name of the community to hand it over");
    assert_eq!(unconfirmed.body["errors"][0]["field"], "confirmation");
    let not_founder = fixture.hand_over(bob, &dora, "Long spans").await;
    assert_snapshot!(not_founder, @"403 Only the founder can hand the community over");
    let to_herself = fixture.hand_over(&hall.ada, &hall.ada, "Long spans").await;
    assert_snapshot!(to_herself, @"409 User is already the founder of this community");
    let handed = fixture.hand_over(&hall.ada, &dora, " Long spans ").await.expect(200);
    assert_eq!((&handed.body["role"], &handed.body["isFounder"]), (&json!("admin"), &json!(true)));
    assert_eq!(fixture.roles(&hall.ada).await, (true, false));
    assert_eq!(fixture.roles(&dora).await, (true, true));
    assert_eq!(fixture.founders().await, [json!("Dora Tester")]);
    assert_eq!(notice_count(&hall.app, &dora, "system_message").await, 1);
    for admin in [bob, cleo] {
        assert_eq!(notice_count(&hall.app, admin, "system_message").await, 2, "appointed, told");
    }
    let frames = frames_so_far(&hall.app, bob, &mut stream).await;
    assert_eq!(count_of_type(&frames, "community.updated"), 1);
    assert_eq!(count_of_type(&frames, "membership.promoted"), 1);
    assert_eq!(fixture.audited("community.handover").await, 1);
    fixture.act(&dora, "demote", &hall.ada).await.expect(200);
}

#[tokio::test]
async fn hand_over_requires_recent_authentication_and_a_member() {
    let fixture = FounderFixture::open().await;
    let FounderFixture { hall, bob, .. } = &fixture;
    let outsider = hall.app.member("otto").await;
    let refused = fixture.hand_over(&hall.ada, &outsider, "Long spans").await;
    assert_snapshot!(refused, @"404 User is not a member of this community");
    hall.app.clock.advance_by(Duration::minutes(20));
    let stale = fixture.hand_over(&hall.ada, bob, "Long spans").await;
    assert_snapshot!(stale, @"403 For security, you must sign in again before changing this.");
    assert_eq!(fixture.roles(&hall.ada).await, (true, true));
}

#[tokio::test]
async fn admin_who_joined_first_follows_a_founder_who_leaves_or_steps_down() {
    let fixture = FounderFixture::open().await;
    let FounderFixture { hall, bob, cleo } = &fixture;
    fixture.act(&hall.ada, "demote", &hall.ada).await.expect(200);
    assert_eq!(fixture.roles(bob).await, (true, true));
    assert_eq!(fixture.audited("community.founder-succession").await, 1);
    bob.post(&hall.path("/leave"), json!({})).await.expect(204);
    assert_eq!(fixture.roles(cleo).await, (true, true));
    assert_eq!(notice_count(&hall.app, cleo, "system_message").await, 2, "appointed, founder");
}

#[tokio::test]
async fn founder_whose_account_is_deleted_is_followed_by_an_admin() {
    let fixture = FounderFixture::open().await;
    let FounderFixture { hall, bob, .. } = &fixture;
    hall.ada.post("/api/me/deletion", json!({ "confirmation": "DELETE" })).await.expect(200);
    hall.app.clock.advance_by(Duration::days(8));
    hall.app.work().await;
    hall.app.sign_in(bob, "localhost", "bob").await;
    assert_eq!(fixture.roles(bob).await, (true, true));
}

#[tokio::test]
async fn staff_revoke_admins_and_make_a_founder() {
    let fixture = FounderFixture::open().await;
    let FounderFixture { hall, bob, cleo } = &fixture;
    let staff = hall.app.staff("stella").await;
    let act = async |who: &Browser, action: &str| {
        let id = hall.app.id_of(who).await;
        let path = format!("/api/staff/communities/{}/members/{id}/{action}", hall.community);
        staff.post(&path, json!({ "reason": "The founder cannot be reached" })).await
    };
    act(&hall.ada, "revoke-admin").await.expect(200);
    assert_eq!(fixture.roles(bob).await, (true, true), "the admin who joined first follows");
    act(cleo, "make-founder").await.expect(200);
    assert_eq!(fixture.roles(cleo).await, (true, true));
    assert_eq!(fixture.roles(bob).await, (true, false));
    assert_snapshot!(act(cleo, "make-founder").await, @"409 User is already the founder of this community");
    assert_eq!(fixture.audited("community.make-founder").await, 1);
}
