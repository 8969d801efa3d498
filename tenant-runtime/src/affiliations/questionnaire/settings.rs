//! The questionnaire as its admins edit it (F-045, gap G-031).

use super::defaults::{institution_questions, join_questions};
use super::error::QuestionnaireError;
use super::model::Questionnaire;
use super::read::{of_affiliation, read};
use crate::affiliations::administration::find_managed_on_main;
use crate::affiliations::rows::affiliation;
use crate::limits::check_limit;
use platform::affiliations::AffiliationPermission;
use platform::audit::{AuditedAction, record_action};
use platform::limiter::LimitedAction;
use platform::problem::FieldError;
use platform::{AccountViewer, CatalogueError, Member, Problem, Scope};
use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

/// Maximum characters of the JSON text.
const TEXT_CHARS_MAX: usize = 50_000;

/// A questionnaire to store.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct QuestionnaireChange {
    /// The questionnaire as JSON text; `null` removes it, and the default questions apply (F-021).
    #[schema(required)]
    questionnaire: Option<String>,
}

/// An affiliation's questionnaire, for its admins.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct QuestionnaireSettings {
    /// The stored JSON text; `null` if there is none.
    stored: Option<String>,
    /// Why the stored text is invalid, if it is; the default questions apply (F-051).
    problem: Option<String>,
    /// The questionnaire that applicants see now.
    questionnaire: Questionnaire,
    /// Templates for a new questionnaire.
    templates: Vec<QuestionnaireTemplate>,
}

/// A template.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct QuestionnaireTemplate {
    name: String,
    questionnaire: Questionnaire,
}

impl QuestionnaireSettings {
    fn from_row(row: &affiliation::Model) -> Self {
        let (questionnaire, problem) = of_affiliation(row);
        let template = |name: &str, questionnaire| QuestionnaireTemplate {
            name: name.to_owned(),
            questionnaire,
        };
        Self {
            stored: row.questionnaire.as_ref().map(|written| format!("{written:#}")),
            problem: problem.map(|error| error.to_string()),
            questionnaire,
            templates: vec![
                template("Default questions", join_questions(&row.name)),
                template("College or university", institution_questions(&row.name)),
            ],
        }
    }
}

/// The questionnaire with all details for its admins.
pub(super) async fn get_settings(
    scope: &Scope<Member>,
    id_or_path: &str,
) -> Result<QuestionnaireSettings, Problem> {
    let permission = AffiliationPermission::ManagePage;
    let row = find_managed_on_main(scope, id_or_path, permission).await?;
    Ok(QuestionnaireSettings::from_row(&row))
}

fn parse_json(text: &str, name: &str) -> Result<Value, QuestionnaireError> {
    if text.chars().count() > TEXT_CHARS_MAX {
        return Err(QuestionnaireError::TooLong(TEXT_CHARS_MAX));
    }
    let written: Value = serde_json::from_str(text)
        .map_err(|error| QuestionnaireError::Unreadable(error.to_string()))?;
    read(&written, name)?;
    Ok(written)
}

/// Stores the text, if it is a valid questionnaire.
pub(super) async fn set(
    scope: &mut Scope<Member>,
    id_or_path: &str,
    wish: &QuestionnaireChange,
) -> Result<QuestionnaireSettings, Problem> {
    let permission = AffiliationPermission::ManagePage;
    let mut row = find_managed_on_main(scope, id_or_path, permission).await?;
    let text = wish.questionnaire.as_deref().map(str::trim).filter(|text| !text.is_empty());
    let written = text.map(|text| parse_json(text, &row.name)).transpose().map_err(|error| {
        let field = FieldError::new("questionnaire", error.entry().code, error.to_string());
        Problem::from(error).with_errors(vec![field])
    })?;
    check_limit(scope.services(), scope.viewer(), LimitedAction::Manage).await?;
    let tx = scope.begin().await?;
    let before = std::mem::replace(&mut row.questionnaire, written.clone());
    let change = affiliation::ActiveModel {
        questionnaire: Set(written.clone()),
        updated_at: Set(tx.now()),
        ..Default::default()
    };
    let of_it = affiliation::Column::Id.eq(row.id.uuid());
    let changed =
        tx.table::<affiliation::Entity>().update(of_it, |update| update.set(change)).await?;
    changed.exactly_one()?;
    let act = AuditedAction {
        actor: Some(tx.viewer().id()),
        action: "affiliation.questionnaire",
        subject_kind: "affiliation",
        subject_id: row.id.to_string(),
        before: json!({ "questionnaire": before }),
        after: json!({ "questionnaire": written }),
        reason: None,
    };
    record_action(&tx, act).await?;
    tx.commit().await?;
    Ok(QuestionnaireSettings::from_row(&row))
}
