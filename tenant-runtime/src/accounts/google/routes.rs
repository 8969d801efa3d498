//! The calls, and the address that the issuer sends the browser back to.

use super::beginning::{self, Wish};
use super::callback::{self, Answer};
use super::finishing::{self, End};
use super::linking;
use crate::accounts::IdentityHost;
use crate::accounts::answers::{SomeCookies, some_cookies};
use crate::accounts::error::AccountError;
use crate::accounts::signing_in::{self, LoggedIn, Shown};
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use platform::api::ApiRouter;
use platform::extract::{Json, Query};
use platform::problem::ProblemDocument;
use platform::{AffiliationId, Problem, Scope, Services, SignedIn, Visitor, routes};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(start, go))
        .routes(routes!(finish))
        .routes(routes!(link))
        .route("/identity/google/callback", axum::routing::get(callback))
}

/// What the sign-in is for.
#[derive(Deserialize, ToSchema, IntoParams, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
struct StartGoogle {
    /// From the look at a code; lets a newcomer in.
    invite_code_id: Option<String>,
    /// "Stay signed in" was ticked.
    stay_signed_in: bool,
    /// The issuer is shown in a window of its own.
    popup: bool,
    /// The portal to be carried to afterwards.
    portal: Option<String>,
    /// Where to arrive there.
    redirect_path: Option<String>,
}

impl TryFrom<StartGoogle> for Wish {
    type Error = AccountError;

    fn try_from(asked: StartGoogle) -> Result<Self, AccountError> {
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

/// Where the browser goes.
#[derive(Serialize, ToSchema)]
struct GoogleAddress {
    url: String,
}

/// Binds the browser and answers the issuer's address, with the choice of accounts.
#[utoipa::path(
    post,
    path = "/identity/google/start",
    operation_id = "startGoogle",
    tag = "accounts",
    request_body = StartGoogle,
    responses((status = 200, body = GoogleAddress), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "accounts.start_google", skip_all)]
async fn start(
    mut scope: Scope<Visitor>,
    Json(body): Json<StartGoogle>,
) -> Result<(SomeCookies, Json<GoogleAddress>), Problem> {
    let begun = beginning::begin(&mut scope, body.try_into()?).await?;
    Ok((some_cookies(begun.cookies), Json(GoogleAddress { url: begun.url })))
}

/// The same for a whole page: the browser goes to the issuer at once. Only a page of this host, or
/// somebody who typed the address, may send it there.
#[utoipa::path(
    get,
    path = "/identity/google/start",
    operation_id = "goToGoogle",
    tag = "accounts",
    params(StartGoogle),
    responses((status = 303), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "accounts.go_to_google", skip_all)]
async fn go(
    mut scope: Scope<Visitor>,
    headers: HeaderMap,
    Query(asked): Query<StartGoogle>,
) -> Result<(SomeCookies, Response), Problem> {
    let from = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    let from_here = matches!(from, None | Some(b"same-origin" | b"none"));
    if !from_here || is_fetched(&headers) {
        return Err(AccountError::GoogleFailed.into());
    }
    let begun = beginning::begin(&mut scope, asked.try_into()?).await?;
    Ok((some_cookies(begun.cookies), see_other(&begun.url)?))
}

/// Anything but a navigation of a whole page, where the browser says what it is.
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

/// What the issuer adds; what it adds beyond this is not read.
#[derive(Deserialize)]
struct CallbackQuery {
    #[serde(default)]
    state: String,
    code: Option<String>,
    error: Option<String>,
    iss: Option<String>,
}

#[tracing::instrument(name = "accounts.google_callback", skip_all)]
async fn callback(
    mut scope: Scope<Visitor>,
    headers: HeaderMap,
    Query(query): Query<CallbackQuery>,
) -> Result<Response, Problem> {
    if is_fetched(&headers) {
        return Err(AccountError::GoogleFailed.into());
    }
    let CallbackQuery { state, code, error, iss } = query;
    let answer = Answer { state, code, error, issuer: iss };
    let page = callback::hear(&mut scope, answer).await?;
    see_other(&page)
}

