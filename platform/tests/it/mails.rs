//! Content and layout of every email, on main and on a portal: one snapshot each.

use platform::mail::{
    CaughtMail, DigestGroup, DigestItem, MailBrand, MailContent, MailJob, Mailer,
    NotificationDigest, NotificationMail, TranscriptLine,
};
use platform::{Clock, Language};
use std::path::Path;

fn brand(name: &str, color: &str, host: &str) -> MailBrand {
    let origin = format!("https://{host}");
    MailBrand { name: name.to_owned(), color: color.to_owned(), origin, ..MailBrand::default() }
}

fn affiliation_invitation(link: String) -> MailContent {
    MailContent::AffiliationInvitation {
        inviter: "Grace Hopper".to_owned(),
        affiliation: "Leith Rowing Club".to_owned(),
        code: "7QK2M9XTPA".to_owned(),
        link,
        valid_days: 14,
    }
}

fn support_mails(link: &str) -> [MailContent; 3] {
    let (first_name, link) = ("Grace".to_owned(), link.to_owned());
    let topic = "Where is my picture?".to_owned();
    let line = |name: &str, text: &str| TranscriptLine {
        name: name.to_owned(),
        at: "22 November 2026, 09:14 UTC".to_owned(),
        text: text.to_owned(),
    };
    [
        MailContent::SupportTicket {
            first_name: first_name.clone(),
            heading: "New reply to your ticket".to_owned(),
            message: "Support has replied to your ticket.".to_owned(),
            ticket: "Cannot upload <our> logo".to_owned(),
            short_id: "7F3KQ2AB".to_owned(),
            reply: "It is larger than 10 MB.\nPlease make it smaller.".to_owned(),
            link: link.clone(),
        },
        MailContent::SupportChat {
            first_name: first_name.clone(),
            topic: topic.clone(),
            answer: "It is back.".to_owned(),
            link: link.clone(),
        },
        MailContent::SupportTranscript {
            first_name,
            topic,
            lines: vec![
                line("Grace Hopper", "My picture is missing."),
                line("Owen Pritchard", "It is back."),
            ],
            link,
        },
    ]
}

/// One email of each kind, as sent from this site.
fn every_mail(origin: &str) -> Vec<MailContent> {
    let support = support_mails(&format!("{origin}/support"));
    let notifications = notification_mails(origin);
    account_mails(origin).into_iter().chain(support).chain(notifications).collect()
}

fn notification_mails(origin: &str) -> [MailContent; 2] {
    let first_name = || "Grace".to_owned();
    let settings = || format!("{origin}/settings/notifications");
    let unsubscribe = || format!("{origin}/unsubscribe/Zm9ydHktdGhyZWU");
    let item = |title: &str, message: &str| DigestItem {
        title: title.to_owned(),
        message: message.to_owned(),
        link: format!("{origin}/notification/01890a5d"),
    };
    let group = |heading: &str, items: Vec<DigestItem>, more: usize| DigestGroup {
        heading: heading.to_owned(),
        items,
        more,
    };
    [
        MailContent::Notification(NotificationMail {
            first_name: first_name(),
            subject: "[Long spans] How do <cables> age?".to_owned(),
            title: "Ada Lovelace replied to your post".to_owned(),
            message: "How do <cables> age?".to_owned(),
            excerpt: "Faster than the towers, & near the sea twice as fast.".to_owned(),
            community: "Long spans".to_owned(),
            link: format!("{origin}/notification/01890a5d"),
            unsubscribe: unsubscribe(),
            settings: settings(),
        }),
        MailContent::NotificationDigest(NotificationDigest {
            first_name: first_name(),
            count: 6,
            groups: vec![
                group(
                    "Long spans",
                    vec![
                        item("Ada Lovelace replied to your post", "How do <cables> age?"),
                        item("New thread in Long spans", "Moving day"),
                    ],
                    3,
                ),
                group("Messages", vec![item("New message", "2 unread messages from Ada.")], 0),
            ],
            link: format!("{origin}/activity"),
            unsubscribe: unsubscribe(),
            settings: settings(),
        }),
    ]
}

