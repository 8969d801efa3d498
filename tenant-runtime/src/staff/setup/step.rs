//! The steps of the checklist.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A step of the setup.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum SetupStep {
    /// Staff publish the three legal documents.
    LegalDocuments,
    /// An email reaches a mail server.
    TestEmail,
    /// Every staff account has a second factor.
    SecondFactor,
    /// There is an affiliation.
    Affiliation,
    /// A portal is open.
    Portal,
    /// A portal answers at a domain of its own.
    Domain,
    /// An invite code exists that can be used, or was used.
    InviteCode,
}

impl SetupStep {
    /// In the order of the checklist.
    pub const ALL: [Self; 7] = [
        Self::LegalDocuments,
        Self::TestEmail,
        Self::SecondFactor,
        Self::Affiliation,
        Self::Portal,
        Self::Domain,
        Self::InviteCode,
    ];

    /// Name in paths and in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::LegalDocuments => "legal-documents",
            Self::TestEmail => "test-email",
            Self::SecondFactor => "second-factor",
            Self::Affiliation => "affiliation",
            Self::Portal => "portal",
            Self::Domain => "domain",
            Self::InviteCode => "invite-code",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn step_names_are_equal_in_paths_and_database() {
        for step in SetupStep::ALL {
            let path = serde_json::to_value(step).unwrap_or_default();
            assert_eq!(path.as_str(), Some(step.name()));
        }
    }
}
