//! What reaches people without their asking for it, or is put together for them later: streams, mails,
//! archives and copies. Nobody finds a word there that they could not have read.

use super::canaries::{ELM, OAK};
use super::world::{Door, Owner, Place, Principal, World};
use crate::kit::{Browser, LiveStream, email};
use platform::events::Topic;
use serde_json::json;
use std::io::{Cursor, Read};

const DOORS: [Door; 4] = [Door::Main, Door::Oak, Door::Elm, Door::OakOwn];

/// Everybody's streams, at every door that has one for them.
async fn listen(world: &World) -> Vec<(Principal, Door, LiveStream)> {
    let mut streams = Vec::new();
    for principal in Principal::ALL {
        for door in DOORS {
            let stream = world.at(principal, door).live(None).await;
            if stream.status == 200 {
                streams.push((principal, door, stream));
            }
        }
    }
    streams
}

/// Tells everybody something that all of their streams end with here.
async fn mark(world: &World) {
    let mut system = world.app.services().system("mark the streams of a test");
    let tx = system.begin().await.unwrap();
    for id in world.accounts.values() {
        let topic = Topic::User(id.parse().unwrap());
        tx.publish(topic, "notification.created", &json!({ "mark": true })).await.unwrap();
    }
    tx.commit().await.unwrap();
}

