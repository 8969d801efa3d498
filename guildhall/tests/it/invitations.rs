//! Invitations to an affiliation by invite code, creator and staff, and their later states.

use crate::affiliation_requests::answers;
use crate::kit::{Browser, Reply, TestApp, uuid_of};
use chrono::{DateTime, Duration, Utc};
use serde_json::{Value, json};

/// An affiliation, its creator Ada, and Bob, who is not a member.
struct Oak {
    app: TestApp,
    id: String,
    ada: Browser,
    bob: Browser,
}

impl Oak {
    async fn open() -> Self {
        let app = TestApp::open().await;
        let id = app.affiliation("Oak").await;
        let (ada, bob) = (app.member("ada").await, app.member("bob").await);
        app.add_to_affiliation(&ada, &id).await;
        let oak = Self { app, id, ada, bob };
        oak.set_creator(&oak.ada).await;
        oak
    }

    async fn set_creator(&self, who: &Browser) {
        let creator = uuid_of(&self.app.id_of(who).await);
        self.app.set_affiliation_creator(&self.id, creator).await;
    }

    async fn update_row(&self, set: &str) {
        let sql = format!("UPDATE affiliations SET {set} WHERE id = $1");
        self.app.sql(&sql, vec![uuid_of(&self.id).into()]).await;
    }

    async fn invite(&self, by: &Browser, whom: &Browser) -> Reply {
        let path = format!("/api/affiliations/{}/invitations", self.id);
        by.post(&path, json!({ "userId": self.app.id_of(whom).await })).await
    }

    /// Sends an invitation from Ada to Bob. Returns its id.
    async fn invite_bob(&self) -> String {
        self.invite(&self.ada, &self.bob).await.expect(201).id()
    }

    async fn apply(&self, who: &Browser) -> Reply {
        let path = format!("/api/affiliations/{}/requests", self.id);
        who.post(&path, json!({ "answers": answers() })).await
    }
}

/// The id of the user's pending invitation.
async fn pending_invitation(who: &Browser) -> Value {
    who.get("/api/me").await.expect(200).body["pendingInvitation"].clone()
}

async fn act_on_invitation(who: &Browser, invitation: &str, action: &str) -> Reply {
    who.post(&format!("/api/invitations/{invitation}/{action}"), json!({})).await
}

async fn view_invitation(who: &Browser, invitation: &str) -> Reply {
    who.get(&format!("/api/invitations/{invitation}")).await
}

#[tokio::test]
async fn invited_user_is_notified_and_sees_inviter_and_affiliation() {
    let oak = Oak::open().await;
    assert_eq!(pending_invitation(&oak.bob).await, Value::Null);
    let mut live = oak.bob.live().await;
    let sent = oak.invite(&oak.ada, &oak.bob).await.expect(201).body;
    assert_eq!((&sent["status"], &sent["affiliationId"]), (&json!("pending"), &json!(oak.id)));
    live.until("me.changed").await;
    assert_eq!(pending_invitation(&oak.bob).await, sent["id"]);
    let shown = view_invitation(&oak.bob, sent["id"].as_str().unwrap()).await.expect(200).body;
    assert_eq!(shown["invitedBy"]["displayName"], "Ada Tester");
    assert_eq!((&shown["message"], &shown["status"]), (&Value::Null, &json!("pending")));
    let affiliation = &shown["affiliation"];
    assert_eq!((&affiliation["name"], &affiliation["memberCount"]), (&json!("Oak"), &json!(1)));
    assert_eq!(affiliation["viewer"]["mayApply"], true);
    assert_eq!((&shown["defaultCommunities"], &shown["firstCommunity"]), (&json!(0), &Value::Null));
}

