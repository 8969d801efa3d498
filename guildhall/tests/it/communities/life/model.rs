//! The model: expected state according to the specification (communities.md, gaps.md G-026, G-074 to G-079).

use super::steps::{At, Deed, OAK, Place, Step, VISIBILITIES, Who};
use super::world::{OTTO, PEOPLE, SAM};
use crate::kit::Reply;
use std::collections::BTreeMap;

/// A membership in a community.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seat {
    pub role: &'static str,
    /// Only admins may read posts from before this time.
    pub joined: u64,
}

/// A post.
#[derive(Debug, Clone)]
pub struct Post {
    pub id: String,
    pub author: Who,
    pub written: u64,
}

/// One community.
#[derive(Debug, Clone)]
pub struct Community {
    pub visibility: &'static str,
    pub rests: bool,
    pub ends: bool,
    /// The admin who requested the deletion, until staff confirm it (G-108).
    pub wished_by: Option<Who>,
    pub founder: Who,
    pub is_gone: bool,
    pub code: Option<String>,
    pub old_code: Option<String>,
    pub seats: BTreeMap<Who, Seat>,
    /// Ids of pending join requests.
    pub requests: BTreeMap<Who, String>,
    pub timed_out: Vec<Who>,
    pub posts: Vec<Post>,
    /// When each member last wrote, which marks the thread as read.
    pub wrote: BTreeMap<Who, u64>,
}

/// An expected event: person, whether on the portal, event type, community.
pub type Told = (Who, bool, &'static str, Place);

/// Expected state of both communities and all accounts.
pub struct Model {
    pub communities: [Community; 2],
    pub paused: [bool; PEOPLE.len()],
    /// Events that the last step must publish.
    pub told: Vec<Told>,
    pub time: u64,
}

impl Community {
    /// A community that Ada has just created.
    pub fn new_by_ada(now: u64) -> Self {
        Self {
            visibility: "public",
            rests: false,
            ends: false,
            wished_by: None,
            founder: 0,
            is_gone: false,
            code: None,
            old_code: None,
            seats: BTreeMap::from([(0, Seat { role: "admin", joined: now })]),
            requests: BTreeMap::new(),
            timed_out: Vec::new(),
            posts: Vec::new(),
            wrote: BTreeMap::new(),
        }
    }

    pub fn role(&self, who: Who) -> Option<&'static str> {
        self.seats.get(&who).map(|seat| seat.role)
    }

    pub const fn takes_members(&self) -> bool {
        !self.rests && !self.ends
    }

    fn admins(&self) -> usize {
        self.seats.values().filter(|seat| seat.role == "admin").count()
    }
}

/// The main site shows both communities, the portal only [`OAK`].
pub const fn is_shown(portal: bool, place: Place) -> bool {
    !portal || place == OAK
}

/// True if the person has the affiliation that the community requires.
pub fn is_eligible(who: Who, place: Place) -> bool {
    place != OAK || PEOPLE[who].belongs
}

impl Model {
    /// Both communities just created.
    pub fn new() -> Self {
        let communities = [Community::new_by_ada(1), Community::new_by_ada(1)];
        Self { communities, paused: [false; PEOPLE.len()], told: Vec::new(), time: 1 }
    }

    /// Status with which every request is refused: for a visitor, a paused account, or a non-member on
    /// the portal.
    pub fn refusal(&self, at: At) -> Option<u16> {
        match at.who {
            who if who >= PEOPLE.len() => Some(401),
            who if self.paused[who] || (at.portal && who == OTTO) => Some(403),
            _ => None,
        }
    }

    /// Staff have their privileges on the main site only.
    pub const fn is_staff(at: At) -> bool {
        at.who == SAM && !at.portal
    }

    /// True if a non-member may see that the community exists (G-074).
    pub fn is_listed(&self, at: At, place: Place) -> bool {
        let community = &self.communities[place];
        let is_open = match community.visibility {
            "public" => true,
            "affiliations" => is_eligible(at.who, place),
            _ => false,
        };
        !community.is_gone && is_shown(at.portal, place) && is_open
    }

    pub fn is_inside(&self, at: At, place: Place) -> bool {
        let community = &self.communities[place];
        let has_seat = community.seats.contains_key(&at.who);
        !community.is_gone && is_shown(at.portal, place) && (has_seat || Self::is_staff(at))
    }

    pub fn knows(&self, at: At, place: Place) -> bool {
        self.is_inside(at, place) || self.is_listed(at, place)
    }

    pub fn may_moderate(&self, at: At, place: Place) -> bool {
        let role = self.communities[place].role(at.who);
        Self::is_staff(at) || matches!(role, Some("admin" | "trustee"))
    }

    /// True if the person may read posts written at that time (C-082, G-026).
    pub fn sees(&self, at: At, place: Place, written: u64) -> bool {
        let seat = self.communities[place].seats.get(&at.who);
        let reads_back = seat.is_some_and(|seat| seat.role == "admin" || written > seat.joined);
        self.is_inside(at, place) && (Self::is_staff(at) || reads_back)
    }

