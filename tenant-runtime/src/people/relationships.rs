//! Follows and blocks. Both users are locked during a change, so that stored counts equal the
//! number of rows.

use super::error::PeopleError;
use super::rows::{block, follow};
use crate::limits;
use crate::profiles;
use crate::profiles::visibility::{self, ViewerRelation};
use crate::sql::SqlReader;
use platform::conversations::lock_pair;
use platform::events::Topic;
use platform::limiter::LimitedAction;
use platform::{AccountViewer, Member, Scope, Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, Condition, DbErr, FromQueryResult};
use serde_json::json;

/// The viewer in the form that [`visibility::load_relation`] takes.
pub(super) fn viewer(member: &Member) -> (UserId, bool) {
    (member.id(), member.is_staff())
}

/// The viewer's relation to a user they may see.
pub(super) async fn load_relation(
    reads: &impl SqlReader,
    member: &Member,
    user: UserId,
) -> Result<ViewerRelation, PeopleError> {
    let found = visibility::load_relation(reads, viewer(member), user).await?;
    let (choices, between) = found.ok_or(PeopleError::NotFound)?;
    choices.profile_access(between).map(|_| between).ok_or(PeopleError::NotFound)
}

/// Fails if the user is not visible on this site; blocks are ignored.
async fn check_here(tx: &Tx<'_, Member>, user: UserId) -> Result<(), PeopleError> {
    let found = visibility::load_relation(tx, viewer(tx.viewer()), user).await?;
    found.map(drop).ok_or(PeopleError::NotFound)
}

/// Returns true if one user follows another. One query.
///
/// # Errors
/// Database errors.
pub async fn follows(
    reads: &impl SqlReader,
    follower: UserId,
    followed: UserId,
) -> Result<bool, DbErr> {
    #[derive(FromQueryResult)]
    struct FollowRow {
        #[expect(dead_code, reason = "only whether there is one is of interest")]
        follower_id: UserId,
    }
    const FOLLOW: &str =
        "SELECT follower_id FROM follows WHERE follower_id = $1 AND followed_id = $2";
    let found = reads.sql(FOLLOW, vec![follower.into(), followed.into()]).one::<FollowRow>();
    Ok(found.await?.is_some())
}

/// Makes the viewer follow a user.
pub(super) async fn follow(scope: &mut Scope<Member>, user: UserId) -> Result<(), PeopleError> {
    let tx = begin_change(scope, user).await?;
    let between = load_relation(&tx, tx.viewer(), user).await?;
    if between.blocks || between.blocked {
        return Err(PeopleError::Blocked);
    }
    let me = tx.viewer().id();
    let row = follow::ActiveModel {
        follower_id: Set(me),
        followed_id: Set(user),
        created_at: Set(tx.now()),
    };
    let key = [follow::Column::FollowerId, follow::Column::FollowedId];
    if tx.global_table::<follow::Entity>().insert_unless_there(row, &key).await? {
        count(&tx, (me, user), 1).await?;
    }
    Ok(tx.commit().await?)
}

/// Makes the viewer stop following a user, even one they can no longer see.
pub(super) async fn unfollow(scope: &mut Scope<Member>, user: UserId) -> Result<(), PeopleError> {
    let tx = begin_change(scope, user).await?;
    check_here(&tx, user).await?;
    let me = tx.viewer().id();
    delete_follow(&tx, (me, user)).await?;
    Ok(tx.commit().await?)
}

/// Blocks a user, and deletes follows in both directions.
pub(super) async fn block(scope: &mut Scope<Member>, user: UserId) -> Result<(), PeopleError> {
    let tx = begin_change(scope, user).await?;
    load_relation(&tx, tx.viewer(), user).await?;
    let me = tx.viewer().id();
    lock_pair(&tx, me, user).await?;
    let row = block::ActiveModel {
        blocker_id: Set(me),
        blocked_id: Set(user),
        created_at: Set(tx.now()),
    };
    let key = [block::Column::BlockerId, block::Column::BlockedId];
    tx.own_table::<block::Entity>().insert_unless_there(row, &key).await?;
    delete_follow(&tx, (me, user)).await?;
    delete_follow(&tx, (user, me)).await?;
    publish_event(&tx, [me, user]).await?;
    Ok(tx.commit().await?)
}

/// Removes the viewer's block. Deleted follows are not restored.
pub(super) async fn unblock(scope: &mut Scope<Member>, user: UserId) -> Result<(), PeopleError> {
    let tx = begin_change(scope, user).await?;
    check_here(&tx, user).await?;
    let this = Condition::all().add(block::Column::BlockedId.eq(user.uuid()));
    tx.own_table::<block::Entity>().delete(this).await?.as_many_as_there_are();
    let me = tx.viewer().id();
    publish_event(&tx, [me, user]).await?;
    Ok(tx.commit().await?)
}

/// Notifies the open streams of both users, which reload the blocks.
async fn publish_event(tx: &Tx<'_, Member>, both: [UserId; 2]) -> Result<(), DbErr> {
    for user in both {
        tx.publish(Topic::User(user), "blocks.changed", &json!({})).await?;
    }
    Ok(())
}

async fn begin_change(
    scope: &mut Scope<Member>,
    user: UserId,
) -> Result<Tx<'_, Member>, PeopleError> {
    let me = scope.viewer().id();
    if me == user {
        return Err(PeopleError::Oneself);
    }
    let key = limits::viewer_key(scope.viewer());
    let verdict = scope.services().limiter().count_attempt(LimitedAction::Follow, &key).await;
    if !verdict.allowed {
        return Err(PeopleError::Limit(verdict.retry_at_words(scope.now()), verdict));
    }
    let tx = scope.begin().await?;
    if profiles::lock(&tx, &[me, user]).await? < 2 {
        return Err(PeopleError::NotFound);
    }
    Ok(tx)
}

/// Deletes a follow, if there is one.
async fn delete_follow(tx: &Tx<'_, Member>, (one, other): (UserId, UserId)) -> Result<(), DbErr> {
    let this = Condition::all()
        .add(follow::Column::FollowerId.eq(one.uuid()))
        .add(follow::Column::FollowedId.eq(other.uuid()));
    if tx.global_table::<follow::Entity>().delete(this).await?.is_changed() {
        count(tx, (one, other), -1).await?;
    }
    Ok(())
}

async fn count(
    tx: &Tx<'_, Member>,
    (follower, followed): (UserId, UserId),
    by: i64,
) -> Result<(), DbErr> {
    const FOLLOWING: &str = "UPDATE users SET following_count = following_count + $2 WHERE id = $1";
    const FOLLOWERS: &str = "UPDATE users SET followers_count = followers_count + $2 WHERE id = $1";
    tx.execute(FOLLOWING, vec![follower.into(), by.into()]).await?;
    tx.execute(FOLLOWERS, vec![followed.into(), by.into()]).await.map(drop)
}
