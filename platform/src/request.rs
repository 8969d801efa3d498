//! Request facts, determined before any handler runs: the edge's signed context, the cross-site
//! check, and the session.

use crate::cookies::{self, CookieName};
use crate::db::JsonSelect;
use crate::language::{self, Language};
use crate::problem::{Problem, ProblemEntry};
use crate::services::Services;
use crate::sessions::{self, CurrentSession, renewal};
use crate::telemetry::{RequestRecord, spans};
use crate::tokens::API_TOKEN_PREFIX;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderValue, Method, header};
use std::sync::Arc;
use tracing::Instrument;
use wire::bodies::CSP_REPORTS_PATH;
use wire::context::CONTEXT_HEADER;
use wire::secret_paths::{is_unsubscribe_api, without_token};
use wire::trace_parent::TRACE_PARENT_HEADER;
use wire::{Context, Site, TraceParent};

/// Header that our pages add to every request; a form of another site cannot.
pub const CLIENT_HEADER: &str = "x-guildhall";

/// Header with the account that wrote a request. Requests that were queued offline carry it: by the
/// time they are sent, another account may be signed in.
pub const VIEWER_HEADER: &str = "x-viewer";

/// Facts about a request.
#[derive(Debug, Clone)]
pub struct RequestFacts {
    /// Signed context from the edge.
    pub context: Context,
    /// Site, from the context.
    pub site: Site,
    /// The host is served over https, so cookies carry the `__Host-` prefix.
    pub secure: bool,
    /// `User-Agent`, cut to 200 characters.
    pub user_agent: Option<String>,
    /// The pre-session cookie.
    pub pre_session: Option<String>,
    /// The transfer cookie.
    pub transfer: Option<String>,
    /// The device cookie.
    pub device: Option<String>,
    /// Live session of the request, if any.
    pub session: Option<CurrentSession>,
    /// JSON with the endpoint's additional data, if the request has some.
    pub session_prefetch: Option<String>,
}

/// Name of the main site.
pub const PLATFORM_NAME: &str = "Guildhall";

/// Additional data that one endpoint reads in the same statement as its session. The endpoint that
/// every page calls first then costs a single statement, without a cache that could be stale.
#[derive(Clone, Copy, Debug)]
pub struct SessionPrefetch {
    /// Path; applies only to `GET`.
    pub path: &'static str,
    /// SQL expression over the user, who is the row `u` of `users`.
    pub sql: fn(&JsonSelect) -> String,
}

impl RequestFacts {
    /// Language for what the request leaves behind, such as a new account: the one that it accepts,
    /// else the default of the site.
    #[must_use]
    pub fn language(&self) -> Language {
        language::requested().or(self.context.language).unwrap_or_default()
    }

    pub(crate) fn of_system(main_origin: &str) -> Self {
        let context = Context {
            host: wire::routes::origin_host(main_origin).to_owned(),
            origin: main_origin.to_owned(),
            main_origin: main_origin.to_owned(),
            site: Site::Main,
            tenant: None,
            brand_name: PLATFORM_NAME.to_owned(),
            language: None,
            identity: true,
            client_ip: std::net::IpAddr::from([127, 0, 0, 1]),
            request_id: "system".to_owned(),
            issued_at: 0,
        };
        Self {
            site: Site::Main,
            secure: main_origin.starts_with("https://"),
            context,
            user_agent: None,
            pre_session: None,
            transfer: None,
            device: None,
            session: None,
            session_prefetch: None,
        }
    }
}

/// Outermost layer of every API router: provides the request facts to all handlers.
pub async fn request_context_layer(
    State(services): State<Services>,
    request: Request,
    next: Next,
) -> Response {
    admit_with(&services, None, request, next).await
}

/// Like [`request_context_layer`], with additional data for one endpoint.
pub async fn request_context_layer_with_prefetch(
    State((services, beside)): State<(Services, SessionPrefetch)>,
    request: Request,
    next: Next,
) -> Response {
    let is_meant = request.method() == Method::GET && request.uri().path() == beside.path;
    admit_with(&services, is_meant.then_some(beside), request, next).await
}

