//! `/dev/mail`: emails that an embedded instance would have sent, for people and tests. Mounted
//! only if emails are caught.

use super::catcher::{Catcher, CaughtMail};
use super::template::page_environment;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY};
use axum::http::{HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use minijinja::{AutoEscape, Value, context};
use serde_json::json;

const LIST: &str = include_str!("templates/dev-list.html");
const STYLE: &str = include_str!("templates/dev.css");
/// CSP of the list: only our own style sheet.
const LIST_POLICY: &str = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";
/// CSP of an email: only its own inline styles; no script, no external image.
const MAIL_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

/// Routes `/dev/mail`, `/dev/mail/{number}` and `/dev/mail.json`.
pub fn dev_mail_router(catcher: Catcher) -> Router {
    Router::new()
        .route("/dev/mail", get(list))
        .route("/dev/mail.json", get(list_json))
        .route("/dev/mail.css", get(style_sheet))
        .route("/dev/mail/{number}", get(show_mail))
        .with_state(catcher)
}

async fn list(State(catcher): State<Catcher>) -> Response {
    let mails: Vec<Value> = catcher.newest_first().into_iter().map(as_value).collect();
    let mut environment = page_environment();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    match environment.render_str(LIST, context! { mails }) {
        Ok(page) => page_with(LIST_POLICY, page),
        Err(error) => {
            tracing::error!(error = %error.kind(), "failed to render the list of emails");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

async fn list_json(State(catcher): State<Catcher>) -> impl IntoResponse {
    let items: Vec<CaughtMail> = catcher.newest_first().into_iter().map(|(_, mail)| mail).collect();
    ([(CACHE_CONTROL, "no-store")], Json(json!({ "items": items })))
}

async fn style_sheet() -> impl IntoResponse {
    ([(CONTENT_TYPE, "text/css; charset=utf-8")], STYLE)
}

async fn show_mail(State(catcher): State<Catcher>, Path(number): Path<usize>) -> Response {
    match catcher.find_by_number(number) {
        Some(mail) => page_with(MAIL_POLICY, mail.html),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

fn page_with(policy: &'static str, page: String) -> Response {
    let headers: [(HeaderName, &str); 4] = [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CONTENT_SECURITY_POLICY, policy),
        (CACHE_CONTROL, "no-store"),
        (REFERRER_POLICY, "no-referrer"),
    ];
    (headers, page).into_response()
}

fn as_value((number, mail): (usize, CaughtMail)) -> Value {
    let CaughtMail { to, from, subject, text, sent_at, .. } = mail;
    let sent_at = sent_at.format("%Y-%m-%d %H:%M:%S UTC").to_string();
    context! { number, to, from, subject, sent_at, pieces => split_at_links(&text) }
}

/// Splits the text at its links, so that the page can make them clickable and escape the rest.
fn split_at_links(text: &str) -> Vec<Value> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(start) = ["http://", "https://"].iter().filter_map(|s| rest.find(s)).min() {
        let (before, from_link) = rest.split_at(start);
        let end = from_link.find(char::is_whitespace).unwrap_or(from_link.len());
        let (link, after) = from_link.split_at(end);
        pieces.push(context! { text => before, link => false });
        pieces.push(context! { text => link, link => true });
        rest = after;
    }
    pieces.push(context! { text => rest, link => false });
    pieces
}
