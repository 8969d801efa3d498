//! Canned answers: prepared texts with placeholders, shared by all staff.

use super::inbox;
use crate::accounts::{AccountContact, load_contacts};
use crate::content::{self, TextRule};
use crate::limits::check_limit;
use crate::support::SupportStaff;
use crate::support::activity_log::{ActivityEntry, record_activity};
use crate::support::error::SupportError;
use crate::support::rows::canned;
use crate::support::{CannedAnswerId, TicketId, store};
use chrono::{DateTime, Utc};
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::limiter::LimitedAction;
use platform::problem::ProblemDocument;
use platform::request::PLATFORM_NAME;
use platform::{AccountViewer, Problem, Scope, Services, Tx, UserId, routes};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, QueryOrder, QuerySelect};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

const TITLE_CHARS_MAX: usize = 100;
/// Maximum answers in the list.
const LIST_MAX: u64 = 200;

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(change, delete))
        .routes(routes!(fill))
}

/// A canned answer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CannedAnswer {
    id: CannedAnswerId,
    title: String,
    /// May contain `{firstName}`, `{fullName}`, `{ticketId}`, `{ticketTitle}`, `{staffName}` and
    /// `{siteName}`.
    body: String,
    updated_at: DateTime<Utc>,
}

impl From<canned::Model> for CannedAnswer {
    fn from(row: canned::Model) -> Self {
        Self { id: row.id, title: row.title, body: row.body, updated_at: row.updated_at }
    }
}

/// All canned answers.
#[derive(Debug, Serialize, ToSchema)]
struct CannedAnswerList {
    items: Vec<CannedAnswer>,
}

/// Title and text of a canned answer.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct CannedAnswerText {
    /// At most 100 characters.
    title: String,
    /// At most 5000 characters.
    body: String,
}

impl CannedAnswerText {
    fn checked(&self) -> Result<(String, String), Problem> {
        let title = TextRule::single_line(TITLE_CHARS_MAX).check(&self.title).map_err(|error| {
            Problem::from(error).with_errors(vec![error.to_field_error("title")])
        })?;
        let body = content::check_remark(&self.body).map_err(|error| {
            Problem::from(error).with_errors(vec![error.to_field_error("body")])
        })?;
        Ok((title, body))
    }
}

/// Ticket for the placeholders.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct AnswerSubject {
    ticket_id: TicketId,
}

/// A canned answer without placeholders.
#[derive(Debug, Serialize, ToSchema)]
struct FilledAnswer {
    message: String,
}

/// Lists the canned answers by title.
#[utoipa::path(get, path = "/staff/support/canned-answers", operation_id = "listCannedAnswers",
    tag = "support",
    responses((status = 200, body = CannedAnswerList), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "desk.canned", skip_all)]
async fn list(scope: Scope<SupportStaff>) -> Result<Json<CannedAnswerList>, Problem> {
    let rows = scope
        .global::<canned::Entity>()
        .modify_select(|select| {
            select
                .order_by_asc(canned::Column::Title)
                .order_by_asc(canned::Column::Id)
                .limit(LIST_MAX)
        })
        .all()
        .await?;
    Ok(Json(CannedAnswerList { items: rows.into_iter().map(CannedAnswer::from).collect() }))
}

/// Creates a canned answer.
#[utoipa::path(post, path = "/staff/support/canned-answers", operation_id = "createCannedAnswer",
    tag = "support", request_body = CannedAnswerText,
    responses((status = 201, body = CannedAnswer), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "desk.create_canned", skip_all)]
async fn create(
    mut scope: Scope<SupportStaff>,
    Json(body): Json<CannedAnswerText>,
) -> Result<(StatusCode, Json<CannedAnswer>), Problem> {
    let (title, body) = body.checked()?;
    check_limit(scope.services(), scope.viewer(), LimitedAction::StaffChange).await?;
    let tx = scope.begin().await?;
    let row = canned::ActiveModel {
        id: Set(CannedAnswerId::new()),
        title: Set(title),
        body: Set(body),
        updated_by: Set(Some(tx.viewer().id())),
        created_at: Set(tx.now()),
        updated_at: Set(tx.now()),
    };
    let row = tx.global_table::<canned::Entity>().insert(row).await?;
    record(&tx, "canned.create", &row).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(row.into())))
}

/// Changes a canned answer.
#[utoipa::path(patch, path = "/staff/support/canned-answers/{id}",
    operation_id = "updateCannedAnswer", tag = "support", params(("id" = CannedAnswerId, Path)),
    request_body = CannedAnswerText,
    responses((status = 200, body = CannedAnswer), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "desk.change_canned", skip_all)]
