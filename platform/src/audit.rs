//! The audit log: who did what to whom, when and why. Rows are only ever added.

use crate::db::{Doorless, Tx};
use crate::ids::{AuditId, UserId};
use chrono::{DateTime, Utc};
use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use serde_json::Value;

/// An entry.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "audit_log")]
pub struct Model {
    /// This entry.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: AuditId,
    /// Who; nobody for a command of the operator.
    pub actor_id: Option<UserId>,
    /// What, such as `account.ban`.
    pub action: String,
    /// To what kind of thing.
    pub subject_kind: String,
    /// To which.
    pub subject_id: String,
    /// As it was.
    pub before: Option<Json>,
    /// As it is.
    pub after: Option<Json>,
    /// Why.
    pub reason: Option<String>,
    /// In which request.
    pub request_id: Option<String>,
    /// When.
    pub created_at: DateTime<Utc>,
}

/// No relations.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl Doorless for Entity {}

/// Something that was done to somebody.
pub struct Act<'a> {
    /// Who did it; nobody for a command of the operator.
    pub actor: Option<UserId>,
    /// What, such as `account.ban`.
    pub action: &'static str,
    /// To what kind of thing.
    pub subject_kind: &'static str,
    /// To which.
    pub subject_id: String,
    /// As it was.
    pub before: Value,
    /// As it is.
    pub after: Value,
    /// Why.
    pub reason: Option<&'a str>,
}

/// Writes an act down, in the transaction that does it.
///
/// # Errors
/// The database's.
pub async fn record<V>(tx: &Tx<'_, V>, act: Act<'_>) -> Result<(), DbErr> {
    let row = ActiveModel {
        id: Set(AuditId::new()),
        actor_id: Set(act.actor),
        action: Set(act.action.to_owned()),
        subject_kind: Set(act.subject_kind.to_owned()),
        subject_id: Set(act.subject_id),
        before: Set(Some(act.before)),
        after: Set(Some(act.after)),
        reason: Set(act.reason.map(str::to_owned)),
        request_id: Set(Some(tx.facts().context.request_id.clone())),
        created_at: Set(tx.now()),
    };
    tx.doorless_table::<Entity>().insert(row).await.map(drop)
}
