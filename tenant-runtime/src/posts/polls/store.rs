//! Queries for polls.

use super::rows::{poll, poll_option, vote};
use super::view::{PollOptionView, PollView};
use super::{PollId, PollOptionId};
use crate::communities::Access;
use crate::posts::rows::post;
use crate::sql::placeholders;
use chrono::{DateTime, Utc};
use platform::{AccountViewer, Member, PostId, Scope, Tx, UserId};
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{ColumnTrait, Condition, DbErr, FromQueryResult, QueryOrder};
use std::collections::HashMap;

/// An option with its poll, and the viewer if they chose it.
#[derive(FromQueryResult)]
struct OptionRow {
    id: PollId,
    post_id: PostId,
    multiple: bool,
    secret: bool,
    closes_at: Option<DateTime<Utc>>,
    closed_at: Option<DateTime<Utc>>,
    voters: i64,
    created_at: DateTime<Utc>,
    option_id: PollOptionId,
    text: String,
    votes: i64,
    chosen_by: Option<UserId>,
}

impl OptionRow {
    fn into_parts(self) -> (poll::Model, PollOptionView, bool) {
        let poll = poll::Model {
            id: self.id,
            post_id: self.post_id,
            multiple: self.multiple,
            secret: self.secret,
            closes_at: self.closes_at,
            closed_at: self.closed_at,
            voters: self.voters,
            created_at: self.created_at,
        };
        let option = PollOptionView { id: self.option_id, text: self.text, votes: self.votes };
        (poll, option, self.chosen_by.is_some())
    }
}

/// The polls of these posts, as shown to the viewer. One query, or none if no post has one.
pub(in crate::posts) async fn of_posts(
    scope: &Scope<Member>,
    access: &Access,
    posts: &[post::Model],
) -> Result<HashMap<PostId, PollView>, DbErr> {
    let authors: HashMap<PostId, Option<UserId>> =
        posts.iter().filter(|post| post.has_poll).map(|post| (post.id, post.author_id)).collect();
    if authors.is_empty() {
        return Ok(HashMap::new());
    }
    let sql = format!(
        "SELECT p.id, p.post_id, p.multiple, p.secret, p.closes_at, p.closed_at, p.voters, \
         p.created_at, o.id AS option_id, o.text, o.votes, v.user_id AS chosen_by \
         FROM polls p JOIN poll_options o ON o.poll_id = p.id \
         LEFT JOIN poll_votes v ON v.option_id = o.id AND v.user_id = $1 \
         WHERE p.post_id IN ({}) ORDER BY p.post_id, o.position",
        placeholders(2, authors.len())
    );
    let me = scope.viewer().id();
    let values = std::iter::once(me.into()).chain(authors.keys().map(|id| (*id).into())).collect();
    let mut polls: HashMap<PostId, PollView> = HashMap::new();
    for row in scope.raw(&sql, values).all::<OptionRow>().await? {
        let (poll, option, is_chosen) = row.into_parts();
        let view = polls.entry(poll.post_id).or_insert_with(|| {
            let author = authors.get(&poll.post_id).copied().flatten();
            let mut view = PollView::new(&poll, Vec::new(), scope.now());
            view.may_close = !view.closed && may_close(access, author, me);
            view
        });
        view.chosen.extend(is_chosen.then_some(option.id));
        view.options.push(option);
    }
    Ok(polls)
}

/// True if the viewer may close the polls of this author.
pub(super) fn may_close(access: &Access, author: Option<UserId>, viewer: UserId) -> bool {
    author == Some(viewer) || access.may_manage_threads()
}

/// The poll of a post.
pub(super) async fn find(tx: &Tx<'_, Member>, post: PostId) -> Result<Option<poll::Model>, DbErr> {
    tx.select::<poll::Entity>().filter(poll::Column::PostId.eq(post.uuid())).one().await
}

/// The options of a poll, in their order.
pub(super) async fn options_of(
    tx: &Tx<'_, Member>,
    poll: PollId,
) -> Result<Vec<poll_option::Model>, DbErr> {
    let of_it = poll_option::Column::PollId.eq(poll.uuid());
    let ordered = |select: sea_orm::Select<poll_option::Entity>| {
        select.order_by_asc(poll_option::Column::Position)
    };
    tx.select::<poll_option::Entity>().filter(of_it).modify_select(ordered).all().await
}

/// Condition for the viewer's votes in a poll.
pub(super) fn own_votes(tx: &Tx<'_, Member>, poll: PollId) -> Condition {
    Condition::all()
        .add(vote::Column::PollId.eq(poll.uuid()))
        .add(vote::Column::UserId.eq(tx.viewer().id().uuid()))
}

/// The options that the viewer chose.
pub(super) async fn own_choice(
    tx: &Tx<'_, Member>,
    poll: PollId,
) -> Result<Vec<PollOptionId>, DbErr> {
    let rows = tx.select::<vote::Entity>().filter(own_votes(tx, poll)).all().await?;
    Ok(rows.into_iter().map(|row| row.option_id).collect())
}

/// Adds `change` to the votes of these options.
pub(super) async fn count_votes(
    tx: &Tx<'_, Member>,
    chosen: &[PollOptionId],
    change: i64,
) -> Result<(), DbErr> {
    use poll_option::Column::{Id, Votes};
    if chosen.is_empty() {
        return Ok(());
    }
    let these = Id.is_in(chosen.iter().map(|id| id.uuid()));
    let options = tx.table::<poll_option::Entity>();
    let counted =
        options.update(these, |update| update.col_expr(Votes, Expr::col(Votes).add(change)));
    counted.await?.as_many_as_there_are();
    Ok(())
}

/// Adds `change` to the voters of a poll.
pub(super) async fn count_voters(
    tx: &Tx<'_, Member>,
    poll: PollId,
    change: i64,
) -> Result<(), DbErr> {
    use poll::Column::{Id, Voters};
    let polls = tx.table::<poll::Entity>();
    let counted = polls.update(Id.eq(poll.uuid()), |update| {
        update.col_expr(Voters, Expr::col(Voters).add(change))
    });
    counted.await?.exactly_one()
}

/// Deletes the poll of a post with its options and votes.
pub(in crate::posts) async fn delete_of_post(
    tx: &Tx<'_, Member>,
    post: &post::Model,
) -> Result<(), DbErr> {
    if post.has_poll {
        let of_it = poll::Column::PostId.eq(post.id.uuid());
        tx.table::<poll::Entity>().delete(of_it).await?.as_many_as_there_are();
    }
    Ok(())
}
