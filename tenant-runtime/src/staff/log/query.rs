//! Filters of the audit log, and its pages.

use super::entry::{self, AuditEntry};
use crate::search_index::prefix_pattern;
use chrono::{DateTime, Utc};
use platform::audit::{Column, Entity, Model};
use platform::page::{Page, PageQuery, TimeCursor};
use platform::{Problem, Scope, TenantId, UserId};
use sea_orm::sea_query::LikeExpr;
use sea_orm::{ColumnTrait, Condition, DbErr, FromQueryResult, QueryOrder, QuerySelect};
use serde::Deserialize;
use utoipa::IntoParams;

/// Default and maximum page size.
const PAGE_SIZES: (u64, u64) = (50, 100);

/// Filter and page of the audit log.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub(super) struct AuditQuery {
    /// Only actions of this user.
    actor_id: Option<UserId>,
    /// Only actions of this user, or on their account.
    person_id: Option<UserId>,
    /// Only actions on this portal.
    tenant_id: Option<TenantId>,
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
    pub fn filter_condition(&self) -> Condition {
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
        let person = self.person_id.map(|id| {
            Condition::any().add(Column::ActorId.eq(id.uuid())).add(about("account", id))
        });
        Condition::all()
            .add_option(self.actor_id.map(|id| Column::ActorId.eq(id.uuid())))
            .add_option(person)
            .add_option(self.tenant_id.map(|id| about("tenant", id)))
            .add_option(action)
            .add_option(self.subject_kind.as_deref().map(|kind| Column::SubjectKind.eq(kind)))
            .add_option(self.subject_id.as_deref().map(|id| Column::SubjectId.eq(id)))
            .add_option(self.from.map(|from| Column::CreatedAt.gte(from)))
            .add_option(self.to.map(|to| Column::CreatedAt.lt(to)))
    }

    pub fn to_page_query(&self) -> PageQuery {
        PageQuery { cursor: self.cursor.clone(), limit: self.limit }
    }
}

/// Condition of the entries about a subject.
pub(super) fn about(kind: &str, id: impl std::fmt::Display) -> Condition {
    Condition::all().add(Column::SubjectKind.eq(kind)).add(Column::SubjectId.eq(id.to_string()))
}

/// A page of the matching rows, newest first. One query.
pub(super) async fn row_page<V>(
    scope: &Scope<V>,
    fits: Condition,
    query: &PageQuery,
) -> Result<Page<Model>, Problem> {
    let limit = query.row_limit(PAGE_SIZES.0, PAGE_SIZES.1);
    let rows = list_rows(scope, fits, query.decode_cursor()?, limit + 1).await?;
    Ok(Page::from_rows(rows, limit, |row| TimeCursor { at: row.created_at, id: row.id.uuid() }))
}

/// A page of the matching entries, newest first. At most 4 queries.
pub(super) async fn entry_page<V: Send + Sync>(
    scope: &Scope<V>,
    fits: Condition,
    query: &PageQuery,
) -> Result<Page<AuditEntry>, Problem> {
    let Page { items, next_cursor } = row_page(scope, fits, query).await?;
    Ok(Page { items: entry::to_entries(scope, items).await?, next_cursor })
}

/// Up to `limit` matching rows, newest first.
pub(super) async fn list_rows<V>(
    scope: &Scope<V>,
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

/// Actions in the log, by name: one step of the index on actions for each.
pub(super) async fn action_names<V>(scope: &Scope<V>) -> Result<Vec<String>, DbErr> {
    #[derive(FromQueryResult)]
    struct ActionRow {
        action: String,
    }
    let rows = scope.raw(platform::audit::ACTIONS_SQL, vec![]).all::<ActionRow>().await?;
    Ok(rows.into_iter().map(|row| row.action).collect())
}
