//! How far somebody is with the documents, at one door: what they have acknowledged beside what holds
//! now (A-186 to A-189, P-03).

use super::document::DocumentKey;
use chrono::{DateTime, Utc};
use platform::Door;
use platform::db::{Gather, Holds};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

const MAIN: &str = "main";

/// How far somebody is with the documents, at one door.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Acknowledged {
    /// All of them were acknowledged, in some version.
    pub acknowledged: bool,
    /// Those that have changed since.
    pub changed: Vec<String>,
}

/// When somebody acknowledged which document, on main and at the portal they look through.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AcknowledgedAt {
    #[serde(rename = "mainAppTOSAcknowledgedAt")]
    main_app_tos: Option<DateTime<Utc>>,
    #[serde(rename = "mainAppPrivacyAcknowledgedAt")]
    main_app_privacy: Option<DateTime<Utc>>,
    #[serde(rename = "mainAppGuidelinesAcknowledgedAt")]
    main_app_guidelines: Option<DateTime<Utc>>,
    /// At this portal; `null` on main, as the next two.
    #[serde(rename = "whiteLabelTOSAcknowledgedAt")]
    white_label_tos: Option<DateTime<Utc>>,
    #[serde(rename = "whiteLabelPrivacyAcknowledgedAt")]
    white_label_privacy: Option<DateTime<Utc>>,
    #[serde(rename = "whiteLabelGuidelinesAcknowledgedAt")]
    white_label_guidelines: Option<DateTime<Utc>>,
    last_legal_document_version: LastVersion,
}

/// The versions that were acknowledged last at this door; `null` for what never was.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LastLegalDocumentVersion)]
pub struct LastVersion {
    terms_of_service: Option<i64>,
    privacy_policy: Option<i64>,
    community_guidelines: Option<i64>,
}

/// The documents at this door, and what somebody has acknowledged here and on main.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Found {
    current: Vec<Current>,
    own: Vec<Own>,
}

#[derive(Debug, Clone, Deserialize)]
struct Current {
    key: String,
    version: i64,
}

#[derive(Debug, Clone, Deserialize)]
struct Own {
    door: String,
    document: String,
    version: i64,
    at: DateTime<Utc>,
}

/// What [`Found`] is read from, to be gathered with the person.
#[must_use]
pub fn gathered(gather: &Gather) -> String {
    // What a portal adds counts with the document: both versions only rise, so their sum rises
    // whenever one of them does (P-03).
    let (version, current, doors) = match gather.portal() {
        None => ("c.version", "platform_content c".to_owned(), "'main'".to_owned()),
        Some(portal) => (
            "c.version + COALESCE(a.version, 0)",
            format!(
                "platform_content c LEFT JOIN portal_legal_additions a \
                 ON a.key = c.key AND a.affiliation_id = {portal}"
            ),
            format!("'main', {}", gather.value(Holds::Id, portal)),
        ),
    };
    let document =
        gather.object(&[("key", Holds::Plain, "c.key"), ("version", Holds::Plain, version)]);
    let own = gather.object(&[
        ("door", Holds::Plain, "k.door"),
        ("document", Holds::Plain, "k.document"),
        ("version", Holds::Plain, "k.version"),
        ("at", Holds::Plain, "k.acknowledged_at"),
    ]);
    let held = format!("legal_acknowledgements k WHERE k.user_id = u.id AND k.door IN ({doors})");
    gather.parts(&[
        ("current", gather.list(&document, &current, "c.key")),
        ("own", gather.list(&own, &held, "k.door, k.document")),
    ])
}

/// How a door is named beside what was acknowledged there.
pub(super) fn door_name(door: Door) -> String {
    door.affiliation().map_or_else(|| MAIN.to_owned(), |affiliation| affiliation.to_string())
}

/// How far somebody is at this door. When that could not be learnt, every document is to be
/// acknowledged anew: nobody gets past them because a query failed.
#[must_use]
pub fn standing(found: Option<&Found>, door: Door) -> (Acknowledged, AcknowledgedAt) {
    let Some(found) = found else {
        let changed = DocumentKey::ALL.map(|key| key.name().to_owned()).to_vec();
        return (Acknowledged { acknowledged: true, changed }, AcknowledgedAt::default());
    };
    let here = door_name(door);
    (found.compare(&here), found.times(&here))
}

impl Found {
    fn own(&self, door: &str, document: &str) -> Option<&Own> {
        self.own.iter().find(|own| own.door == door && own.document == document)
    }

    fn compare(&self, here: &str) -> Acknowledged {
        let raised = |current: &&Current| {
            self.own(here, &current.key).is_some_and(|own| own.version < current.version)
        };
        Acknowledged {
            acknowledged: self.current.iter().all(|one| self.own(here, &one.key).is_some()),
            changed: self.current.iter().filter(raised).map(|one| one.key.clone()).collect(),
        }
    }

    fn times(&self, here: &str) -> AcknowledgedAt {
        use DocumentKey::{CommunityGuidelines, PrivacyPolicy, TermsOfService};
        let own = |door: &str, key: DocumentKey| self.own(door, key.name());
        let main = |key| own(MAIN, key).map(|own| own.at);
        let portal = |key| own(here, key).filter(|_| here != MAIN).map(|own| own.at);
        let version = |key| own(here, key).map(|own| own.version);
        AcknowledgedAt {
            main_app_tos: main(TermsOfService),
            main_app_privacy: main(PrivacyPolicy),
            main_app_guidelines: main(CommunityGuidelines),
            white_label_tos: portal(TermsOfService),
            white_label_privacy: portal(PrivacyPolicy),
            white_label_guidelines: portal(CommunityGuidelines),
            last_legal_document_version: LastVersion {
                terms_of_service: version(TermsOfService),
                privacy_policy: version(PrivacyPolicy),
                community_guidelines: version(CommunityGuidelines),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(document: &str, version: i64) -> Own {
        let (door, document) = (MAIN.to_owned(), document.to_owned());
        Own { door, document, version, at: platform::Clock::system().now() }
    }

    #[test]
    fn only_what_was_raised_since_has_changed() {
        let document = |key: &str, version| Current { key: key.to_owned(), version };
        let current = vec![document("a", 2), document("b", 1)];
        let said = |own: Vec<Own>| {
            let found = Found { current: current.clone(), own };
            let Acknowledged { acknowledged, changed } = found.compare(MAIN);
            (acknowledged, changed.join(","))
        };
        assert_eq!(said(vec![]), (false, String::new()));
        assert_eq!(said(vec![own("a", 2)]), (false, String::new()));
        assert_eq!(said(vec![own("a", 2), own("b", 1)]), (true, String::new()));
        assert_eq!(said(vec![own("a", 1), own("b", 1)]), (true, "a".to_owned()));
    }

    #[test]
    fn what_is_not_known_is_asked_for_anew() {
        let (Acknowledged { acknowledged, changed }, _) = standing(None, Door::Main);
        assert!(acknowledged && changed.len() == DocumentKey::ALL.len());
    }
}
