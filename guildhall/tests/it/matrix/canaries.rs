//! Words that stand in every field of somebody's data, so that they are known wherever they turn up.

use super::world::{Door, Place, Principal};
use crate::kit::Reply;

/// One affiliation's words, sixteen letters each.
#[derive(Debug, Clone, Copy)]
pub struct Words {
    pub door: Door,
    pub member: Principal,
    /// In its name and what it says of itself.
    pub front: &'static str,
    /// In its community's name and description, which whoever may join reads.
    pub record: &'static str,
    /// In the thread and the posts.
    pub inside: &'static str,
    /// In what those who keep order in the community are told: why something was reported, and why
    /// somebody is to rest.
    pub order: &'static str,
    /// In its member's name.
    pub name: &'static str,
    /// In what its member says about themself, and in their address.
    pub own: &'static str,
}

pub const OAK: Words = Words {
    door: Door::Oak,
    member: Principal::OfOak,
    front: "Qfrontwordofoaka",
    record: "Qrecordwordofoak",
    inside: "Qinsidewordofoak",
    order: "Qorderwordofoaka",
    name: "Qnamewordofanneo",
    own: "qownwordofanneoa",
};

pub const ELM: Words = Words {
    door: Door::Elm,
    member: Principal::OfElm,
    front: "Qfrontwordofelma",
    record: "Qrecordwordofelm",
    inside: "Qinsidewordofelm",
    order: "Qorderwordofelma",
    name: "Qnamewordofbobel",
    own: "qownwordofbobelm",
};

#[derive(Debug, Default)]
pub struct Canaries;

impl Canaries {
    /// The words in an answer that its reader must not see.
    pub fn foreign(
        &self,
        principal: Principal,
        door: Door,
        reply: &Reply,
    ) -> impl Iterator<Item = String> + use<> {
        let headers = reply.headers.values().map(|v| String::from_utf8_lossy(v.as_bytes()));
        let whole: String = headers.chain([reply.text.as_str().into()]).collect();
        self.in_text(principal, door, whole)
    }

    /// The words in any text that its reader must not see.
    pub fn in_text(
        &self,
        principal: Principal,
        door: Door,
        text: String,
    ) -> impl Iterator<Item = String> + use<> {
        let hidden = [OAK, ELM].map(|words| words.hidden_from(principal, door));
        let shown = hidden.into_iter().flatten().filter(move |word| text.contains(word));
        shown.map(str::to_owned)
    }
}

impl Words {
    fn hidden_from(self, principal: Principal, door: Door) -> Vec<&'static str> {
        let (principal, door) = (principal.at(door), door.portal());
        let is_theirs = principal == self.member;
        let belongs = principal.is_in_good_standing() && principal.belongs_at(self.door);
        let runs = principal == Principal::AdminOfOak && self.door == Door::Oak;
        let is_here = door == Door::Main || door == self.door;
        let is_staff = door == Door::Main && principal == Principal::Staff;
        let mut hidden = Vec::new();
        if !is_here && !is_theirs {
            hidden.push(self.front);
        }
        if !(is_here && belongs || is_staff) {
            hidden.push(self.record);
        }
        let place = principal.place().filter(|_| self.door == Door::Oak);
        if !(is_here && (is_theirs || place.is_some()) || is_staff) {
            hidden.push(self.inside);
        }
        // Whoever is at rest reads why.
        let told = place.is_some_and(|place| place != Place::Member);
        if !(is_here && (is_theirs || told) || is_staff) {
            hidden.push(self.order);
        }
        // Names are for members of the house on main, and at home for those who belong there.
        let knows = door == Door::Main || (door == self.door && principal.belongs_at(door));
        if !(knows && principal.is_in_good_standing() || is_theirs) {
            hidden.push(self.name);
        }
        // An affiliation's admins see how to reach its members.
        if !(is_theirs || is_staff || runs && is_here) {
            hidden.push(self.own);
        }
        hidden
    }
}
