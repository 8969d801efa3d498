//! Compares the screens of one viewer and all counts with the model.

use super::model::{Post, is_eligible, is_shown};
use super::steps::{At, OAK, OPEN, Place};
use super::world::{SAM, Walk};
use crate::community_fixture::texts;
use crate::kit::Reply;
use serde_json::json;

/// Most posts in a search result.
const FOUND_MAX: usize = 20;

impl Walk<'_> {
    /// Compares member and post counts, as shown to staff, who see every community.
    pub async fn compare_counts(&self) {
        for place in [OAK, OPEN] {
            let here = &self.model.communities[place];
            let shown = self.world.browsers[SAM].get(&self.path(place, "")).await;
            if here.is_gone {
                assert_eq!(shown.status, 404, "a deleted community is hidden from staff too");
                continue;
            }
            let shown = shown.expect(200).body;
            let counts = [&shown["memberCount"], &shown["totalPosts"]];
            assert_eq!(counts, [&json!(here.seats.len()), &json!(here.posts.len())]);
            assert_eq!(shown["deletionStatus"]["isPending"], here.ends);
            assert_eq!(shown["status"] == "paused", here.rests);
            assert_eq!(shown["visibility"], here.visibility);
        }
    }

    fn path(&self, place: Place, rest: &str) -> String {
        format!("/api/communities/{}{rest}", self.communities[place])
    }

    /// Compares all lists of a viewer, and the content of one community.
    pub async fn compare_screens(&self, viewer: At, place: Place) {
        let site = self.world.at(viewer);
        let seen = Seen {
            mine: site.get("/api/communities?limit=50").await,
            discover: site.get("/api/communities?scope=discover&limit=50").await,
            one: site.get(&self.path(place, "")).await,
            members: site.get(&self.path(place, "/members")).await,
            threads: site.get(&self.path(place, "/threads")).await,
            posts: site.get(&self.path(place, &self.posts_of(place))).await,
            found: site.get("/api/search?type=posts&q=remark").await,
            places: site.get("/api/search?type=communities&q=walkabout").await,
        };
        if let Some(refusal) = self.model.refusal(viewer) {
            assert_eq!(seen.statuses(), [refusal; 8], "{viewer:?} is not let in");
            return;
        }
        self.compare_lists(viewer, &seen);
        self.compare_community_page(viewer, place, &seen);
        self.compare_content(viewer, place, &seen);
        self.compare_search(viewer, &seen);
    }

    fn posts_of(&self, place: Place) -> String {
        format!("/threads/{}/posts", self.threads[place])
    }

    /// Ids of the communities that satisfy the predicate.
    fn communities_where(&self, is_one: impl Fn(Place) -> bool) -> Vec<String> {
        let those = [OAK, OPEN].into_iter().filter(|place| is_one(*place));
        sorted(those.map(|place| self.communities[place].clone()).collect())
    }

    fn compare_lists(&self, viewer: At, seen: &Seen) {
        let has_seat = |place: Place| self.model.communities[place].seats.contains_key(&viewer.who);
        let is_mine = |place: Place| {
            let is_gone = self.model.communities[place].is_gone;
            has_seat(place) && is_shown(viewer.portal, place) && !is_gone
        };
        assert_eq!(
            sorted(texts(&seen.mine, "id")),
            self.communities_where(is_mine),
            "mine, as {viewer:?}"
        );
        let is_new = |place: Place| {
            let takes_members = self.model.communities[place].takes_members();
            self.model.is_listed(viewer, place) && takes_members && !has_seat(place)
        };
        let discover = sorted(texts(&seen.discover, "id"));
        assert_eq!(discover, self.communities_where(is_new), "to discover, as {viewer:?}");
        let is_known = |place: Place| self.model.knows(viewer, place);
        let places = sorted(texts(&seen.places, "id"));
        assert_eq!(places, self.communities_where(is_known), "communities found, as {viewer:?}");
    }

    fn compare_community_page(&self, at: At, place: Place, seen: &Seen) {
        if !self.model.knows(at, place) {
            let missing = "404 Community not found";
            assert_eq!(seen.one.to_string(), missing, "{place} is not there for {at:?}");
            return;
        }
        assert_eq!(seen.one.status, 200, "{place} is there for {at:?}");
        let here = &self.model.communities[place];
        let seat = here.seats.get(&at.who);
        let may_come = seat.is_none() && here.takes_members() && is_eligible(at.who, place);
        let is_public = here.visibility == "public";
        let is_new = |post: &&Post| {
            let is_read = here.wrote.get(&at.who).is_some_and(|wrote| post.written <= *wrote);
            let is_later = seat.is_some_and(|seat| post.written > seat.joined);
            post.author != at.who && is_later && !is_read
        };
        let unread = here.posts.iter().filter(is_new).count();
        let viewer = &seen.one.body["viewer"];
        for (field, expected) in [
            ("isMember", json!(seat.is_some())),
            ("isAdmin", json!(here.role(at.who) == Some("admin"))),
            ("isTrustee", json!(here.role(at.who) == Some("trustee"))),
            ("mayModerate", json!(self.model.may_moderate(at, place))),
            ("mayStartThreads", json!(here.role(at.who) == Some("admin"))),
            ("canJoin", json!(may_come && is_public)),
            ("canRequest", json!(may_come && !is_public)),
            ("joinRequestId", json!(here.requests.get(&at.who))),
            ("unread", json!(unread)),
        ] {
            assert_eq!(viewer[field], expected, "{field} of {place}, as {at:?}");
        }
        assert_eq!(viewer["timeout"].is_object(), here.timed_out.contains(&at.who));
    }

    /// Posts of the community that the viewer may read, oldest first.
    fn readable(&self, at: At, place: Place) -> Vec<(u64, String)> {
        let posts = self.model.communities[place].posts.iter();
        let read = posts.filter(|post| self.model.sees(at, place, post.written));
        read.map(|post| (post.written, post.id.clone())).collect()
    }

    fn compare_content(&self, at: At, place: Place, seen: &Seen) {
        let inside = [&seen.members, &seen.threads, &seen.posts];
        let status = match (self.model.knows(at, place), self.model.is_inside(at, place)) {
            (_, true) => 200,
            (true, false) => 403,
            (false, false) => 404,
        };
        assert_eq!(inside.map(|reply| reply.status), [status; 3], "within {place}, as {at:?}");
        if status != 200 {
            return;
        }
        let here = &self.model.communities[place];
        let members = here.seats.keys().map(|who| self.world.ids[*who].clone()).collect();
        assert_eq!(sorted(texts(&seen.members, "userId")), sorted(members));
        assert_eq!(seen.threads.items()[0]["numposts"], here.posts.len());
        let readable: Vec<String> =
            self.readable(at, place).into_iter().map(|(_, id)| id).collect();
        assert_eq!(texts(&seen.posts, "id"), readable, "posts of {place}, as {at:?}");
        let last = &seen.threads.items()[0]["lastPost"]["postId"];
        let newest = here.posts.last().map(|post| &post.id);
        let expected = newest.filter(|id| readable.contains(id));
        assert_eq!(*last, json!(expected), "the last post of {place}, as {at:?}");
    }

    fn compare_search(&self, at: At, seen: &Seen) {
        let mut posts = [OAK, OPEN].map(|place| self.readable(at, place)).concat();
        posts.sort_by_key(|(written, _)| std::cmp::Reverse(*written));
        let newest: Vec<String> = posts.into_iter().take(FOUND_MAX).map(|(_, id)| id).collect();
        assert_eq!(texts(&seen.found, "id"), newest, "posts found, as {at:?}");
    }
}

/// Responses to the requests of all screens.
struct Seen {
    mine: Reply,
    discover: Reply,
    one: Reply,
    members: Reply,
    threads: Reply,
    posts: Reply,
    found: Reply,
    places: Reply,
}

impl Seen {
    fn statuses(&self) -> [u16; 8] {
        [
            &self.mine,
            &self.discover,
            &self.one,
            &self.members,
            &self.threads,
            &self.posts,
            &self.found,
            &self.places,
        ]
        .map(|reply| reply.status)
    }
}

fn sorted(mut words: Vec<String>) -> Vec<String> {
    words.sort();
    words
}
