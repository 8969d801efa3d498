//! The model's side of actions on members, requests, timeouts and posts.

use super::model::{Model, Post, Seat, is_eligible, is_shown};
use super::steps::{At, Deed, Place, Who};
use super::world::PEOPLE;

impl Model {
    /// Expects an event for a person, on each site that shows the community.
    pub(super) fn expect_for(&mut self, who: Who, kind: &'static str, place: Place) {
        let sites = [false, true].into_iter().filter(|portal| is_shown(*portal, place));
        self.told.extend(sites.map(|portal| (who, portal, kind, place)));
    }

    /// Expects an event for every member.
    pub(super) fn expect_for_members(&mut self, place: Place, kind: &'static str) {
        let everybody: Vec<Who> = self.communities[place].seats.keys().copied().collect();
        everybody.into_iter().for_each(|who| self.expect_for(who, kind, place));
    }

    /// Expects an event for admins, trustees, and the person `about`.
    fn expect_for_moderators(&mut self, place: Place, kind: &'static str, about: Option<Who>) {
        let seats = &self.communities[place].seats;
        let in_charge = seats.iter().filter(|(_, seat)| seat.role != "member");
        let mut told: Vec<Who> = in_charge.map(|(who, _)| *who).collect();
        told.extend(about.filter(|who| !told.contains(who)));
        told.into_iter().for_each(|who| self.expect_for(who, kind, place));
    }

    fn add_member(&mut self, who: Who, place: Place) {
        let seat = Seat { role: "member", joined: self.time };
        self.communities[place].seats.insert(who, seat);
        self.expect_for_members(place, "membership.joined");
    }

    fn may_become_member(&self, who: Who, place: Place) -> bool {
        self.communities[place].takes_members() && is_eligible(who, place)
    }

    pub(super) fn join(&mut self, who: Who, place: Place, deed: Deed) -> u16 {
        let is_public = self.communities[place].visibility == "public";
        let asks = matches!(deed, Deed::Ask);
        if self.communities[place].seats.contains_key(&who) {
            return 409;
        }
        if !self.may_become_member(who, place) || (!asks && !is_public) {
            return 403;
        }
        if !is_public {
            return self.create_request(who, place);
        }
        if self.communities[place].requests.remove(&who).is_some() {
            self.expect_for_moderators(place, "join-request.handled", Some(who));
        }
        self.add_member(who, place);
        if asks { 201 } else { 200 }
    }

    /// The id of the request is learnt from the response.
    fn create_request(&mut self, who: Who, place: Place) -> u16 {
        if self.communities[place].requests.contains_key(&who) {
            return 409;
        }
        self.expect_for_moderators(place, "join-request.created", None);
        201
    }

    pub(super) fn redeem(&mut self, at: At, place: Place, deed: Deed) -> u16 {
        let community = &self.communities[place];
        let is_good = matches!(deed, Deed::Redeem) && community.code.is_some();
        if !is_good || community.is_gone || !is_shown(at.portal, place) {
            return 404;
        }
        if community.seats.contains_key(&at.who) {
            return 409;
        }
        if self.may_become_member(at.who, place) { self.create_request(at.who, place) } else { 403 }
    }

    pub(super) fn withdraw(&mut self, at: At, place: Place) -> u16 {
        let is_here = is_shown(at.portal, place) && !self.communities[place].is_gone;
        if !is_here || self.communities[place].requests.remove(&at.who).is_none() {
            return 404;
        }
        self.expect_for_moderators(place, "join-request.withdrawn", Some(at.who));
        204
    }

    pub(super) fn decide(&mut self, who: Who, place: Place, deed: Deed) -> u16 {
        if !self.communities[place].requests.contains_key(&who) {
            return 404;
        }
        if matches!(deed, Deed::Approve(_)) {
            if !self.may_become_member(who, place) {
                return 403;
            }
            self.add_member(who, place);
        }
        self.communities[place].requests.remove(&who);
        self.expect_for_moderators(place, "join-request.handled", Some(who));
        200
    }

