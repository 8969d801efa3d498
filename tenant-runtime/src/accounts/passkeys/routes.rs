//! HTTP routes of the viewer's passkeys.

use super::manage;
use crate::accounts::rows::passkey::{Model, PasskeyId};
use chrono::{DateTime, Utc};
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::problem::ProblemDocument;
use platform::{MainHost, Problem, Scope, Services, SignedIn, routes};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use webauthn_rs::prelude::RegisterPublicKeyCredential;

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(list, add))
        .routes(routes!(begin))
        .routes(routes!(rename, remove))
}

/// A passkey.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Passkey)]
struct PasskeyView {
    id: PasskeyId,
    name: String,
    created_at: DateTime<Utc>,
    last_used_at: Option<DateTime<Utc>>,
}

impl From<Model> for PasskeyView {
    fn from(row: Model) -> Self {
        let Model { id, name, created_at, last_used_at, .. } = row;
        Self { id, name, created_at, last_used_at }
    }
}

/// The viewer's passkeys, oldest first. They are few, so there are no pages.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PasskeyList {
    items: Vec<PasskeyView>,
}

/// Lists the viewer's passkeys.
#[utoipa::path(
    get,
    path = "/me/passkeys",
    operation_id = "listPasskeys",
    tag = "second-factor",
    responses((status = 200, body = PasskeyList), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "passkeys.list", skip_all)]
async fn list(_: MainHost, scope: Scope<SignedIn>) -> Result<Json<PasskeyList>, Problem> {
    let rows = manage::list(&scope).await?;
    Ok(Json(PasskeyList { items: rows.into_iter().map(PasskeyView::from).collect() }))
}

/// Returns the options for the authenticator to create a passkey.
#[utoipa::path(
    post,
    path = "/me/passkeys/begin",
    operation_id = "startPasskeyEnrolment",
    tag = "second-factor",
    responses((status = 200, body = Object), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "passkeys.begin", skip_all)]
async fn begin(
    _: MainHost,
    mut scope: Scope<SignedIn>,
) -> Result<Json<serde_json::Value>, Problem> {
    Ok(Json(manage::begin(&mut scope).await?))
}

/// The authenticator's response, and a name for the passkey.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NewPasskey {
    name: String,
    #[schema(value_type = Object)]
    credential: RegisterPublicKeyCredential,
}

/// Stores a passkey.
#[utoipa::path(
    post,
    path = "/me/passkeys",
    operation_id = "addPasskey",
    tag = "second-factor",
    request_body = NewPasskey,
    responses((status = 201, body = PasskeyView), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "passkeys.add", skip_all)]
async fn add(
    _: MainHost,
    mut scope: Scope<SignedIn>,
    Json(body): Json<NewPasskey>,
) -> Result<(StatusCode, Json<PasskeyView>), Problem> {
    let row = manage::add(&mut scope, &body.name, &body.credential).await?;
    Ok((StatusCode::CREATED, Json(row.into())))
}

/// New name of a passkey.
#[derive(Deserialize, ToSchema, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct PasskeyName {
    name: String,
}

/// Renames a passkey.
#[utoipa::path(
    patch,
    path = "/me/passkeys/{id}",
    operation_id = "renamePasskey",
    tag = "second-factor",
    params(("id" = PasskeyId, Path)),
    request_body = PasskeyName,
    responses((status = 200, body = PasskeyView), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "passkeys.rename", skip_all)]
async fn rename(
    _: MainHost,
    mut scope: Scope<SignedIn>,
    Path(id): Path<PasskeyId>,
    Json(body): Json<PasskeyName>,
) -> Result<Json<PasskeyView>, Problem> {
    Ok(Json(manage::rename(&mut scope, id, &body.name).await?.into()))
}

/// Removes a passkey.
#[utoipa::path(
    delete,
    path = "/me/passkeys/{id}",
    operation_id = "removePasskey",
    tag = "second-factor",
    params(("id" = PasskeyId, Path)),
    responses((status = 204), (status = "4XX", body = ProblemDocument))
)]
#[tracing::instrument(name = "passkeys.remove", skip_all)]
async fn remove(
    _: MainHost,
    mut scope: Scope<SignedIn>,
    Path(id): Path<PasskeyId>,
) -> Result<StatusCode, Problem> {
    manage::remove(&mut scope, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
