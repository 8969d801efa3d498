//! Canary words in every field of a user's data, which tests search for in all responses.

use super::world::{Place, Principal, Role, Site};
use crate::kit::Reply;

/// Canary words of one affiliation, sixteen letters each.
#[derive(Debug, Clone, Copy)]
pub struct Words {
    pub site: Site,
    pub member: Principal,
    /// In its name and description.
    pub front: &'static str,
    /// In its community's name and description, which everyone who may join can read.
    pub record: &'static str,
    /// In threads, posts and articles, for members.
    pub inside: &'static str,
    /// In reasons of reports and timeouts, for the community's moderators.
    pub order: &'static str,
    /// In its member's name.
    pub name: &'static str,
    /// In its member's biography and email address.
    pub own: &'static str,
}

pub const OAK: Words = Words {
    site: Site::Oak,
    member: Principal::OfOak,
    front: "Qfrontwordofoaka",
    record: "Qrecordwordofoak",
    inside: "Qinsidewordofoak",
    order: "Qorderwordofoaka",
    name: "Qnamewordofanneo",
    own: "qownwordofanneoa",
};

pub const ELM: Words = Words {
    site: Site::Elm,
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
    /// Canary words in a response that the principal must not see.
    pub fn leaked_words(
        &self,
        principal: Principal,
        site: Site,
        reply: &Reply,
    ) -> impl Iterator<Item = String> + use<> {
        let headers = reply.headers.values().map(|v| String::from_utf8_lossy(v.as_bytes()));
        let whole: String = headers.chain([reply.text.as_str().into()]).collect();
        self.in_text(principal, site, whole)
    }

    /// Canary words in a text that the principal must not see.
    pub fn in_text(
        &self,
        principal: Principal,
        site: Site,
        text: String,
    ) -> impl Iterator<Item = String> + use<> {
        let hidden = [OAK, ELM].map(|words| words.hidden_from(principal, site));
        let shown = hidden.into_iter().flatten().filter(move |word| text.contains(word));
        shown.map(str::to_owned)
    }
}

impl Words {
    fn hidden_from(self, principal: Principal, site: Site) -> Vec<&'static str> {
        let (principal, site) = (principal.at(site), site.portal());
        let is_theirs = principal == self.member;
        let belongs = principal.is_active() && principal.belongs_at(self.site);
        let runs = principal == Principal::AdminOfOak && self.site == Site::Oak;
        let is_here = site == Site::Main || site == self.site;
        let is_staff = site == Site::Main
            && matches!(principal, Principal::Staff | Principal::InRole(Role::Moderator));
        let reads_accounts =
            is_staff || site == Site::Main && principal == Principal::InRole(Role::Support);
        let mut hidden = Vec::new();
        if !is_here && !is_theirs {
            hidden.push(self.front);
        }
        if !(is_here && belongs || is_staff) {
            hidden.push(self.record);
        }
        let place = principal.place().filter(|_| self.site == Site::Oak);
        if !(is_here && (is_theirs || place.is_some()) || is_staff) {
            hidden.push(self.inside);
        }
        // A timed-out member sees the reason.
        let told = place.is_some_and(|place| place != Place::Member);
        if !(is_here && (is_theirs || told) || is_staff) {
            hidden.push(self.order);
        }
        // Names are visible to active members on the main site, and to portal members on their portal.
        let knows = site == Site::Main || (site == self.site && principal.belongs_at(site));
        if !(knows && principal.is_active() || is_theirs) {
            hidden.push(self.name);
        }
        // An affiliation's admins see its members' email addresses.
        if !(is_theirs || reads_accounts || runs && is_here) {
            hidden.push(self.own);
        }
        hidden
    }
}
