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
    pub portal: Option<Portal>,
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
        Ok(Self {
            people: people.person,
            affiliations: affiliations.affiliation,
            communities: communities.community,
            conversations,
        })
    }
}

macro_rules! conversations {
    ($($key:literal)*) => {
        &[$(($key, include_str!(concat!("../../demo/conversations/", $key, ".txt")))),*]
    };
}

const CONVERSATIONS: &[(&str, &str)] = conversations!(
    "apprentices" "ashnorth" "boatclub" "branch41" "bridges" "casework" "class2009" "depot4"
    "frontdesk" "governors" "hardship" "kitchen" "mentoring" "mentors" "merrow" "nightshift"
    "officers" "payclaim" "phonetree" "plots" "quaywalls" "retrofit" "returners" "reunion"
    "runners" "safetyreps" "shelter" "sitesafety" "staffroom" "staircase" "supper" "wisenorth"
);
