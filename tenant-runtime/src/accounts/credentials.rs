//! Password of an account: looked up with the account's data, and replaced.

use super::personal_words::KnownFacts;
use super::rows::{account, credential};
use platform::{Tx, UserId};
use sea_orm::sea_query::Expr;
use sea_orm::{ActiveValue::Set, ColumnTrait, Condition, DbErr, FromQueryResult};

/// Account data needed to replace a password.
#[derive(FromQueryResult)]
pub(super) struct PasswordOwner {
    pub id: UserId,
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    pub status: Option<String>,
    /// Argon2id hash; `None` for an account without a password.
    pub password_hash: Option<String>,
    /// Version of the password; 0 without one.
    pub version: i64,
}

impl PasswordOwner {
    /// Facts that the password must not consist of.
    pub fn password_context<'a>(&'a self, brand: &'a str) -> KnownFacts<'a> {
        KnownFacts {
            email: &self.email,
            first_name: &self.first_name,
            last_name: &self.last_name,
            brand,
        }
    }
}

/// Selects a [`PasswordOwner`]; the caller appends a `WHERE` clause with `$1`.
pub(super) const SELECT_HOLDER: &str = "SELECT u.id, u.email, u.first_name, u.last_name, u.status, \
     c.password_hash, COALESCE(c.version, 0) AS version \
     FROM users u LEFT JOIN credentials c ON c.user_id = u.id WHERE ";

/// Replaces the password with this version, or stores the first one. False if a concurrent change
/// was first. Clears the requirement to choose a new password.
pub(super) async fn replace_password<V>(
    tx: &Tx<'_, V>,
    holder: &PasswordOwner,
    hash: String,
) -> Result<bool, DbErr> {
    use credential::{ActiveModel, Column, Entity};
    let now = tx.now();
    let table = tx.global_table::<Entity>();
    let replaced = if holder.version == 0 {
        let row = ActiveModel {
            user_id: Set(holder.id),
            password_hash: Set(hash),
            version: Set(1),
            changed_at: Set(now),
        };
        table.insert_unless_there(row, &[Column::UserId]).await?
    } else {
        let same = Condition::all()
            .add(Column::UserId.eq(holder.id.uuid()))
            .add(Column::Version.eq(holder.version));
        let change = table.update(same, |update| {
            update
                .col_expr(Column::PasswordHash, Expr::value(hash))
                .col_expr(Column::Version, Expr::value(holder.version + 1))
                .col_expr(Column::ChangedAt, Expr::value(now))
        });
        change.await?.is_changed()
    };
    if replaced {
        require_new(tx, holder.id, false).await?;
    }
    Ok(replaced)
}

/// Stores whether the next sign-in must lead to a new password.
pub(super) async fn require_new<V>(
    tx: &Tx<'_, V>,
    user: UserId,
    required: bool,
) -> Result<(), DbErr> {
    let now = tx.now();
    tx.global_table::<account::Entity>()
        .update(account::Column::Id.eq(user.uuid()), |update| {
            update
                .col_expr(account::Column::PasswordResetRequired, Expr::value(required))
                .col_expr(account::Column::UpdatedAt, Expr::value(now))
        })
        .await?
        .exactly_one()
}
