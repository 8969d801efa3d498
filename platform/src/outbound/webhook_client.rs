//! Client for webhooks: addresses that admins of affiliations enter.

use super::{PublicResolver, REQUEST_TIMEOUT, has_private_address, is_forbidden};
use http::{Request, StatusCode};
use std::sync::Arc;

/// Maximum bytes of an answer that are read; its content has no meaning.
const ANSWER_BYTES_MAX: usize = 1024;
/// Name of this program for receivers.
const USER_AGENT: &str = concat!("Guildhall-Webhook/", env!("CARGO_PKG_VERSION"));

/// Reason why a receiver did not answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WebhookFailure {
    /// The host has no public address.
    #[error("the host has no public address")]
    PrivateAddress,
    /// No answer within five seconds.
    #[error("the receiver did not answer in time")]
    Timeout,
    /// The name was not found, or the connection, its certificate or the transfer failed.
    #[error("the connection to the receiver failed")]
    NoConnection,
}

/// Sends messages to webhooks, over TLS and to public addresses only, which it checks after the name
/// is resolved. It follows no redirects, uses no proxy and keeps no connection.
#[derive(Debug, Clone)]
pub struct WebhookClient {
    client: reqwest::Client,
    allows_local: bool,
}

impl WebhookClient {
    /// `allows_local` also permits private addresses; `root` (PEM) are additional root certificates.
    ///
    /// # Errors
    /// The certificates are invalid.
    pub fn new(allows_local: bool, root: Option<&[u8]>) -> Result<Self, reqwest::Error> {
        let mut builder = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .timeout(REQUEST_TIMEOUT)
            .pool_max_idle_per_host(0)
            .user_agent(USER_AGENT)
            .https_only(true)
            .no_proxy();
        if let Some(root) = root {
            builder = builder.tls_certs_merge(reqwest::Certificate::from_pem_bundle(root)?);
        }
        if !allows_local {
            builder = builder.dns_resolver(Arc::new(PublicResolver));
        }
        Ok(Self { client: builder.build()?, allows_local })
    }

    /// Sends a message and returns the status of the answer.
    ///
    /// # Errors
    /// [`WebhookFailure`].
    pub async fn send(&self, message: Request<Vec<u8>>) -> Result<StatusCode, WebhookFailure> {
        let message = reqwest::Request::try_from(message).map_err(failure_of)?;
        if !self.allows_local && has_private_address(message.url()) {
            return Err(WebhookFailure::PrivateAddress);
        }
        let mut answer = self.client.execute(message).await.map_err(failure_of)?;
        let status = answer.status();
        let mut read = 0;
        // The status counts, even if the rest of the answer is lost.
        while let Ok(Some(chunk)) = answer.chunk().await {
            read += chunk.len();
            if read >= ANSWER_BYTES_MAX {
                break;
            }
        }
        Ok(status)
    }
}

fn failure_of(error: reqwest::Error) -> WebhookFailure {
    if is_forbidden(&error) {
        return WebhookFailure::PrivateAddress;
    }
    let is_late = error.is_timeout();
    // The address may contain a secret.
    tracing::debug!(cause = %error.without_url(), "a webhook could not be delivered");
    if is_late { WebhookFailure::Timeout } else { WebhookFailure::NoConnection }
}
