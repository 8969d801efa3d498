//! Errors of the management of webhooks.

use platform::problem::FieldError;
use platform::{CatalogueError, ProblemEntry};

/// Reason why a webhook was not created, changed or called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum WebhookError {
    /// It does not exist, or belongs to another owner.
    #[error("This webhook does not exist")]
    NotFound,
    /// The delivery does not exist, was deleted, or belongs to another webhook.
    #[error("This delivery does not exist")]
    NoDelivery,
    /// The address is no https address.
    #[error("Enter an address that begins with https://, of at most 500 characters.")]
    Url,
    /// The address contains a user name or a password.
    #[error("The address must not contain a user name or a password.")]
    Credentials,
    /// The address is in a private network.
    #[error("The address must be reachable from the internet.")]
    PrivateAddress,
    /// No event was chosen.
    #[error("Choose at least one event.")]
    Events,
    /// Too many webhooks.
    #[error("At most 20 webhooks are possible. Delete one first.")]
    TooMany,
    /// A deactivated webhook receives nothing.
    #[error("This webhook is not active.")]
    Inactive,
}

impl CatalogueError for WebhookError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::NotFound => ProblemEntry::not_found("webhook-not-found"),
            Self::NoDelivery => ProblemEntry::not_found("webhook-delivery-not-found"),
            Self::Url => ProblemEntry::invalid("webhook-url-invalid"),
            Self::Credentials => ProblemEntry::invalid("webhook-url-credentials"),
            Self::PrivateAddress => ProblemEntry::invalid("webhook-url-private"),
            Self::Events => ProblemEntry::invalid("webhook-events-missing"),
            Self::TooMany => ProblemEntry::conflict("webhook-limit"),
            Self::Inactive => ProblemEntry::conflict("webhook-inactive"),
        }
    }

    fn fields(&self) -> Vec<FieldError> {
        let field = match self {
            Self::Url | Self::Credentials | Self::PrivateAddress => "url",
            Self::Events => "events",
            Self::NotFound | Self::NoDelivery | Self::TooMany | Self::Inactive => {
                return Vec::new();
            }
        };
        vec![FieldError::new(field, self.entry().code, self.to_string())]
    }
}

/// Message when the webhooks could not be loaded.
pub(super) const LOAD_FAILED: &str = "Failed to load the webhooks";
/// Message when a webhook could not be changed.
pub(super) const CHANGE_FAILED: &str = "Failed to change the webhook";
