//! Votes: the viewer's choice replaces their previous one.

use super::error::PollError;
use super::find::lock_poll;
use super::rows::{poll, poll_option, vote};
use super::view::PollView;
use super::{PollOptionId, event, store};
use crate::limits;
use crate::posts::error::PostError;
use crate::posts::location::PostPath;
use platform::limiter::LimitedAction;
use platform::{AccountViewer, Member, Problem, Scope, Tx};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, DbErr};
use serde::Deserialize;
use std::collections::HashSet;
use utoipa::ToSchema;

/// The viewer's choice in a poll.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PollVotes {
    /// Ids of the chosen options; empty withdraws the vote.
    pub option_ids: Vec<PollOptionId>,
}

/// Votes, changes the viewer's vote, or withdraws it. Members only, as long as the poll and its
/// thread are open. A repeated request changes nothing.
pub(super) async fn vote(
    scope: &mut Scope<Member>,
    path: PostPath,
    votes: &PollVotes,
) -> Result<PollView, Problem> {
    let tx = scope.begin().await?;
    let (held, poll) = lock_poll(&tx, path).await?;
    if held.access.membership.is_none() {
        return Err(PostError::NotAMember.into());
    }
    if held.thread.closed_at.is_some() {
        return Err(PostError::ThreadClosed.into());
    }
    if poll.is_closed(tx.now()) {
        return Err(PollError::Closed.into());
    }
    let options = store::options_of(&tx, poll.id).await?;
    let chosen = validated(&poll, &options, votes)?;
    limits::check_limit_within_as(&tx, LimitedAction::React, held.access.limit_class()).await?;
    let is_changed = replace_choice(&tx, &poll, &chosen).await?;
    let mut view = reload(&tx, &poll).await?;
    let chosen = in_order(&options, &chosen);
    if is_changed {
        event::publish(&tx, &held.post, &view).await?;
        event::publish_own_choice(&tx, &held.post, &chosen).await?;
    }
    tx.commit().await?;
    let me = scope.viewer().id();
    view.chosen = chosen;
    view.may_close = store::may_close(&held.access, held.post.author_id, me);
    Ok(view)
}

/// The chosen options of this poll.
fn validated(
    poll: &poll::Model,
    options: &[poll_option::Model],
    votes: &PollVotes,
) -> Result<HashSet<PollOptionId>, PollError> {
    let chosen: HashSet<PollOptionId> = votes.option_ids.iter().copied().collect();
    if chosen.len() > 1 && !poll.multiple {
        return Err(PollError::SingleChoice);
    }
    let offered: HashSet<PollOptionId> = options.iter().map(|option| option.id).collect();
    if chosen.is_subset(&offered) { Ok(chosen) } else { Err(PollError::NotFound) }
}

fn in_order(options: &[poll_option::Model], chosen: &HashSet<PollOptionId>) -> Vec<PollOptionId> {
    options.iter().map(|option| option.id).filter(|id| chosen.contains(id)).collect()
}

/// Replaces the viewer's votes, and counts them. Returns true if they have changed.
async fn replace_choice(
    tx: &Tx<'_, Member>,
    poll: &poll::Model,
    chosen: &HashSet<PollOptionId>,
) -> Result<bool, DbErr> {
    let before: HashSet<PollOptionId> = store::own_choice(tx, poll.id).await?.into_iter().collect();
    let less: Vec<PollOptionId> = before.difference(chosen).copied().collect();
    let more: Vec<PollOptionId> = chosen.difference(&before).copied().collect();
    if less.is_empty() && more.is_empty() {
        return Ok(false);
    }
    let gone = store::own_votes(tx, poll.id)
        .add(vote::Column::OptionId.is_in(less.iter().map(|id| id.uuid())));
    tx.table::<vote::Entity>().delete(gone).await?.as_many_as_there_are();
    let row = |option: &PollOptionId| vote::ActiveModel {
        option_id: Set(*option),
        user_id: Set(tx.viewer().id()),
        poll_id: Set(poll.id),
        created_at: Set(tx.now()),
    };
    tx.table::<vote::Entity>().insert_many(more.iter().map(row).collect()).await?;
    store::count_votes(tx, &less, -1).await?;
    store::count_votes(tx, &more, 1).await?;
    let voters = i64::from(!chosen.is_empty()) - i64::from(!before.is_empty());
    if voters != 0 {
        store::count_voters(tx, poll.id, voters).await?;
    }
    Ok(true)
}

/// The poll with its current counts.
pub(super) async fn reload(tx: &Tx<'_, Member>, poll: &poll::Model) -> Result<PollView, Problem> {
    let poll = store::find(tx, poll.post_id).await?.ok_or(PollError::NotFound)?;
    let options = store::options_of(tx, poll.id).await?;
    Ok(PollView::new(&poll, options.into_iter().map(Into::into).collect(), tx.now()))
}
