//! The audit log for staff: filtered, in pages, or as CSV (G-123).

use crate::profiles;
use crate::search::prefix_pattern;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use http::header;
use platform::api::ApiRouter;
use platform::audit::{Column, Entity, Model};
use platform::extract::{Json, Query};
use platform::ids::AuditId;
use platform::page::{Page, PageQuery, TimeCursor};
use platform::problem::ProblemDocument;
use platform::{Problem, Scope, Services, Staff, UserId, routes};
use sea_orm::sea_query::LikeExpr;
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder, QuerySelect};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::HashMap;
use utoipa::{IntoParams, ToSchema};

/// Default and maximum page size.
const PAGE_SIZES: (u64, u64) = (50, 100);
/// Maximum lines of an export.
const EXPORT_MAX: u64 = 10_000;

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(list)).routes(routes!(export))
}

/// Filter and page of the audit log.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
struct AuditQuery {
    /// Only actions of this user.
    actor_id: Option<UserId>,
    /// Only this action, such as `account.ban` or `user_pause`, or actions with this first part,
    /// such as `account` or `user`.
    action: Option<String>,
    /// Only actions on this kind of subject.
    subject_kind: Option<String>,
    /// Only actions on this subject.
    subject_id: Option<String>,
    /// Start of the time range, inclusive.
    from: Option<DateTime<Utc>>,
    /// End of the time range, exclusive.
    to: Option<DateTime<Utc>>,
    /// Cursor from the previous page; omit it for the first page.
    cursor: Option<String>,
    /// Maximum number of items per page.
    limit: Option<u64>,
}

impl AuditQuery {
    fn filter_condition(&self) -> Condition {
        let action = self.action.as_deref().map(str::trim).filter(|text| !text.is_empty());
        let action = action.map(|text| {
            // Moderation actions have the specified names, with another separator after the first
            // part (C-142).
            let part = text.trim_end_matches(['.', '_']);
            let below = ['.', '_'].map(|sign| prefix_pattern(&format!("{part}{sign}")));
            below.into_iter().fold(Condition::any().add(Column::Action.eq(text)), |any, below| {
                any.add(Column::Action.like(LikeExpr::new(below).escape('!')))
            })
        });
        Condition::all()
            .add_option(self.actor_id.map(|id| Column::ActorId.eq(id.uuid())))
            .add_option(action)
            .add_option(self.subject_kind.as_deref().map(|kind| Column::SubjectKind.eq(kind)))
            .add_option(self.subject_id.as_deref().map(|id| Column::SubjectId.eq(id)))
            .add_option(self.from.map(|from| Column::CreatedAt.gte(from)))
            .add_option(self.to.map(|to| Column::CreatedAt.lt(to)))
    }
}

/// An audit log entry.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AuditEntry {
    id: AuditId,
    /// `null` for a command of the operator.
    actor_id: Option<UserId>,
    /// Current name of the actor.
    actor_name: Option<String>,
    action: String,
    subject_kind: String,
    subject_id: String,
    /// Name of the affected account, if the subject is one.
    subject_name: Option<String>,
    before: Option<Value>,
    after: Option<Value>,
    reason: Option<String>,
    request_id: Option<String>,
    created_at: DateTime<Utc>,
}

