//! HTTP routes of one's own profile. All of them return the complete [`Me`].

use super::change::ProfileChange;
use super::me::{self, Me};
use super::onboarding;
use super::rules;
use platform::api::ApiRouter;
use platform::extract::Json;
use platform::problem::ProblemDocument;
use platform::{Problem, Scope, Services, SignedIn, routes};

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(get_me, update_me))
        .routes(routes!(acknowledge_documents))
        .merge(onboarding::routes())
}

/// Returns the signed-in user, also if the account is restricted.
#[utoipa::path(
    get,
    path = "/me",
    operation_id = "getMe",
    tag = "me",
    responses((status = 200, body = Me), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "profiles.read_me", skip_all)]
async fn get_me(scope: Scope<SignedIn>) -> Result<Json<Me>, Problem> {
    Ok(Json(me::load_me(&scope).await?))
}

/// Changes the viewer's profile.
#[utoipa::path(
    patch,
    path = "/me",
    operation_id = "updateMe",
    tag = "me",
    request_body = ProfileChange,
    responses((status = 200, body = Me), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "profiles.change_me", skip_all)]
async fn update_me(
    mut scope: Scope<SignedIn>,
    Json(body): Json<ProfileChange>,
) -> Result<Json<Me>, Problem> {
    rules::check_not_paused(&scope)?;
    rules::change(&mut scope, body).await?;
    Ok(Json(me::load_me(&scope).await?))
}

/// Acknowledges the current legal documents on this site.
#[utoipa::path(
    post,
    path = "/me/legal-acknowledgements",
    operation_id = "acknowledgeLegalDocuments",
    tag = "me",
    responses((status = 200, body = Me), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "profiles.acknowledge_legal", skip_all)]
async fn acknowledge_documents(mut scope: Scope<SignedIn>) -> Result<Json<Me>, Problem> {
    rules::check_not_paused(&scope)?;
    rules::acknowledge_documents(&mut scope).await?;
    Ok(Json(me::load_me(&scope).await?))
}