/// What came of a sign-in.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct GoogleFinished {
    #[serde(flatten)]
    outcome: GoogleOutcome,
    /// "Stay signed in" was ticked at the beginning.
    stay_signed_in: bool,
    /// The portal to be carried to.
    portal: Option<String>,
    /// Whose portal it is; nothing where no such portal is open.
    affiliation_id: Option<AffiliationId>,
    /// The portal's address, for who cannot be carried there yet.
    portal_origin: Option<String>,
    /// Where to arrive there.
    redirect_path: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(untagged)]
enum GoogleOutcome {
    /// Somebody known, or somebody new whose account was made: as after a password.
    SignsIn(LoggedIn),
    NotVerified(NotVerified),
    HasAccount(HasAccount),
}

/// The account is known, and its address must be proven before anybody is signed in.
#[derive(Serialize, ToSchema)]
struct NotVerified {
    /// `emailNotVerified`.
    outcome: &'static str,
    /// What to tell people.
    message: String,
    /// The account's address, to which a link can be asked for.
    email: String,
}

/// The address has an account already.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct HasAccount {
    /// `accountExists`.
    outcome: &'static str,
    /// What to tell people.
    message: &'static str,
    email: String,
    /// Connects the two, once the account has signed in by its own credential.
    ticket: String,
}

const EXISTS: &str = "This email is already registered. Please use a different email or connect.";

/// Says what came of the sign-in that this browser began.
#[utoipa::path(
    post,
    path = "/identity/google/finish",
    operation_id = "finishGoogle",
    tag = "accounts",
    responses((status = 200, body = GoogleFinished), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "accounts.finish_google", skip_all)]
async fn finish(mut scope: Scope<Visitor>) -> Result<Response, Problem> {
    let finished = finishing::finish(&mut scope).await?;
    let (stay_signed_in, portal) = (finished.stay_signed_in, finished.portal);
    let (cookies, outcome) = match finished.end {
        End::SignsIn(account) => {
            let shown = Shown { user: account.id, email: account.email, how: "fed" };
            let (cookies, signed_in) =
                signing_in::finish(&mut scope, shown, stay_signed_in).await?;
            (Some(cookies), GoogleOutcome::SignsIn(signed_in))
        }
        End::NotVerified { email } => {
            let message = AccountError::NotVerified.to_string();
            let unproven = NotVerified { outcome: "emailNotVerified", message, email };
            (None, GoogleOutcome::NotVerified(unproven))
        }
        End::HasAccount { email, ticket } => {
            let outcome = "accountExists";
            let exists = HasAccount { outcome, message: EXISTS, email, ticket };
            (None, GoogleOutcome::HasAccount(exists))
        }
    };
    let (affiliation_id, portal_origin) =
        finished.behind.map(|behind| (behind.affiliation, behind.origin)).unzip();
    let redirect_path = finished.redirect_path;
    let body = GoogleFinished {
        outcome,
        stay_signed_in,
        portal,
        affiliation_id,
        portal_origin,
        redirect_path,
    };
    Ok((cookies, Json(body)).into_response())
}

/// What `finish` gave for an account that exists.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct LinkGoogle {
    ticket: String,
}

/// Connects the identity with the account that has just signed in.
#[utoipa::path(
    post,
    path = "/identity/google/link",
    operation_id = "linkGoogle",
    tag = "accounts",
    request_body = LinkGoogle,
    responses((status = 204), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "accounts.link_google", skip_all)]
async fn link(
    _: IdentityHost,
    mut scope: Scope<SignedIn>,
    Json(body): Json<LinkGoogle>,
) -> Result<StatusCode, Problem> {
    linking::link(&mut scope, &body.ticket).await?;
    Ok(StatusCode::NO_CONTENT)
}
