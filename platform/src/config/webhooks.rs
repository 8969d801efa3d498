//! Webhooks.

use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// Webhooks of the network and of affiliations.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct WebhooksConfig {
    /// Deliver to private networks too. For tests, and for receivers of the operator; admins of
    /// affiliations can then make this instance send requests into its own network.
    pub allow_local: bool,
    /// PEM file with additional root certificates for receivers.
    pub root_file: Option<PathBuf>,
}
