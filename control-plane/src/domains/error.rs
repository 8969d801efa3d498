//! What can go wrong with a domain.

use platform::problem::FieldError;
use platform::{Catalogued, Entry};

/// A refusal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DomainError {
    /// No name, an address, or a single word.
    #[error("Please enter a full domain name, such as members.example.org.")]
    Name,
    /// Below or above the platform's own.
    #[error("This domain belongs to the platform. Please enter one of your own.")]
    Ours,
    /// A suffix under which everybody may register.
    #[error("This domain is a public suffix. Please enter one that is registered to you.")]
    PublicSuffix,
    /// Letters of several scripts in one word: made to look like another name.
    #[error("This name mixes letters of different scripts and cannot be used.")]
    MixedScripts,
    /// `withWww` for a name that has no such partner.
    #[error("Only a registered domain and its www. name can be added together.")]
    NoPartner,
    /// The portal has it on its list.
    #[error("This domain is already listed.")]
    Listed,
    /// Another portal has proven this name, or one below or above it.
    #[error("This domain belongs to another portal.")]
    Taken,
    /// Another affiliation gave it up a short while ago.
    #[error("Another affiliation released this domain recently. It is reserved for 30 days.")]
    Quarantined,
    /// Ten at most.
    #[error("A portal has at most 10 domains of its own.")]
    TooMany,
    /// The portal is archived.
    #[error("This portal is archived and cannot be changed.")]
    Archived,
    /// It is not proven, or approved already.
    #[error("This domain is not awaiting approval.")]
    NotWaiting,
    /// Only a domain that answers can be shown in links.
    #[error("Only an active domain can be the primary one.")]
    NotServed,
    /// It was given up.
    #[error("This domain was released.")]
    Released,
}

impl Catalogued for DomainError {
    fn entry(&self) -> Entry {
        match self {
            Self::Name => Entry::invalid("domain-name"),
            Self::Ours => Entry::invalid("domain-ours"),
            Self::PublicSuffix => Entry::invalid("domain-public-suffix"),
            Self::MixedScripts => Entry::invalid("domain-mixed-scripts"),
            Self::NoPartner => Entry::invalid("domain-no-partner"),
            Self::Listed => Entry::conflict("domain-listed"),
            Self::Taken => Entry::conflict("domain-taken"),
            Self::Quarantined => Entry::conflict("domain-quarantined"),
            Self::TooMany => Entry::conflict("domain-limit"),
            Self::Archived => Entry::conflict("tenant-archived"),
            Self::NotWaiting => Entry::conflict("domain-not-waiting"),
            Self::NotServed => Entry::conflict("domain-not-served"),
            Self::Released => Entry::conflict("domain-released"),
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