/// Lists the audit log, newest first.
#[utoipa::path(get, path = "/staff/audit", operation_id = "listAuditLog", tag = "staff",
    params(AuditQuery),
    responses((status = 200, body = Page<AuditEntry>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff.audit", skip_all)]
async fn list(
    scope: Scope<Staff>,
    Query(filter): Query<AuditQuery>,
) -> Result<Json<Page<AuditEntry>>, Problem> {
    let query = PageQuery { cursor: filter.cursor.clone(), limit: filter.limit };
    let limit = query.row_limit(PAGE_SIZES.0, PAGE_SIZES.1);
    let rows =
        list_page(&scope, filter.filter_condition(), query.decode_cursor()?, limit + 1).await?;
    let page =
        Page::from_rows(rows, limit, |row| TimeCursor { at: row.created_at, id: row.id.uuid() });
    let names = account_names(&scope, &page.items).await?;
    Ok(Json(page.map_items(|row| to_entry(row, &names))))
}

/// Exports the audit log as CSV: at most 10,000 lines, newest first.
#[utoipa::path(get, path = "/staff/audit.csv", operation_id = "exportAuditLog", tag = "staff",
    params(AuditQuery),
    responses((status = 200, body = String, content_type = "text/csv"),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff.export_audit", skip_all)]
async fn export(
    scope: Scope<Staff>,
    Query(filter): Query<AuditQuery>,
) -> Result<Response, Problem> {
    let rows = list_page(&scope, filter.filter_condition(), None, EXPORT_MAX).await?;
    let names = account_names(&scope, &rows).await?;
    let head = [
        "time",
        "actorId",
        "actor",
        "action",
        "subjectKind",
        "subjectId",
        "subject",
        "reason",
        "before",
        "after",
        "requestId",
    ];
    let mut text = csv_line(head.map(str::to_owned));
    for row in rows {
        text.push_str(&csv_line(csv_cells(to_entry(row, &names))));
    }
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"audit-log.csv\""),
    ];
    Ok((headers, text).into_response())
}

async fn list_page(
    scope: &Scope<Staff>,
    fits: Condition,
    after: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<Model>, DbErr> {
    let beyond = after.map(|last| last.after_in_descending(Column::CreatedAt, Column::Id));
    scope
        .global::<Entity>()
        .filter(fits.add_option(beyond))
        .modify_select(|select| {
            select.order_by_desc(Column::CreatedAt).order_by_desc(Column::Id).limit(limit)
        })
        .all()
        .await
}

/// Names of actors and affected accounts, queried a few hundred at a time.
async fn account_names(
    scope: &Scope<Staff>,
    rows: &[Model],
) -> Result<HashMap<UserId, String>, DbErr> {
    const AT_ONCE: usize = 500;
    let accounts = rows.iter().filter_map(subject_account);
    let mut ids: Vec<UserId> = rows.iter().filter_map(|row| row.actor_id).chain(accounts).collect();
    ids.sort_unstable();
    ids.dedup();
    let mut names = HashMap::new();
    for some in ids.chunks(AT_ONCE) {
        let people = profiles::load_people(scope, some).await?;
        names.extend(people.into_iter().map(|(id, person)| (id, person.display_name)));
    }
    Ok(names)
}

fn subject_account(row: &Model) -> Option<UserId> {
    if row.subject_kind == "account" { row.subject_id.parse().ok() } else { None }
}

fn to_entry(row: Model, names: &HashMap<UserId, String>) -> AuditEntry {
    let subject_name = subject_account(&row).and_then(|id| names.get(&id).cloned());
    AuditEntry {
        id: row.id,
        actor_name: row.actor_id.and_then(|id| names.get(&id).cloned()),
        actor_id: row.actor_id,
        action: row.action,
        subject_kind: row.subject_kind,
        subject_id: row.subject_id,
        subject_name,
        before: row.before,
        after: row.after,
        reason: row.reason,
        request_id: row.request_id,
        created_at: row.created_at,
    }
}

fn csv_cells(entry: AuditEntry) -> [String; 11] {
    let json = |value: Option<Value>| value.map(|value| value.to_string()).unwrap_or_default();
    [
        entry.created_at.to_rfc3339(),
        entry.actor_id.map(|id| id.to_string()).unwrap_or_default(),
        entry.actor_name.unwrap_or_default(),
        entry.action,
        entry.subject_kind,
        entry.subject_id,
        entry.subject_name.unwrap_or_default(),
        entry.reason.unwrap_or_default(),
        json(entry.before),
        json(entry.after),
        entry.request_id.unwrap_or_default(),
    ]
}

/// One line of RFC 4180. A cell that a spreadsheet would evaluate as a formula is prefixed with an
/// apostrophe.
fn csv_line<const N: usize>(cells: [String; N]) -> String {
    let quoted = cells.map(|cell| {
        let runs =
            cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '\0', '＝', '＋', '－', '＠']);
        let guard = if runs { "'" } else { "" };
        format!("\"{guard}{}\"", cell.replace('"', "\"\""))
    });
    format!("{}\r\n", quoted.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn escapes_cells_that_a_spreadsheet_would_evaluate() {
        for cell in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\0=1", "＝1"] {
            assert_eq!(csv_line([cell.to_owned()]), format!("\"'{cell}\"\r\n"));
        }
        assert_eq!(
            csv_line(["a \"b\", c".to_owned(), "1-2".to_owned()]),
            "\"a \"\"b\"\", c\",\"1-2\"\r\n"
        );
    }

    /// Parses the cells of a line by RFC 4180.
    fn read(line: &str) -> Vec<String> {
        let (mut cells, mut quoted) = (vec![String::new()], false);
        let mut chars = line.trim_end_matches("\r\n").chars().peekable();
        while let Some(c) = chars.next() {
            let cell = cells.last_mut().unwrap_or_else(|| panic!("there is a cell"));
            match (c, quoted) {
                ('"', true) if chars.peek() == Some(&'"') => {
                    chars.next();
                    cell.push('"');
                }
                ('"', _) => quoted = !quoted,
                (',', false) => cells.push(String::new()),
                _ => cell.push(c),
            }
        }
        cells
    }

    proptest! {
        /// Cells survive the round trip, and none begins like a formula.
        #[test]
        fn csv_lines_survive_the_round_trip(
            one in "[=+@\"\n\t,a-]{0,12}", other in "\\PC{0,40}",
        ) {
            let cells = read(&csv_line([one.clone(), other.clone()]));
            prop_assert_eq!(cells.len(), 2);
            for (cell, was) in cells.iter().zip([one, other]) {
                prop_assert!(!cell.starts_with(['=', '+', '-', '@', '\t', '\n']));
                prop_assert_eq!(cell.strip_prefix('\'').unwrap_or(cell), was.strip_prefix('\'').unwrap_or(&was));
            }
        }
    }
}
