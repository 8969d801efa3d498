//! Request to a push service (RFC 8030), and what its response means for the subscription.

use super::encryption::{self, PushError};
use super::{PushTarget, VapidKey};
use crate::outbound::{OutboundError, StrangerClient};
use chrono::{DateTime, Utc};
use http::{HeaderMap, Request, StatusCode, header};
use std::sync::LazyLock;
use std::time::Duration;

/// Longest `Retry-After` that is honoured; a longer one would outlive most messages.
const RETRY_AFTER_MAX: Duration = Duration::from_secs(6 * 3600);
/// Maximum characters of a `Topic` (RFC 8030 section 5.4).
const TOPIC_CHARS_MAX: usize = 32;

/// Urgency of a message (RFC 8030 section 5.3): a phone that saves energy receives urgent ones only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Urgency {
    /// Announcements and digests.
    Low,
    /// Most notifications.
    Normal,
    /// Direct messages and requests.
    High,
}

impl Urgency {
    const fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Normal => "normal",
            Self::High => "high",
        }
    }
}

/// A message for one browser.
#[derive(Debug)]
pub struct PushRequest<'r> {
    /// The recipient's browser.
    pub target: &'r PushTarget,
    /// Key for which the browser subscribed.
    pub key: &'r VapidKey,
    /// The operator's address, for the push service.
    pub contact: &'r str,
    /// The message.
    pub plain: &'r [u8],
    /// Time for which the push service keeps it for a browser that is offline.
    pub ttl: Duration,
    /// Its urgency.
    pub urgency: Urgency,
    /// A later message with the same topic replaces this one; at most 32 characters of base64url.
    pub topic: &'r str,
}

/// Result of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivery {
    /// The push service accepted the message.
    Accepted,
    /// The subscription no longer exists: delete it.
    Gone,
    /// The message is too long for this push service: send a shorter one.
    TooLong,
    /// Try again, not before this duration if the service named one.
    Later(Option<Duration>),
    /// The push service refuses the request; repeating it does not help.
    Refused(StatusCode),
}

/// Sends messages to push services. Clones share the connections.
#[derive(Debug, Clone)]
pub struct PushClient(StrangerClient);

static PUBLIC: LazyLock<Result<StrangerClient, OutboundError>> =
    LazyLock::new(|| StrangerClient::new(false));
static LOCAL: LazyLock<Result<StrangerClient, OutboundError>> =
    LazyLock::new(|| StrangerClient::new(true));

impl PushClient {
    /// The client of this process. `allows_local` permits addresses of private networks, for a push
    /// service of the operator.
    ///
    /// # Errors
    /// The HTTP client cannot be built.
    pub fn shared(allows_local: bool) -> Result<Self, &'static OutboundError> {
        let client = if allows_local { &*LOCAL } else { &*PUBLIC };
        client.as_ref().map(|client| Self(client.clone()))
    }

    /// Encrypts, signs and sends a message.
    ///
    /// # Errors
    /// [`PushError`] if it cannot be encrypted or signed. A failed connection is
    /// [`Delivery::Later`].
    pub async fn send(
        &self,
        request: &PushRequest<'_>,
        now: DateTime<Utc>,
    ) -> Result<Delivery, PushError> {
        let (p256dh, auth) = request.target.keys();
        let body = encryption::encrypt(&p256dh, &auth, request.plain)?;
        let authorization =
            request.key.authorization(&request.target.audience(), request.contact, now)?;
        let topic: String = request.topic.chars().take(TOPIC_CHARS_MAX).collect();
        let message = Request::post(request.target.endpoint())
            .header(header::AUTHORIZATION, authorization)
            .header(header::CONTENT_ENCODING, "aes128gcm")
            .header(header::CONTENT_TYPE, "application/octet-stream")
            .header("ttl", request.ttl.as_secs())
            .header("urgency", request.urgency.name())
            .header("topic", topic)
            .body(body)
            .map_err(|_| PushError::Key)?;
        match self.0.send(message).await {
            Ok(response) => Ok(delivery_of(response.status(), response.headers(), now)),
            Err(OutboundError::Forbidden) => Ok(Delivery::Gone),
            Err(error) => {
                tracing::debug!(cause = %error, "a push service did not respond");
                Ok(Delivery::Later(None))
            }
        }
    }
}

fn delivery_of(status: StatusCode, headers: &HeaderMap, now: DateTime<Utc>) -> Delivery {
    match status {
        StatusCode::OK | StatusCode::CREATED | StatusCode::ACCEPTED | StatusCode::NO_CONTENT => {
            Delivery::Accepted
        }
        StatusCode::NOT_FOUND | StatusCode::GONE => Delivery::Gone,
        StatusCode::PAYLOAD_TOO_LARGE => Delivery::TooLong,
        StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT => {
            Delivery::Later(retry_after(headers, now))
        }
        _ if status.is_server_error() => Delivery::Later(retry_after(headers, now)),
        _ => Delivery::Refused(status),
    }
}

/// `Retry-After` in seconds or as a date (RFC 9110 section 10.2.3).
fn retry_after(headers: &HeaderMap, now: DateTime<Utc>) -> Option<Duration> {
    let text = headers.get(header::RETRY_AFTER)?.to_str().ok()?.trim();
    let delay = match text.parse::<u64>() {
        Ok(seconds) => Duration::from_secs(seconds),
        Err(_) => {
            let at = DateTime::parse_from_rfc2822(text).ok()?;
            (at.with_timezone(&Utc) - now).to_std().unwrap_or_default()
        }
    };
    Some(delay.min(RETRY_AFTER_MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    fn delivery(status: u16, retry_after: Option<&'static str>) -> Delivery {
        let mut headers = HeaderMap::new();
        if let Some(text) = retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static(text));
        }
        let now = DateTime::from_timestamp(784_111_777, 0).unwrap_or_default();
        delivery_of(StatusCode::from_u16(status).unwrap_or_default(), &headers, now)
    }

    #[test]
    fn status_decides_about_message_and_subscription() {
        for status in [200, 201, 202, 204] {
            assert_eq!(delivery(status, None), Delivery::Accepted);
        }
        for status in [404, 410] {
            assert_eq!(delivery(status, None), Delivery::Gone);
        }
        assert_eq!(delivery(413, None), Delivery::TooLong);
        for status in [400, 401, 403, 302] {
            assert!(matches!(delivery(status, None), Delivery::Refused(_)), "{status}");
        }
        for status in [408, 429, 500, 502, 503] {
            assert_eq!(delivery(status, None), Delivery::Later(None));
        }
    }

    #[test]
    fn retry_after_is_read_as_seconds_or_date_and_limited() {
        let later = |text| match delivery(503, Some(text)) {
            Delivery::Later(delay) => delay.map(|delay| delay.as_secs()),
            _ => None,
        };
        assert_eq!(later("120"), Some(120));
        // 784111777 is Sun, 06 Nov 1994 08:49:37 GMT.
        assert_eq!(later("Sun, 06 Nov 1994 08:50:37 GMT"), Some(60));
        assert_eq!(later("Sun, 06 Nov 1994 08:40:00 GMT"), Some(0));
        assert_eq!(later("99999999"), Some(RETRY_AFTER_MAX.as_secs()));
        assert_eq!(later("soon"), None);
    }
}
