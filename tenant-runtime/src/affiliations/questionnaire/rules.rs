//! Access to the questionnaire.

use super::model::Questionnaire;
use super::read::of_affiliation;
use crate::affiliations::requests::find_open_to_requests;
use platform::{Applicant, Problem, Scope};

/// The questionnaire, for a user who may apply to the affiliation. 1 query, 3 if it is private.
pub(super) async fn get_questionnaire(
    scope: &Scope<Applicant>,
    id_or_path: &str,
) -> Result<Questionnaire, Problem> {
    Ok(of_affiliation(&find_open_to_requests(scope, id_or_path).await?).0)
}
