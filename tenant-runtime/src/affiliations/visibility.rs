//! Visibility of affiliations on the profiles of their members (F-077, F-078).

use super::error::AffiliationError;
use super::rows::member;
use super::rules::DirectoryViewer;
use super::store;
use super::view::{self, AffiliationView};
use platform::events::Topic;
use platform::{AccountViewer, AffiliationId, Member, Problem, Scope};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition};
use serde_json::json;

/// Shows the affiliation on the viewer's profile, or hides it.
pub(super) async fn set_visibility(
    scope: &mut Scope<Member>,
    id_or_path: &str,
    is_public: bool,
) -> Result<AffiliationView, Problem> {
    let found = store::find_by_id_or_path(scope, id_or_path).await?;
    let affiliation = found.ok_or(AffiliationError::NotFound)?;
    let me = scope.viewer().id();
    if store::memberships_of(scope, me, &[affiliation.id]).await?.is_empty() {
        return Err(AffiliationError::NotAMember.into());
    }
    write(scope, affiliation.id, is_public).await?;
    let shown = view::show_page(scope, DirectoryViewer::for_member(scope), affiliation).await?;
    shown.ok_or_else(|| AffiliationError::NotFound.into())
}

async fn write(
    scope: &mut Scope<Member>,
    affiliation: AffiliationId,
    is_public: bool,
) -> Result<(), Problem> {
    let tx = scope.begin().await?;
    let me = tx.viewer().id();
    let mine = Condition::all()
        .add(member::Column::UserId.eq(me.uuid()))
        .add(member::Column::AffiliationId.eq(affiliation.uuid()));
    let changed = tx
        .table::<member::Entity>()
        .update(mine, |update| update.col_expr(member::Column::IsPublic, Expr::value(is_public)))
        .await?;
    if !changed.is_changed() {
        return Err(AffiliationError::NoLongerAMember.into());
    }
    tx.publish(Topic::User(me), "me.changed", &json!({})).await?;
    Ok(tx.commit().await?)
}
