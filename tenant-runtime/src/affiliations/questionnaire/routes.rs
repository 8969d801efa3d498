//! HTTP routes of questionnaires.

use super::model::Questionnaire;
use super::rules;
use super::settings::{self, QuestionnaireChange, QuestionnaireSettings};
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{Applicant, Member, Problem, Scope, Services, routes};

/// Message when the questions could not be loaded (F-033).
const LOAD_FAILED: &str = "Failed to load affiliation data";
/// Message when the questions could not be stored (F-047).
const SAVE_FAILED: &str = "Failed to update affiliation";

pub(in crate::affiliations) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(read, set)).routes(routes!(settings_of))
}

/// Returns the questionnaire for applicants to an affiliation.
#[utoipa::path(get, path = "/affiliations/{idOrPath}/questionnaire",
    operation_id = "getQuestionnaire", tag = "affiliations",
    params(("idOrPath" = String, Path, description = "id or url path")),
    responses((status = 200, body = Questionnaire), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "questionnaire.read", skip_all)]
async fn read(
    scope: Scope<Applicant>,
    Path(id_or_path): Path<String>,
) -> Result<Json<Questionnaire>, Problem> {
    Ok(Json(rules::get_questionnaire(&scope, &id_or_path).await.or_detail(LOAD_FAILED)?))
}

/// Replaces the questionnaire, for its admins and staff.
#[utoipa::path(put, path = "/affiliations/{idOrPath}/questionnaire",
    operation_id = "setQuestionnaire", tag = "affiliations", request_body = QuestionnaireChange,
    params(("idOrPath" = String, Path, description = "id or url path")),
    responses((status = 200, body = QuestionnaireSettings),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "questionnaire.set", skip_all)]
async fn set(
    mut scope: Scope<Member>,
    Path(id_or_path): Path<String>,
    Json(body): Json<QuestionnaireChange>,
) -> Result<Json<QuestionnaireSettings>, Problem> {
    Ok(Json(settings::set(&mut scope, &id_or_path, &body).await.or_detail(SAVE_FAILED)?))
}

/// Returns the stored text, its validation error and the templates; for its admins and staff.
#[utoipa::path(get, path = "/affiliations/{idOrPath}/questionnaire/settings",
    operation_id = "getQuestionnaireSettings", tag = "affiliations",
    params(("idOrPath" = String, Path, description = "id or url path")),
    responses((status = 200, body = QuestionnaireSettings),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "questionnaire.settings", skip_all)]
async fn settings_of(
    scope: Scope<Member>,
    Path(id_or_path): Path<String>,
) -> Result<Json<QuestionnaireSettings>, Problem> {
    Ok(Json(settings::get_settings(&scope, &id_or_path).await.or_detail(LOAD_FAILED)?))
}
