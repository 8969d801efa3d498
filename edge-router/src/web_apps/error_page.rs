//! Error pages without a web app: paused portals and sites with an unavailable role, with their
//! branding, and neutral ones that name nothing.

use super::page;
use crate::german::{self, GermanPage};
use crate::paths;
use crate::problem::{
    BAD_HOST, HEAD_TOO_LARGE, NOT_READY, PORTAL_UNAVAILABLE, Problem, SETTING_UP,
    TOO_MANY_REQUESTS, UNKNOWN_HOST, UPSTREAM_AWAY,
};
use crate::resolve::SiteRef;
use axum::body::Body;
use http::header::RETRY_AFTER;
use http::{HeaderValue, Response};
use wire::Language;

const LAYOUT_CSS: &str = "body{margin:0;min-height:100vh;display:grid;place-items:center;\
     font:1rem/1.5 system-ui,sans-serif;color-scheme:light dark;\
     background:var(--paper,Canvas);color:var(--ink,CanvasText)}a{color:inherit}\
     main{max-width:32rem;padding:2rem;text-align:center}h1{font-size:1.5rem;margin:1rem 0 .5rem}";

/// Reason for an error page.
pub enum ErrorPage<'t> {
    /// The host is unknown.
    Unknown,
    /// Rate limit exceeded.
    TooMany,
    /// The `Host` header is not a valid host name.
    Malformed,
    /// The edge has no route table yet.
    NotReady,
    /// The host waits for its certificate.
    SettingUp,
    /// The portal is suspended.
    Paused(SiteRef<'t>),
    /// The request has more cookies than the header limit allows.
    TooManyCookies,
    /// The site is active, but the role that makes the page is unavailable.
    Unavailable(SiteRef<'t>),
}

impl ErrorPage<'_> {
    /// Returns the error as a page, or as a problem for API paths.
    pub fn response_for(&self, path: &str) -> Response<Body> {
        let problem = self.to_problem();
        if paths::is_within(path, "/api") {
            return problem.into_response();
        }
        self.render_page()
    }

    /// Returns the error as a page.
    pub fn render_page(&self) -> Response<Body> {
        let problem = self.to_problem();
        let nonce = page::fresh_nonce();
        let html = self.html_in(Language::En, &nonce);
        let german = GermanPage(self.html_in(Language::De, &nonce));
        let mut response = page::html_response(html, &nonce);
        response.extensions_mut().insert(german);
        *response.status_mut() = problem.status;
        if let Some(seconds) = problem.retry_after_s {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }

    fn html_in(&self, language: Language, nonce: &str) -> String {
        let problem = self.to_problem();
        match self {
            Self::Paused(entrance) => paused_page(entrance, language, nonce),
            Self::Unavailable(entrance) => away_page(entrance, &problem, language, nonce),
            Self::TooManyCookies => cookies_page(language, nonce),
            _ => neutral_page(&problem, language, nonce),
        }
    }

    const fn to_problem(&self) -> Problem {
        match self {
            Self::Unknown => UNKNOWN_HOST,
            Self::TooMany => TOO_MANY_REQUESTS,
            Self::Malformed => BAD_HOST,
            Self::NotReady => NOT_READY,
            Self::SettingUp => SETTING_UP,
            Self::Paused(_) => PORTAL_UNAVAILABLE,
            Self::TooManyCookies => HEAD_TOO_LARGE,
            Self::Unavailable(_) => UPSTREAM_AWAY,
        }
    }
}

/// The brand's initial on its octagonal badge.
fn badge_html(name: &str) -> String {
    let initial = name.chars().find(|c| c.is_alphanumeric()).map(|c| c.to_uppercase().to_string());
    format!(
        "<svg viewBox=\"0 0 24 24\" width=\"56\" height=\"56\" aria-hidden=\"true\">\
         <path d=\"M7.2 1.2h9.6l6 6v9.6l-6 6H7.2l-6-6V7.2z\" fill=\"var(--brand)\"/>\
         <text x=\"12\" y=\"16\" text-anchor=\"middle\" font-size=\"11\" font-weight=\"600\" \
         fill=\"var(--on-brand)\">{}</text></svg>",
        page::escape_html(&initial.unwrap_or_default())
    )
}

fn paused_page(site: &SiteRef<'_>, language: Language, nonce: &str) -> String {
    let (notice, link) = match language {
        Language::En => ("This portal is paused at the moment. Please come back later.", "Go to"),
        Language::De => {
            ("Dieses Portal ist im Moment pausiert. Bitte kommen Sie später wieder.", "Weiter zu")
        }
    };
    let way = format!(
        "<p>{notice}</p>\n<p><a href=\"{}\">{link} {}</a></p>",
        page::escape_html(site.main_origin()),
        page::escape_html(site.main_name()),
    );
    branded_page(site, &way, language, nonce)
}

/// The page retries the same address, so that a sign-in in progress continues.
fn away_page(site: &SiteRef<'_>, problem: &Problem, language: Language, nonce: &str) -> String {
    let again = match language {
        Language::En => "Try again",
        Language::De => "Erneut versuchen",
    };
    let detail = detail_in(problem, language);
    let way = format!("<p>{detail}.</p>\n<p><a href=\"\">{again}</a></p>");
    branded_page(site, &way, language, nonce)
}

fn detail_in(problem: &Problem, language: Language) -> &'static str {
    match language {
        Language::En => problem.detail,
        Language::De => german::detail_of(problem),
    }
}

