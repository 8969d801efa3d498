//! HTTP routes of transfers: API calls and navigations.

use super::error::TransferError;
use super::redeem;
use super::rules::{self, Authorize, Target};
use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use platform::api::ApiRouter;
use platform::cookies::{self, CookieName};
use platform::extract::{Json, Query};
use platform::limiter::{LimitKey, LimitedAction};
use platform::problem::ProblemDocument;
use platform::request::RequestFacts;
use platform::{
    AccountViewer, Member, Problem, Scope, Services, SignedIn, Visitor, routes, sessions, tokens,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use wire::PortalRoute;

/// Lifetime of the transfer cookie in seconds.
const COOKIE_LIFE_S: i64 = 60;

/// API with its OpenAPI descriptions.
#[must_use]
pub fn api() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(begin)).routes(routes!(list_targets)).routes(routes!(redeem))
}

/// Navigations of the browser.
pub fn navigation_router() -> Router<Services> {
    Router::new().route("/transfer/start", get(start)).route("/transfer/authorize", get(authorize))
}

/// Target of a transfer.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct TransferRequest {
    /// Subdomain of the target portal, on the main site.
    subdomain: Option<String>,
    /// `main`, on a portal.
    target: Option<String>,
    /// Path on the target; `/` if it is not known.
    #[serde(default)]
    redirect_path: Option<String>,
}

/// Next URL of the browser.
#[derive(Debug, Serialize, ToSchema)]
struct TransferUrl {
    url: String,
}

/// A portal to which the user may be transferred.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TransferTarget {
    subdomain: String,
    brand_name: String,
    affiliation_id: String,
    affiliation_name: String,
    url: String,
    /// Branding for the notice of the switch.
    looks: TransferBrand,
}

/// Branding of the target portal.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TransferBrand {
    /// Initial of the brand.
    initial: String,
    /// URL of its badge image, if it has one.
    mark_url: Option<String>,
    /// Heading typeface: `plain`, `serif`, `poster` or `typed`.
    headings: String,
    /// CSS custom properties of the brand, as one rule.
    css: String,
}

/// Portals to which the user may be transferred.
#[derive(Debug, Serialize, ToSchema)]
struct TransferTargets {
    items: Vec<TransferTarget>,
}

/// Contents of the URL fragment.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct TransferRedemption {
    /// Code.
    c: String,
    /// State.
    s: String,
}

/// Result of a redeemed transfer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TransferResult {
    success: bool,
    redirect_path: String,
}

#[utoipa::path(post, path = "/api/transfer", operation_id = "startTransfer", tag = "transfer",
    request_body = TransferRequest,
    responses((status = 200, body = TransferUrl), (status = "4XX", body = ProblemDocument)))]
async fn begin(
    mut scope: Scope<SignedIn>,
    Json(body): Json<TransferRequest>,
) -> Result<Json<TransferUrl>, Problem> {
    let key = LimitKey::session(scope.viewer().session());
    count(scope.services(), LimitedAction::TransferBegin, &key).await?;
    let target = match (body.target.as_deref(), body.subdomain) {
        (Some("main"), None) => Target::Main,
        (_, Some(subdomain)) => Target::Portal(subdomain),
        _ => return Err(TransferError::SubdomainRequired.into()),
    };
    let path = body.redirect_path.unwrap_or_else(|| "/".to_owned());
    Ok(Json(TransferUrl { url: rules::begin(&mut scope, target, &path).await? }))
}

#[utoipa::path(get, path = "/api/transfer/targets", operation_id = "listTransferTargets",
    tag = "transfer",
    responses((status = 200, body = TransferTargets), (status = "4XX", body = ProblemDocument)))]
async fn list_targets(scope: Scope<Member>) -> Result<Json<TransferTargets>, Problem> {
    let portals = rules::transfer_targets(&scope).await?;
    Ok(Json(TransferTargets { items: portals.into_iter().map(TransferTarget::from).collect() }))
}

impl From<PortalRoute> for TransferTarget {
    fn from(portal: PortalRoute) -> Self {
        let PortalRoute { brand, css, .. } = portal;
        Self {
            subdomain: portal.subdomain,
            brand_name: brand.name,
            affiliation_id: portal.affiliation_id.to_string(),
            affiliation_name: portal.affiliation_name,
            url: portal.origin,
            looks: TransferBrand {
                initial: brand.initial,
                mark_url: brand.mark_url,
                headings: brand.headings,
                css,
            },
        }
    }
}

#[utoipa::path(post, path = "/api/transfer/redeem", operation_id = "redeemTransfer",
    tag = "transfer", request_body = TransferRedemption,
    responses((status = 200, body = TransferResult), (status = "4XX", body = ProblemDocument)))]
