//! HTTP routes of the wizard.

use super::completion::{self, Agreements};
use super::progress::{self, OnboardingProgress};
use crate::profiles::me::{self, Me};
use crate::profiles::rules;
use platform::api::ApiRouter;
use platform::extract::Json;
use platform::problem::ProblemDocument;
use platform::{Problem, Scope, Services, SignedIn, routes};
use serde::Deserialize;
use utoipa::ToSchema;

/// HTTP routes.
pub(in crate::profiles) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(complete_onboarding)).routes(routes!(read, write))
}

/// The boxes ticked in the wizard.
#[derive(Deserialize, ToSchema, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct OnboardingConsent {
    agreed_to_terms: bool,
    agreed_to_guidelines: bool,
    agreed_to_privacy: bool,
}

/// Completes the wizard with all three documents agreed to, and acknowledges their current versions
/// on this site.
#[utoipa::path(
    post,
    path = "/me/onboarding",
    operation_id = "completeOnboarding",
    tag = "me",
    request_body = OnboardingConsent,
    responses((status = 200, body = Me), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "profiles.complete_onboarding", skip_all)]
async fn complete_onboarding(
    mut scope: Scope<SignedIn>,
    Json(body): Json<OnboardingConsent>,
) -> Result<Json<Me>, Problem> {
    rules::check_not_paused(&scope)?;
    rules::check_verified(&scope)?;
    let agreed = Agreements {
        terms: body.agreed_to_terms,
        guidelines: body.agreed_to_guidelines,
        privacy: body.agreed_to_privacy,
    };
    completion::complete(&mut scope, &agreed).await?;
    Ok(Json(me::load_me(&scope).await?))
}

/// The stored position in the wizard; its beginning if nothing is stored.
#[utoipa::path(
    get,
    path = "/me/onboarding/progress",
    operation_id = "getOnboardingProgress",
    tag = "me",
    responses((status = 200, body = OnboardingProgress), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "profiles.read_onboarding_progress", skip_all)]
async fn read(scope: Scope<SignedIn>) -> Result<Json<OnboardingProgress>, Problem> {
    rules::check_not_paused(&scope)?;
    Ok(Json(progress::read(&scope).await?))
}

/// Stores the position in the wizard, in place of the one before; without effect once it is completed.
#[utoipa::path(
    put,
    path = "/me/onboarding/progress",
    operation_id = "saveOnboardingProgress",
    tag = "me",
    request_body = OnboardingProgress,
    responses((status = 200, body = OnboardingProgress), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "profiles.save_onboarding_progress", skip_all)]
async fn write(
    mut scope: Scope<SignedIn>,
    Json(body): Json<OnboardingProgress>,
) -> Result<Json<OnboardingProgress>, Problem> {
    rules::check_not_paused(&scope)?;
    rules::check_verified(&scope)?;
    progress::write(&mut scope, &body).await?;
    Ok(Json(progress::read(&scope).await?))
}
