//! Missing edges: those that stopped reporting without a final report. Listed for a day, or until
//! staff dismiss them.

use super::{rows, spoke_lately};
use platform::audit::{AuditedAction, record_action};
use platform::{AccountViewer, CatalogueError, Problem, ProblemEntry, Scope, Staff};
use sea_orm::{ColumnTrait, DbErr, ExprTrait};
use serde_json::json;

/// Reason why an edge stays listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EdgeError {
    /// It reported within the last 30 seconds.
    #[error("This edge is still reporting.")]
    Heard,
}

impl CatalogueError for EdgeError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::Heard => ProblemEntry::conflict("edge-heard"),
        }
    }
}

/// Edges that stopped reporting, the most recent first. An edge whose place another edge has taken
/// was restarted and is not missing.
///
/// # Errors
/// Database errors.
pub(super) async fn lost_edges(
    scope: &Scope<Staff>,
    living: &[rows::Model],
) -> Result<Vec<rows::Model>, DbErr> {
    let silent = spoke_lately(scope.now()).not();
    let silent = scope.global::<rows::Entity>().filter(silent).all().await?;
    let is_replaced = |edge: &rows::Model| {
        let begun = |edge: &rows::Model| (edge.started_at, edge.id.clone());
        let mut others = living.iter().chain(&silent);
        others.any(|other| other.name == edge.name && begun(other) > begun(edge))
    };
    let mut lost: Vec<_> = silent.iter().filter(|edge| !is_replaced(edge)).cloned().collect();
    lost.sort_by_key(|edge| std::cmp::Reverse(edge.seen_at));
    Ok(lost)
}

/// Removes a missing edge from the list.
///
/// # Errors
/// [`EdgeError`], an edge that is not listed, or a database error.
pub(super) async fn dismiss(scope: &mut Scope<Staff>, id: String) -> Result<(), Problem> {
    let actor = scope.viewer().id();
    let tx = scope.begin().await?;
    let edge = tx.global::<rows::Entity>().by_id(id.clone()).one().await?;
    let edge = edge.ok_or_else(Problem::not_found)?;
    let silent = rows::Column::Id.eq(&id).and(spoke_lately(tx.now()).not());
    if !tx.global_table::<rows::Entity>().delete(silent).await?.is_changed() {
        return Err(EdgeError::Heard.into());
    }
    let act = AuditedAction {
        actor: Some(actor),
        action: "edges.dismiss",
        subject_kind: "edges",
        subject_id: id,
        before: json!({ "name": edge.name, "lostSince": edge.seen_at }),
        after: json!(null),
        reason: None,
    };
    record_action(&tx, act).await?;
    Ok(tx.commit().await?)
}