/// A page with the site's branding.
fn branded_page(site: &SiteRef<'_>, content: &str, language: Language, nonce: &str) -> String {
    let brand = site.brand();
    page_html(
        language,
        &page::root_attributes(site),
        &format!(
            "{}<style nonce=\"{nonce}\">{LAYOUT_CSS}</style>",
            page::head_styles(&brand.name, brand, site.css(), nonce)
        ),
        &format!("{}<h1>{}</h1>{content}", badge_html(&brand.name), page::escape_html(&brand.name)),
    )
}

fn neutral_page(problem: &Problem, language: Language, nonce: &str) -> String {
    let title = match language {
        Language::En => problem.status.canonical_reason().unwrap_or("Error"),
        Language::De => german::PAGE_TITLE,
    };
    let head = format!("<title>{title}</title>\n<style nonce=\"{nonce}\">{LAYOUT_CSS}</style>");
    let detail = detail_in(problem, language);
    page_html(language, "", &head, &format!("<h1>{title}</h1><p>{detail}.</p>"))
}

/// A page with the button that deletes the cookies; without it the browser would be refused again.
fn cookies_page(language: Language, nonce: &str) -> String {
    let (title, text, button) = match language {
        Language::En => (
            "Too many cookies",
            "Your browser has stored more cookies for this address than it accepts, so the page \
             cannot be shown. Deleting them signs you out here; nothing that you have published is \
             lost.",
            "Delete cookies and continue",
        ),
        Language::De => (
            "Zu viele Cookies",
            "Ihr Browser hat für diese Adresse mehr Cookies gespeichert, als sie annimmt. Deshalb \
             kann die Seite nicht gezeigt werden. Beim Löschen werden Sie hier abgemeldet; nichts, \
             was Sie veröffentlicht haben, geht verloren.",
            "Cookies löschen und fortfahren",
        ),
    };
    let head = format!(
        "<title>{title}</title>\n<style nonce=\"{nonce}\">{LAYOUT_CSS}\
         button{{font:inherit;min-height:2.75rem;padding:0 1.25rem;cursor:pointer}}</style>"
    );
    let content = format!(
        "<h1>{title}</h1>\n<p>{text}</p>\n\
         <form method=\"post\" action=\"{}\"><button>{button}</button></form>",
        paths::CLEAR_COOKIES
    );
    page_html(language, "", &head, &content)
}

fn page_html(language: Language, attributes: &str, head: &str, content: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"{}\" {attributes}>\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"robots\" content=\"noindex\">\n{head}\n</head>\n\
         <body><main>{content}</main></body>\n</html>\n",
        language.tag(),
    )
}