async fn redeem(
    mut scope: Scope<Visitor>,
    Json(body): Json<TransferRedemption>,
) -> Result<Response, Problem> {
    let facts = scope.facts();
    let secure = facts.secure;
    let asker = RedeemLimitKeys::from_facts(facts);
    let services = scope.services().clone();
    asker.count(&services).await?;
    let redeemed = match redeem::redeem(&mut scope, &body.c, &body.s).await {
        Ok(redeemed) => redeemed,
        Err(problem) => {
            asker.failed(&services).await;
            return Err(problem);
        }
    };
    let session = &redeemed.session;
    let now = scope.now();
    let ends = session.absolute_expires_at;
    let answer = TransferResult { success: true, redirect_path: redeemed.redirect_path };
    let mut response = Json(answer).into_response();
    let [token, mark] =
        sessions::cookies_for(&redeemed.token, session.stay_signed_in, ends, now, secure);
    for cookie in [token, mark, cookies::clear(CookieName::Transfer, secure)] {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

/// Rate limit keys of redeeming. One is the browser in its network, identified by the transfer
/// cookie, so that users of a shared network do not block each other. The other, with ten times the
/// limit, is the network alone, because an attacker can set any cookie.
struct RedeemLimitKeys {
    browser: LimitKey,
    network: LimitKey,
}

impl RedeemLimitKeys {
    fn from_facts(facts: &RequestFacts) -> Self {
        let network = LimitKey::network(facts.context.client_ip);
        let binding = facts.transfer.as_deref().map(tokens::hash);
        let browser = network.clone().combined_with(&LimitKey::browser(binding.as_deref()));
        Self { browser, network }
    }

    async fn count(&self, services: &Services) -> Result<(), TransferError> {
        count(services, LimitedAction::TransferRedeem, &self.browser).await?;
        count(services, LimitedAction::TransferRedeemNetwork, &self.network).await?;
        for (action, key) in self.failure_limits() {
            let verdict = services.limiter().check(action, key).await;
            if !verdict.allowed {
                return Err(TransferError::TooMany(verdict.retry_after_s));
            }
        }
        Ok(())
    }

    async fn failed(&self, services: &Services) {
        for (action, key) in self.failure_limits() {
            services.limiter().count_attempt(action, key).await;
        }
    }

    const fn failure_limits(&self) -> [(LimitedAction, &LimitKey); 2] {
        [
            (LimitedAction::TransferRedeemFailure, &self.browser),
            (LimitedAction::TransferRedeemFailureNetwork, &self.network),
        ]
    }
}

#[derive(Debug, Deserialize)]
struct StartQuery {
    i: String,
}

async fn start(
    scope: Scope<Visitor>,
    headers: HeaderMap,
    Query(query): Query<StartQuery>,
) -> Result<Response, Problem> {
    check_navigation(&headers)?;
    let secure = scope.facts().secure;
    match rules::start(&scope, &query.i).await {
        Ok(started) => {
            let mut response = see_other(&started.location);
            let life = Some(COOKIE_LIFE_S);
            let cookie = cookies::write(CookieName::Transfer, &started.cookie, secure, life);
            response.headers_mut().append(header::SET_COOKIE, cookie);
            Ok(response)
        }
        Err(problem) => failed(&problem, "/transfer"),
    }
}

#[derive(Debug, Deserialize)]
struct AuthorizeQuery {
    aud: String,
    i: String,
    s: String,
    cc: String,
}

async fn authorize(
    State(services): State<Services>,
    mut scope: Scope<Visitor>,
    headers: HeaderMap,
    Query(query): Query<AuthorizeQuery>,
) -> Result<Response, Problem> {
    check_navigation(&headers)?;
    if let Some(session) = &scope.facts().session {
        let key = LimitKey::session(session.id);
        if let Err(slowed) = count(&services, LimitedAction::TransferAuthorize, &key).await {
            return failed(&slowed.into(), "/transfer");
        }
    }
    let ask = Authorize { aud: &query.aud, i: &query.i, s: &query.s, cc: &query.cc };
    match rules::authorize(&mut scope, ask).await {
        Ok(location) => Ok(see_other(&location)),
        Err(problem) => failed(&problem, "/transfer"),
    }
}

/// Checks that the request is a top-level navigation, if the browser sends that information.
fn check_navigation(headers: &HeaderMap) -> Result<(), TransferError> {
    let says = |name: &str, expected: &str| {
        headers.get(name).is_none_or(|value| value.as_bytes() == expected.as_bytes())
    };
    let navigates = says("sec-fetch-dest", "document") && says("sec-fetch-mode", "navigate");
    if navigates { Ok(()) } else { Err(TransferError::Refused) }
}

/// Redirects a refused navigation to the transfer page, which shows the specified text. Server
/// errors stay problems.
fn failed(problem: &Problem, page: &str) -> Result<Response, Problem> {
    if problem.entry.status.is_server_error() {
        return Err(Problem::internal(&problem.detail));
    }
    tracing::info!(code = problem.entry.code, "transfer step refused");
    Ok(see_other(page))
}

fn see_other(location: &str) -> Response {
    let mut response = StatusCode::SEE_OTHER.into_response();
    let headers = response.headers_mut();
    if let Ok(location) = HeaderValue::from_str(location) {
        headers.insert(header::LOCATION, location);
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

async fn count(
    services: &Services,
    action: LimitedAction,
    key: &LimitKey,
) -> Result<(), TransferError> {
    let verdict = services.limiter().count_attempt(action, key).await;
    if verdict.allowed { Ok(()) } else { Err(TransferError::TooMany(verdict.retry_after_s)) }
}
