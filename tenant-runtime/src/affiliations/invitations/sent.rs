//! Sent invitations, for the people who may invite. They see who accepted; other answers are known to
//! the invited person only.

use super::InvitationId;
use super::error::InvitationError;
use super::rows::{Column, Entity, InvitationStatus as Status, Model};
use crate::affiliations::administration::find_managed_on_main;
use crate::affiliations::notification::publish_change;
use crate::limits::check_limit;
use crate::profiles::{self, UserSummary};
use chrono::{DateTime, Utc};
use platform::affiliations::AffiliationPermission;
use platform::audit::{AuditedAction, record_action};
use platform::events::Topic;
use platform::limiter::LimitedAction;
use platform::page::{Page, PageQuery, TimeCursor};
use platform::{AccountViewer, Member, Problem, Scope, Tx, UserId};
use sea_orm::sea_query::LockType;
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder, QuerySelect};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

/// Default and maximum page size.
const PAGE: (u64, u64) = (20, 100);

/// Status of a sent invitation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SentInvitationStatus {
    /// Not accepted; it can be withdrawn.
    Open,
    /// The person has applied.
    Accepted,
}

/// A sent invitation in the list.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SentInvitationRow {
    pub id: InvitationId,
    /// The invited person.
    pub person: UserSummary,
    pub status: SentInvitationStatus,
    /// Name of the sender; `System` for an invite code.
    pub invited_by: String,
    pub created_at: DateTime<Utc>,
    pub accepted_at: Option<DateTime<Utc>>,
}

/// A page of sent invitations, newest first. 4 queries.
pub(super) async fn list(
    scope: &Scope<Member>,
    id_or_path: &str,
    status: Option<SentInvitationStatus>,
    query: &PageQuery,
) -> Result<Page<SentInvitationRow>, Problem> {
    let permission = AffiliationPermission::Invite;
    let affiliation = find_managed_on_main(scope, id_or_path, permission).await?;
    let limit = query.row_limit(PAGE.0, PAGE.1);
    let after = query.decode_cursor::<TimeCursor>()?;
    let in_status = status.map(|status| match status {
        SentInvitationStatus::Open => Column::Status.ne(Status::Accepted),
        SentInvitationStatus::Accepted => Column::Status.eq(Status::Accepted),
    });
    let beyond = after.map(|last| last.after_in_descending(Column::CreatedAt, Column::Id));
    let fits = Condition::all()
        .add(Column::AffiliationId.eq(affiliation.id.uuid()))
        .add_option(in_status)
        .add_option(beyond);
    let rows = scope.select::<Entity>().filter(fits).modify_select(|select| {
        select.order_by_desc(Column::CreatedAt).order_by_desc(Column::Id).limit(limit + 1)
    });
    let page = Page::from_rows(rows.all().await?, limit, |row: &Model| TimeCursor {
        at: row.created_at,
        id: row.id.uuid(),
    });
    let ids: Vec<UserId> = page.items.iter().map(|row| row.user_id).collect();
    let people = profiles::load_people(scope, &ids).await?;
    Ok(page.map_items(|row| {
        let person = people.get(&row.user_id).cloned();
        let person = person.unwrap_or_else(|| UserSummary::deleted_account(row.user_id));
        to_row(row, person)
    }))
}

fn to_row(row: Model, person: UserSummary) -> SentInvitationRow {
    let status = match row.status {
        Status::Accepted => SentInvitationStatus::Accepted,
        Status::Pending | Status::Viewed | Status::Dismissed => SentInvitationStatus::Open,
    };
    SentInvitationRow {
        id: row.id,
        person,
        status,
        invited_by: row.invited_by_staff_name,
        created_at: row.created_at,
        accepted_at: row.accepted_at,
    }
}

/// Withdraws an open invitation.
pub(super) async fn withdraw(
    scope: &mut Scope<Member>,
    id_or_path: &str,
    id: InvitationId,
) -> Result<(), Problem> {
    let permission = AffiliationPermission::Invite;
    let affiliation = find_managed_on_main(scope, id_or_path, permission).await?;
    check_limit(scope.services(), scope.viewer(), LimitedAction::Invite).await?;
    let tx = scope.begin().await?;
    let of_it = Column::AffiliationId.eq(affiliation.id.uuid());
    let found = tx
        .select::<Entity>()
        .by_id(id)
        .filter(of_it)
        .modify_select(|select| select.lock(LockType::Update))
        .one()
        .await?;
    let row = found.ok_or(InvitationError::NotFound)?;
    if row.status == Status::Accepted {
        return Err(InvitationError::Accepted.into());
    }
    tx.table::<Entity>().delete(Column::Id.eq(id.uuid())).await?.exactly_one()?;
    tx.publish(Topic::User(row.user_id), "me.changed", &json!({})).await?;
    audit(&tx, &row).await?;
    publish_change(&tx, affiliation.id, &[]).await?;
    Ok(tx.commit().await?)
}

async fn audit(tx: &Tx<'_, Member>, row: &Model) -> Result<(), DbErr> {
    let act = AuditedAction {
        actor: Some(tx.viewer().id()),
        action: "affiliation-invitation.withdraw",
        subject_kind: "affiliation",
        subject_id: row.affiliation_id.to_string(),
        before: json!({ "invitationId": row.id, "userId": row.user_id }),
        after: Value::Null,
        reason: None,
    };
    record_action(tx, act).await
}