    pub(super) fn leave(&mut self, who: Who, place: Place, kind: &'static str) -> u16 {
        if !self.communities[place].seats.contains_key(&who) {
            return 404;
        }
        if self.last_admin(who, place) {
            return 409;
        }
        self.expect_for_members(place, kind);
        self.communities[place].seats.remove(&who);
        self.pass_on_founder(who, place);
        204
    }

    /// The admin who joined first follows a founder who left.
    fn pass_on_founder(&mut self, who: Who, place: Place) {
        let community = &mut self.communities[place];
        let admins = community.seats.iter().filter(|(_, seat)| seat.role == "admin");
        let first = admins.min_by_key(|(_, seat)| seat.joined).map(|(who, _)| *who);
        if let (true, Some(next)) = (community.founder == who, first) {
            community.founder = next;
            self.expect_for_members(place, "community.updated");
        }
    }

    pub(super) fn promote(&mut self, who: Who, place: Place) -> u16 {
        match self.communities[place].seats.get_mut(&who) {
            None => 404,
            Some(seat) if seat.role == "admin" => 409,
            Some(seat) => {
                seat.role = "admin";
                self.expect_for_members(place, "membership.promoted");
                200
            }
        }
    }

    pub(super) fn time_out(&mut self, at: At, who: Who, place: Place) -> u16 {
        match self.communities[place].role(who) {
            None => 404,
            Some("admin") => 403,
            // Moderators cannot change their own timeout.
            Some(_) if who == at.who && !Self::is_staff(at) => 403,
            Some(_) => {
                self.communities[place].timed_out.retain(|other| *other != who);
                self.communities[place].timed_out.push(who);
                self.expect_for_moderators(place, "timeout.set", Some(who));
                201
            }
        }
    }

    pub(super) fn wake(&mut self, at: At, who: Who, place: Place) -> u16 {
        if who == at.who && !Self::is_staff(at) {
            return 403;
        }
        let timed_out = &mut self.communities[place].timed_out;
        let before = timed_out.len();
        timed_out.retain(|other| *other != who);
        if timed_out.len() == before {
            return 404;
        }
        self.expect_for_moderators(place, "timeout.lifted", Some(who));
        204
    }

    fn is_timed_out(&self, who: Who, place: Place) -> bool {
        self.communities[place].timed_out.contains(&who)
    }

    /// The id of the post is learnt from the response.
    pub(super) fn post(&mut self, at: At, place: Place) -> u16 {
        let has_seat = self.communities[place].seats.contains_key(&at.who);
        if self.is_timed_out(at.who, place) || !has_seat {
            return 403;
        }
        self.expect_for_members(place, "post.created");
        201
    }

    /// An existing post, by a number modulo their count.
    pub fn nth_post(&self, place: Place, n: usize) -> Option<&Post> {
        let posts = &self.communities[place].posts;
        posts.get(n.checked_rem(posts.len())?)
    }

    pub(super) fn delete_post(&mut self, at: At, place: Place, deed: Deed) -> u16 {
        let (Deed::TakeBack(n) | Deed::TakeAway(n)) = deed else { return 404 };
        let Some(post) = self.nth_post(place, n).cloned() else { return 404 };
        if !self.knows(at, place) {
            return 404;
        }
        if self.is_timed_out(at.who, place) {
            return 403;
        }
        if !self.sees(at, place, post.written) {
            return 404;
        }
        let is_theirs = match deed {
            Deed::TakeBack(_) => post.author == at.who,
            _ => self.may_moderate(at, place),
        };
        if !is_theirs {
            return 403;
        }
        self.communities[place].posts.retain(|other| other.id != post.id);
        self.expect_for_readers(place, post.written);
        200
    }

    /// Expects an event for everyone who could read the deleted post.
    fn expect_for_readers(&mut self, place: Place, written: u64) {
        for who in 0..PEOPLE.len() {
            for portal in [false, true] {
                let at = At { who, portal };
                let has_seat = self.communities[place].seats.contains_key(&who);
                if has_seat && self.sees(at, place, written) {
                    self.told.push((who, portal, "post.removed", place));
                }
            }
        }
    }
}
