//! Reads `refusals.toml` and computes the expected statuses of a cell.

use super::world::{Owner, Place, Principal, Role, Site};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const TABLE: &str = include_str!("../refusals.toml");

/// All operations. Signing out comes last, because it ends the session.
pub struct Table {
    pub operations: Vec<Operation>,
}

pub struct Operation {
    pub method: String,
    pub path: String,
    pub rule: Rule,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Gate {
    Visitor,
    SignedIn,
    Unpaused,
    Verified,
    Applicant,
    Member,
    Staff,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum About {
    Main,
    Inside,
    Affiliation,
    Account,
    Managed,
    ManagedOnMain,
    Person,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    pub gate: Gate,
    pub about: Option<About>,
    pub admitted: Vec<u16>,
    /// Staff roles besides administrators that pass the gate `staff`.
    #[serde(default)]
    roles: Vec<Role>,
    pub staff: Option<Vec<u16>>,
    eligible: Option<Vec<u16>>,
    appointed: Option<Vec<u16>>,
    trustee: Option<Vec<u16>>,
    member: Option<Vec<u16>>,
    resting: Option<Vec<u16>>,
    #[serde(default)]
    pub main_only: bool,
    #[serde(default)]
    identity: bool,
    body: Option<String>,
}

/// The principal, the site, and the owner of the requested object.
#[derive(Debug, Clone, Copy)]
pub struct Asked {
    pub principal: Principal,
    pub site: Site,
    pub owner: Owner,
}

impl Table {
    pub fn read() -> Self {
        let rules: BTreeMap<String, Rule> = toml::from_str(TABLE).unwrap();
        let mut operations: Vec<_> = rules
            .into_iter()
            .map(|(name, rule)| {
                let (method, path) = name.split_once(' ').unwrap();
                Operation { method: method.to_owned(), path: path.to_owned(), rule }
            })
            .collect();
        operations.sort_by_key(|operation| operation.path.ends_with("/usersSignout"));
        Self { operations }
    }
}

impl Operation {
    pub fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    pub fn body(&self) -> Value {
        let body = self.rule.body.as_ref();
        body.map_or_else(|| json!({}), |body| serde_json::from_str(body).unwrap())
    }
}

impl Rule {
    /// The allowed statuses.
    pub fn expected(&self, asked: Asked) -> Vec<u16> {
        let asked = Asked { principal: asked.principal.at(asked.site), ..asked };
        let is_missing = self.main_only && asked.site != Site::Main
            || self.identity && asked.site == Site::OakOwn;
        if is_missing {
            return vec![404];
        }
        if let Some(refusal) = self.gate.refusal(asked.principal, asked.site) {
            return vec![refusal];
        }
        if let Principal::InRole(role) = asked.principal
            && !self.roles.contains(&role)
        {
            return vec![403];
        }
        let special = self.role_statuses(asked.principal);
        if self.about == Some(About::Inside) && asked.may_join() {
            return self.eligible.clone().unwrap_or_else(|| vec![403]);
        }
        if self.about.is_some_and(|about| !about.is_accessible(asked)) {
            // Staff and members have access to the community in a crossed path.
            let first = special.filter(|_| asked.owner == Owner::Crossed);
            return first.map_or_else(|| vec![404], |first| [first.as_slice(), &[404]].concat());
        }
        special.unwrap_or(&self.admitted).clone()
    }

    /// Different statuses for staff and for members of Oak's community, if the rule has any.
    fn role_statuses(&self, principal: Principal) -> Option<&Vec<u16>> {
        match principal {
            Principal::Staff | Principal::InRole(_) => self.staff.as_ref(),
            Principal::InOak(Place::Admin) => self.appointed.as_ref(),
            Principal::InOak(Place::Trustee) => self.trustee.as_ref(),
            Principal::InOak(Place::Member) => self.member.as_ref(),
            Principal::InOak(Place::Resting) => self.resting.as_ref().or(self.member.as_ref()),
            _ => None,
        }
    }
}

impl Asked {
    /// True if the principal may join the requested community and has not joined it.
    fn may_join(self) -> bool {
        let house = match self.owner {
            Owner::Oak | Owner::Crossed => Site::Oak,
            Owner::Elm => Site::Elm,
            Owner::Nobody => return false,
        };
        let is_here = self.site == Site::Main || self.site.portal() == house;
        let outside = matches!(self.principal, Principal::OfBoth | Principal::AdminOfOak);
        is_here && outside && self.principal.belongs_at(house)
    }
}

impl Gate {
    fn refusal(self, principal: Principal, site: Site) -> Option<u16> {
        let shut_from = |gate: Self, status: u16| (self >= gate).then_some(status);
        match principal {
            Principal::Visitor => shut_from(Self::SignedIn, 401),
            Principal::Banned => shut_from(Self::SignedIn, 403),
            Principal::Paused => shut_from(Self::Unpaused, 403),
            Principal::Unverified => shut_from(Self::Verified, 403),
            Principal::Newcomer => shut_from(Self::Applicant, 403),
            Principal::Staff | Principal::InRole(_)
                if self == Self::Staff && site == Site::Main =>
            {
                None
            }
            _ if self == Self::Staff => Some(404),
            _ if self == Self::Member && !principal.belongs_at(site) => Some(403),
            _ => None,
        }
    }
}

impl About {
    fn is_accessible(self, Asked { principal, site, owner }: Asked) -> bool {
        if self == Self::Main {
            return site == Site::Main;
        }
        let (Some(theirs), Some(member)) = (owner.site(), owner.member()) else { return false };
        let is_inside = principal == member || principal.place().is_some() && owner == Owner::Oak;
        match (self, site) {
            (Self::Main | Self::Account, _) | (Self::Affiliation | Self::Person, Site::Main) => {
                true
            }
            (Self::Affiliation | Self::Person, _) => site.portal() == theirs,
            (Self::ManagedOnMain, site) if site != Site::Main => false,
            (Self::Managed | Self::ManagedOnMain, _) => {
                let runs = principal == Principal::AdminOfOak && owner == Owner::Oak;
                runs || principal == Principal::Staff
            }
            (Self::Inside, Site::Main) => is_inside || principal == Principal::Staff,
            (Self::Inside, _) => site.portal() == theirs && is_inside,
        }
    }
}
