//! What the people of the matrix do where it is not asked about: they talk, and show who they are.

use super::canaries::Words;
use super::world::{Door, Owner, Place, Principal, World};
use crate::kit::{Browser, PASSWORD, email};
use serde_json::json;

impl World {
    /// A path within an owner's community.
    pub fn community(&self, owner: Owner, rest: &str) -> String {
        format!("/api/communities/{}{rest}", self.things[&owner].community)
    }

    /// An owner's member says what is theirs in every way that others may be told of.
    pub async fn say_everything(&self, owner: Owner, words: Words) {
        let (member, path) =
            (&self.browsers[&words.member], |rest: &str| self.community(owner, rest));
        let threads = path("/threads");
        let caption = json!({ "caption": words.inside });
        let thread = member.post(&threads, caption).await.expect(201).id();
        let posts = format!("{threads}/{thread}/posts");
        let said = json!({ "content": words.inside });
        let post = member.post(&posts, said.clone()).await.expect(201).id();
        member.patch(&format!("/api/posts/{post}"), said.clone()).await.expect(200);
        member.post(&format!("/api/posts/{post}/like"), json!({})).await.expect(200);
        let written = json!({ "title": words.inside, "content": words.inside });
        let article = member.post(&path("/articles"), written).await.expect(201).id();
        let comments = format!("/api/articles/{article}/comments");
        member.post(&comments, said.clone()).await.expect(201);
        member.post(&path("/announcements"), said).await.expect(201);
        let described = json!({ "description": words.record });
        member.patch(&path(""), described).await.expect(200);
        member.patch("/api/me", json!({ "bio": words.own })).await.expect(200);
        // Whoever may join asks to.
        let outside = &self.browsers[&Principal::OfBoth];
        outside.post(&path("/join-requests"), json!({})).await.expect(201);
        if owner == Owner::Oak {
            let user = &self.accounts[&Principal::InOak(Place::Resting)];
            let rest = json!({ "userId": user, "preset": "1d", "reason": words.order });
            member.post(&path("/timeouts"), rest).await.expect(201);
        }
    }

    /// Everybody follows an owner's member, and those who may answers what was said.
    pub async fn answer_everything(&self, owner: Owner) {
        let things = &self.things[&owner];
        let posts = self.community(owner, &format!("/threads/{}/posts", things.thread));
        let answer = json!({ "content": "Indeed", "parentPostId": things.post });
        let comments = format!("/api/articles/{}/comments", things.article);
        let everybody = Principal::ALL.into_iter().filter(|who| who.is_in_good_standing());
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

    /// Everybody has shown just now who they are.
    pub async fn prove_everybody(&self) {
        let now = self.app.clock.now();
        self.app.sql("UPDATE sessions SET auth_time = $1", vec![now.into()]).await;
    }

    /// Signs somebody in at a door, if they still may.
    pub async fn sign_in(&self, browser: &Browser, principal: Principal, door: Door) {
        let at = browser.at_host(door.host());
        let proof = json!({
            "email": email(principal.name()), "password": PASSWORD, "staySignedIn": false,
        });
        let answer = at.post("/api/identity/login", proof).await;
        let token = json!({ "idToken": answer.body["idToken"] });
        at.post("/api/usersSignin", token).await;
    }
}
