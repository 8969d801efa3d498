//! Web push.

use serde::{Deserialize, Serialize};

/// Web push notifications.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PushConfig {
    /// Address at which push services can reach the operator: `mailto:…` or `https://…`. By default
    /// the main site, or the sender of the emails if the main site has no https.
    pub contact: Option<String>,
    /// Accept push services on private networks and without TLS. For tests, and for a push service
    /// of the operator; users can then make this instance send requests into its own network.
    pub allow_local_services: bool,
}
