//! Live streams, mails, data exports and community exports contain no canary word that the recipient could not
//! have read.

use super::canaries::{ELM, OAK};
use super::world::{Owner, Place, Principal, Site, World};
use crate::kit::{Browser, LiveStream, email};
use platform::events::Topic;
use serde_json::json;
use std::io::{Cursor, Read};

const SITES: [Site; 4] = [Site::Main, Site::Oak, Site::Elm, Site::OakOwn];

/// Streams of all principals, on every site that allows them one.
async fn open_streams(world: &World) -> Vec<(Principal, Site, LiveStream)> {
    let mut streams = Vec::new();
    for principal in Principal::ALL {
        for site in SITES {
            let stream = world.at(principal, site).live(None).await;
            if stream.status == 200 {
                streams.push((principal, site, stream));
            }
        }
    }
    streams
}

/// Publishes a marker to all users.
async fn publish_marker(world: &World) {
    let mut system = world.app.services().system("mark the streams of a test");
    let tx = system.begin().await.unwrap();
    for id in world.accounts.values() {
        let topic = Topic::User(id.parse().unwrap());
        tx.publish(topic, "notification.created", &json!({ "mark": true })).await.unwrap();
    }
    tx.commit().await.unwrap();
}

/// Text of all frames up to the marker.
async fn text_until_marker(stream: &mut LiveStream) -> String {
    let mut heard = String::new();
    loop {
        let frame = stream.next().await.expect("the stream goes on").data;
        if frame["mark"] == true {
            return heard;
        }
        heard.push_str(&frame.to_string());
    }
}

#[tokio::test]
async fn live_streams_contain_only_events_the_viewer_may_see() {
    let world = World::open().await;
    let streams = open_streams(&world).await;
    assert_eq!(streams.len(), 26);
    for (owner, words) in [(Owner::Oak, OAK), (Owner::Elm, ELM)] {
        world.clear_limits(words.member).await;
        world.write_everywhere(owner, words).await;
    }
    world.app.work().await;
    publish_marker(&world).await;
    let (mut surprises, mut insiders) = (Vec::new(), Vec::new());
    for (principal, site, mut stream) in streams {
        let heard = text_until_marker(&mut stream).await;
        if heard.contains(OAK.inside) {
            insiders.push((principal, site));
        }
        let leaks = world.canaries.in_text(principal, site, heard);
        surprises.extend(leaks.map(|leak| format!("{principal:?} on {site:?} receives {leak}")));
    }
    assert!(surprises.is_empty(), "{surprises:#?}");
    // All members receive the content of their community, on every site.
    let inside = [Place::Admin, Place::Trustee, Place::Member, Place::Resting];
    for principal in inside.map(Principal::InOak).into_iter().chain([Principal::OfOak]) {
        for site in [Site::Main, Site::Oak, Site::OakOwn] {
            assert!(insiders.contains(&(principal, site)), "{principal:?} at {site:?}");
        }
    }
    assert_eq!(insiders.len(), 15, "{insiders:?}");
}

/// Requests every mail that the principal can cause on a site.
async fn request_all_mails(world: &World, principal: Principal, site: Site) {
    let at = world.at(principal, site);
    let address = email(principal.name());
    // A deletion request on another site has signed the user out everywhere.
    world.sign_in(&world.browsers[&principal], principal, site).await;
    at.post("/api/identity/password/forgot", json!({ "email": address })).await;
    at.post("/api/identity/verification/resend", json!({})).await;
    at.post("/api/me/deletion", json!({ "confirmation": "DELETE" })).await;
    // Signing in from a new browser sends a mail; this session then cancels the deletion.
    let browser = world.app.browser();
    world.sign_in(&browser, principal, site).await;
    browser.at_host(site.host()).delete("/api/me/deletion").await;
}

#[tokio::test]
async fn mails_contain_only_data_the_recipient_may_see() {
    let world = World::open().await;
    let (mut surprises, mut seen) = (Vec::new(), 0);
    world.app.work().await;
    for site in [Site::Main, Site::Oak, Site::Elm] {
        let before = world.app.mails().len();
        world.refresh_auth_time().await;
        for principal in Principal::ALL.into_iter().filter(|who| *who != Principal::Visitor) {
            world.clear_limits(principal).await;
            request_all_mails(&world, principal, site).await;
        }
        world.app.work().await;
        for mail in world.app.mails().split_off(before) {
            let reader = Principal::ALL.into_iter().find(|who| mail.to == email(who.name()));
            let reader = reader.unwrap_or_else(|| panic!("{} is not a principal", mail.to));
            let whole = [mail.subject, mail.text, mail.html].concat();
            let leaks = world.canaries.in_text(reader, site, whole);
            surprises.extend(leaks.map(|leak| format!("{reader:?} at {site:?} reads {leak}")));
            seen += 1;
        }
    }
    assert!(surprises.is_empty(), "{surprises:#?}");
    assert!(seen > 60, "{seen}");
}

