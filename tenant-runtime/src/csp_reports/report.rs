//! Parses both report formats and keeps only parts that may be logged. Reports are unauthenticated,
//! and their addresses can contain tokens and codes, so only known keywords and hosts are kept of
//! each text.

use super::error::CspReportError;
use serde::Deserialize;
use serde_json::Value;
use url::Url;

/// Most violations of one request that are logged.
const REPORTS_MAX: usize = 10;
const HOST_CHARS_MAX: usize = 100;
/// Report type of a policy violation; the Reporting API knows others.
const VIOLATION: &str = "csp-violation";
/// Directives of our policy, and their parts as browsers name them.
const DIRECTIVES: [&str; 16] = [
    "base-uri",
    "connect-src",
    "default-src",
    "font-src",
    "form-action",
    "frame-ancestors",
    "frame-src",
    "img-src",
    "manifest-src",
    "media-src",
    "object-src",
    "script-src",
    "script-src-attr",
    "script-src-elem",
    "style-src",
    "worker-src",
];
const STYLE_PARTS: [&str; 2] = ["style-src-attr", "style-src-elem"];
/// Keywords that browsers send instead of an address.
const KEYWORDS: [&str; 7] = ["inline", "eval", "wasm-eval", "self", "data", "blob", "filesystem"];
const OTHER: &str = "other";
/// Path of the web builds' files; their names contain no user data.
const ASSETS: &str = "/assets/";

/// The loggable parts of a violation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Violation {
    /// The directive, or `other`.
    pub directive: &'static str,
    /// Origin or kind of the blocked resource.
    pub blocked: String,
    /// First segment of the page's path; further ones can be codes.
    pub page: String,
    /// Our file, or the origin, that caused it.
    pub source: Option<String>,
    /// Line in the source.
    pub line: Option<u64>,
}

/// `application/csp-report`, by `report-uri`.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct LegacyReport {
    csp_report: ClassicBody,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "kebab-case", default)]
struct ClassicBody {
    document_uri: String,
    effective_directive: Option<String>,
    violated_directive: String,
    blocked_uri: String,
    source_file: Option<String>,
    line_number: Option<Value>,
}

/// `application/reports+json`, by `report-to`.
#[derive(Deserialize)]
struct CspReport {
    r#type: String,
    #[serde(default)]
    body: Value,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct ReportBody {
    #[serde(alias = "documentURL")]
    document_url: String,
    effective_directive: String,
    #[serde(alias = "blockedURL")]
    blocked_url: String,
    source_file: Option<String>,
    line_number: Option<Value>,
}

/// Parses a report of either format.
pub(super) fn read(body: &[u8]) -> Result<Vec<Violation>, CspReportError> {
    let document: Value = serde_json::from_slice(body).map_err(|_| CspReportError::Unreadable)?;
    let reports = match document {
        Value::Array(reports) => reports,
        classic => {
            let LegacyReport { csp_report } =
                serde_json::from_value(classic).map_err(|_| CspReportError::Unreadable)?;
            return Ok(vec![csp_report.into()]);
        }
    };
    let mut violations = Vec::new();
    for report in reports {
        let report: CspReport =
            serde_json::from_value(report).map_err(|_| CspReportError::Unreadable)?;
        if report.r#type == VIOLATION && violations.len() < REPORTS_MAX {
            let body: ReportBody =
                serde_json::from_value(report.body).map_err(|_| CspReportError::Unreadable)?;
            violations.push(body.into());
        }
    }
    Ok(violations)
}

impl From<ClassicBody> for Violation {
    fn from(body: ClassicBody) -> Self {
        Self {
            directive: directive_name(&body.effective_directive.unwrap_or(body.violated_directive)),
            blocked: blocked_source(&body.blocked_uri),
            page: page_path(&body.document_uri),
            source: body.source_file.as_deref().and_then(script_source),
            line: body.line_number.and_then(|line| line.as_u64()),
        }
    }
}

impl From<ReportBody> for Violation {
    fn from(body: ReportBody) -> Self {
        Self {
            directive: directive_name(&body.effective_directive),
            blocked: blocked_source(&body.blocked_url),
            page: page_path(&body.document_url),
            source: body.source_file.as_deref().and_then(script_source),
            line: body.line_number.and_then(|line| line.as_u64()),
        }
    }
}