/// Errors from here on are in the language of the request.
async fn admit_with(
    services: &Services,
    session_prefetch: Option<SessionPrefetch>,
    request: Request,
    next: Next,
) -> Response {
    let language = language::accepted(request.headers());
    let response = admit_recorded(services, session_prefetch, request, next);
    language::with_requested(language, response).await
}

async fn admit_recorded(
    services: &Services,
    session_prefetch: Option<SessionPrefetch>,
    request: Request,
    next: Next,
) -> Response {
    let record = RequestRecord::begin(&request);
    let context = match context_of(services, request.headers()) {
        Ok(context) => context,
        Err(problem) => {
            let response = problem.into_response();
            record.finish(None, &response);
            return response;
        }
    };
    let site = context.site;
    // Only a request with a signed context comes from the edge, which is the one that samples.
    let parent = trace_parent(request.headers());
    let span = spans::request(parent, request.method().as_str(), record.route());
    let admitted =
        admit(services, (context, session_prefetch), request, next).instrument(span.clone());
    let response = admitted.await;
    span.record("http.response.status_code", response.status().as_u16());
    span.record("guildhall.site", if site == Site::Main { "main" } else { "portal" });
    if response.status().is_server_error() {
        spans::fail(&span);
    }
    record.finish(Some(site), &response);
    response
}

fn trace_parent(headers: &HeaderMap) -> Option<TraceParent> {
    headers.get(TRACE_PARENT_HEADER)?.to_str().ok()?.parse().ok()
}

