//! When a step of the checklist is done, and which steps may be skipped.

use super::error::ChecklistError;
use super::rows::{step, test_email};
use super::step::SetupStep;
use super::store::{self, SetupFacts};
use crate::legal::{self, UnadaptedDocuments};
use chrono::{DateTime, Utc};
use platform::audit::{AuditedAction, record_action};
use platform::{AccountViewer, Scope, Staff, System, Tx};
use sea_orm::DbErr;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

/// The state of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum SetupStepState {
    Open,
    Done,
    /// Staff decided that this installation does without it.
    Skipped,
}

/// A step of the setup, and its state.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SetupStepStatus)]
pub(super) struct SetupStepView {
    step: SetupStep,
    state: SetupStepState,
    /// True if staff may skip it.
    optional: bool,
}

/// The newest test email.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TestEmail {
    /// `sending`, `sent`, `caught` (there is no mail server, so this instance kept it) or `failed`.
    state: String,
    /// Why it failed.
    #[serde(serialize_with = "platform::language::localized_option")]
    cause: Option<String>,
    requested_at: DateTime<Utc>,
}

impl From<test_email::Model> for TestEmail {
    fn from(row: test_email::Model) -> Self {
        Self { state: row.state, cause: row.cause, requested_at: row.requested_at }
    }
}

/// The setup checklist.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SetupChecklist {
    /// No step is open.
    complete: bool,
    steps: Vec<SetupStepView>,
    /// Legal documents that are not published yet.
    unpublished_documents: Vec<String>,
    /// Legal documents that members read with the text that came with the software.
    shipped_documents: Vec<String>,
    staff_without_second_factor: i64,
    /// Absent before the first test.
    test_email: Option<TestEmail>,
}

/// The checklist as it is now. 4 queries.
pub(super) async fn read(scope: &Scope<Staff>) -> Result<SetupChecklist, DbErr> {
    let facts = store::load_facts(scope).await?;
    let stored = store::stored_steps(scope).await?;
    let test = store::latest_test(scope).await?;
    let documents = legal::unadapted_documents(scope).await?;
    let steps =
        SetupStep::ALL.map(|step| step_state(step, &facts, &documents, &stored, test.as_ref()));
    Ok(SetupChecklist {
        complete: steps.iter().all(|step| step.state != SetupStepState::Open),
        steps: steps.to_vec(),
        unpublished_documents: documents.placeholders,
        shipped_documents: documents.shipped,
        staff_without_second_factor: facts.staff_without_second_factor,
        test_email: test.map(TestEmail::from),
    })
}

fn step_state(
    step: SetupStep,
    facts: &SetupFacts,
    documents: &UnadaptedDocuments,
    stored: &[step::Model],
    test: Option<&test_email::Model>,
) -> SetupStepView {
    let optional = is_optional(step, test);
    let own = stored.iter().find(|row| row.step == step.name()).map(|row| row.state.as_str());
    let state = if own == Some("done") || is_done(step, facts, documents, test) {
        SetupStepState::Done
    } else if own == Some("skipped") && optional {
        SetupStepState::Skipped
    } else {
        SetupStepState::Open
    };
    SetupStepView { step, state, optional }
}

fn is_done(
    step: SetupStep,
    facts: &SetupFacts,
    documents: &UnadaptedDocuments,
    test: Option<&test_email::Model>,
) -> bool {
    match step {
        SetupStep::LegalDocuments => *documents == UnadaptedDocuments::default(),
        SetupStep::TestEmail => test.is_some_and(|test| test.state == "sent"),
        SetupStep::SecondFactor => facts.staff_without_second_factor == 0,
        SetupStep::Affiliation => facts.affiliations > 0,
        SetupStep::Portal => facts.open_portals > 0,
        SetupStep::Domain => facts.active_domains > 0,
        SetupStep::InviteCode => facts.invite_codes > 0,
    }
}

