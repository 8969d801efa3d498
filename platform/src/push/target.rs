//! Push target of a browser: the URL of its push service, and its keys.

use data_encoding::BASE64URL_NOPAD;
use serde::{Deserialize, Serialize};
use url::Url;

/// Maximum characters of an endpoint; those of the large push services have under 600.
const ENDPOINT_CHARS_MAX: usize = 2000;
/// Bytes of an uncompressed P-256 point.
const POINT_BYTES: usize = 65;
/// Bytes of the authentication secret (RFC 8291 section 3.2).
const AUTH_BYTES: usize = 16;

/// Reason why a target is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TargetError {
    /// Not the URL of a push service.
    #[error("The address of the push service is not valid.")]
    Endpoint,
    /// The keys have the wrong form.
    #[error("The keys of the push subscription are not valid.")]
    Keys,
}

/// Endpoint and keys of a browser's subscription. The endpoint is a secret: who knows it can
/// send requests to the browser's push service.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PushTarget {
    endpoint: String,
    p256dh: String,
    auth: String,
}

impl std::fmt::Debug for PushTarget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PushTarget(hidden)")
    }
}

impl PushTarget {
    /// Validates a subscription from a browser. `allows_local` accepts plain HTTP, for a push
    /// service on the operator's own network.
    ///
    /// # Errors
    /// [`TargetError`].
    pub fn new(
        endpoint: &str,
        p256dh: &str,
        auth: &str,
        allows_local: bool,
    ) -> Result<Self, TargetError> {
        let url = Url::parse(endpoint).map_err(|_| TargetError::Endpoint)?;
        let has_scheme = url.scheme() == "https" || (allows_local && url.scheme() == "http");
        let has_user = !url.username().is_empty() || url.password().is_some();
        let is_short = endpoint.len() <= ENDPOINT_CHARS_MAX;
        if !has_scheme || has_user || !is_short || url.host_str().is_none() {
            return Err(TargetError::Endpoint);
        }
        let target = Self {
            endpoint: url.into(),
            p256dh: p256dh.trim_end_matches('=').to_owned(),
            auth: auth.trim_end_matches('=').to_owned(),
        };
        let (point, secret) = target.keys();
        let is_point = point.len() == POINT_BYTES && point.first() == Some(&4);
        if !is_point || secret.len() != AUTH_BYTES {
            return Err(TargetError::Keys);
        }
        Ok(target)
    }

    /// URL of the push service.
    #[must_use]
    pub fn endpoint(&self) -> &str {
        &self.endpoint
    }

    /// Origin of the push service.
    #[must_use]
    pub fn audience(&self) -> String {
        Url::parse(&self.endpoint).map(|url| url.origin().ascii_serialization()).unwrap_or_default()
    }

    /// Public key and authentication secret.
    pub(super) fn keys(&self) -> (Vec<u8>, Vec<u8>) {
        let decode = |text: &str| BASE64URL_NOPAD.decode(text.as_bytes()).unwrap_or_default();
        (decode(&self.p256dh), decode(&self.auth))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POINT: &str =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

    fn refusal(endpoint: &str, allows_local: bool) -> Option<TargetError> {
        PushTarget::new(endpoint, POINT, AUTH, allows_local).err()
    }

    #[test]
    fn accepts_https_only_unless_local_services_are_allowed() {
        assert_eq!(refusal("https://push.example.net/send/a", false), None);
        assert_eq!(refusal("http://127.0.0.1:9/a", true), None);
        for endpoint in ["http://push.example.net/a", "ftp://push.example.net", "https://", "x"] {
            assert_eq!(refusal(endpoint, false), Some(TargetError::Endpoint), "{endpoint}");
        }
        let with_user = "https://user:word@push.example.net/a";
        assert_eq!(refusal(with_user, true), Some(TargetError::Endpoint));
        let long = format!("https://push.example.net/{}", "a".repeat(ENDPOINT_CHARS_MAX));
        assert_eq!(refusal(&long, true), Some(TargetError::Endpoint));
    }

    #[test]
    fn rejects_keys_of_the_wrong_length() {
        let url = "https://push.example.net/a";
        for (point, auth) in [("", AUTH), (AUTH, AUTH), (POINT, ""), (POINT, POINT), ("???", AUTH)]
        {
            assert_eq!(PushTarget::new(url, point, auth, false), Err(TargetError::Keys));
        }
        assert!(PushTarget::new(url, POINT, &format!("{AUTH}=="), false).is_ok(), "padding");
    }

    #[test]
    fn audience_is_the_origin() {
        let target = PushTarget::new("https://push.example.net:8443/a/b?c", POINT, AUTH, false);
        assert_eq!(
            target.map(|target| target.audience()),
            Ok("https://push.example.net:8443".into())
        );
    }
}