#[tokio::test]
async fn invitation_counts_default_communities_and_names_no_private_one() {
    let oak = Oak::open().await;
    let elm = oak.app.affiliation("Elm").await;
    oak.app.add_to_affiliation(&oak.ada, &elm).await;
    oak.app.make_everyone_premium().await;
    let both: &[&str] = &[&oak.id, &elm];
    for (name, of) in [("Secrets", &both[..1]), ("General", &both[..1]), ("Both", both)] {
        oak.app.community(&oak.ada, name, of).await;
        oak.app.clock.advance_by(Duration::minutes(61));
    }
    let late = oak.app.community(&oak.ada, "Late", &both[..1]).await;
    oak.app.sql("UPDATE communities SET is_default_community = TRUE", vec![]).await;
    for set in [
        "visibility = 'private' WHERE name = 'Secrets'",
        "require_all_affiliations = TRUE WHERE name = 'Both'",
        "status = 'paused' WHERE name = 'Late'",
    ] {
        oak.app.sql(&format!("UPDATE communities SET {set}"), vec![]).await;
    }
    let invitation = oak.invite_bob().await;
    let opens = async || {
        let shown = view_invitation(&oak.bob, &invitation).await.expect(200).body;
        (shown["defaultCommunities"].clone(), shown["firstCommunity"].clone())
    };
    assert_eq!(opens().await, (json!(2), json!("General")), "private communities are not named");
    let sql = "UPDATE communities SET paused_until = $1 WHERE id = $2";
    let passed = oak.app.clock.now() - Duration::minutes(1);
    oak.app.sql(sql, vec![passed.into(), uuid_of(&late).into()]).await;
    assert_eq!(opens().await, (json!(3), json!("General")));
}

#[tokio::test]
async fn invite_code_creates_an_invitation_with_its_message() {
    let oak = Oak::open().await;
    let code = oak.app.invite_code("OAKHOUSE", None).await;
    let sql = "UPDATE invite_codes SET auto_invite_affiliation_id = $1, \
        auto_invite_message = 'You are in the register.' WHERE id = $2";
    oak.app.sql(sql, vec![uuid_of(&oak.id).into(), uuid_of(&code).into()]).await;
    let rosa = oak.app.browser();
    let form = json!({ "email": "rosa@people.example", "firstName": "Rosa", "lastName": "Tester",
        "password": crate::kit::PASSWORD, "confirmPassword": crate::kit::PASSWORD,
        "inviteCodeId": code });
    let joined = rosa.post("/api/identity/join", form).await.expect(201).body;
    rosa.post("/api/usersSignin", json!({ "idToken": joined["idToken"] })).await.expect(200);
    let invitation = pending_invitation(&rosa).await.as_str().unwrap().to_owned();
    assert_eq!(
        view_invitation(&rosa, &invitation).await.status,
        403,
        "forbidden until the email address is verified"
    );
    let token = oak.app.mailed_token("rosa@people.example").await;
    let proof = json!({ "token": token });
    rosa.post("/api/identity/verification/confirm", proof).await.expect(200);
    let all = json!({ "agreedToTerms": true, "agreedToGuidelines": true, "agreedToPrivacy": true });
    rosa.post("/api/me/onboarding", all).await.expect(200);
    let shown = view_invitation(&rosa, &invitation).await.expect(200).body;
    assert_eq!(shown["invitedBy"], Value::Null);
    assert_eq!(shown["message"], "You are in the register.");
}

#[tokio::test]
async fn viewed_dismissed_or_accepted_invitation_is_no_longer_pending() {
    let oak = Oak::open().await;
    let audited = async |column: &str, until: DateTime<Utc>| {
        let sql = format!(
            "SELECT COUNT(*) AS n FROM affiliation_invitations WHERE {column}_at <= $1 \
             AND status = '{column}'"
        );
        oak.app.count(&sql, vec![until.into()]).await
    };
    let invitation = oak.invite_bob().await;
    for (action, column) in [("view", "viewed"), ("dismiss", "dismissed"), ("accept", "accepted")] {
        act_on_invitation(&oak.bob, &invitation, action).await.expect(204);
        assert_eq!(pending_invitation(&oak.bob).await, Value::Null);
        oak.app.clock.advance_by(Duration::seconds(1));
        let then = oak.app.clock.now();
        oak.app.clock.advance_by(Duration::minutes(1));
        act_on_invitation(&oak.bob, &invitation, action).await.expect(204);
        assert_eq!(audited(column, then).await, 1, "{action} is recorded once");
    }
    let refused = act_on_invitation(&oak.bob, &invitation, "dismiss").await;
    assert_eq!(refused.to_string(), "409 This invitation has already been accepted.");
    act_on_invitation(&oak.bob, &invitation, "view").await.expect(204);
    assert_eq!(view_invitation(&oak.bob, &invitation).await.body["status"], "accepted");
}

