//! Errors of domains.

use platform::problem::FieldError;
use platform::{CatalogueError, ProblemEntry};

/// Reason why a command was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DomainError {
    /// Not a full domain name: empty, an IP address or a single label.
    #[error("Please enter a full domain name, such as members.example.org.")]
    Name,
    /// Below or above the platform's own domain.
    #[error("This domain belongs to the platform. Please enter one of your own.")]
    Ours,
    #[error("This domain is a public suffix. Please enter one that is registered to you.")]
    PublicSuffix,
    /// A label mixes scripts, so it may imitate another name.
    #[error("This name mixes letters of different scripts and cannot be used.")]
    MixedScripts,
    /// `withWww` for a name that has no such partner.
    #[error("Only a registered domain and its www. name can be added together.")]
    NoPartner,
    /// The portal already lists it.
    #[error("This domain is already listed.")]
    Listed,
    /// Another portal has verified this name, or a parent or subdomain of it.
    #[error("This domain belongs to another portal.")]
    Taken,
    /// Another affiliation released it recently.
    #[error("Another affiliation released this domain recently. It is reserved for 30 days.")]
    Quarantined,
    /// The portal has the maximum of ten domains.
    #[error("A portal has at most 10 domains of its own.")]
    TooMany,
    /// The portal is archived.
    #[error("This portal is archived and cannot be changed.")]
    Archived,
    /// It is not verified, or already approved.
    #[error("This domain is not awaiting approval.")]
    NotWaiting,
    /// Only a serving domain can be primary.
    #[error("Only an active domain can be the primary one.")]
    NotServed,
    /// It was released.
    #[error("This domain was released.")]
    Released,
}

impl CatalogueError for DomainError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::Name => ProblemEntry::invalid("domain-name"),
            Self::Ours => ProblemEntry::invalid("domain-ours"),
            Self::PublicSuffix => ProblemEntry::invalid("domain-public-suffix"),
            Self::MixedScripts => ProblemEntry::invalid("domain-mixed-scripts"),
            Self::NoPartner => ProblemEntry::invalid("domain-no-partner"),
            Self::Listed => ProblemEntry::conflict("domain-listed"),
            Self::Taken => ProblemEntry::conflict("domain-taken"),
            Self::Quarantined => ProblemEntry::conflict("domain-quarantined"),
            Self::TooMany => ProblemEntry::conflict("domain-limit"),
            Self::Archived => ProblemEntry::conflict("tenant-archived"),
            Self::NotWaiting => ProblemEntry::conflict("domain-not-waiting"),
            Self::NotServed => ProblemEntry::conflict("domain-not-served"),
            Self::Released => ProblemEntry::conflict("domain-released"),
        }
    }

    fn fields(&self) -> Vec<FieldError> {
        let of_host = matches!(
            self,
            Self::Name
                | Self::Ours
                | Self::PublicSuffix
                | Self::MixedScripts
                | Self::Listed
                | Self::Taken
                | Self::Quarantined
        );
        let field = match self {
            _ if of_host => "host",
            Self::NoPartner => "withWww",
            _ => return Vec::new(),
        };
        vec![FieldError::new(field, self.entry().code, self.to_string())]
    }
}
