//! Edges that are not heard any more and did not say that they leave: listed for a day, or until staff
//! have seen enough of them.

use super::{rows, spoke_lately};
use platform::audit::{Act, record};
use platform::{Catalogued, Entry, Identified, Problem, Scope, Staff};
use sea_orm::{ColumnTrait, DbErr, ExprTrait};
use serde_json::json;

/// Why an edge stays listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EdgeError {
    /// It was heard within half a minute.
    #[error("This edge is still reporting.")]
    Heard,
}

impl Catalogued for EdgeError {
    fn entry(&self) -> Entry {
        match self {
            Self::Heard => Entry::conflict("edge-heard"),
        }
    }
}

/// Edges that were not heard lately, the last heard first. One in whose place another runs by now was
/// restarted, and is not lost.
///
/// # Errors
/// The database's.
pub(super) async fn lost(
    scope: &Scope<Staff>,
    living: &[rows::Model],
) -> Result<Vec<rows::Model>, DbErr> {
    let silent = spoke_lately(scope.now()).not();
    let silent = scope.doorless::<rows::Entity>().filter(silent).all().await?;
    let is_replaced = |edge: &rows::Model| {
        let begun = |edge: &rows::Model| (edge.started_at, edge.id.clone());
        let mut others = living.iter().chain(&silent);
        others.any(|other| other.name == edge.name && begun(other) > begun(edge))
    };
    let mut lost: Vec<_> = silent.iter().filter(|edge| !is_replaced(edge)).cloned().collect();
    lost.sort_by_key(|edge| std::cmp::Reverse(edge.seen_at));
    Ok(lost)
}

/// Takes a lost edge off the list.
///
/// # Errors
/// [`EdgeError`], one that is not listed, or the database's.
pub(super) async fn dismiss(scope: &mut Scope<Staff>, id: String) -> Result<(), Problem> {
    let actor = scope.viewer().id();
    let tx = scope.begin().await?;
    let edge = tx.doorless::<rows::Entity>().by_id(id.clone()).one().await?;
    let edge = edge.ok_or_else(Problem::not_found)?;
    let silent = rows::Column::Id.eq(&id).and(spoke_lately(tx.now()).not());
    if !tx.doorless_table::<rows::Entity>().delete(silent).await?.any() {
        return Err(EdgeError::Heard.into());
    }
    let act = Act {
        actor: Some(actor),
        action: "edges.dismiss",
        subject_kind: "edges",
        subject_id: id,
        before: json!({ "name": edge.name, "lostSince": edge.seen_at }),
        after: json!(null),
        reason: None,
    };
    record(&tx, act).await?;
    Ok(tx.commit().await?)
}
