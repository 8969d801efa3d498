//! Names, addresses and status of accounts, for support. The callers decide who may see them.

use crate::sql::{SqlReader, placeholders};
use chrono::{DateTime, Utc};
use platform::staff::{StaffPermission, StaffRole};
use platform::{Language, UserId};
use sea_orm::sea_query::{Alias, Expr, ExprTrait, Func, LikeExpr, Query, SelectStatement};
use sea_orm::{DbErr, FromQueryResult};
use std::collections::HashMap;

/// An account as support sees it.
#[derive(Debug, Clone, FromQueryResult)]
pub struct AccountContact {
    pub id: UserId,
    /// Stored email address.
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    pub profile_picture: Option<String>,
    pub is_staff: bool,
    /// `active` or `paused`.
    pub account_status: String,
    pub paused_until: Option<DateTime<Utc>>,
    /// `banned` or `suspended`.
    pub status: Option<String>,
    pub email_verified: bool,
    pub marked_unverified: bool,
    pub has_completed_onboarding: bool,
    pub joined_date: DateTime<Utc>,
    /// Tag of the chosen language.
    language: String,
}

impl AccountContact {
    /// First and last name.
    #[must_use]
    pub fn display_name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name).trim().to_owned()
    }

    /// Language of texts for this person.
    #[must_use]
    pub fn language(&self) -> Language {
        Language::from_tag(&self.language).unwrap_or_default()
    }

    /// Returns true if emails may be sent to the address.
    #[must_use]
    pub const fn is_reachable(&self) -> bool {
        self.email_verified && !self.marked_unverified && self.status.is_none()
    }
}

const SELECT: &str = "SELECT id, email, first_name, last_name, profile_picture, is_staff, \
     account_status, paused_until, status, email_verified, marked_unverified, \
     has_completed_onboarding, joined_date, language FROM users";

/// The accounts with these ids. One query.
///
/// # Errors
/// Database errors.
pub async fn load_contacts(
    reads: &impl SqlReader,
    ids: &[UserId],
) -> Result<HashMap<UserId, AccountContact>, DbErr> {
    let mut ids = ids.to_vec();
    ids.sort_unstable();
    ids.dedup();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let sql = format!("{SELECT} WHERE id IN ({})", placeholders(1, ids.len()));
    let values = ids.into_iter().map(Into::into).collect();
    let rows = reads.sql(&sql, values).all::<AccountContact>().await?;
    Ok(rows.into_iter().map(|row| (row.id, row)).collect())
}

/// The members of staff who answer tickets and are not banned or suspended, by name. One query.
///
/// # Errors
/// Database errors.
pub async fn list_staff_contacts(reads: &impl SqlReader) -> Result<Vec<AccountContact>, DbErr> {
    let roles = StaffRole::ALL.into_iter().filter(|role| role.allows(StaffPermission::Support));
    let roles: Vec<String> = roles.map(|role| format!("'{}'", role.name())).collect();
    let sql = format!(
        "{SELECT} WHERE is_staff AND staff_role IN ({}) AND status IS NULL \
         ORDER BY last_name, first_name, id",
        roles.join(", ")
    );
    reads.sql(&sql, vec![]).all().await
}

/// Ids of the accounts whose full name or email address matches a `LIKE` pattern in lower case with
/// the escape character `!`, as a subselect.
#[must_use]
pub fn accounts_matching(pattern: &str) -> SelectStatement {
    let column = |name: &str| Expr::col(Alias::new(name));
    let like = || LikeExpr::new(pattern).escape('!');
    let full_name = Expr::cust("first_name || ' ' || last_name");
    Query::select()
        .column(Alias::new("id"))
        .from(Alias::new("users"))
        .and_where(Expr::expr(Func::lower(full_name)).like(like()).or(column("email").like(like())))
        .take()
}