#[tokio::test]
async fn new_invitation_replaces_an_earlier_one_to_the_same_affiliation() {
    let oak = Oak::open().await;
    let first = oak.invite_bob().await;
    oak.app.clock.advance_by(Duration::minutes(1));
    let again = oak.invite_bob().await;
    assert_eq!(pending_invitation(&oak.bob).await, json!(again));
    assert_eq!(view_invitation(&oak.bob, &first).await.to_string(), "404 Invitation not found");

    oak.app.clock.advance_by(Duration::minutes(1));
    let elm = oak.app.affiliation("Elm").await;
    let sam = oak.app.staff("sam").await;
    let path = format!("/api/affiliations/{elm}/invitations");
    let bob = json!({ "userId": oak.app.id_of(&oak.bob).await });
    let newest = sam.post(&path, bob).await.expect(201).id();
    assert_eq!(pending_invitation(&oak.bob).await, json!(newest));
    let audited =
        "SELECT COUNT(*) AS n FROM audit_log WHERE action = 'affiliation-invitation.send'";
    assert_eq!(oak.app.count(audited, vec![]).await, 1, "invitations by staff are audited");
    act_on_invitation(&oak.bob, &newest, "dismiss").await.expect(204);
    assert_eq!(pending_invitation(&oak.bob).await, json!(again));
}

#[tokio::test]
async fn invitation_allows_applying_to_a_private_affiliation_and_is_then_accepted() {
    let oak = Oak::open().await;
    oak.update_row("is_private = TRUE").await;
    let refused = "403 This affiliation is invite-only. Ask a member to invite you.";
    assert_eq!(oak.apply(&oak.bob).await.to_string(), refused);
    let invitation = oak.invite_bob().await;
    act_on_invitation(&oak.bob, &invitation, "dismiss").await.expect(204);
    oak.apply(&oak.bob).await.expect(201);
    assert_eq!(view_invitation(&oak.bob, &invitation).await.body["status"], "accepted");
    let later = oak.invite_bob().await;
    assert_eq!(pending_invitation(&oak.bob).await, Value::Null, "they have asked already");
    oak.app.delete_all_rows("affiliation_requests").await;
    assert_eq!(pending_invitation(&oak.bob).await, json!(later));
    oak.update_row("is_paused = TRUE").await;
    assert_eq!(
        pending_invitation(&oak.bob).await,
        Value::Null,
        "a paused affiliation accepts no members"
    );
    assert_eq!(view_invitation(&oak.bob, &later).await.to_string(), "404 Invitation not found");
    oak.update_row("is_paused = FALSE").await;
    oak.app.add_to_affiliation(&oak.bob, &oak.id).await;
    assert_eq!(pending_invitation(&oak.bob).await, Value::Null, "already a member");
}

#[tokio::test]
async fn only_creator_and_staff_can_invite() {
    let oak = Oak::open().await;
    let cleo = oak.app.member("cleo").await;
    oak.app.add_to_affiliation(&cleo, &oak.id).await;
    oak.app.make_affiliation_admin(&cleo, &oak.id).await;
    let refused = oak.invite(&cleo, &oak.bob).await;
    let words = "403 Only affiliation creators or staff can send invitations";
    assert_eq!(refused.to_string(), words);
    let member = oak.invite(&oak.ada, &cleo).await;
    assert_eq!(member.to_string(), "409 User is already a member of this affiliation");
    let path = format!("/api/affiliations/{}/invitations", oak.id);
    let nobody = oak.ada.post(&path, json!({ "userId": oak.id })).await;
    assert_eq!(nobody.to_string(), "404 User not found");
    let nowhere =
        oak.ada.post("/api/affiliations/nowhere/invitations", json!({ "userId": oak.id }));
    let words = "404 Affiliation not found or you don't have permission to view it.";
    assert_eq!(nowhere.await.to_string(), words);
    oak.update_row("is_paused = TRUE").await;
    assert_eq!(oak.invite(&cleo, &oak.bob).await.to_string(), words, "hidden from others");
    let shut = oak.invite(&oak.ada, &oak.bob).await;
    let words = "409 This affiliation is not accepting new members at the moment.";
    assert_eq!(shut.to_string(), words);
    assert_eq!(pending_invitation(&oak.bob).await, Value::Null);
}