async fn change(
    mut scope: Scope<SupportStaff>,
    Path(id): Path<CannedAnswerId>,
    Json(body): Json<CannedAnswerText>,
) -> Result<Json<CannedAnswer>, Problem> {
    let (title, body) = body.checked()?;
    check_limit(scope.services(), scope.viewer(), LimitedAction::StaffChange).await?;
    let tx = scope.begin().await?;
    let change = canned::ActiveModel {
        title: Set(title),
        body: Set(body),
        updated_by: Set(Some(tx.viewer().id())),
        updated_at: Set(tx.now()),
        ..Default::default()
    };
    let this = canned::Column::Id.eq(id.uuid());
    let table = tx.global_table::<canned::Entity>();
    let changed = table.update_returning(this, |update| update.set(change)).await?;
    let row = changed.into_iter().next().ok_or(SupportError::CannedNotFound)?;
    record(&tx, "canned.change", &row).await?;
    tx.commit().await?;
    Ok(Json(row.into()))
}

/// Deletes a canned answer.
#[utoipa::path(delete, path = "/staff/support/canned-answers/{id}",
    operation_id = "deleteCannedAnswer", tag = "support", params(("id" = CannedAnswerId, Path)),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "desk.delete_canned", skip_all)]
async fn delete(
    mut scope: Scope<SupportStaff>,
    Path(id): Path<CannedAnswerId>,
) -> Result<StatusCode, Problem> {
    let tx = scope.begin().await?;
    let this = canned::Column::Id.eq(id.uuid());
    let deleted = tx.global_table::<canned::Entity>().delete_returning(this).await?;
    let row = deleted.into_iter().next().ok_or(SupportError::CannedNotFound)?;
    record(&tx, "canned.delete", &row).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn record(
    tx: &Tx<'_, SupportStaff>,
    action: &'static str,
    row: &canned::Model,
) -> Result<(), sea_orm::DbErr> {
    let facts = json!({ "cannedAnswerId": row.id, "title": row.title });
    record_activity(tx, ActivityEntry::of_desk(action, facts)).await
}

/// Returns a canned answer with its placeholders filled in for a ticket. Unknown ones stay.
#[utoipa::path(get, path = "/staff/support/canned-answers/{id}/filled",
    operation_id = "previewCannedAnswer", tag = "support",
    params(("id" = CannedAnswerId, Path), AnswerSubject),
    responses((status = 200, body = FilledAnswer), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "desk.fill_canned", skip_all)]
async fn fill(
    scope: Scope<SupportStaff>,
    Path(id): Path<CannedAnswerId>,
    Query(subject): Query<AnswerSubject>,
) -> Result<Json<FilledAnswer>, Problem> {
    let row = scope.global::<canned::Entity>().by_id(id).one().await?;
    let row = row.ok_or(SupportError::CannedNotFound)?;
    let ticket = store::find(&scope, subject.ticket_id).await?;
    let here = inbox::load(&scope, &ticket).await?;
    let me: UserId = scope.viewer().id();
    let people = load_contacts(&scope, &[me, ticket.owner_id]).await?;
    let name =
        |user: UserId| people.get(&user).map(AccountContact::display_name).unwrap_or_default();
    let first_name = people.get(&ticket.owner_id).map(|one| one.first_name.clone());
    let values = [
        ("{firstName}", first_name.unwrap_or_default()),
        ("{fullName}", name(ticket.owner_id)),
        ("{ticketId}", ticket.short_id.clone()),
        ("{ticketTitle}", ticket.title.clone()),
        ("{staffName}", name(me)),
        ("{siteName}", here.site_name.unwrap_or_else(|| PLATFORM_NAME.to_owned())),
    ];
    Ok(Json(FilledAnswer { message: fill_placeholders(&row.body, &values) }))
}

/// Replaces the placeholders in one pass, so that a value that looks like one stays as it is.
fn fill_placeholders(body: &str, values: &[(&str, String)]) -> String {
    let mut filled = String::with_capacity(body.len());
    let mut rest = body;
    while let Some(at) = rest.find('{') {
        let (before, from) = rest.split_at(at);
        filled.push_str(before);
        if let Some((name, value)) = values.iter().find(|(name, _)| from.starts_with(name)) {
            filled.push_str(value);
            rest = from.strip_prefix(name).unwrap_or_default();
        } else {
            filled.push('{');
            rest = from.strip_prefix('{').unwrap_or_default();
        }
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fills_known_placeholders_once_and_keeps_unknown_ones() {
        let values = [("{firstName}", "{ticketId}".to_owned()), ("{ticketId}", "AB".to_owned())];
        let filled = fill_placeholders("Hi {firstName}, {ticketId} {other} {", &values);
        assert_eq!(filled, "Hi {ticketId}, AB {other} {");
    }
}
