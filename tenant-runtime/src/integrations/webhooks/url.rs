//! Addresses of webhooks.

use super::error::WebhookError;
use platform::outbound::has_private_address;
use url::Url;

const CHARS_MAX: usize = 500;

/// Validates a typed address. `allows_local` accepts private addresses.
pub(super) fn check_url(typed: &str, allows_local: bool) -> Result<String, WebhookError> {
    let typed = typed.trim();
    let mut url = Url::parse(typed).map_err(|_| WebhookError::Url)?;
    url.set_fragment(None);
    if url.scheme() != "https" || !url.has_host() || url.as_str().chars().count() > CHARS_MAX {
        return Err(WebhookError::Url);
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(WebhookError::Credentials);
    }
    if !allows_local && has_private_address(&url) {
        return Err(WebhookError::PrivateAddress);
    }
    Ok(url.into())
}

/// Host of a stored address, for notices.
pub(super) fn host_of(url: &str) -> String {
    let host = Url::parse(url).ok().and_then(|url| url.host_str().map(str::to_owned));
    host.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_https_addresses_without_credentials_are_accepted() {
        let accepted = check_url(" https://Hooks.example:8443/a?b=c#d ", false);
        assert_eq!(accepted.as_deref(), Ok("https://hooks.example:8443/a?b=c"));
        let long = format!("https://hooks.example/{}", "a".repeat(CHARS_MAX));
        for typed in ["", "hooks.example", "http://hooks.example", "ftp://hooks.example", &long] {
            assert_eq!(check_url(typed, true), Err(WebhookError::Url), "{typed}");
        }
        for typed in ["https://ada@hooks.example", "https://ada:secret@hooks.example"] {
            assert_eq!(check_url(typed, true), Err(WebhookError::Credentials), "{typed}");
        }
        for typed in [
            "https://127.0.0.1/",
            "https://0x7f000001/",
            "https://2130706433/",
            "https://[::1]/",
            "https://10.1.2.3:8443/",
            "https://169.254.169.254/latest",
            "https://[::ffff:192.168.0.1]/",
        ] {
            assert_eq!(check_url(typed, false), Err(WebhookError::PrivateAddress), "{typed}");
            assert!(check_url(typed, true).is_ok(), "{typed}");
        }
    }
}