#[tokio::test]
async fn invitation_is_accessible_to_its_recipient_only() {
    let oak = Oak::open().await;
    let invitation = oak.invite_bob().await;
    for action in ["view", "dismiss", "accept"] {
        let others = act_on_invitation(&oak.ada, &invitation, action).await;
        assert_eq!(others.to_string(), "404 Invitation not found", "{action}");
    }
    assert_eq!(
        view_invitation(&oak.ada, &invitation).await.to_string(),
        "404 Invitation not found"
    );
    assert_eq!(pending_invitation(&oak.bob).await, json!(invitation));
}

#[tokio::test]
async fn blocked_users_cannot_invite_each_other() {
    let oak = Oak::open().await;
    let invitation = oak.invite_bob().await;
    let block = format!("/api/users/{}/block", oak.app.id_of(&oak.ada).await);
    oak.bob.main().put(&block, json!({})).await.expect(200);
    assert_eq!(pending_invitation(&oak.bob).await, Value::Null);
    assert_eq!(
        view_invitation(&oak.bob, &invitation).await.to_string(),
        "404 Invitation not found"
    );
    assert_eq!(oak.invite(&oak.ada, &oak.bob).await.to_string(), "404 User not found");
}

#[tokio::test]
async fn repeated_idempotency_key_sends_one_invitation() {
    let oak = Oak::open().await;
    let path = format!("/api/affiliations/{}/invitations", oak.id);
    let bob = json!({ "userId": oak.app.id_of(&oak.bob).await });
    let key = uuid::Uuid::now_v7().to_string();
    let first = oak.ada.main().post_keyed(&path, &key, bob.clone()).await.expect(201);
    let again = oak.ada.main().post_keyed(&path, &key, bob).await.expect(201);
    assert_eq!(first.id(), again.id());
    assert_eq!(again.header("idempotency-replayed"), "true");
}

#[tokio::test]
async fn portal_shows_invitations_to_its_own_affiliation_only() {
    let app = TestApp::open().await;
    let (oak, elm) = (app.portal("Oak", "oak").await, app.portal("Elm", "elm").await);
    let (bob, sam) = (app.member("bob").await, app.staff("sam").await);
    let mut ids = Vec::new();
    for portal in [&oak, &elm] {
        let path = format!("/api/affiliations/{}/invitations", portal.affiliation);
        let body = json!({ "userId": app.id_of(&bob).await });
        ids.push(sam.post(&path, body).await.expect(201).id());
        app.clock.advance_by(Duration::minutes(1));
    }
    app.sign_in(&bob, "oak.localhost", "bob").await;
    let here = bob.on("oak");
    let me = here.get("/api/me").await.expect(200);
    assert_eq!(me.body["pendingInvitation"], json!(ids[0]));
    assert_eq!(
        pending_invitation(&bob).await,
        json!(ids[1]),
        "the main site shows the newest of all"
    );
    let shown = here.get(&format!("/api/invitations/{}", ids[0])).await.expect(200);
    assert_eq!(shown.body["affiliation"]["subdomainConfig"]["isActive"], true);
    let elsewhere = format!("/api/invitations/{}", ids[1]);
    assert_eq!(here.get(&elsewhere).await.to_string(), "404 Invitation not found");
    let dismissed = here.post(&format!("{elsewhere}/dismiss"), json!({})).await;
    assert_eq!(dismissed.to_string(), "404 Invitation not found");
    here.post(&format!("/api/invitations/{}/dismiss", ids[0]), json!({})).await.expect(204);
    assert_eq!(pending_invitation(&bob).await, json!(ids[1]));
}

#[tokio::test]
async fn failed_invitation_changes_return_the_specified_messages() {
    let oak = Oak::open().await;
    let invitation = oak.invite_bob().await;
    let path = format!("/api/affiliations/{}/invitations", oak.id);
    let body = json!({ "userId": oak.app.id_of(&oak.bob).await });
    oak.app.make_table_unavailable("affiliation_invitations").await;
    for (action, words) in [
        ("view", "500 Failed to update invitation status"),
        ("dismiss", "500 Failed to dismiss invitation"),
        ("accept", "500 Failed to accept invitation"),
    ] {
        assert_eq!(act_on_invitation(&oak.bob, &invitation, action).await.to_string(), words);
    }
    let sent = oak.ada.post(&path, body).await;
    assert_eq!(sent.to_string(), "500 Failed to create affiliation invitation");
}
