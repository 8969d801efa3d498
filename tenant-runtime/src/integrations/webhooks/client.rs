//! The HTTP client of the worker that delivers webhooks.

use platform::config::WebhooksConfig;
use platform::outbound::WebhookClient;
use std::sync::{Arc, OnceLock};

/// Sends messages to webhooks with the settings of this process. Clones share the client, which is
/// built when the first message is sent.
#[derive(Debug, Clone)]
pub struct WebhookSender {
    config: WebhooksConfig,
    client: Arc<OnceLock<WebhookClient>>,
}

impl WebhookSender {
    /// Creates a sender with these settings.
    #[must_use]
    pub fn new(config: &WebhooksConfig) -> Self {
        Self { config: config.clone(), client: Arc::default() }
    }

    /// The client.
    ///
    /// # Errors
    /// The file with root certificates cannot be read.
    pub(super) fn client(&self) -> Result<WebhookClient, String> {
        if let Some(client) = self.client.get() {
            return Ok(client.clone());
        }
        let root = self.config.root_file.as_ref().map(std::fs::read).transpose();
        let root = root.map_err(|error| format!("webhooks.root_file: {error}"))?;
        let client = WebhookClient::new(self.config.allow_local, root.as_deref())
            .map_err(|error| format!("webhooks.root_file: {error}"))?;
        Ok(self.client.get_or_init(|| client).clone())
    }
}
