//! One connection to the server, for `doctor`: a pool would retry until its timeout, and hide why.

use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use std::str::FromStr;
use std::time::Duration;
use tokio::time::timeout;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Reason why there is no connection.
#[derive(Debug, thiserror::Error)]
pub enum ConnectionError {
    /// The address is invalid, or the server refuses the connection.
    #[error(transparent)]
    Refused(#[from] sqlx::Error),
    /// The server does not answer.
    #[error("no answer within 5 seconds")]
    TimedOut,
}

/// Connects to PostgreSQL once. SQLite needs no connection.
///
/// # Errors
/// [`ConnectionError`].
pub async fn check_connection(url: &str) -> Result<(), ConnectionError> {
    if url.starts_with("sqlite:") {
        return Ok(());
    }
    let server = PgConnectOptions::from_str(url)?;
    let connected = timeout(CONNECT_TIMEOUT, server.connect()).await;
    let connection: PgConnection = connected.map_err(|_| ConnectionError::TimedOut)??;
    Ok(connection.close().await?)
}
