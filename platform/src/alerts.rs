//! Security alerts: reports from browsers and findings of the servers, stored for staff
//! (accounts.md; gaps G-035).
//!
//! User, network and time are determined by the server, never taken from the request. The reported
//! data is stored separately, as claims.

use crate::db::{SiteIndependent, Tx};
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

    /// One stored security alert, raised by a browser or by a server.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "security_alerts")]
    pub struct Model {
        /// Primary key.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: AlertId,
        /// `browser` or `server`.
        pub raised_by: String,
        /// What was detected, as the reporter names it.
        pub alert_type: String,
        /// Severity as reported; staff filter by it.
        pub severity: String,
        /// Affected account.
        pub user_id: Option<UserId>,
        /// Email address of that account at the time.
        pub user_email: Option<String>,
        /// True if that address was verified at the time.
        pub user_verified: bool,
        /// Network of the client, as /24 or /48.
        pub ip_prefix: Option<String>,
        /// Reported data, not verified.
        pub claims: Json,
        /// Time of arrival.
        pub received_at: DateTime<Utc>,
    }

    /// No relation is declared.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
}

/// Source of an alert.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RaisedBy {
    /// A page of ours.
    Browser,
    /// Raised by our own servers, not reported by a browser.
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

/// An alert to store.
#[derive(Debug, Clone)]
pub struct NewAlert<'a> {
    /// Source.
    pub raised_by: RaisedBy,
    /// Alert type, such as `transfer-code-replayed`.
    pub alert_type: &'a str,
    /// Severity, such as `high`.
    pub severity: &'a str,
    /// Affected account.
    pub user: Option<UserId>,
    /// Details. Must not contain a token, a code or a password.
    pub claims: Value,
}

/// Stores an alert in the transaction that noticed the problem.
///
/// # Errors
/// Database errors.
pub async fn raise_alert<V>(tx: &Tx<'_, V>, alert: NewAlert<'_>) -> Result<AlertId, DbErr> {
    raise_from(tx, tx.facts().context.client_ip, alert).await
}

/// Like [`raise_alert`], for a request from `client` that is handled by another transaction.
///
/// # Errors
/// Database errors.
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
    tx.global_table::<row::Entity>().insert(row).await?;
    Ok(id)
}
