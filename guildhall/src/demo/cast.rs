//! Data of the demo network, read from `demo/*.toml`.

use super::DemoError;
use super::script::{self, Script};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Password of every demo account.
pub const PASSWORD: &str = "Guildhall-2026!";

/// A fictional person.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Person {
    pub key: String,
    pub email: Option<String>,
    pub first: String,
    pub last: String,
    pub handle: Option<String>,
    pub job: Option<String>,
    pub location: Option<String>,
    pub bio: Option<String>,
    pub quote: Option<String>,
    pub joined: i64,
    #[serde(default = "default_tier")]
    pub subscription: String,
    pub affiliations: Vec<String>,
    #[serde(default)]
    pub hidden: Vec<String>,
    #[serde(default)]
    pub portrait: bool,
    /// Staff role of a member of staff.
    #[serde(rename = "staff")]
    pub staff_role: Option<String>,
}

impl Person {
    /// Email address for signing in.
    pub fn email_address(&self) -> String {
        self.email.clone().unwrap_or_else(|| format!("{}@demo.test", self.key))
    }
    /// Returns whether an affiliation is shown on the profile.
    pub fn shows_affiliation(&self, affiliation: &str) -> bool {
        !self.hidden.iter().any(|hidden| hidden == affiliation)
    }
    /// Returns whether this is the fixed account with that name (`staff`, `paused`, …).
    pub fn is_fixed(&self, name: &str) -> bool {
        self.email.as_deref().and_then(|email| email.strip_suffix("@demo.test")) == Some(name)
    }
}

/// An affiliation, possibly with a portal.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Affiliation {
    pub key: String,
    pub name: String,
    pub path: String,
    pub tagline: String,
    pub description: String,
    pub website: Option<String>,
    pub created: i64,
    pub creator: String,
    #[serde(default)]
    pub admins: Vec<String>,
    #[serde(default)]
    pub private: bool,
    #[serde(default)]
    pub paused: bool,
    pub pause_reason: Option<String>,
    #[serde(default)]
    pub roles: Vec<RoleHolder>,
    /// Email domains whose owners join automatically.
    #[serde(default)]
    pub approves: Vec<String>,
    pub portal: Option<Portal>,
}

/// A person with a role in an affiliation.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoleHolder {
    pub person: String,
    pub role: String,
}

/// A portal and its brand.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Portal {
    pub subdomain: String,
    pub mark: String,
    pub brand_name: String,
    pub color: String,
    pub headings: String,
    pub corners: String,
    pub top_bar: String,
    pub sign_in_layout: String,
    pub picture: String,
    pub sign_in_title: String,
    pub sign_in_text: String,
    #[serde(default)]
    pub state: PortalState,
    /// Reason of a suspended portal.
    pub reason: Option<String>,
    /// Days ago.
    pub opened: i64,
    #[serde(default, rename = "domain")]
    pub domains: Vec<OwnDomain>,
}

/// State of a portal.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PortalState {
    #[default]
    Active,
    Draft,
    Suspended,
}

/// A portal's own domain, with the result of its last check. Ages as in conversations.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnDomain {
    pub host: String,
    pub state: String,
    pub added: String,
    pub approved: Option<String>,
    pub checked: String,
    /// Time until the next check.
    pub next_check: String,
    /// States of the CNAME, the TXT and the CAA record.
    pub records: Vec<String>,
    pub certificate: Option<DomainCertificate>,
}

/// Certificate of a domain.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DomainCertificate {
    pub issued: String,
    #[serde(default)]
    pub failed_renewals: i64,
    /// Time until the next attempt, if the last one failed.
    pub next_attempt: Option<String>,
}

/// A community or trust circle.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Community {
    pub key: String,
    pub name: String,
    pub description: String,
    #[serde(default = "default_kind")]
    pub kind: String,
    pub visibility: String,
    pub affiliations: Vec<String>,
    #[serde(default)]
    pub require_all: bool,
    pub created: i64,
    #[serde(default)]
    pub default: bool,
    pub admins: Vec<String>,
    pub members: Vec<String>,
    #[serde(default)]
    pub read: BTreeMap<String, String>,
    pub paused: Option<String>,
    pub deletion: Option<Deletion>,
}

/// A requested deletion.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deletion {
    pub requested_by: String,
    pub days_left: i64,
}

impl Community {
    /// All members, administrators first.
    pub fn all_members(&self) -> impl Iterator<Item = &str> {
        self.admins.iter().chain(&self.members).map(String::as_str)
    }
    /// Returns whether the members of its affiliations join automatically.
    pub const fn follows_affiliation(&self) -> bool {
        self.default && !self.affiliations.is_empty()
    }
    /// Returns whether a person is an administrator.
    pub fn is_admin(&self, key: &str) -> bool {
        self.admins.iter().any(|admin| admin == key)
    }
}

fn default_tier() -> String {
    "Basic".to_owned()
}
fn default_kind() -> String {
    "community".to_owned()
}

/// All data in `demo/`.
#[derive(Debug)]
pub struct Cast {
    pub people: Vec<Person>,
    pub affiliations: Vec<Affiliation>,
    pub communities: Vec<Community>,
    pub conversations: BTreeMap<&'static str, Vec<Script>>,
}

#[derive(Deserialize)]
struct People {
    person: Vec<Person>,
}
#[derive(Deserialize)]
struct Affiliations {
    affiliation: Vec<Affiliation>,
}
#[derive(Deserialize)]
struct Communities {
    community: Vec<Community>,
}

impl Cast {
    /// Reads the data.
    pub fn read() -> Result<Self, DemoError> {
        let people: People = toml::from_str(include_str!("../../demo/people.toml"))?;
        let affiliations: Affiliations =
            toml::from_str(include_str!("../../demo/affiliations.toml"))?;
        let communities: Communities = toml::from_str(include_str!("../../demo/communities.toml"))?;
        let conversations = CONVERSATIONS
            .iter()
            .map(|(key, text)| Ok((*key, script::read(key, text)?)))
            .collect::<Result<_, DemoError>>()?;
        let mut cast = Self {
            people: people.person,
            affiliations: affiliations.affiliation,
            communities: communities.community,
            conversations,
        };
        cast.fill_default_communities();
        Ok(cast)
    }

    /// Adds all members of an affiliation to its default communities.
    fn fill_default_communities(&mut self) {
        for community in self.communities.iter_mut().filter(|one| one.follows_affiliation()) {
            let belongs = |person: &&Person| {
                person.affiliations.iter().any(|key| community.affiliations.contains(key))
            };
            let all = self.people.iter().filter(belongs).map(|person| person.key.clone());
            community.members = all.filter(|key| !community.admins.contains(key)).collect();
        }
    }
}

macro_rules! conversations {
    ($($key:literal)*) => {
        &[$(($key, include_str!(concat!("../../demo/conversations/", $key, ".txt")))),*]
    };
}

const CONVERSATIONS: &[(&str, &str)] = conversations!(
    "apprentices" "ashgeneral" "ashnorth" "boatclub" "branch41" "bridges" "brigidgeneral" "casework"
    "class2009" "depot4" "frontdesk" "governors" "hardship" "htwugeneral" "kitchen" "lagosgeneral"
    "mentoring" "mentors" "merrow" "midlandgeneral" "nightshift" "northgategeneral" "officers"
    "payclaim" "phonetree" "pilotsgeneral" "plots" "quaywalls" "retrofit" "returners" "reunion"
    "rowangeneral" "runners" "safetyreps" "shelter" "sitesafety" "staffroom" "staircase" "supper"
    "sylhetigeneral" "wisegeneral" "wisenorth"
);
