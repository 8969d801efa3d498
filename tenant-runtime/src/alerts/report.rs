//! Accepts security alerts from browsers. The endpoint is public, so nothing in the body is
//! trusted: user, network and time are those known to the server.

use super::error::AlertError;
use platform::alerts::{self, AlertId, NewAlert, RaisedBy};
use platform::limiter::{LimitKey, LimitedAction};
use platform::{Scope, Visitor};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

const WORD_CHARS_MAX: usize = 64;
const TEXT_CHARS_MAX: usize = 300;
const DETAILS_BYTES_MAX: usize = 8 * 1024;

/// An alert, with the fields of A-270.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(super) struct SecurityAlertReport {
    /// Type of the alert, at most 64 characters.
    alert_type: String,
    /// Severity, at most 64 characters.
    severity: String,
    /// Time by the browser's clock.
    timestamp: Option<String>,
    /// Component that raised it.
    source: Option<String>,
    /// Ignored; the user is that of the session.
    user_id: Option<String>,
    /// Ignored.
    user_email: Option<String>,
    /// Ignored.
    user_verified: Option<bool>,
    domain: Option<String>,
    /// Stored without query and fragment.
    url: Option<String>,
    /// Stored without query and fragment.
    referrer: Option<String>,
    user_agent: Option<String>,
    language: Option<String>,
    cookies_enabled: Option<bool>,
    online_status: Option<bool>,
    /// Text, or an object of at most 8 KiB.
    #[schema(value_type = Option<Object>)]
    details: Option<Value>,
    /// Random id of the browser tab, never the session's token.
    session_id: Option<String>,
    client_fingerprint: Option<String>,
}

pub(super) async fn store_alert(
    scope: &mut Scope<Visitor>,
    report: SecurityAlertReport,
) -> Result<AlertId, AlertError> {
    let client = LimitKey::client(Some(scope.facts().context.client_ip), None);
    let verdict =
        scope.services().limiter().count_attempt(LimitedAction::SecurityAlert, &client).await;
    if !verdict.allowed {
        return Err(AlertError::Limit(verdict));
    }
    let alert_type = validated_word(&report.alert_type, "a kind", "alertType")?;
    let severity = validated_word(&report.severity, "a severity", "severity")?;
    let claims = validated_claims(report)?;
    let user = scope.viewer().signed_in_as();
    let tx = scope.begin().await?;
    let alert = NewAlert {
        raised_by: RaisedBy::Browser,
        alert_type: &alert_type,
        severity: &severity,
        user,
        claims,
    };
    let id = alerts::raise_alert(&tx, alert).await?;
    tx.commit().await?;
    Ok(id)
}

fn validated_word(
    text: &str,
    what: &'static str,
    field: &'static str,
) -> Result<String, AlertError> {
    let text = single_line(text);
    let chars = text.chars().count();
    if chars == 0 || chars > WORD_CHARS_MAX {
        return Err(AlertError::Field(what, field));
    }
    Ok(text)
}

fn validated_claims(report: SecurityAlertReport) -> Result<Value, AlertError> {
    let mut claims = Map::new();
    let texts = [
        ("timestamp", report.timestamp),
        ("source", report.source),
        ("domain", report.domain),
        ("url", report.url.map(|url| without_secrets(&url))),
        ("referrer", report.referrer.map(|url| without_secrets(&url))),
        ("userAgent", report.user_agent),
        ("language", report.language),
        ("sessionId", report.session_id),
        ("clientFingerprint", report.client_fingerprint),
    ];
    for (name, text) in texts {
        let text: Option<String> =
            text.map(|text| single_line(&text).chars().take(TEXT_CHARS_MAX).collect());
        claims.extend(
            text.filter(|text| !text.is_empty()).map(|text| (name.to_owned(), json!(text))),
        );
    }
    for (name, flag) in
        [("cookiesEnabled", report.cookies_enabled), ("onlineStatus", report.online_status)]
    {
        claims.extend(flag.map(|flag| (name.to_owned(), json!(flag))));
    }
    if let Some(details) = report.details.filter(|details| !details.is_null()) {
        if details.to_string().len() > DETAILS_BYTES_MAX {
            return Err(AlertError::TooLong);
        }
        claims.insert("details".to_owned(), details);
    }
    Ok(Value::Object(claims))
}

/// One line without control characters.
fn single_line(text: &str) -> String {
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    line.trim().to_owned()
}

/// An address without parts that may contain a token.
fn without_secrets(url: &str) -> String {
    let path = url.split(['?', '#']).next().unwrap_or_default();
    match path.split_once("/join/") {
        // An invite code follows.
        Some((site, _)) => format!("{site}/join/"),
        None => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_secrets_from_addresses_and_drops_claimed_identities() {
        let report = SecurityAlertReport {
            url: Some("https://x.example/verify-email?token=abc#c=d".to_owned()),
            referrer: Some("https://x.example/join/secret".to_owned()),
            user_id: Some("somebody".to_owned()),
            user_email: Some("a@x.example".to_owned()),
            ..SecurityAlertReport::default()
        };
        let kept = validated_claims(report).map(|claims| claims.to_string()).unwrap_or_default();
        assert!(kept.contains("https://x.example/verify-email"));
        for gone in ["token", "secret", "somebody", "a@x.example"] {
            assert!(!kept.contains(gone), "{gone}");
        }
    }

    #[test]
    fn rejects_an_empty_or_overlong_alert_type() {
        assert_eq!(
            validated_word(" rapid-requests\n", "a kind", "alertType").ok().as_deref(),
            Some("rapid-requests")
        );
        assert!(validated_word("", "a kind", "alertType").is_err());
        assert!(validated_word(&"x".repeat(65), "a kind", "alertType").is_err());
    }

    #[test]
    fn truncates_texts_and_rejects_overlong_details() {
        let long = SecurityAlertReport {
            source: Some("x".repeat(1000)),
            ..SecurityAlertReport::default()
        };
        let kept = validated_claims(long).unwrap_or_default();
        assert_eq!(kept["source"].as_str().map(str::len), Some(TEXT_CHARS_MAX));
        let heavy = SecurityAlertReport {
            details: Some(json!("x".repeat(9000))),
            ..SecurityAlertReport::default()
        };
        assert!(matches!(validated_claims(heavy), Err(AlertError::TooLong)));
    }
}
