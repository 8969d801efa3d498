//! HTTP routes of the sign-in, and the callback address.

use super::callback::{self, CallbackParams};
use super::finish::{self, GoogleSignInOutcome};
use super::link;
use super::start::{self, SignInOptions};
use crate::accounts::IdentityHost;
use crate::accounts::answers::{SomeCookies, some_cookies};
use crate::accounts::error::AccountError;
use crate::accounts::sign_in::{self, FirstFactor, SignInResult};
use crate::accounts::sign_in_count;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use platform::api::ApiRouter;
use platform::extract::{Json, Query};
use platform::language;
use platform::problem::ProblemDocument;
use platform::{AffiliationId, Problem, Scope, Services, SignedIn, Visitor, routes};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(start_sign_in, redirect_to_google))
        .routes(routes!(finish_sign_in))
        .routes(routes!(link_account))
        .route("/identity/google/callback", axum::routing::get(handle_callback))
}

/// Options of the sign-in.
#[derive(Deserialize, ToSchema, IntoParams, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
struct GoogleSignInRequest {
    /// From the validation of an invite code; needed to create an account.
    invite_code_id: Option<String>,
    /// "Stay signed in" was ticked.
    stay_signed_in: bool,
    /// The issuer is shown in a pop-up window.
    popup: bool,
    /// Portal to be transferred to afterwards.
    portal: Option<String>,
    /// Path to go to on the portal.
    redirect_path: Option<String>,
}

impl TryFrom<GoogleSignInRequest> for SignInOptions {
    type Error = AccountError;

    fn try_from(asked: GoogleSignInRequest) -> Result<Self, AccountError> {
        let code = asked.invite_code_id.map(|id| id.parse()).transpose();
        Ok(Self {
            invite_code: code.map_err(|_| AccountError::CodeRefused)?,
            stay_signed_in: asked.stay_signed_in,
            popup: asked.popup,
            portal: asked.portal,
            redirect_path: asked.redirect_path,
        })
    }
}

/// Redirect address.
#[derive(Serialize, ToSchema)]
struct GoogleAddress {
    url: String,
}

/// Binds the browser and returns the issuer's address, with the account chooser.
#[utoipa::path(
    post,
    path = "/identity/google/start",
    operation_id = "startGoogleSignIn",
    tag = "accounts",
    request_body = GoogleSignInRequest,
    responses((status = 200, body = GoogleAddress), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "accounts.start_google", skip_all)]
async fn start_sign_in(
    mut scope: Scope<Visitor>,
    Json(body): Json<GoogleSignInRequest>,
) -> Result<(SomeCookies, Json<GoogleAddress>), Problem> {
    let begun = start::begin_sign_in(&mut scope, body.try_into()?).await?;
    Ok((some_cookies(begun.cookies), Json(GoogleAddress { url: begun.url })))
}

/// Like the POST, for navigation: redirects the browser to the issuer. Accepted only from a page of
/// this host or from the address bar.
#[utoipa::path(
    get,
    path = "/identity/google/start",
    operation_id = "redirectToGoogle",
    tag = "accounts",
    params(GoogleSignInRequest),
    responses((status = 303), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "accounts.go_to_google", skip_all)]
async fn redirect_to_google(
    mut scope: Scope<Visitor>,
    headers: HeaderMap,
    Query(asked): Query<GoogleSignInRequest>,
) -> Result<(SomeCookies, Response), Problem> {
    let from = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    let from_here = matches!(from, None | Some(b"same-origin" | b"none"));
    if !from_here || is_fetched(&headers) {
        return Err(AccountError::GoogleFailed.into());
    }
    let begun = start::begin_sign_in(&mut scope, asked.try_into()?).await?;
    Ok((some_cookies(begun.cookies), see_other(&begun.url)?))
}

/// Returns true if this is not a top-level navigation, as far as the browser tells.
fn is_fetched(headers: &HeaderMap) -> bool {
    headers.get("sec-fetch-mode").is_some_and(|mode| mode != "navigate")
}

fn see_other(address: &str) -> Result<Response, Problem> {
    let location = HeaderValue::from_str(address).map_err(Problem::internal)?;
    let mut response = StatusCode::SEE_OTHER.into_response();
    response.headers_mut().insert(header::LOCATION, location);
    let no_referrer = HeaderValue::from_static("no-referrer");
    response.headers_mut().insert(header::REFERRER_POLICY, no_referrer);
    Ok(response)
}

/// Callback parameters; further ones are ignored.
#[derive(Deserialize)]
struct CallbackQuery {
    #[serde(default)]
    state: String,
    code: Option<String>,
    error: Option<String>,
    iss: Option<String>,
}

