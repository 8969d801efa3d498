//! Errors of tenants.

use super::rows::TenantState;
use chrono::{DateTime, Utc};
use platform::problem::FieldError;
use platform::{CatalogueError, ProblemEntry};

/// Reason of a refusal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TenantError {
    /// Not a DNS label, too short, or reserved (G-099).
    #[error("This subdomain cannot be used. Please choose another one.")]
    Subdomain,
    /// Another portal has it.
    #[error("This subdomain is already taken. Please choose another one.")]
    Taken,
    /// Another portal released it recently; quarantined until this time.
    #[error("Another portal has released this subdomain. It is available from {}.", .0.format("%-d %B %Y"))]
    Quarantined(DateTime<Utc>),
    /// The affiliation already has a portal.
    #[error("This affiliation already has a portal.")]
    HasPortal,
    /// The affiliation does not exist.
    #[error("There is no such affiliation.")]
    NoAffiliation,
    /// The affiliation waits for approval.
    #[error("This affiliation has not been approved yet.")]
    NotApproved,
    /// The affiliation is paused.
    #[error("This affiliation is paused.")]
    AffiliationPaused,
    /// The brand name is missing or too long.
    #[error("A brand name has between 1 and 60 characters.")]
    BrandName,
    /// The reason for closing a portal is missing or too long.
    #[error("Please give a reason of at most 500 characters.")]
    Reason,
    /// The transition does not exist for the portal's state.
    #[error("{}", transition_error(*.from, *.to))]
    State {
        /// Current state.
        from: TenantState,
        /// Requested state.
        to: TenantState,
    },
    /// The default language is not one of ours.
    #[error("Language is not recognised")]
    Language,
    /// An archived portal cannot change.
    #[error("This portal is archived and cannot be changed.")]
    Archived,
}

const fn transition_error(from: TenantState, to: TenantState) -> &'static str {
    match (from, to) {
        (TenantState::Archived, _) => {
            "This portal is archived. Create a new one for the affiliation."
        }
        (TenantState::Active, TenantState::Active) => "This portal is open already.",
        (TenantState::Suspended, TenantState::Suspended) => "This portal is suspended already.",
        (TenantState::Draft, TenantState::Suspended) => "This portal has not been opened yet.",
        (TenantState::Active, TenantState::Archived) => {
            "Suspend this portal before you archive it."
        }
        _ => "This action is not possible in the current state of the portal.",
    }
}

impl CatalogueError for TenantError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::Subdomain => ProblemEntry::invalid("subdomain-not-allowed"),
            Self::Taken => ProblemEntry::conflict("subdomain-taken"),
            Self::Quarantined(_) => ProblemEntry::conflict("subdomain-quarantined"),
            Self::HasPortal => ProblemEntry::conflict("affiliation-has-portal"),
            Self::NoAffiliation => ProblemEntry::invalid("affiliation-not-found"),
            Self::NotApproved => ProblemEntry::invalid("affiliation-not-approved"),
            Self::AffiliationPaused => ProblemEntry::invalid("affiliation-paused"),
            Self::BrandName => ProblemEntry::invalid("brand-name"),
            Self::Reason => ProblemEntry::invalid("reason-required"),
            Self::State { .. } => ProblemEntry::conflict("tenant-state"),
            Self::Language => ProblemEntry::invalid("language-unknown"),
            Self::Archived => ProblemEntry::conflict("tenant-archived"),
        }
    }

    fn fields(&self) -> Vec<FieldError> {
        let field = match self {
            Self::Subdomain | Self::Taken | Self::Quarantined(_) => "subdomain",
            Self::HasPortal | Self::NoAffiliation | Self::NotApproved | Self::AffiliationPaused => {
                "affiliationId"
            }
            Self::BrandName => "brandName",
            Self::Reason => "reason",
            Self::Language => "defaultLanguage",
            Self::State { .. } | Self::Archived => return Vec::new(),
        };
        vec![FieldError::new(field, self.entry().code, self.to_string())]
    }
}