/// An installation can do without portals, and one without a mail server is a trial.
fn is_optional(step: SetupStep, test: Option<&test_email::Model>) -> bool {
    match step {
        SetupStep::Portal | SetupStep::Domain => true,
        SetupStep::TestEmail => test.is_some_and(|test| test.state == "caught"),
        _ => false,
    }
}

/// Skips a step, or puts it back on the checklist.
pub(super) async fn skip_step(
    scope: &mut Scope<Staff>,
    step: SetupStep,
    skipped: bool,
) -> Result<(), ChecklistError> {
    let test = store::latest_test(scope).await?;
    if !is_optional(step, test.as_ref()) {
        return Err(ChecklistError::Required(step));
    }
    let tx = scope.begin().await?;
    let me = tx.viewer().id();
    if skipped {
        store::put_step(&tx, step, "skipped", Some(me)).await?;
    } else if !store::delete_step(&tx, step).await? {
        return Ok(());
    }
    let act = AuditedAction {
        actor: Some(me),
        action: if skipped { "setup.skip" } else { "setup.restore" },
        subject_kind: "setup-step",
        subject_id: step.name().to_owned(),
        before: json!({ "skipped": !skipped }),
        after: json!({ "skipped": skipped }),
        reason: None,
    };
    record_action(&tx, act).await?;
    tx.commit().await?;
    Ok(())
}

/// Marks every step as done: the demo network needs no setup.
///
/// # Errors
/// Database errors.
pub async fn finish_all(tx: &Tx<'_, System>) -> Result<(), DbErr> {
    for step in SetupStep::ALL {
        store::put_step(tx, step, "done", None).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn test_that(state: &str) -> test_email::Model {
        test_email::Model {
            slot: "latest".to_owned(),
            attempt: Uuid::nil(),
            state: state.to_owned(),
            cause: None,
            requested_by: None,
            requested_at: platform::Clock::system_clock().now(),
        }
    }

    fn stored(step: SetupStep, state: &str) -> step::Model {
        let (step, state) = (step.name().to_owned(), state.to_owned());
        step::Model {
            step,
            state,
            changed_by: None,
            changed_at: platform::Clock::system_clock().now(),
        }
    }

    #[test]
    fn test_email_step_is_done_only_after_a_mail_server_accepted_it() {
        let state = |test: &str| {
            let (facts, documents) = (SetupFacts::default(), UnadaptedDocuments::default());
            step_state(SetupStep::TestEmail, &facts, &documents, &[], Some(&test_that(test))).state
        };
        assert_eq!(state("sent"), SetupStepState::Done);
        for open in ["sending", "caught", "failed"] {
            assert_eq!(state(open), SetupStepState::Open, "{open}");
        }
    }

    #[test]
    fn ignores_a_skip_of_a_mandatory_step() {
        let facts = SetupFacts::default();
        let placeholders = vec![String::from("terms-of-service")];
        let documents = UnadaptedDocuments { placeholders, ..UnadaptedDocuments::default() };
        for (step, state) in [
            (SetupStep::Domain, SetupStepState::Skipped),
            (SetupStep::Portal, SetupStepState::Skipped),
            (SetupStep::LegalDocuments, SetupStepState::Open),
            (SetupStep::Affiliation, SetupStepState::Open),
            (SetupStep::TestEmail, SetupStepState::Open),
        ] {
            let judged = step_state(step, &facts, &documents, &[stored(step, "skipped")], None);
            assert_eq!(judged.state, state, "{step:?}");
        }
    }

    #[test]
    fn a_skipped_step_that_is_fulfilled_counts_as_done() {
        let facts = SetupFacts { open_portals: 1, ..SetupFacts::default() };
        let skipped = [stored(SetupStep::Portal, "skipped")];
        let judged =
            step_state(SetupStep::Portal, &facts, &UnadaptedDocuments::default(), &skipped, None);
        assert_eq!(judged.state, SetupStepState::Done);
    }
}
