//! The password of an account: found with whom it belongs to, and replaced.

use super::known_words::KnownFacts;
use super::rows::{account, credential};
use platform::{Tx, UserId};
use sea_orm::sea_query::Expr;
use sea_orm::{ActiveValue::Set, ColumnTrait, Condition, DbErr, FromQueryResult};

/// What is known of an account where its password is about to be replaced.
#[derive(FromQueryResult)]
pub(super) struct Holder {
    pub id: UserId,
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    pub status: Option<String>,
    /// Argon2id; none for an account without a password.
    pub password_hash: Option<String>,
    /// Of the password; 0 without one.
    pub version: i64,
}

impl Holder {
    /// The facts that a password of theirs must not be made of.
    pub fn known<'a>(&'a self, brand: &'a str) -> KnownFacts<'a> {
        KnownFacts {
            email: &self.email,
            first_name: &self.first_name,
            last_name: &self.last_name,
            brand,
        }
    }
}

/// Reads a [`Holder`]; `$1` is what `WHERE` compares with.
pub(super) const SELECT_HOLDER: &str = "SELECT u.id, u.email, u.first_name, u.last_name, u.status, \
     c.password_hash, COALESCE(c.version, 0) AS version \
     FROM users u LEFT JOIN credentials c ON c.user_id = u.id WHERE ";

/// Puts a new password in the place of the one whose version is known, or where there was none.
/// Whether it was still that one: of two changes at once, one wins. Nothing obliges the account to
/// choose another password any more.
pub(super) async fn replace<V>(
    tx: &Tx<'_, V>,
    holder: &Holder,
    hash: String,
) -> Result<bool, DbErr> {
    use credential::{ActiveModel, Column, Entity};
    let now = tx.now();
    let table = tx.doorless_table::<Entity>();
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
        change.await?.any()
    };
    if replaced {
        require_new(tx, holder.id, false).await?;
    }
    Ok(replaced)
}

/// Writes down whether the next sign-in must lead to a new password.
pub(super) async fn require_new<V>(
    tx: &Tx<'_, V>,
    user: UserId,
    required: bool,
) -> Result<(), DbErr> {
    let now = tx.now();
    tx.doorless_table::<account::Entity>()
        .update(account::Column::Id.eq(user.uuid()), |update| {
            update
                .col_expr(account::Column::PasswordResetRequired, Expr::value(required))
                .col_expr(account::Column::UpdatedAt, Expr::value(now))
        })
        .await?
        .exactly_one()
}