/// Text of all files of the user's data export.
async fn data_export(world: &World, who: &Browser) -> Option<String> {
    let asked = who.post("/api/me/export", json!({})).await;
    let id = asked.body["id"].as_str().filter(|_| asked.status == 200)?.to_owned();
    world.app.work().await;
    let ready = who.get("/api/me/export").await.expect(200).body;
    assert_eq!(ready["export"]["state"], "ready");
    let owner = world.app.id_of(who).await;
    let key = format!("users/{owner}/export-{id}.zip").parse().unwrap();
    let stored = world.app.services().blob().get(&key).await.unwrap().unwrap();
    let mut zip = zip::ZipArchive::new(Cursor::new(stored.bytes)).unwrap();
    let mut whole = String::new();
    for n in 0..zip.len() {
        zip.by_index(n).unwrap().read_to_string(&mut whole).unwrap();
    }
    Some(whole)
}

#[tokio::test]
async fn data_exports_contain_only_data_the_user_may_see() {
    let world = World::open().await;
    for (owner, words) in [(Owner::Oak, OAK), (Owner::Elm, ELM)] {
        world.clear_limits(words.member).await;
        world.write_everywhere(owner, words).await;
        world.reply_everywhere(owner).await;
    }
    world.app.work().await;
    world.refresh_auth_time().await;
    let (mut surprises, mut seen) = (Vec::new(), 0);
    for principal in Principal::ALL {
        let browser = &world.browsers[&principal];
        let Some(whole) = data_export(&world, browser).await else { continue };
        seen += 1;
        let own = if principal == Principal::OfOak { OAK.inside } else { principal.name() };
        assert!(whole.contains(own), "{principal:?} finds their own data");
        let leaks = world.canaries.in_text(principal, Site::Main, whole);
        surprises.extend(leaks.map(|leak| format!("{principal:?} finds {leak}")));
    }
    assert!(surprises.is_empty(), "{surprises:#?}");
    // Everyone except visitors and banned users.
    assert_eq!(seen, Principal::ALL.len() - 2);
}

#[tokio::test]
async fn community_export_is_for_admins_and_contains_only_its_own_data() {
    let world = World::open().await;
    for (owner, words) in [(Owner::Oak, OAK), (Owner::Elm, ELM)] {
        world.clear_limits(words.member).await;
        world.write_everywhere(owner, words).await;
        world.reply_everywhere(owner).await;
    }
    world.refresh_auth_time().await;
    let mut copied = Vec::new();
    for principal in Principal::ALL {
        for (owner, site) in SITES.into_iter().flat_map(|d| [(Owner::Oak, d), (Owner::Elm, d)]) {
            world.clear_limits(principal).await;
            let path = world.community(owner, "/export");
            let copy = world.at(principal, site).get(&path).await;
            let leaks: Vec<_> = world.canaries.leaked_words(principal, site, &copy).collect();
            assert!(leaks.is_empty(), "{principal:?} at {site:?} finds {leaks:?}");
            if copy.status == 200 {
                let words = if owner == Owner::Oak { OAK } else { ELM };
                assert!(copy.text.contains(words.inside), "{principal:?} at {site:?}");
                copied.push((principal, owner, site));
            }
        }
    }
    let admins = [Principal::OfOak, Principal::InOak(Place::Admin)];
    let of_oak = admins
        .into_iter()
        .flat_map(|who| [Site::Main, Site::Oak, Site::OakOwn].map(|site| (who, Owner::Oak, site)));
    let of_elm = [Site::Main, Site::Elm].map(|site| (Principal::OfElm, Owner::Elm, site));
    for expected in of_oak.chain(of_elm) {
        let place = copied.iter().position(|found| *found == expected);
        copied.remove(place.unwrap_or_else(|| panic!("{expected:?} gets a copy")));
    }
    assert!(copied.is_empty(), "{copied:?}");
}
