//! HTTP routes of sessions, with the specified names.

use super::rules;
use crate::accounts::IdentityHost;
use crate::accounts::answers::{SetCookies, set_cookies};
use axum::response::{AppendHeaders, IntoResponse};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use platform::api::ApiRouter;
use platform::cookies::{self, CookieName};
use platform::extract::Json;
use platform::problem::ProblemDocument;
use platform::{Problem, Scope, Services, UserId, Visitor, routes, sessions};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(sign_in))
        .routes(routes!(check_auth_status))
        .routes(routes!(exchange_custom_token))
        .routes(routes!(sign_out))
}

/// An idToken.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SessionRequest {
    #[serde(default)]
    id_token: String,
    /// As given when the idToken was issued, unless set here.
    stay_signed_in: Option<bool>,
}

/// The signed-in user.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SessionUser {
    uid: UserId,
}

/// Exchanges an idToken for a session, in the browser for which it was issued.
#[utoipa::path(
    post,
    path = "/usersSignin",
    operation_id = "openSession",
    tag = "sessions",
    request_body = SessionRequest,
    responses((status = 200, body = SessionUser), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "sessions.sign_in", skip_all)]
async fn sign_in(
    _: IdentityHost,
    mut scope: Scope<Visitor>,
    Json(body): Json<SessionRequest>,
) -> Result<(SetCookies<4>, Json<SessionUser>), Problem> {
    let opened = rules::open(&mut scope, &body.id_token, body.stay_signed_in).await?;
    let secure = scope.facts().secure;
    let [session, present] = sessions::cookies_for(
        &opened.token,
        opened.stay_signed_in,
        opened.absolute_expires_at,
        opened.created_at,
        secure,
    );
    let spent = cookies::clear(CookieName::PreSession, secure);
    let cookies = set_cookies([session, present, spent, opened.device]);
    Ok((cookies, Json(SessionUser { uid: opened.user })))
}

/// A live session.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AuthStatus {
    uid: UserId,
    /// Restores a client's state within a minute; useless without the session.
    custom_token: String,
}

/// Returns the user of the current session.
#[utoipa::path(
    post,
    path = "/usersCheckAuthStatus",
    operation_id = "checkAuthStatus",
    tag = "sessions",
    responses((status = 200, body = AuthStatus), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "sessions.check", skip_all)]
async fn check_auth_status(
    scope: Scope<Visitor>,
    headers: HeaderMap,
) -> Result<Json<AuthStatus>, Problem> {
    let secure = scope.facts().secure;
    let brought = cookies::read(&headers, CookieName::Session, secure).is_some()
        || headers.contains_key(header::AUTHORIZATION);
    let (uid, custom_token) = rules::check(&scope, brought).await?;
    Ok(Json(AuthStatus { uid, custom_token }))
}

/// Token of a session check.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct CustomTokenExchange {
    #[serde(default)]
    custom_token: String,
}

/// An idToken to open a session.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct IdTokenResponse {
    id_token: String,
}

/// Exchanges the token of a session check for an idToken. Needs the session that was checked, and
/// works once.
#[utoipa::path(
    post,
    path = "/identity/exchange",
    operation_id = "exchangeCustomToken",
    tag = "sessions",
    request_body = CustomTokenExchange,
    responses((status = 200, body = IdTokenResponse), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "sessions.exchange", skip_all)]
async fn exchange_custom_token(
    _: IdentityHost,
    mut scope: Scope<Visitor>,
    Json(body): Json<CustomTokenExchange>,
) -> Result<(SetCookies<1>, Json<IdTokenResponse>), Problem> {
    let proof = rules::exchange(&mut scope, &body.custom_token).await?;
    Ok((set_cookies([proof.cookie]), Json(IdTokenResponse { id_token: proof.id_token })))
}

/// Ends the session and those transferred from it, and clears the browser's data.
#[utoipa::path(
    post,
    path = "/usersSignout",
    operation_id = "signOut",
    tag = "sessions",
    responses((status = 204), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "sessions.sign_out", skip_all)]
async fn sign_out(mut scope: Scope<Visitor>) -> Result<impl IntoResponse, Problem> {
    rules::end(&mut scope).await?;
    let secure = scope.facts().secure;
    let [session, present] = sessions::cleared_cookies(secure);
    // Without this cookie, an idToken still in transit cannot open a session.
    let pre_session = cookies::clear(CookieName::PreSession, secure);
    let forget = (
        HeaderName::from_static("clear-site-data"),
        HeaderValue::from_static("\"cache\", \"storage\""),
    );
    Ok((
        StatusCode::NO_CONTENT,
        AppendHeaders([forget]),
        set_cookies([session, present, pre_session]),
    ))
}
