//! Audit log of a portal: actions, actors and reasons.

use super::ManagedTenant;
use chrono::{DateTime, Utc};
use platform::audit::{Column, Entity, Model};
use platform::ids::AuditId;
use platform::page::{Page, PageQuery, TimeCursor};
use platform::{Problem, Scope, UserId};
use sea_orm::{ColumnTrait, Condition, DbErr, FromQueryResult, QueryOrder, QuerySelect, Value};
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

/// Default and maximum page size.
const PAGE_SIZES: (u64, u64) = (30, 100);

/// An entry of the log.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TenantLogEntry {
    id: AuditId,
    /// Action, such as `tenant.suspend`.
    action: String,
    /// Current name of the actor; `None` for automatic actions.
    actor_name: Option<String>,
    before: Option<serde_json::Value>,
    after: Option<serde_json::Value>,
    reason: Option<String>,
    created_at: DateTime<Utc>,
}

/// Returns a page of the log, newest first, with two queries.
///
/// # Errors
/// 400 for a cursor of another list, or a database error.
pub(super) async fn list_log<V>(
    scope: &Scope<V>,
    managed: &ManagedTenant,
    query: &PageQuery,
) -> Result<Page<TenantLogEntry>, Problem> {
    let limit = query.row_limit(PAGE_SIZES.0, PAGE_SIZES.1);
    let beyond = query
        .decode_cursor::<TimeCursor>()?
        .map(|last| last.after_in_descending(Column::CreatedAt, Column::Id));
    let about = Condition::all()
        .add(Column::SubjectKind.eq("tenant"))
        .add(Column::SubjectId.eq(managed.id().to_string()))
        .add_option(beyond);
    let newest_first = |select: sea_orm::Select<Entity>| {
        select.order_by_desc(Column::CreatedAt).order_by_desc(Column::Id).limit(limit + 1)
    };
    let rows = scope.global::<Entity>().filter(about).modify_select(newest_first).all().await?;
    let page =
        Page::from_rows(rows, limit, |row| TimeCursor { at: row.created_at, id: row.id.uuid() });
    let names = actor_names(scope, &page.items).await?;
    Ok(page.map_items(|row| TenantLogEntry {
        id: row.id,
        action: row.action,
        actor_name: row.actor_id.and_then(|id| names.get(&id).cloned()),
        before: row.before,
        after: row.after,
        reason: row.reason,
        created_at: row.created_at,
    }))
}

async fn actor_names<V>(
    scope: &Scope<V>,
    rows: &[Model],
) -> Result<HashMap<UserId, String>, DbErr> {
    #[derive(FromQueryResult)]
    struct Person {
        id: UserId,
        name: String,
    }
    let mut actors: Vec<UserId> = rows.iter().filter_map(|row| row.actor_id).collect();
    actors.sort_unstable();
    actors.dedup();
    if actors.is_empty() {
        return Ok(HashMap::new());
    }
    let places: Vec<String> = (1..=actors.len()).map(|number| format!("${number}")).collect();
    let sql = format!(
        "SELECT id, first_name || ' ' || last_name AS name FROM users WHERE id IN ({})",
        places.join(", ")
    );
    let values = actors.into_iter().map(Value::from).collect();
    let people = scope.raw(&sql, values).all::<Person>().await?;
    Ok(people.into_iter().map(|person| (person.id, person.name)).collect())
}
