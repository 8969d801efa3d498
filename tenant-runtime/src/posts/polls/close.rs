//! Closes a poll before its time, by its author or an admin.

use super::error::PollError;
use super::find::lock_poll;
use super::rows::poll;
use super::view::PollView;
use super::{event, store, votes};
use crate::limits;
use crate::posts::location::PostPath;
use platform::limiter::LimitedAction;
use platform::{AccountViewer, Member, Problem, Scope};
use sea_orm::ColumnTrait;
use sea_orm::sea_query::Expr;

/// Closes a poll. Closing a closed poll changes nothing. It is possible in a closed thread too.
pub(super) async fn close(scope: &mut Scope<Member>, path: PostPath) -> Result<PollView, Problem> {
    let tx = scope.begin().await?;
    let (held, poll) = lock_poll(&tx, path).await?;
    if !store::may_close(&held.access, held.post.author_id, tx.viewer().id()) {
        return Err(PollError::CloseForbidden.into());
    }
    limits::check_limit_within(&tx, LimitedAction::EditContent).await?;
    let was_open = !poll.is_closed(tx.now());
    if was_open {
        let this = poll::Column::Id.eq(poll.id.uuid());
        let polls = tx.table::<poll::Entity>();
        let closed = polls.update(this, |update| {
            update.col_expr(poll::Column::ClosedAt, Expr::value(Some(tx.now())))
        });
        closed.await?.exactly_one()?;
    }
    let mut view = votes::reload(&tx, &poll).await?;
    if was_open {
        event::publish(&tx, &held.post, &view).await?;
    }
    let chosen = store::own_choice(&tx, poll.id).await?;
    let options = view.options.iter().map(|option| option.id);
    view.chosen = options.filter(|id| chosen.contains(id)).collect();
    tx.commit().await?;
    Ok(view)
}