/// Emails about the account, affiliations and the waitlist.
fn account_mails(origin: &str) -> [MailContent; 13] {
    let text = str::to_owned;
    let first_name = || text("Grace");
    let link = |path: &str| format!("{origin}{path}");
    let token = "Zm9ydHktdGhyZWUtbGV0dGVycy1hbmQtbm9uZS1vZi10aGVt";
    [
        MailContent::VerifyEmail {
            first_name: first_name(),
            link: link(&format!("/verify-email?token={token}")),
            valid_hours: 24,
        },
        MailContent::TestEmail { first_name: first_name() },
        MailContent::ResetPassword {
            first_name: first_name(),
            link: link(&format!("/reset-password?token={token}")),
            valid_minutes: 30,
        },
        MailContent::SignUpAttempt {
            first_name: first_name(),
            login: link("/login"),
            recovery: link("/forgot-password"),
        },
        MailContent::PasswordChanged {
            first_name: first_name(),
            when: text("22 November 2026, 09:14 UTC"),
            recovery: link("/forgot-password"),
        },
        MailContent::FactorNotice {
            first_name: first_name(),
            change: text("Two-factor authentication was turned on."),
            at: text("22 November 2026, 09:14 UTC"),
        },
        MailContent::NewDevice {
            first_name: first_name(),
            device: text("Firefox on Linux"),
            network: text("203.0.113.0/24"),
            when: text("22 November 2026, 09:14 UTC"),
            devices: link("/settings/devices"),
        },
        MailContent::WaitlistInvitation {
            name: text("Grace Hopper"),
            code: text("7QK2M9XTPA"),
            link: link("/signup?code=7QK2M9XTPA"),
            valid_days: 14,
            message: text("We kept a chair for you."),
        },
        affiliation_invitation(link("/signup?code=7QK2M9XTPA")),
        MailContent::ApplicationAnswered {
            first_name: first_name(),
            affiliation: text("Harbour & Transport Workers' Union"),
            approved: false,
            reason: text("We could not find you on the roll of 2019.\nWrite to us?"),
            link: link("/affiliation/htwu"),
        },
        MailContent::AdditionAnswered {
            first_name: first_name(),
            affiliation: text("Leith Rowing Club"),
            approved: true,
            reason: String::new(),
            link: link("/affiliation/leith"),
        },
        MailContent::DeletionRequested {
            first_name: first_name(),
            due: text("22 December 2026"),
            link: link("/login"),
        },
        MailContent::AccountDeleted { first_name: first_name() },
    ]
}

/// `e2e/journeys/mails.spec.ts` opens the HTML of these snapshots.
#[tokio::test]
async fn every_email_matches_its_snapshot_on_both_sites_and_in_german() {
    let ashcombe = brand("Ashcombe", "#7a1f2b", "ashcombe.guildhall.example");
    let german = MailBrand {
        language: Some(Language::De),
        time_zone: Some(chrono_tz::Europe::Berlin),
        ..ashcombe.clone()
    };
    let sites = [
        ("main", brand("Guildhall", "", "guildhall.example")),
        ("ashcombe", ashcombe),
        ("german", german),
    ];
    for (site, brand) in sites {
        for content in every_mail(&brand.origin) {
            let mailer =
                Mailer::to_catcher("no-reply@guildhall.example", Clock::system_clock()).unwrap();
            let name = format!("{}-{site}", content.name());
            let to = "grace@example.org".to_owned();
            let mail = MailJob { to, brand: brand.clone(), content };
            mailer.send(&mail.to_outgoing()).await.unwrap();
            let CaughtMail { from, subject, text, html, .. } = mailer.caught_mails().remove(0);
            let text = format!("From: {from}\nSubject: {subject}\n\n{text}");
            insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
                insta::assert_snapshot!(format!("{name}.txt"), text);
                insta::assert_snapshot!(format!("{name}.html"), html);
            });
        }
    }
}

#[test]
fn every_template_has_a_snapshot() {
    let mails: Vec<_> = every_mail("").iter().map(MailContent::name).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/mail/templates");
    for file in std::fs::read_dir(folder).unwrap() {
        if file.as_ref().unwrap().path().is_dir() {
            continue;
        }
        let file = file.unwrap().file_name().into_string().unwrap();
        let (name, _) = file.split_once('.').unwrap();
        let is_mail = !["frame", "dev", "dev-list"].contains(&name);
        assert!(!is_mail || mails.contains(&name), "{file}");
    }
}
