//! German texts of the edge's own problems and error pages. All other texts come from the roles
//! behind the edge, which translate them.

use crate::problem::Problem;
use axum::body::Body;
use http::header::{CONTENT_LANGUAGE, CONTENT_LENGTH, VARY};
use http::{HeaderMap, HeaderValue, Response};
use wire::Language;

/// Title of error pages without a brand.
pub const PAGE_TITLE: &str = "Diese Seite ist nicht verfügbar";

/// Contents of an error page that was made in both languages.
#[derive(Debug, Clone)]
pub struct GermanPage(pub String);

/// Texts by the code of the problem.
const DETAILS: [(&str, &str); 20] = [
    ("not-found", "Hier ist nichts"),
    ("method-not-allowed", "Diese Methode ist hier nicht erlaubt"),
    ("unknown-host", "Diese Adresse wird hier nicht bedient"),
    ("too-many-unknown-hosts", "Zu viele Adressen wurden abgefragt, die hier nicht bedient werden"),
    (
        "too-many-requests",
        "Aus Ihrem Netz kommen zu viele Anfragen. Bitte versuchen Sie es gleich erneut",
    ),
    ("portal-busy", "Im Moment sind zu viele Personen hier. Bitte versuchen Sie es erneut"),
    ("body-too-large", "Der Inhalt der Anfrage ist zu groß"),
    ("picture-too-large", "Ein Bild darf höchstens 25 MB groß sein."),
    ("file-too-large", "Eine Datei darf höchstens 20 MB groß sein."),
    ("request-head-too-large", "Die Kopfzeilen der Anfrage sind zu groß"),
    ("malformed-host", "Die Anfrage nennt keinen gültigen Host"),
    ("request-timeout", "Die Anfrage kam zu langsam an"),
    ("body-too-slow", "Der Inhalt der Anfrage kommt zu langsam an"),
    ("malformed-body", "Der Inhalt der Anfrage kann nicht gelesen werden"),
    (
        "setting-up",
        "Diese Adresse wird eingerichtet. Bitte versuchen Sie es in einigen Minuten erneut",
    ),
    ("not-ready", "Der Dienst startet gerade. Bitte versuchen Sie es gleich erneut"),
    ("portal-unavailable", "Dieses Portal ist im Moment nicht verfügbar"),
    (
        "service-unavailable",
        "Der Dienst ist im Moment nicht verfügbar. Bitte versuchen Sie es erneut",
    ),
    ("gateway-timeout", "Der Dienst hat zu lange nicht geantwortet. Bitte versuchen Sie es erneut"),
    ("bad-gateway", "Der Dienst konnte nicht antworten. Bitte versuchen Sie es erneut"),
];

/// The German text of a problem; the English one if there is none.
pub fn detail_of(problem: &Problem) -> &'static str {
    let found = DETAILS.iter().find(|(code, _)| *code == problem.code);
    found.map_or(problem.detail, |(_, text)| text)
}

/// Returns whether the request prefers German.
pub fn is_preferred(accept_language: Option<&HeaderValue>) -> bool {
    let value = accept_language.and_then(|value| value.to_str().ok()).unwrap_or_default();
    Language::from_accept_language(value) == Some(Language::De)
}

/// Translates a response of the edge itself, if the request prefers German.
pub fn translate(
    response: Response<Body>,
    accept_language: Option<&HeaderValue>,
) -> Response<Body> {
    let extensions = response.extensions();
    let is_own = extensions.get::<Problem>().is_some() || extensions.get::<GermanPage>().is_some();
    if !is_own {
        return response;
    }
    let (mut head, body) = response.into_parts();
    head.headers.append(VARY, HeaderValue::from_static("accept-language"));
    if !is_preferred(accept_language) {
        set_language(&mut head.headers, Language::En);
        return Response::from_parts(head, body);
    }
    set_language(&mut head.headers, Language::De);
    let german = match (head.extensions.remove::<GermanPage>(), head.extensions.get::<Problem>()) {
        (Some(GermanPage(html)), _) => html.into_bytes(),
        (None, Some(problem)) => Problem { detail: detail_of(problem), ..*problem }.to_json(),
        (None, None) => return Response::from_parts(head, body),
    };
    if head.headers.contains_key(CONTENT_LENGTH) {
        head.headers.insert(CONTENT_LENGTH, HeaderValue::from(german.len()));
    }
    Response::from_parts(head, Body::from(german))
}

fn set_language(headers: &mut HeaderMap, language: Language) {
    headers.insert(CONTENT_LANGUAGE, HeaderValue::from_static(language.tag()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem;

    #[test]
    fn every_problem_has_a_german_text() {
        for problem in [
            problem::NOT_FOUND,
            problem::METHOD_NOT_ALLOWED,
            problem::UNKNOWN_HOST,
            problem::TOO_MANY_UNKNOWN,
            problem::TOO_MANY_REQUESTS,
            problem::TENANT_FULL,
            problem::TENANT_BUSY,
            problem::BODY_TOO_LARGE,
            problem::PICTURE_TOO_LARGE,
            problem::FILE_TOO_LARGE,
            problem::HEAD_TOO_LARGE,
            problem::BAD_HOST,
            problem::HEAD_SLOW,
            problem::BODY_SLOW,
            problem::BODY_BROKEN,
            problem::SETTING_UP,
            problem::NOT_READY,
            problem::PORTAL_UNAVAILABLE,
            problem::UPSTREAM_AWAY,
            problem::UPSTREAM_BROKEN,
            problem::UPSTREAM_SLOW,
        ] {
            assert_ne!(detail_of(&problem), problem.detail, "{}", problem.code);
        }
    }

    #[test]
    fn only_requests_that_prefer_german_get_it() {
        let answered = |language: &'static str| {
            let accepted = HeaderValue::from_static(language);
            let response = translate(problem::NOT_FOUND.into_response(), Some(&accepted));
            response.headers().get(CONTENT_LANGUAGE).cloned()
        };
        assert_eq!(answered("de"), Some(HeaderValue::from_static("de")));
        assert_eq!(answered("fr, en;q=0.5"), Some(HeaderValue::from_static("en")));
        let foreign = translate(Response::new(Body::empty()), None);
        assert!(foreign.headers().is_empty());
    }
}
