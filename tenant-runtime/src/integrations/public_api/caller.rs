//! Admits a request with a token.

use super::error::ApiError;
use crate::integration_records::{Owner, TokenScope};
use crate::integrations::api_tokens::{self, ActiveToken};
use axum::extract::FromRequestParts;
use axum::response::{IntoResponse, Response};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use platform::limiter::{LimitKey, LimitedAction};
use platform::{AffiliationId, Problem, Scope, Services, Site, Visitor};

/// Scheme of the token, and of the challenge of a 401 (RFC 6750 section 3).
const SCHEME: &str = "Bearer";

/// A program with an active token, within its rate limit.
pub(super) struct ApiCaller {
    pub scope: Scope<Visitor>,
    pub token: ActiveToken,
}

impl ApiCaller {
    /// Refuses the request unless the token has the scope. Returns the affiliation to which the
    /// token is limited, if it is.
    pub(super) fn require(&self, scope: TokenScope) -> Result<Option<AffiliationId>, ApiError> {
        if self.token.scopes.contains(&scope) {
            Ok(self.token.owner.affiliation())
        } else {
            Err(ApiError::ScopeMissing(scope))
        }
    }

    /// The owner of the token.
    pub(super) const fn owner(&self) -> Owner {
        self.token.owner
    }
}

impl FromRequestParts<Services> for ApiCaller {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<Self, Response> {
        let scope = Scope::<Visitor>::from_request_parts(parts, services).await;
        let scope = scope.map_err(IntoResponse::into_response)?;
        let token = bearer_of(&parts.headers);
        admit(scope, token).await.map_err(|problem| to_response(problem, token.is_some()))
    }
}

/// The token, from the header alone: cookies do not count.
fn bearer_of(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case(SCHEME).then(|| token.trim())
}

async fn admit(mut scope: Scope<Visitor>, token: Option<&str>) -> Result<ApiCaller, Problem> {
    if scope.site() != Site::Main {
        return Err(Problem::not_found());
    }
    let token = token.ok_or(ApiError::NoToken)?;
    let found = api_tokens::authenticate(&scope, token).await?;
    let token = found.ok_or(ApiError::InvalidToken)?;
    check_limit(&scope, &token).await?;
    // A full disk must not stop programs that only read.
    if let Err(error) = api_tokens::record_use(&mut scope, &token).await {
        tracing::debug!(cause = %error, "failed to record the use of a token");
    }
    Ok(ApiCaller { scope, token })
}

async fn check_limit(scope: &Scope<Visitor>, token: &ActiveToken) -> Result<(), Problem> {
    let key = LimitKey::api_token(token.id);
    let verdict = scope.services().limiter().count_attempt(LimitedAction::ApiRequest, &key).await;
    if verdict.allowed {
        return Ok(());
    }
    let again = verdict.retry_at_words(scope.now());
    let detail = format!("Rate limit exceeded. Try again at {again}");
    Err(Problem::rate_limited(detail, verdict.retry_after_s))
}

fn to_response(problem: Problem, has_token: bool) -> Response {
    let mut response = problem.into_response();
    if response.status() == StatusCode::UNAUTHORIZED {
        let error = if has_token { ", error=\"invalid_token\"" } else { "" };
        let challenge = HeaderValue::try_from(format!("{SCHEME} realm=\"guildhall\"{error}"));
        if let Ok(challenge) = challenge {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
        }
    }
    response
}
