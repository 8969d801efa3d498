//! Acknowledgement status of a user on one site: compares acknowledged with current versions (A-186
//! to A-189, P-03).

use super::document::DocumentKey;
use chrono::{DateTime, Utc};
use platform::Site;
use platform::db::{JsonSelect, JsonType};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

const MAIN: &str = "main";

/// A user's acknowledgement status on one site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AcknowledgementStatus {
    /// All documents were acknowledged, in any version.
    pub acknowledged: bool,
    /// Documents that have changed since.
    pub changed: Vec<String>,
}

/// When the user acknowledged each document, on the main site and on the current portal.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AcknowledgementTimes {
    #[serde(rename = "mainAppTOSAcknowledgedAt")]
    main_app_tos: Option<DateTime<Utc>>,
    #[serde(rename = "mainAppPrivacyAcknowledgedAt")]
    main_app_privacy: Option<DateTime<Utc>>,
    #[serde(rename = "mainAppGuidelinesAcknowledgedAt")]
    main_app_guidelines: Option<DateTime<Utc>>,
    /// On this portal; `null` on the main site, like the next two fields.
    #[serde(rename = "whiteLabelTOSAcknowledgedAt")]
    white_label_tos: Option<DateTime<Utc>>,
    #[serde(rename = "whiteLabelPrivacyAcknowledgedAt")]
    white_label_privacy: Option<DateTime<Utc>>,
    #[serde(rename = "whiteLabelGuidelinesAcknowledgedAt")]
    white_label_guidelines: Option<DateTime<Utc>>,
    last_legal_document_version: LastLegalDocumentVersion,
}

/// Last acknowledged versions on this site; `null` if never acknowledged.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LastLegalDocumentVersion {
    terms_of_service: Option<i64>,
    privacy_policy: Option<i64>,
    community_guidelines: Option<i64>,
}

/// The current documents on this site, and the user's acknowledgements here and on the main site.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct AcknowledgementFacts {
    current: Vec<CurrentDocument>,
    own: Vec<AcknowledgedVersion>,
}

#[derive(Debug, Clone, Deserialize)]
struct CurrentDocument {
    key: String,
    version: i64,
}

#[derive(Debug, Clone, Deserialize)]
struct AcknowledgedVersion {
    door: String,
    document: String,
    version: i64,
    at: DateTime<Utc>,
}

/// SQL for [`AcknowledgementFacts`], selected together with the user.
#[must_use]
pub fn acknowledgements_sql(select: &JsonSelect) -> String {
    // The version on a portal is the sum of the document's version and that of the addition: both
    // only increase, so the sum increases with each change (P-03).
    let (version, current, sites) = match select.portal_expression() {
        None => ("c.version", "platform_content c".to_owned(), "'main'".to_owned()),
        Some(portal) => (
            "c.version + COALESCE(a.version, 0)",
            format!(
                "platform_content c LEFT JOIN portal_legal_additions a \
                 ON a.key = c.key AND a.affiliation_id = {portal}"
            ),
            format!("'main', {}", select.json_value(JsonType::Id, portal)),
        ),
    };
    let document = select
        .json_object(&[("key", JsonType::Plain, "c.key"), ("version", JsonType::Plain, version)]);
    let own = select.json_object(&[
        ("door", JsonType::Plain, "k.door"),
        ("document", JsonType::Plain, "k.document"),
        ("version", JsonType::Plain, "k.version"),
        ("at", JsonType::Plain, "k.acknowledged_at"),
    ]);
    let held = format!("legal_acknowledgements k WHERE k.user_id = u.id AND k.door IN ({sites})");
    select.json_parts(&[
        ("current", select.json_list(&document, &current, "c.key")),
        ("own", select.json_list(&own, &held, "k.door, k.document")),
    ])
}

/// Name of a site in stored acknowledgements.
pub(super) fn site_name(site: Site) -> String {
    site.affiliation().map_or_else(|| MAIN.to_owned(), |affiliation| affiliation.to_string())
}

/// A user's status on this site. If it could not be loaded, all documents count as changed and must
/// be acknowledged again: a failed query must not let users skip them.
#[must_use]
pub fn acknowledgement_status(
    found: Option<&AcknowledgementFacts>,
    site: Site,
) -> (AcknowledgementStatus, AcknowledgementTimes) {
    let Some(found) = found else {
        let changed = DocumentKey::ALL.map(|key| key.name().to_owned()).to_vec();
        return (
            AcknowledgementStatus { acknowledged: true, changed },
            AcknowledgementTimes::default(),
        );
    };
    let here = site_name(site);
    (found.compare(&here), found.acknowledgement_times(&here))
}

impl AcknowledgementFacts {
    fn find_own(&self, door: &str, document: &str) -> Option<&AcknowledgedVersion> {
        self.own.iter().find(|own| own.door == door && own.document == document)
    }

    fn compare(&self, here: &str) -> AcknowledgementStatus {
        let raised = |current: &&CurrentDocument| {
            self.find_own(here, &current.key).is_some_and(|own| own.version < current.version)
        };
        AcknowledgementStatus {
            acknowledged: self.current.iter().all(|one| self.find_own(here, &one.key).is_some()),
            changed: self.current.iter().filter(raised).map(|one| one.key.clone()).collect(),
        }
    }

    fn acknowledgement_times(&self, here: &str) -> AcknowledgementTimes {
        use DocumentKey::{CommunityGuidelines, PrivacyPolicy, TermsOfService};
        let own = |door: &str, key: DocumentKey| self.find_own(door, key.name());
        let main = |key| own(MAIN, key).map(|own| own.at);
        let portal = |key| own(here, key).filter(|_| here != MAIN).map(|own| own.at);
        let version = |key| own(here, key).map(|own| own.version);
        AcknowledgementTimes {
            main_app_tos: main(TermsOfService),
            main_app_privacy: main(PrivacyPolicy),
            main_app_guidelines: main(CommunityGuidelines),
            white_label_tos: portal(TermsOfService),
            white_label_privacy: portal(PrivacyPolicy),
            white_label_guidelines: portal(CommunityGuidelines),
            last_legal_document_version: LastLegalDocumentVersion {
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

    fn find_own(document: &str, version: i64) -> AcknowledgedVersion {
        let (door, document) = (MAIN.to_owned(), document.to_owned());
        AcknowledgedVersion { door, document, version, at: platform::Clock::system_clock().now() }
    }

    #[test]
    fn reports_only_documents_with_a_newer_version_as_changed() {
        let document = |key: &str, version| CurrentDocument { key: key.to_owned(), version };
        let current = vec![document("a", 2), document("b", 1)];
        let status = |own: Vec<AcknowledgedVersion>| {
            let found = AcknowledgementFacts { current: current.clone(), own };
            let AcknowledgementStatus { acknowledged, changed } = found.compare(MAIN);
            (acknowledged, changed.join(","))
        };
        assert_eq!(status(vec![]), (false, String::new()));
        assert_eq!(status(vec![find_own("a", 2)]), (false, String::new()));
        assert_eq!(status(vec![find_own("a", 2), find_own("b", 1)]), (true, String::new()));
        assert_eq!(status(vec![find_own("a", 1), find_own("b", 1)]), (true, "a".to_owned()));
    }

    #[test]
    fn requires_all_acknowledgements_again_if_they_cannot_be_loaded() {
        let (AcknowledgementStatus { acknowledged, changed }, _) =
            acknowledgement_status(None, Site::Main);
        assert!(acknowledged && changed.len() == DocumentKey::ALL.len());
    }
}