/// The directive by name; older browsers send it with its values.
fn directive_name(text: &str) -> &'static str {
    let name = text.split_whitespace().next().unwrap_or_default();
    let known = DIRECTIVES.into_iter().chain(STYLE_PARTS).find(|known| *known == name);
    known.unwrap_or(OTHER)
}

fn blocked_source(text: &str) -> String {
    if KEYWORDS.contains(&text) {
        return text.to_owned();
    }
    Url::parse(text).map_or_else(|_| OTHER.to_owned(), |url| url_origin(&url))
}

/// Scheme, host and port; only the scheme for addresses without a host, such as those of
/// extensions.
fn url_origin(url: &Url) -> String {
    let origin = url.origin();
    if origin.is_tuple() {
        return origin.ascii_serialization().chars().take(HOST_CHARS_MAX).collect();
    }
    url.scheme().chars().take(HOST_CHARS_MAX).collect()
}

fn page_path(text: &str) -> String {
    let Ok(url) = Url::parse(text) else { return OTHER.to_owned() };
    let first = url.path().split('/').nth(1).unwrap_or_default();
    let is_word = |b: u8| b.is_ascii_lowercase() || b == b'-';
    if first.len() <= 40 && first.bytes().all(is_word) {
        format!("/{first}")
    } else {
        OTHER.to_owned()
    }
}

fn script_source(text: &str) -> Option<String> {
    let url = Url::parse(text).ok()?;
    let is_asset = url.path().starts_with(ASSETS) && url.path().len() <= HOST_CHARS_MAX;
    Some(if is_asset { url.path().to_owned() } else { url_origin(&url) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_the_report_uri_format() {
        let sent = br#"{"csp-report":{"document-uri":"https://x.example/join/SECRET?token=SECRET",
            "referrer":"https://x.example/?SECRET","violated-directive":"script-src-elem",
            "effective-directive":"script-src-elem","original-policy":"...","disposition":"enforce",
            "blocked-uri":"https://evil.example/a.js?SECRET","line-number":7,"status-code":200,
            "source-file":"https://x.example/assets/app-1a2b.js?SECRET","script-sample":"SECRET"}}"#;
        let violations = read(sent).unwrap_or_default();
        let expected = Violation {
            directive: "script-src-elem",
            blocked: "https://evil.example".to_owned(),
            page: "/join".to_owned(),
            source: Some("/assets/app-1a2b.js".to_owned()),
            line: Some(7),
        };
        assert_eq!(violations, [expected]);
    }

    #[test]
    fn parses_the_report_to_format_and_ignores_other_kinds() {
        let sent =
            br#"[{"type":"deprecation","age":1,"url":"https://x.example/","body":{"id":"a"}},
            {"type":"csp-violation","age":3,"url":"https://x.example/u/SECRET","user_agent":"x",
             "body":{"documentURL":"https://x.example/SECRET%20","blockedURL":"inline",
             "effectiveDirective":"style-src-attr","disposition":"enforce","sample":"SECRET",
             "sourceFile":"chrome-extension://abc/SECRET.js","lineNumber":null}}]"#;
        let violations = read(sent).unwrap_or_default();
        let expected = Violation {
            directive: "style-src-attr",
            blocked: "inline".to_owned(),
            page: "other".to_owned(),
            source: Some("chrome-extension".to_owned()),
            line: None,
        };
        assert_eq!(violations, [expected]);
    }

    #[test]
    fn rejects_malformed_reports_and_limits_the_number_of_violations() {
        for sent in [&b""[..], b"{}", b"[1]", b"{\"csp-report\":1}", b"text"] {
            assert!(read(sent).is_err(), "{}", String::from_utf8_lossy(sent));
        }
        let one = r#"{"type":"csp-violation","body":{"effectiveDirective":"made-up\nline"}}"#;
        let many = format!("[{}]", [one; 50].join(","));
        let violations = read(many.as_bytes()).unwrap_or_default();
        assert_eq!(violations.len(), REPORTS_MAX);
        assert!(violations.iter().all(|one| one.directive == OTHER && one.blocked == OTHER));
    }
}
