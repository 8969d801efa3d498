//! Conversations, as far as other features of the tenant runtime need them: where one is visible,
//! and the lock that orders a change between two people against their messages. The feature itself
//! is `tenant-runtime/src/messages`.

use crate::Tx;
use crate::affiliations::member;
use crate::ids::UserId;
use crate::table_access::SiteVisibility;
use sea_orm::sea_query::{Alias, Expr, ExprTrait, Query};
use sea_orm::{ColumnTrait, Condition, DbBackend, DbErr, DeriveIden};
use wire::Site;

/// The columns of participants that decide where a conversation is visible.
#[derive(Debug, Clone, Copy, DeriveIden)]
enum ConversationParticipants {
    Table,
    ConversationId,
    UserId,
}

/// Condition that all participants of the conversation in `column` are members of the portal's
/// affiliation (P-11); always true on the main site.
#[must_use]
pub fn through_conversation<C: ColumnTrait>(site: Site, column: C) -> Condition {
    if site == Site::Main {
        return Condition::all();
    }
    let members = Query::select()
        .column(member::Column::UserId)
        .from(member::Entity)
        .cond_where(member::Entity::visible_on(site))
        .to_owned();
    let others = Alias::new("others");
    let outsiders = Query::select()
        .expr(Expr::val(1))
        .from_as(ConversationParticipants::Table, others.clone())
        .and_where(
            Expr::col((others.clone(), ConversationParticipants::ConversationId))
                .equals(column.as_column_ref()),
        )
        .and_where(Expr::col((others, ConversationParticipants::UserId)).not_in_subquery(members))
        .to_owned();
    Condition::all().add(Expr::exists(outsiders).not())
}

/// Key of the conversation of two people: both ids, the smaller first.
#[must_use]
pub fn pair_key(one: UserId, other: UserId) -> String {
    let (first, second) = if one < other { (one, other) } else { (other, one) };
    format!("{first}:{second}")
}

/// Locks the conversation of two people, if there is one, so that a message that is being sent in it
/// is either stored before a change of their relation or sees it. SQLite has one writer.
///
/// # Errors
/// Database errors.
pub async fn lock_pair<V: Send + Sync>(
    tx: &Tx<'_, V>,
    one: UserId,
    other: UserId,
) -> Result<(), DbErr> {
    if tx.backend() == DbBackend::Postgres {
        const LOCK_SQL: &str = "SELECT id FROM conversations WHERE pair_key = $1 FOR NO KEY UPDATE";
        tx.execute(LOCK_SQL, vec![pair_key(one, other).into()]).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pair_key_is_the_same_from_both_sides() {
        let (ada, bob) = (UserId::new(), UserId::new());
        assert_eq!(pair_key(ada, bob), pair_key(bob, ada));
        assert_ne!(pair_key(ada, bob), pair_key(ada, ada));
    }
}