/// Handles a request with a valid context.
async fn admit(
    services: &Services,
    (context, beside): (Context, Option<SessionPrefetch>),
    mut request: Request,
    next: Next,
) -> Response {
    // Only method and path are borrowed across the await: a body is not `Sync`.
    let asked = (request.method(), request.uri().path());
    let known = facts_of(services, (context, beside), asked, request.headers()).await;
    let (facts, renewed) = match known {
        Ok(known) => known,
        Err(problem) => return problem.into_response(),
    };
    let path = request.uri().path();
    if let Err(refusal) = sessions::check_view(facts.session.as_ref(), request.method(), path) {
        return Problem::from(refusal).into_response();
    }
    if is_of_another_viewer(&facts, request.headers()) {
        let entry = ProblemEntry { status: http::StatusCode::CONFLICT, code: "viewer-changed" };
        return Problem::new(entry, "Another account is signed in now.").into_response();
    }
    let secure = facts.secure;
    let duplicated = cookies::delete_duplicated(request.headers(), secure, request.uri().path());
    let span = tracing::info_span!(
        "request",
        request.id = %facts.context.request_id,
        tenant = facts.context.tenant.map(tracing::field::display),
        method = %request.method(),
        path = without_token(path).unwrap_or(path),
    );
    request.extensions_mut().insert(Arc::new(facts));
    let mut response = next.run(request).instrument(span).await;
    append_unless_set(&mut response, duplicated);
    if let Some(cookie) = renewed.filter(|_| !decides_about_session(&response, secure)) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
        .headers_mut()
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

/// True if the request names another account than its session's.
fn is_of_another_viewer(facts: &RequestFacts, headers: &HeaderMap) -> bool {
    let Some(named) = headers.get(VIEWER_HEADER) else { return false };
    let session = facts.session.as_ref();
    session.is_some_and(|session| named.as_bytes() != session.user_id.to_string().as_bytes())
}

/// Adds `Set-Cookie` lines, except for cookies that the response sets itself.
fn append_unless_set(response: &mut Response, lines: Vec<HeaderValue>) {
    let name_and_path = |line: &HeaderValue| {
        let line = line.to_str().unwrap_or_default();
        let name = line.split('=').next().unwrap_or_default().to_owned();
        let path = line.split("; ").find(|part| part.starts_with("Path="));
        (name, path.unwrap_or_default().to_owned())
    };
    let own = response.headers().get_all(header::SET_COOKIE).iter().map(name_and_path);
    let own: Vec<_> = own.collect();
    for line in lines.into_iter().filter(|line| !own.contains(&name_and_path(line))) {
        response.headers_mut().append(header::SET_COOKIE, line);
    }
}

/// Returns whether the response itself starts or ends a session.
fn decides_about_session(response: &Response, secure: bool) -> bool {
    let name = format!("{}=", CookieName::Session.on_wire(secure));
    let mut lines = response.headers().get_all(header::SET_COOKIE).iter();
    lines.any(|line| line.as_bytes().starts_with(name.as_bytes()))
}

/// Determines the request facts, and the next token of the session cookie if it is due.
async fn facts_of(
    services: &Services,
    (context, beside): (Context, Option<SessionPrefetch>),
    (method, path): (&Method, &str),
    headers: &HeaderMap,
) -> Result<(RequestFacts, Option<HeaderValue>), Problem> {
    let secure = context.origin.starts_with("https://");
    let bearer = bearer_of(headers);
    // A bearer token is no ambient credential: another site cannot make a browser send it. CSP
    // reports are sent by browsers without our header, and change nothing. Mail programs unsubscribe
    // without it; they send the token of the link.
    let is_exempt = path == CSP_REPORTS_PATH || is_unsubscribe_api(path);
    if bearer.is_none() && !method.is_safe() && !is_exempt {
        check_same_origin(method, headers, &context)?;
    }
    let by_cookie = bearer.is_none();
    let token = bearer.or_else(|| cookies::read(headers, CookieName::Session, secure));
    // The public API looks its own tokens up.
    let token = token.filter(|token| !token.starts_with(API_TOKEN_PREFIX));
    let found = match token {
        Some(token) => sessions::find(services, &token, &context, beside).await?,
        None => None,
    };
    let (session, beside) = found.map_or((None, None), |(session, beside)| (Some(session), beside));
    let now = services.clock().now();
    let renewed =
        match session.as_ref().filter(|session| by_cookie && renewal::is_due(session, now)) {
            Some(session) => renewal::renew_due(services, session, secure).await?,
            None => None,
        };
    let facts = RequestFacts {
        site: context.site,
        secure,
        user_agent: user_agent_of(headers),
        pre_session: cookies::read(headers, CookieName::PreSession, secure),
        transfer: cookies::read(headers, CookieName::Transfer, secure),
        device: cookies::read(headers, CookieName::Device, secure),
        session,
        session_prefetch: beside,
        context,
    };
    Ok((facts, renewed))
}

fn context_of(services: &Services, headers: &HeaderMap) -> Result<Context, Problem> {
    let misdirected = || {
        let entry =
            ProblemEntry { status: http::StatusCode::MISDIRECTED_REQUEST, code: "misdirected" };
        Problem::new(entry, "This address is not served here.")
    };
    let value =
        headers.get(CONTEXT_HEADER).and_then(|v| v.to_str().ok()).ok_or_else(misdirected)?;
    let now = services.edge_clock().now().timestamp();
    services.keys().context.open(value, now).map_err(|_| misdirected())
}

fn bearer_of(headers: &HeaderMap) -> Option<String> {
    let from_browser =
        headers.contains_key(header::ORIGIN) || headers.contains_key("sec-fetch-site");
    if from_browser {
        return None;
    }
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    value.strip_prefix("Bearer ").map(str::to_owned)
}

/// Security.md section 4.5: `Sec-Fetch-Site` must be `same-origin`; if a client does not send it,
/// `Origin` must be this host's own. Our client header is required, and a body must be JSON (or
/// multipart, which upload routes read).
fn check_same_origin(
    method: &Method,
    headers: &HeaderMap,
    context: &Context,
) -> Result<(), Problem> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let same_origin = match text("sec-fetch-site") {
        Some(site) => site == "same-origin",
        None => text("origin") == Some(context.origin.as_str()),
    };
    let marked = text(CLIENT_HEADER) == Some("1");
    let media = text("content-type").unwrap_or_default();
    let readable =
        media.starts_with("application/json") || media.starts_with("multipart/form-data");
    let bodyless = method == Method::DELETE && media.is_empty();
    if same_origin && marked && (readable || bodyless) {
        return Ok(());
    }
    let detail = "This request did not come from a page of this site.";
    Err(Problem::new(ProblemEntry::forbidden("cross-origin-request"), detail))
}

fn user_agent_of(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(header::USER_AGENT)?.to_str().ok()?;
    Some(value.chars().take(200).collect())
}
