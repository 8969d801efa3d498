//! Invite codes made by staff, and by the creators of affiliations (A-060 to A-066, G-065).

use crate::kit::{Browser, Reply, TestApp, email, uuid_of};
use chrono::Duration;
use insta::assert_snapshot;
use serde_json::{Value, json};

const CODES: &str = "/api/staff/invite-codes";
const VALIDATE: &str = "/api/invite-codes/validate";

async fn join(app: &TestApp, code_id: &Value, name: &str) -> Reply {
    let form = json!({
        "email": email(name), "firstName": "Nora", "lastName": "Tester",
        "password": "Wharf-Lantern-42", "confirmPassword": "Wharf-Lantern-42", "inviteCodeId": code_id,
    });
    app.browser().post("/api/identity/join", form).await
}

#[tokio::test]
async fn generated_code_works_up_to_its_usage_limit() {
    let app = TestApp::open().await;
    let staff = app.staff("stella").await;
    let made = staff.post(CODES, json!({ "maxUses": 1 })).await.expect(201);
    let code = made.body["code"].as_str().unwrap();
    assert!(code.len() >= 8 && code.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit()));
    let lower = json!({ "code": code.to_lowercase() });
    let valid = app.browser().post(VALIDATE, lower).await.expect(200);
    join(&app, &valid.body["inviteCodeId"], "nora").await.expect(201);
    let spent = app.browser().post(VALIDATE, json!({ "code": code })).await;
    assert_snapshot!(spent, @"422 This invite code has reached its usage limit.");

    let uses = staff.get(&format!("{CODES}/{}/usage", made.id())).await.expect(200);
    assert_eq!(uses.items()[0]["userEmail"], email("nora"));
    assert_eq!(uses.items()[0]["displayName"], "Nora Tester");
    let listed = staff.get(CODES).await.expect(200);
    let first = &listed.items()[0];
    assert_eq!((&first["usageCount"], first["lastUsedAt"].is_string()), (&json!(1), true));
}

#[tokio::test]
async fn custom_code_is_validated_unique_and_can_be_deactivated() {
    let app = TestApp::open().await;
    let staff = app.staff("stella").await;
    let end = app.clock.now() + Duration::days(1);
    let new = json!({ "code": "spring-26", "expiresAt": end });
    let made = staff.post(CODES, new.clone()).await.expect(201);
    assert_eq!(made.body["code"], "SPRING-26");
    assert_snapshot!(staff.post(CODES, new).await, @"409 This invite code already exists.");
    assert_snapshot!(staff.post(CODES, json!({ "code": "short" })).await, @"422 An invite code has 8 to 32 letters, digits or hyphens.");
    assert_snapshot!(staff.post(CODES, json!({ "maxUses": 0 })).await, @"422 An invite code can be used at least once.");
    let past = json!({ "expiresAt": app.clock.now() - Duration::days(1) });
    assert_snapshot!(staff.post(CODES, past).await, @"422 An invite code must expire in the future.");
    let nowhere = json!({ "autoInviteToAffiliation": { "affiliationId": "0".repeat(32) } });
    assert_snapshot!(staff.post(CODES, nowhere).await, @"404 Affiliation not found");

    let off = staff.post(&format!("{CODES}/{}/deactivate", made.id()), json!({})).await.expect(200);
    assert_eq!(off.body["isActive"], false);
    let refused = app.browser().post(VALIDATE, json!({ "code": "SPRING-26" })).await;
    assert_snapshot!(refused, @"422 Invalid invite code.");
    let inactive = staff.get(&format!("{CODES}?active=false")).await.expect(200);
    assert_eq!(inactive.items().len(), 1);
    let log = staff.get("/api/staff/audit?action=invite-code").await.expect(200);
    assert_eq!(log.items().len(), 2);
    assert!(!log.text.contains("SPRING-26"), "codes are not audited in plain text");
}

#[tokio::test]
async fn repeated_idempotency_key_creates_one_code() {
    let app = TestApp::open().await;
    let staff = app.staff("stella").await;
    let key = "0192f0c1-a2b3-7c4d-8e9f-0a1b2c3d4e5f";
    let first = staff.main().post_keyed(CODES, key, json!({ "maxUses": 3 })).await.expect(201);
    let again = staff.main().post_keyed(CODES, key, json!({ "maxUses": 3 })).await.expect(201);
    assert_eq!(first.body["code"], again.body["code"]);
    assert_eq!(again.header("idempotency-replayed"), "true");
    let other = staff.main().post_keyed(CODES, key, json!({ "maxUses": 4 })).await;
    assert_eq!(other.status, 422);
}

