//! Audit log: actor, action, subject, time and reason. Rows are only added.

use crate::db::{SiteIndependent, Tx};
use crate::ids::{AuditId, UserId};
use chrono::{DateTime, Utc};
use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use serde_json::Value;

/// An entry of the audit log.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "audit_log")]
pub struct Model {
    /// Primary key.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: AuditId,
    /// Actor; `None` for the command line and automatic actions.
    pub actor_id: Option<UserId>,
    /// Action, such as `account.ban`.
    pub action: String,
    /// Kind of the subject.
    pub subject_kind: String,
    /// Id of the subject.
    pub subject_id: String,
    /// State before.
    pub before: Option<Json>,
    /// State after.
    pub after: Option<Json>,
    /// Reason entered by the actor, if the action asks for one.
    pub reason: Option<String>,
    /// Id of the request.
    pub request_id: Option<String>,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
}

/// No relation is declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl SiteIndependent for Entity {}

/// The actions in the log, by name. Each is one step in the index on actions, because the log itself
/// is long and has few actions.
pub const ACTIONS_SQL: &str = "WITH RECURSIVE a(action) AS (SELECT MIN(action) FROM audit_log \
     UNION ALL SELECT (SELECT MIN(l.action) FROM audit_log l WHERE l.action > a.action) FROM a \
     WHERE a.action IS NOT NULL) SELECT action FROM a WHERE action IS NOT NULL ORDER BY action";

/// An action to record.
pub struct AuditedAction<'a> {
    /// Actor; `None` for the command line and automatic actions.
    pub actor: Option<UserId>,
    /// Action, such as `account.ban`.
    pub action: &'static str,
    /// Kind of the subject.
    pub subject_kind: &'static str,
    /// Id of the subject.
    pub subject_id: String,
    /// State before.
    pub before: Value,
    /// State after.
    pub after: Value,
    /// Reason entered by the actor, if the action asks for one.
    pub reason: Option<&'a str>,
}

/// Records an action in the transaction that performs it.
///
/// # Errors
/// Database errors.
pub async fn record_action<V>(tx: &Tx<'_, V>, act: AuditedAction<'_>) -> Result<(), DbErr> {
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
    tx.global_table::<Entity>().insert(row).await.map(drop)
}