#[tracing::instrument(name = "accounts.google_callback", skip_all)]
async fn handle_callback(
    mut scope: Scope<Visitor>,
    headers: HeaderMap,
    Query(query): Query<CallbackQuery>,
) -> Result<Response, Problem> {
    if is_fetched(&headers) {
        return Err(AccountError::GoogleFailed.into());
    }
    let CallbackQuery { state, code, error, iss } = query;
    let answer = CallbackParams { state, code, error, issuer: iss };
    let page = callback::process_callback(&mut scope, answer).await?;
    see_other(&page)
}

/// Result of a sign-in.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct GoogleSignInResult {
    #[serde(flatten)]
    outcome: GoogleOutcome,
    /// "Stay signed in" was ticked at the start.
    stay_signed_in: bool,
    /// Portal to be transferred to.
    portal: Option<String>,
    /// Affiliation of the portal; `null` if there is no open portal with this name.
    affiliation_id: Option<AffiliationId>,
    /// Origin of the portal, for a user who cannot be transferred yet.
    portal_origin: Option<String>,
    /// Path to go to on the portal.
    redirect_path: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(untagged)]
enum GoogleOutcome {
    /// A known user, or a new one whose account was created: as after a password.
    SignsIn(SignInResult),
    NotVerified(UnverifiedEmailNotice),
    HasAccount(GoogleAccountMatch),
}

/// The account is known, but its address must be verified first.
#[derive(Serialize, ToSchema)]
struct UnverifiedEmailNotice {
    /// `emailNotVerified`.
    outcome: &'static str,
    /// Message to the user.
    #[serde(serialize_with = "language::localized")]
    message: String,
    /// The account's address, to which a link can be requested.
    email: String,
}

/// The address belongs to an account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct GoogleAccountMatch {
    /// `accountExists`.
    outcome: &'static str,
    /// Message to the user.
    #[serde(serialize_with = "language::localized")]
    message: &'static str,
    email: String,
    /// Connects the identity after the user has signed in to the account.
    ticket: String,
}

const EMAIL_REGISTERED_MESSAGE: &str =
    "This email is already registered. Please use a different email or connect.";

/// Returns the result of the sign-in that this browser started.
#[utoipa::path(
    post,
    path = "/identity/google/finish",
    operation_id = "finishGoogleSignIn",
    tag = "accounts",
    responses((status = 200, body = GoogleSignInResult), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "accounts.finish_google", skip_all)]
async fn finish_sign_in(mut scope: Scope<Visitor>) -> Result<Response, Problem> {
    let finished = finish::finish_sign_in(&mut scope).await.map_err(Problem::from);
    let finished = finished.inspect_err(|problem| sign_in_count::record("google", Err(problem)))?;
    let (stay_signed_in, portal) = (finished.stay_signed_in, finished.portal);
    let (cookies, outcome) = match finished.end {
        GoogleSignInOutcome::SignsIn(account) => {
            let shown = FirstFactor { user: account.id, email: account.email, how: "fed" };
            let (cookies, signed_in) =
                sign_in::finish_sign_in(&mut scope, shown, stay_signed_in).await?;
            sign_in_count::record("google", Ok(&signed_in));
            (Some(cookies), GoogleOutcome::SignsIn(signed_in))
        }
        GoogleSignInOutcome::NotVerified { email } => {
            sign_in_count::record_refused("google");
            let message = AccountError::NotVerified.to_string();
            let unproven = UnverifiedEmailNotice { outcome: "emailNotVerified", message, email };
            (None, GoogleOutcome::NotVerified(unproven))
        }
        GoogleSignInOutcome::HasAccount { email, ticket } => {
            sign_in_count::record_refused("google");
            let outcome = "accountExists";
            let exists =
                GoogleAccountMatch { outcome, message: EMAIL_REGISTERED_MESSAGE, email, ticket };
            (None, GoogleOutcome::HasAccount(exists))
        }
    };
    let (affiliation_id, portal_origin) =
        finished.behind.map(|behind| (behind.affiliation, behind.origin)).unzip();
    let redirect_path = finished.redirect_path;
    let body = GoogleSignInResult {
        outcome,
        stay_signed_in,
        portal,
        affiliation_id,
        portal_origin,
        redirect_path,
    };
    Ok((cookies, Json(body)).into_response())
}

/// Ticket from `finish` for an existing account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct GoogleLinkTicket {
    ticket: String,
}

/// Connects the identity with the account that has just signed in.
#[utoipa::path(
    post,
    path = "/identity/google/link",
    operation_id = "linkGoogleAccount",
    tag = "accounts",
    request_body = GoogleLinkTicket,
    responses((status = 204), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "accounts.link_google", skip_all)]
async fn link_account(
    _: IdentityHost,
    mut scope: Scope<SignedIn>,
    Json(body): Json<GoogleLinkTicket>,
) -> Result<StatusCode, Problem> {
    link::link_identity(&mut scope, &body.ticket).await?;
    Ok(StatusCode::NO_CONTENT)
}