    /// Applies a step and returns the expected status. `Finish` and staff actions always succeed.
    pub fn apply(&mut self, step: Step) -> u16 {
        self.told.clear();
        self.time += 1;
        match step {
            Step::Deed(at, place, deed) => {
                self.refusal(at).unwrap_or_else(|| self.perform(at, place, deed))
            }
            Step::Appoint(who, place, role) => {
                let seat = self.communities[place].seats.get_mut(&who);
                // Admins keep their role, so a community always has one.
                if let Some(seat) = seat.filter(|seat| seat.role != "admin") {
                    seat.role = role;
                }
                200
            }
            Step::Rest(place, now) => {
                self.communities[place].rests = now;
                200
            }
            Step::Pause(who, now) => {
                self.paused[who] = now;
                200
            }
            Step::Finish => {
                for place in 0..self.communities.len() {
                    if self.communities[place].ends {
                        self.end(place);
                    }
                }
                200
            }
        }
    }

    /// Copies server-generated ids and codes from a response into the model.
    pub fn learn(&mut self, who: Who, place: Place, deed: Deed, reply: &Reply) {
        let community = &mut self.communities[place];
        match (deed, reply.status) {
            (Deed::Ask | Deed::Redeem, 201) if reply.body["status"] == "pending" => {
                community.requests.insert(who, reply.id());
            }
            (Deed::Post, 201) => {
                let post = Post { id: reply.id(), author: who, written: self.time };
                community.wrote.insert(post.author, post.written);
                community.posts.push(post);
            }
            (Deed::MakeCode, 200 | 201) => {
                community.code = reply.body["privateCode"].as_str().map(str::to_owned);
            }
            _ => {}
        }
    }

    fn perform(&mut self, at: At, place: Place, deed: Deed) -> u16 {
        match deed {
            Deed::Redeem | Deed::RedeemOld => self.redeem(at, place, deed),
            Deed::Withdraw => self.withdraw(at, place),
            Deed::TakeBack(_) | Deed::TakeAway(_) => self.delete_post(at, place, deed),
            _ if !self.knows(at, place) => 404,
            Deed::Join | Deed::Ask => self.join(at.who, place, deed),
            Deed::Post => self.post(at, place),
            Deed::Leave => self.leave(at.who, place, "membership.left"),
            Deed::Remove(who) if who == at.who => self.leave(who, place, "membership.left"),
            Deed::TimeOut(_) | Deed::Wake(_) if !self.may_moderate(at, place) => 403,
            Deed::TimeOut(who) => self.time_out(at, who, place),
            Deed::Wake(who) => self.wake(at, who, place),
            Deed::End | Deed::Keep => self.request_or_cancel_deletion(at, place, deed),
            _ if self.communities[place].role(at.who) != Some("admin") => 403,
            Deed::Approve(who) | Deed::Reject(who) => self.decide(who, place, deed),
            Deed::Remove(who) if !self.may_remove(at, who, place) => 403,
            Deed::Remove(who) => self.leave(who, place, "membership.removed"),
            Deed::Promote(who) => self.promote(who, place),
            Deed::Show(n) => self.set_visibility(place, VISIBILITIES[n]),
            Deed::MakeCode | Deed::DropCode => self.change_code(place, deed),
        }
    }

    fn request_or_cancel_deletion(&mut self, at: At, place: Place, deed: Deed) -> u16 {
        let community = &self.communities[place];
        let is_admin = community.role(at.who) == Some("admin");
        let is_alone = is_admin && community.seats.len() == 1;
        let ends = matches!(deed, Deed::End);
        if !is_admin && !Self::is_staff(at) {
            return 403;
        }
        if ends && is_alone {
            self.end(place);
            return 200;
        }
        let confirms =
            ends && Self::is_staff(at) && community.wished_by.is_some_and(|it| it != at.who);
        if community.ends == ends && !confirms {
            return 409;
        }
        self.communities[place].ends = ends;
        self.communities[place].wished_by = (ends && !confirms && is_admin).then_some(at.who);
        self.expect_for_members(place, "community.updated");
        200
    }

    fn end(&mut self, place: Place) {
        self.expect_for_members(place, "community.deleted");
        self.communities[place].is_gone = true;
        self.communities[place].ends = false;
        self.communities[place].wished_by = None;
    }

    fn set_visibility(&mut self, place: Place, visibility: &'static str) -> u16 {
        if self.communities[place].visibility == visibility {
            return 409;
        }
        if visibility == "affiliations" && place != OAK {
            return 422;
        }
        self.communities[place].visibility = visibility;
        self.expect_for_members(place, "community.updated");
        200
    }

    fn change_code(&mut self, place: Place, deed: Deed) -> u16 {
        let admins = self.communities[place].seats.clone();
        for (who, _) in admins.iter().filter(|(_, seat)| seat.role == "admin") {
            self.expect_for(*who, "private-code.changed", place);
        }
        let community = &mut self.communities[place];
        let had_one = community.code.is_some();
        // The new code is learnt from the response.
        community.old_code = community.code.take().or(community.old_code.take());
        match deed {
            Deed::DropCode => 204,
            _ if had_one => 200,
            _ => 201,
        }
    }

    /// Only the founder removes another admin.
    fn may_remove(&self, at: At, who: Who, place: Place) -> bool {
        let community = &self.communities[place];
        community.role(who) != Some("admin") || community.founder == at.who
    }

    pub(super) fn last_admin(&self, who: Who, place: Place) -> bool {
        let community = &self.communities[place];
        community.role(who) == Some("admin") && community.admins() == 1
    }
}
