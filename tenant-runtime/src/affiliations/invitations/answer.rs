//! Answers to an invitation by the invited user (F-067).

use super::InvitationId;
use super::error::InvitationError;
use super::rows::{ActiveModel, Column, Entity, InvitationStatus as Status};
use super::view::{self, InvitationView};
use crate::affiliations::store;
use crate::limits::check_limit;
use crate::profiles::blocks::{Blocks, blocked_pairs};
use platform::limiter::LimitedAction;
use platform::{AccountViewer, Applicant, Problem, Scope};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::LockType;
use sea_orm::{ColumnTrait, Condition, QuerySelect};

/// An invitation of the viewer. Not found if the viewer has blocked the sender, or if the
/// affiliation accepts no members now. At most 10 queries.
pub(super) async fn get_invitation(
    scope: &Scope<Applicant>,
    id: InvitationId,
) -> Result<InvitationView, Problem> {
    let me = scope.viewer().id();
    let found = scope.select::<Entity>().by_id(id).filter(Column::UserId.eq(me.uuid())).one();
    let row = found.await?.ok_or(InvitationError::NotFound)?;
    if let Some(sender) = row.invited_by_staff_id
        && blocked_pairs(scope, me).await?.contains_user(sender, Blocks::Own)
    {
        return Err(InvitationError::NotFound.into());
    }
    let affiliation = store::with_id(scope, row.affiliation_id).await?;
    let open = affiliation.filter(|one| one.is_approved && !one.is_paused);
    Ok(view::to_views(scope, row, open.ok_or(InvitationError::NotFound)?).await?)
}

/// Records that the viewer has seen an invitation, dismissed it, or is about to apply. A later
/// state is never replaced by an earlier one.
pub(super) async fn record_transition(
    scope: &mut Scope<Applicant>,
    id: InvitationId,
    to: Status,
) -> Result<(), Problem> {
    check_limit(scope.services(), scope.viewer(), LimitedAction::Invite).await?;
    let tx = scope.begin().await?;
    let mine = Condition::all().add(Column::UserId.eq(tx.viewer().id().uuid()));
    let held = tx
        .select::<Entity>()
        .by_id(id)
        .filter(mine)
        .modify_select(|select| select.lock(LockType::Update))
        .one()
        .await?;
    let row = held.ok_or(InvitationError::NotFound)?;
    if is_allowed_transition(row.status, to)? {
        let mut turned = ActiveModel { status: Set(to), ..Default::default() };
        let now = Set(Some(tx.now()));
        match to {
            Status::Viewed => turned.viewed_at = now,
            Status::Dismissed => turned.dismissed_at = now,
            Status::Accepted => turned.accepted_at = now,
            Status::Pending => {}
        }
        let table = tx.table::<Entity>();
        let changed = table.update(Column::Id.eq(id.uuid()), |update| update.set(turned)).await?;
        changed.exactly_one()?;
    }
    Ok(tx.commit().await?)
}

/// Returns true if `to` follows `from`. False if that state was reached before.
fn is_allowed_transition(from: Status, to: Status) -> Result<bool, InvitationError> {
    match (from, to) {
        (Status::Accepted, Status::Dismissed) => Err(InvitationError::Accepted),
        (_, Status::Viewed) => Ok(from == Status::Pending),
        (_, Status::Pending) => Ok(false),
        _ => Ok(from != to),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sea_orm::Iterable;

    #[test]
    fn only_a_dismissed_invitation_can_change_to_accepted() {
        let all = || Status::iter();
        assert!(all().all(|from| is_allowed_transition(from, from) == Ok(false)));
        assert!(all().all(|from| is_allowed_transition(from, Status::Pending) == Ok(false)));
        assert!(
            all()
                .all(|from| is_allowed_transition(from, Status::Viewed)
                    == Ok(from == Status::Pending))
        );
        assert_eq!(is_allowed_transition(Status::Dismissed, Status::Accepted), Ok(true));
        assert_eq!(
            is_allowed_transition(Status::Accepted, Status::Dismissed),
            Err(InvitationError::Accepted)
        );
    }
}
