//! Site of each email: brand and address of the site on which the request was made, also if the
//! email is sent later or from another site.

use crate::affiliation_requests::answers;
use crate::kit::{Browser, Mail, PASSWORD, Portal, TestApp, email, totp};
use chrono::Duration;
use serde_json::json;

const MAIN: (&str, &str) = ("Guildhall", "http://localhost:8080");
const OAK: (&str, &str) = ("Oak House", "http://oak.localhost:8080");

/// A portal, and Ada, who administers its affiliation and is signed in on both sites.
async fn open() -> (TestApp, Portal, Browser) {
    let app = TestApp::open().await;
    let oak = app.portal("Oak House", "oak").await;
    let ada = app.member("ada").await;
    app.add_to_affiliation(&ada, &oak.affiliation).await;
    app.make_affiliation_admin(&ada, &oak.affiliation).await;
    app.sign_in(&ada, "oak.localhost", "ada").await;
    (app, oak, ada)
}

/// The newest email to this person, once all are sent.
async fn last_mail(app: &TestApp, name: &str) -> Mail {
    app.work().await;
    app.mails().into_iter().rfind(|mail| mail.to == email(name)).unwrap()
}

/// Asserts that the email ends with this site's name and address, and that every link leads there.
fn assert_site(mail: &Mail, (name, origin): (&str, &str)) {
    let signature = format!("--\n{name}\n{origin}");
    let text = mail.text.replace("\r\n", "\n");
    assert!(text.contains(&signature), "{text}");
    let links = text.match_indices("http").map(|(at, _)| &text[at..]);
    for link in links {
        assert!(link.starts_with(origin), "{text}");
    }
}

#[tokio::test]
async fn decision_mail_has_the_site_of_the_request_on_every_site() {
    for (made_on, decided_on, site) in [
        ("localhost", "localhost", MAIN),
        ("localhost", "oak.localhost", MAIN),
        ("oak.localhost", "localhost", OAK),
        ("oak.localhost", "oak.localhost", OAK),
    ] {
        let (app, oak, ada) = open().await;
        let bob = app.member("bob").await;
        app.sign_in(&bob, "oak.localhost", "bob").await;
        let path = format!("/api/affiliations/{}/requests", oak.affiliation);
        let body = json!({ "answers": answers() });
        for (decision, said) in
            [("reject", json!({ "rejectionReason": "Not yet." })), ("approve", json!({}))]
        {
            let made = bob.at_host(made_on).post(&path, body.clone()).await.expect(201).id();
            let decide = format!("{path}/{made}/{decision}");
            ada.at_host(decided_on).post(&decide, said).await.expect(200);
            let mail = last_mail(&app, "bob").await;
            assert_site(&mail, site);
            let page = format!("{}/affiliation/{}", site.1, oak.affiliation);
            assert!(mail.text.contains(&page), "{made_on} {decision}: {}", mail.text);
        }
    }
}

#[tokio::test]
async fn decision_of_staff_has_the_portals_own_domain_and_current_name() {
    let (app, oak, _) = open().await;
    let (bob, stella) = (app.member("bob").await, app.staff("stella").await);
    app.sign_in(&bob, "oak.localhost", "bob").await;
    let path = format!("/api/affiliations/{}/requests", oak.affiliation);
    let made = bob.on("oak").post(&path, json!({ "answers": answers() })).await.expect(201).id();
    app.add_domain(&oak, "members.oak.example").await;
    app.sql("UPDATE brands SET name = 'Oak Alumni' WHERE state = 'published'", vec![]).await;
    let decide = format!("/api/staff/affiliation-requests/{made}/approve");
    stella.post(&decide, json!({})).await.expect(200);
    let mail = last_mail(&app, "bob").await;
    assert_site(&mail, ("Oak Alumni", "http://members.oak.example:8080"));
}

#[tokio::test]
async fn decision_mail_leads_to_the_main_site_if_the_portal_has_closed() {
    let (app, oak, ada) = open().await;
    let path = format!("/api/affiliations/{}/requests", oak.affiliation);
    for (state, name) in [("suspended", "Oak House"), ("archived", "Guildhall")] {
        let person = if state == "suspended" { "bob" } else { "cleo" };
        let applicant = app.member(person).await;
        let body = json!({ "answers": answers() });
        let made = applicant.post(&path, body).await.expect(201).id();
        // As if it had been made on the portal, which has closed meanwhile.
        let on_portal = "UPDATE affiliation_requests SET made_on_portal = TRUE";
        app.sql(on_portal, vec![]).await;
        app.set_portal_state(&oak.affiliation, state).await;
        ada.post(&format!("{path}/{made}/approve"), json!({})).await.expect(200);
        assert_site(&last_mail(&app, person).await, (name, MAIN.1));
    }
}

