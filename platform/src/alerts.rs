//! Security alerts: what a browser reports and what the servers notice themselves, kept for staff
//! (accounts.md; gaps G-035).
//!
//! Who it was about, from which network and when is what the servers know, never what was sent.
//! What was sent stands apart, as claims.

use crate::db::{Doorless, Tx};
use crate::ids::UserId;
use crate::sessions;
use chrono::{DateTime, Utc};
use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use sea_orm::{FromQueryResult, Value as SqlValue};
use serde_json::Value;
use std::net::IpAddr;

wire::id!(
    /// A security alert.
    AlertId
);

/// The table `security_alerts`.
pub mod row {
    use super::*;

    /// An alert.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "security_alerts")]
    pub struct Model {
        /// This alert.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: AlertId,
        /// `browser` or `server`.
        pub raised_by: String,
        /// What kind.
        pub alert_type: String,
        /// How grave.
        pub severity: String,
        /// Whose account it is about.
        pub user_id: Option<UserId>,
        /// That account's address then.
        pub user_email: Option<String>,
        /// Whether that address was proven then.
        pub user_verified: bool,
        /// The network it came from, as /24 or /48.
        pub ip_prefix: Option<String>,
        /// What was said about it.
        pub claims: Json,
        /// When it arrived here.
        pub received_at: DateTime<Utc>,
    }

    /// No relations.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl Doorless for Entity {}
}

/// Who raises an alert.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RaisedBy {
    /// A page of ours.
    Browser,
    /// The servers.
    Server,
}

impl RaisedBy {
    const fn name(self) -> &'static str {
        match self {
            Self::Browser => "browser",
            Self::Server => "server",
        }
    }
}

/// An alert to raise.
#[derive(Debug, Clone)]
pub struct NewAlert<'a> {
    /// Who raises it.
    pub raised_by: RaisedBy,
    /// What kind, such as `transfer-code-replayed`.
    pub alert_type: &'a str,
    /// How grave, such as `high`.
    pub severity: &'a str,
    /// Whose account it is about.
    pub user: Option<UserId>,
    /// What is said about it. Never a token, a code or a password.
    pub claims: Value,
}

/// Writes an alert down, in the transaction that noticed it.
///
/// # Errors
/// The database's.
pub async fn raise<V>(tx: &Tx<'_, V>, alert: NewAlert<'_>) -> Result<AlertId, DbErr> {
    raise_from(tx, tx.facts().context.client_ip, alert).await
}

/// As [`raise`], about a request from `client` that somebody else's transaction looks at.
///
/// # Errors
/// The database's.
pub async fn raise_from<V>(
    tx: &Tx<'_, V>,
    client: IpAddr,
    alert: NewAlert<'_>,
) -> Result<AlertId, DbErr> {
    #[derive(FromQueryResult)]
    struct About {
        email: String,
        email_verified: bool,
    }
    let about = match alert.user {
        Some(user) => {
            let sql = "SELECT email, email_verified FROM users WHERE id = $1";
            tx.raw(sql, vec![SqlValue::from(user)]).one::<About>().await?
        }
        None => None,
    };
    let id = AlertId::new();
    let row = row::ActiveModel {
        id: Set(id),
        raised_by: Set(alert.raised_by.name().to_owned()),
        alert_type: Set(alert.alert_type.to_owned()),
        severity: Set(alert.severity.to_owned()),
        user_id: Set(alert.user.filter(|_| about.is_some())),
        user_verified: Set(about.as_ref().is_some_and(|about| about.email_verified)),
        user_email: Set(about.map(|about| about.email)),
        ip_prefix: Set(Some(sessions::network_of(client))),
        claims: Set(alert.claims),
        received_at: Set(tx.now()),
    };
    tx.doorless_table::<row::Entity>().insert(row).await?;
    Ok(id)
}
