//! Owner of tokens and webhooks.

use platform::AffiliationId;
use sea_orm::{ColumnTrait, Condition};

/// The network, or one affiliation. Every query about tokens and webhooks names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    Network,
    Affiliation(AffiliationId),
}

impl Owner {
    /// The owner that a column without a value or with an affiliation stands for.
    #[must_use]
    pub fn from_column(affiliation: Option<AffiliationId>) -> Self {
        affiliation.map_or(Self::Network, Self::Affiliation)
    }

    /// The affiliation; `None` for the network.
    #[must_use]
    pub const fn affiliation(self) -> Option<AffiliationId> {
        match self {
            Self::Network => None,
            Self::Affiliation(id) => Some(id),
        }
    }

    /// Condition that a row belongs to the owner, by its column with the affiliation.
    pub fn owns<C: ColumnTrait>(self, affiliation: C) -> Condition {
        Condition::all().add(match self {
            Self::Network => affiliation.is_null(),
            Self::Affiliation(id) => affiliation.eq(id.uuid()),
        })
    }
}