/// All that a stream told up to the mark.
async fn heard(stream: &mut LiveStream) -> String {
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
async fn no_stream_tells_a_foreign_word() {
    let world = World::open().await;
    let streams = listen(&world).await;
    assert_eq!(streams.len(), 26);
    for (owner, words) in [(Owner::Oak, OAK), (Owner::Elm, ELM)] {
        world.forget_limits(words.member).await;
        world.write_everywhere(owner, words).await;
    }
    world.app.work().await;
    mark(&world).await;
    let (mut surprises, mut insiders) = (Vec::new(), Vec::new());
    for (principal, door, mut stream) in streams {
        let heard = heard(&mut stream).await;
        if heard.contains(OAK.inside) {
            insiders.push((principal, door));
        }
        let leaks = world.canaries.in_text(principal, door, heard);
        surprises.extend(leaks.map(|leak| format!("{principal:?} at {door:?} hears {leak}")));
    }
    assert!(surprises.is_empty(), "{surprises:#?}");
    // What is theirs is told to all who are inside, wherever they listen.
    let inside = [Place::Admin, Place::Trustee, Place::Member, Place::Resting];
    for principal in inside.map(Principal::InOak).into_iter().chain([Principal::OfOak]) {
        for door in [Door::Main, Door::Oak, Door::OakOwn] {
            assert!(insiders.contains(&(principal, door)), "{principal:?} at {door:?}");
        }
    }
    assert_eq!(insiders.len(), 15, "{insiders:?}");
}

/// Has somebody sent every mail that they can ask for at a door.
async fn write_to(world: &World, principal: Principal, door: Door) {
    let at = world.at(principal, door);
    let address = email(principal.name());
    // Whoever asked for the end of their account elsewhere was signed out everywhere.
    world.sign_in(&world.browsers[&principal], principal, door).await;
    at.post("/api/identity/password/forgot", json!({ "email": address })).await;
    at.post("/api/identity/verification/resend", json!({})).await;
    at.post("/api/me/deletion", json!({ "confirmation": "DELETE" })).await;
    // Where nobody signed in before, there is a mail about it; it also takes the deletion back.
    let browser = world.app.browser();
    world.sign_in(&browser, principal, door).await;
    browser.at_host(door.host()).delete("/api/me/deletion").await;
}

#[tokio::test]
async fn no_mail_says_a_foreign_word() {
    let world = World::open().await;
    let (mut surprises, mut seen) = (Vec::new(), 0);
    world.app.work().await;
    for door in [Door::Main, Door::Oak, Door::Elm] {
        let before = world.app.mails().len();
        world.refresh_auth_time().await;
        for principal in Principal::ALL.into_iter().filter(|who| *who != Principal::Visitor) {
            world.forget_limits(principal).await;
            write_to(&world, principal, door).await;
        }
        world.app.work().await;
        for mail in world.app.mails().split_off(before) {
            let reader = Principal::ALL.into_iter().find(|who| mail.to == email(who.name()));
            let reader = reader.unwrap_or_else(|| panic!("{} is nobody here", mail.to));
            let whole = [mail.subject, mail.text, mail.html].concat();
            let leaks = world.canaries.in_text(reader, door, whole);
            surprises.extend(leaks.map(|leak| format!("{reader:?} at {door:?} reads {leak}")));
            seen += 1;
        }
    }
    assert!(surprises.is_empty(), "{surprises:#?}");
    assert!(seen > 60, "{seen}");
}

/// The whole of somebody's archive.
async fn archive(world: &World, who: &Browser) -> Option<String> {
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
async fn no_archive_holds_a_foreign_word() {
    let world = World::open().await;
    for (owner, words) in [(Owner::Oak, OAK), (Owner::Elm, ELM)] {
        world.forget_limits(words.member).await;
        world.write_everywhere(owner, words).await;
        world.reply_everywhere(owner).await;
    }
    world.app.work().await;
    world.refresh_auth_time().await;
    let (mut surprises, mut seen) = (Vec::new(), 0);
    for principal in Principal::ALL {
        let browser = &world.browsers[&principal];
        let Some(whole) = archive(&world, browser).await else { continue };
        seen += 1;
        let own = if principal == Principal::OfOak { OAK.inside } else { principal.name() };
        assert!(whole.contains(own), "{principal:?} finds what is theirs");
        let leaks = world.canaries.in_text(principal, Door::Main, whole);
        surprises.extend(leaks.map(|leak| format!("{principal:?} finds {leak}")));
    }
    assert!(surprises.is_empty(), "{surprises:#?}");
    // All but visitors and who is banned.
    assert_eq!(seen, Principal::ALL.len() - 2);
}

#[tokio::test]
async fn a_copy_of_a_community_is_for_its_admins_and_holds_no_foreign_word() {
    let world = World::open().await;
    for (owner, words) in [(Owner::Oak, OAK), (Owner::Elm, ELM)] {
        world.forget_limits(words.member).await;
        world.write_everywhere(owner, words).await;
        world.reply_everywhere(owner).await;
    }
    world.refresh_auth_time().await;
    let mut copied = Vec::new();
    for principal in Principal::ALL {
        for (owner, door) in DOORS.into_iter().flat_map(|d| [(Owner::Oak, d), (Owner::Elm, d)]) {
            world.forget_limits(principal).await;
            let path = world.community(owner, "/export");
            let copy = world.at(principal, door).get(&path).await;
            let leaks: Vec<_> = world.canaries.leaked_words(principal, door, &copy).collect();
            assert!(leaks.is_empty(), "{principal:?} at {door:?} finds {leaks:?}");
            if copy.status == 200 {
                let words = if owner == Owner::Oak { OAK } else { ELM };
                assert!(copy.text.contains(words.inside), "{principal:?} at {door:?}");
                copied.push((principal, owner, door));
            }
        }
    }
    let admins = [Principal::OfOak, Principal::InOak(Place::Admin)];
    let of_oak = admins
        .into_iter()
        .flat_map(|who| [Door::Main, Door::Oak, Door::OakOwn].map(|door| (who, Owner::Oak, door)));
    let of_elm = [Door::Main, Door::Elm].map(|door| (Principal::OfElm, Owner::Elm, door));
    for expected in of_oak.chain(of_elm) {
        let place = copied.iter().position(|found| *found == expected);
        copied.remove(place.unwrap_or_else(|| panic!("{expected:?} gets a copy")));
    }
    assert!(copied.is_empty(), "{copied:?}");
}
