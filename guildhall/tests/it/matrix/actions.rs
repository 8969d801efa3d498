//! Actions that create content and sessions in the world of the matrix.

use super::canaries::Words;
use super::world::{Owner, Place, Principal, Site, World};
use crate::kit::{Browser, PASSWORD, email};
use serde_json::json;

impl World {
    /// A path within the owner's community.
    pub fn community(&self, owner: Owner, rest: &str) -> String {
        format!("/api/communities/{}{rest}", self.things[&owner].community)
    }

    /// The owner's member writes their canary words in every kind of content that others may be notified of.
    pub async fn write_everywhere(&self, owner: Owner, words: Words) {
        let (member, path) =
            (&self.browsers[&words.member], |rest: &str| self.community(owner, rest));
        let threads = path("/threads");
        let caption = json!({ "caption": words.inside });
        let thread = member.post(&threads, caption).await.expect(201).id();
        let posts = format!("{threads}/{thread}/posts");
        let body = json!({ "content": words.inside });
        let post = member.post(&posts, body.clone()).await.expect(201).id();
        member.patch(&format!("/api/posts/{post}"), body.clone()).await.expect(200);
        member.post(&format!("/api/posts/{post}/like"), json!({})).await.expect(200);
        let written = json!({ "title": words.inside, "content": words.inside });
        let article = member.post(&path("/articles"), written).await.expect(201).id();
        let comments = format!("/api/articles/{article}/comments");
        member.post(&comments, body.clone()).await.expect(201);
        member.post(&path("/announcements"), body).await.expect(201);
        let start = self.app.clock.now() + chrono::Duration::days(9);
        let event = json!({
            "content": words.inside, "startsAt": start, "location": words.inside,
        });
        let event = member.post(&path("/announcements"), event).await.expect(201).id();
        let answer = path(&format!("/announcements/{event}/rsvp"));
        member.put(&answer, json!({ "answer": "yes" })).await.expect(200);
        let described = json!({ "description": words.record });
        member.patch(&path(""), described).await.expect(200);
        member.patch("/api/me", json!({ "bio": words.own })).await.expect(200);
        // An eligible non-member requests to join.
        let outside = &self.browsers[&Principal::OfBoth];
        outside.post(&path("/join-requests"), json!({})).await.expect(201);
        if owner == Owner::Oak {
            let user = &self.accounts[&Principal::InOak(Place::Resting)];
            let rest = json!({ "userId": user, "preset": "1d", "reason": words.order });
            member.post(&path("/timeouts"), rest).await.expect(201);
        }
    }

    /// All active users follow the owner's member, and members reply to the content.
    pub async fn reply_everywhere(&self, owner: Owner) {
        let things = &self.things[&owner];
        let posts = self.community(owner, &format!("/threads/{}/posts", things.thread));
        let answer = json!({ "content": "Indeed", "parentPostId": things.post });
        let comments = format!("/api/articles/{}/comments", things.article);
        let everybody = Principal::ALL.into_iter().filter(|who| who.is_active());
        for principal in everybody.filter(|who| Some(*who) != owner.member()) {
            let browser = &self.browsers[&principal];
            let follow = format!("/api/users/{}/follow", things.account);
            browser.main().put(&follow, json!({})).await.expect(200);
            let speaks = principal.place().is_some_and(|place| place != Place::Resting);
            if owner == Owner::Oak && speaks {
                browser.post(&posts, answer.clone()).await.expect(201);
                browser.post(&comments, json!({ "content": "Indeed" })).await.expect(201);
                let like = format!("/api/posts/{}/like", things.post);
                browser.post(&like, json!({})).await.expect(200);
            }
        }
    }

    /// Gives every session a recent authentication time.
    pub async fn refresh_auth_time(&self) {
        let now = self.app.clock.now();
        self.app.set_auth_time_of_all_sessions(now).await;
    }

    /// Tries to sign a principal in on a site.
    pub async fn sign_in(&self, browser: &Browser, principal: Principal, site: Site) {
        let at = browser.at_host(site.host());
        let proof = json!({
            "email": email(principal.name()), "password": PASSWORD, "staySignedIn": false,
        });
        let answer = at.post("/api/identity/login", proof).await;
        let token = json!({ "idToken": answer.body["idToken"] });
        at.post("/api/usersSignin", token).await;
    }
}
