//! The calls about oneself. All of them answer with the whole of [`Me`].

use super::change::ChangeMe;
use super::me::{self, Me};
use super::onboarding::{self, Agreements};
use super::rules;
use platform::api::ApiRouter;
use platform::extract::Json;
use platform::problem::ProblemDocument;
use platform::{Problem, Scope, Services, SignedIn, routes};
use serde::Deserialize;
use utoipa::ToSchema;

/// What can be asked.
pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(read, change))
        .routes(routes!(complete_onboarding))
        .routes(routes!(acknowledge))
}

/// Who is signed in, in whatever standing.
#[utoipa::path(
    get,
    path = "/me",
    operation_id = "readMe",
    tag = "me",
    responses((status = 200, body = Me), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "profiles.read_me", skip_all)]
async fn read(scope: Scope<SignedIn>) -> Result<Json<Me>, Problem> {
    Ok(Json(me::me(&scope).await?))
}

/// Changes what they say about themselves.
#[utoipa::path(
    patch,
    path = "/me",
    operation_id = "changeMe",
    tag = "me",
    request_body = ChangeMe,
    responses((status = 200, body = Me), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "profiles.change_me", skip_all)]
async fn change(
    mut scope: Scope<SignedIn>,
    Json(body): Json<ChangeMe>,
) -> Result<Json<Me>, Problem> {
    rules::check_not_paused(&scope)?;
    rules::change(&mut scope, body).await?;
    Ok(Json(me::me(&scope).await?))
}

/// What was ticked in the wizard.
#[derive(Deserialize, ToSchema, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct CompleteOnboarding {
    agreed_to_terms: bool,
    agreed_to_guidelines: bool,
    agreed_to_privacy: bool,
}

/// Finishes the wizard, with all three documents agreed to.
#[utoipa::path(
    post,
    path = "/me/onboarding",
    operation_id = "completeOnboarding",
    tag = "me",
    request_body = CompleteOnboarding,
    responses((status = 200, body = Me), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "profiles.complete_onboarding", skip_all)]
async fn complete_onboarding(
    mut scope: Scope<SignedIn>,
    Json(body): Json<CompleteOnboarding>,
) -> Result<Json<Me>, Problem> {
    rules::check_not_paused(&scope)?;
    rules::check_verified(&scope)?;
    let agreed = Agreements {
        terms: body.agreed_to_terms,
        guidelines: body.agreed_to_guidelines,
        privacy: body.agreed_to_privacy,
    };
    onboarding::complete(&mut scope, &agreed).await?;
    Ok(Json(me::me(&scope).await?))
}

/// Acknowledges the documents as they are now, at this door.
#[utoipa::path(
    post,
    path = "/me/legal-acknowledgements",
    operation_id = "acknowledgeLegal",
    tag = "me",
    responses((status = 200, body = Me), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "profiles.acknowledge_legal", skip_all)]
async fn acknowledge(mut scope: Scope<SignedIn>) -> Result<Json<Me>, Problem> {
    rules::check_not_paused(&scope)?;
    rules::acknowledge(&mut scope).await?;
    Ok(Json(me::me(&scope).await?))
}