#[tokio::test]
async fn addition_and_waitlist_mails_have_the_main_site() {
    let app = TestApp::open().await;
    let (bob, stella) = (app.member("bob").await, app.staff("stella").await);
    let missing = json!({ "name": "Elm", "description": "A house of elms.", "isPrivate": false });
    let made = bob.post("/api/affiliation-requests", missing).await.expect(201).id();
    let decide = format!("/api/staff/affiliation-requests/{made}/approve");
    stella.post(&decide, json!({})).await.expect(200);
    assert_site(&last_mail(&app, "bob").await, MAIN);
    let entry = crate::waitlist::answers(&email("dora"));
    app.browser().post("/api/waitlist", entry).await.expect(201);
    let id = stella.get("/api/staff/waitlist").await.expect(200).items()[0]["id"].clone();
    let invite = format!("/api/staff/waitlist/{}/invite", id.as_str().unwrap());
    stella.post(&invite, json!({})).await.expect(200);
    assert_site(&last_mail(&app, "dora").await, MAIN);
}

#[tokio::test]
async fn account_mails_have_the_portal_they_were_caused_on() {
    let (app, _, ada) = open().await;
    let at = ada.on("oak");
    at.post("/api/identity/password/forgot", json!({ "email": email("ada") })).await.expect(200);
    assert_site(&last_mail(&app, "ada").await, OAK);

    let another = "Copper-Heron-77";
    let change = json!({ "currentPassword": PASSWORD, "newPassword": another,
        "confirmPassword": another });
    at.post("/api/identity/password/change", change).await.expect(200);
    assert_site(&last_mail(&app, "ada").await, OAK);

    let bob = app.member("bob").await;
    app.clock.advance_by(Duration::minutes(2));
    let elsewhere = app.browser();
    app.sign_in(&elsewhere, "oak.localhost", "bob").await;
    let mail = last_mail(&app, "bob").await;
    assert_eq!(mail.subject, "New sign-in to Oak House");
    assert_site(&mail, OAK);

    app.newcomer("rosa").await;
    app.clock.advance_by(Duration::minutes(2));
    let resend = json!({ "email": email("rosa") });
    app.browser().on("oak").post("/api/identity/verification/resend", resend).await.expect(200);
    assert_site(&last_mail(&app, "rosa").await, OAK);
    drop(bob);
}

#[tokio::test]
async fn account_deletion_mails_have_the_site_of_the_request_until_the_last_one() {
    for (host, site) in [("localhost", MAIN), ("oak.localhost", OAK)] {
        let (app, _, ada) = open().await;
        let ask = json!({ "confirmation": "DELETE" });
        ada.at_host(host).post("/api/me/deletion", ask).await.expect(200);
        assert_site(&last_mail(&app, "ada").await, site);
        app.clock.advance_by(Duration::days(7) + Duration::minutes(1));
        let farewell = last_mail(&app, "ada").await;
        assert_eq!(farewell.subject, format!("Your account at {} has been deleted", site.0));
        assert_site(&farewell, site);
    }
}

#[tokio::test]
async fn authenticator_entry_and_its_mail_have_the_name_of_the_site() {
    for (host, site, issuer) in
        [("localhost", MAIN, "Guildhall"), ("oak.localhost", OAK, "Oak%20House")]
    {
        let (app, _, ada) = open().await;
        let at = ada.at_host(host);
        let begun = at.post("/api/me/mfa/totp", json!({})).await.expect(200).body;
        let secret = begun["secret"].as_str().unwrap();
        let uri =
            format!("otpauth://totp/{issuer}:ada%40people.example?secret={secret}&issuer={issuer}");
        assert_eq!(begun["otpauthUri"], uri);
        let code = json!({ "code": totp(secret, app.clock.now()) });
        at.post("/api/me/mfa/totp/confirm", code).await.expect(200);
        let mail = last_mail(&app, "ada").await;
        assert_eq!(mail.subject, format!("How you sign in to {} was changed", site.0));
        assert_site(&mail, site);
    }
}
