//! Branding of a portal's emails, as received by a mail server.

use super::World;
use crate::kit::uploads::{plain, upload};
use crate::kit::{MailServer, TestApp, email};
use image::ImageFormat;
use serde_json::json;

#[tokio::test]
async fn portal_email_has_the_portals_brand() {
    let office = MailServer::open().await;
    let smtp = office.url("");
    let settings = [("mail.smtp_url", smtp.as_str()), ("mail.from", "post@hall.example")];
    let app = TestApp::open_with(&settings).await.reading_mails_of(&office);
    let (stella, ada) = (app.member("stella").await, app.member("ada").await);
    let world = World::of(app, stella, ada).await;
    let mark = plain(256, 256, [9, 9, 9], ImageFormat::Png);
    upload(&world.ada, &world.at("mark"), &mark).await.expect(200);
    world
        .publish(json!({
            "name": "Harbour Union", "colour": "#ff6a00", "mailSenderName": "HTWU, the office",
            "mailFooter": "Pier 4 & 5, Northport",
        }))
        .await;
    let before = office.received().await.len();
    let forgotten = json!({ "email": email("ada") });
    let visitor = world.app.browser();
    for site in [visitor.on("oak"), visitor.main()] {
        site.post("/api/identity/password/forgot", forgotten.clone()).await.expect(200);
        world.app.work().await;
        world.app.clock.advance_by(chrono::Duration::minutes(1));
    }
    let given = office.received().await;
    let [theirs, ours] = &given[before..] else {
        panic!("two mails, not {}", given.len() - before)
    };
    assert_eq!(theirs.from, "HTWU, the office <post@hall.example>");
    assert_eq!(theirs.subject, "Choose a new password for Harbour Union");
    let lines: Vec<&str> = theirs.text.trim_end().lines().rev().take(3).map(str::trim).collect();
    assert_eq!(lines, ["Pier 4 & 5, Northport", "http://oak.localhost:8080", "Harbour Union"]);
    assert!(theirs.html.contains("#ff6a00") && theirs.html.contains("Pier 4 &amp; 5, Northport"));
    let overview = world.overview().await;
    let icons = overview["published"]["iconsUrl"].as_str().unwrap();
    let mark = format!("{icons}-192.png");
    let image = format!("<img src=\"http://oak.localhost:8080{mark}\"");
    assert!(theirs.html.contains(&image), "{}", theirs.html);
    visitor.on("oak").get(&mark).await.expect(200);
    assert_eq!(ours.from, "Guildhall <post@hall.example>");
    assert!(ours.html.contains("#0e6b5e") && !ours.html.contains("<img"));
    assert!(!ours.text.contains("Pier 4"));
}