#[tokio::test]
async fn portals_accept_only_codes_enabled_for_portals() {
    let app = TestApp::open().await;
    app.portal("Oak House", "oak").await;
    let elm = app.affiliation("Elm House").await;
    let staff = app.staff("stella").await;
    let made = async |body| staff.main().post(CODES, body).await.expect(201).body;
    let plain = made(json!({ "code": "MAINONLY" })).await;
    assert_eq!(plain["atPortals"], false);
    let open = made(json!({ "code": "ANYDOOR-26", "atPortals": true })).await;
    assert_eq!(open["atPortals"], true);
    let elms = json!({ "code": "ELMHOUSE", "atPortals": true,
        "autoInviteToAffiliation": { "affiliationId": elm } });
    assert_eq!(made(elms).await["atPortals"], false, "valid on Elm's portal only");

    let visitor = app.browser();
    let submit = async |code| visitor.on("oak").post(VALIDATE, json!({ "code": code })).await;
    assert_snapshot!(submit("MAINONLY").await, @"422 Invalid invite code.");
    assert_snapshot!(submit("ELMHOUSE").await, @"422 Invalid invite code.");
    let valid = submit("ANYDOOR-26").await.expect(200);
    assert_eq!(valid.body["autoInviteToAffiliation"], Value::Null);
    let form = json!({
        "email": email("nora"), "firstName": "Nora", "lastName": "Tester",
        "password": "Wharf-Lantern-42", "confirmPassword": "Wharf-Lantern-42",
        "inviteCodeId": valid.body["inviteCodeId"],
    });
    visitor.on("oak").post("/api/identity/join", form).await.expect(201);
    let uses = staff.main().get(&format!("{CODES}/{}/usage", open["id"].as_str().unwrap())).await;
    assert_eq!(uses.expect(200).items()[0]["userEmail"], email("nora"));
    let log = staff.main().get("/api/staff/audit?action=invite-code.create").await.expect(200);
    let consent: Vec<_> = log.items().iter().map(|act| &act["after"]["atPortals"]).collect();
    assert_eq!(consent, [false, true, false]);
}

/// Creates an affiliation with a creator. Returns its id.
async fn affiliation_created_by(app: &TestApp, name: &str, creator: &Browser) -> String {
    let affiliation = app.affiliation(name).await;
    let creator = uuid_of(&app.id_of(creator).await);
    app.set_affiliation_creator(&affiliation, creator).await;
    affiliation
}

#[tokio::test]
async fn creator_manages_codes_of_their_own_affiliation_only() {
    let app = TestApp::open().await;
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    let oak = affiliation_created_by(&app, "Oak House", &ada).await;
    let elm = affiliation_created_by(&app, "Elm House", &bob).await;
    let path = |id: &str| format!("/api/affiliations/{id}/invite-codes");
    let new = json!({ "code": "OAKPEOPLE", "customMessage": "Come in" });
    let made = ada.post(&path(&oak), new).await.expect(201);
    assert_eq!(made.body["autoInviteToAffiliation"]["affiliationName"], "Oak House");

    let seen = async |by: &Browser| {
        let affiliation = by.get(&format!("/api/affiliations/{oak}")).await.expect(200);
        affiliation.body["viewer"]["isCreator"].clone()
    };
    assert_eq!((seen(&ada).await, seen(&bob).await), (json!(true), json!(false)));
    assert_eq!(seen(&app.browser()).await, json!(false));

    let refused = bob.post(&path(&oak), json!({})).await;
    assert_snapshot!(refused, @"403 Only affiliation creators or staff can send invitations");
    assert_snapshot!(ada.get(&path(&elm)).await, @"403 Only affiliation creators or staff can send invitations");
    let foreign = format!("{}/{}/deactivate", path(&elm), made.id());
    assert_snapshot!(bob.post(&foreign, json!({})).await, @"404 Invite code not found");

    let valid = app.browser().post(VALIDATE, json!({ "code": "OAKPEOPLE" })).await.expect(200);
    join(&app, &valid.body["inviteCodeId"], "nora").await.expect(201);
    let invited = "SELECT COUNT(*) AS n FROM affiliation_invitations i JOIN users u ON u.id = i.user_id \
        WHERE u.email = $1 AND i.affiliation_name = 'Oak House' AND i.status = 'pending' \
        AND i.invited_by_staff_name = 'System' AND i.message = 'Come in'";
    assert_eq!(app.count(invited, vec![email("nora").into()]).await, 1);

    let uses = ada.get(&format!("{}/{}/usage", path(&oak), made.id())).await.expect(200);
    assert_eq!(uses.items().len(), 1);
    let own = format!("{}/{}/deactivate", path(&oak), made.id());
    assert_eq!(ada.post(&own, json!({})).await.expect(200).body["isActive"], false);
    assert_eq!(ada.get(&path(&oak)).await.expect(200).items().len(), 1);
    assert_eq!(bob.get(&path(&elm)).await.expect(200).items().len(), 0);
}
