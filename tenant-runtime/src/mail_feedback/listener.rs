//! Mail server for reports: accepts emails to the return path by SMTP (RFC 5321) or LMTP
//! (RFC 2033), and nothing else. The operator's mail server or the MX record of the return path's
//! domain leads to it (docs/operations/push-and-bounces.md).

use super::return_path::ReturnPath;
use super::{inbound, smtp_session};
use platform::Services;
use platform::config::Config;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Maximum connections; further ones wait.
const CONNECTIONS_MAX: usize = 20;
/// Time for a whole conversation: a report is sent at once.
const CONVERSATION_TIMEOUT: Duration = Duration::from_secs(120);
/// Delay after a failed accept or bind.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// Accepts reports until `stop`. Returns at once if no address is configured.
pub async fn listen(services: &Services, stop: CancellationToken) {
    let Some((address, return_path)) = settings(services.config()) else { return };
    let Some(Some(listener)) = stop.run_until_cancelled(bind(address, &stop)).await else { return };
    tracing::info!(%address, "accepting reports about emails on {address}");
    let (tasks, permits) = (TaskTracker::new(), Arc::new(Semaphore::new(CONNECTIONS_MAX)));
    while let Some(accepted) = stop.run_until_cancelled(listener.accept()).await {
        let Ok((socket, _)) = accepted else {
            tokio::time::sleep(RETRY_DELAY).await;
            continue;
        };
        let Ok(permit) = permits.clone().acquire_owned().await else { break };
        let (services, path) = (services.clone(), return_path.clone());
        tasks.spawn(async move {
            let conversation = converse(socket, &services, path);
            // A client that disconnects or is too slow sends its report again.
            drop(tokio::time::timeout(CONVERSATION_TIMEOUT, conversation).await);
            drop(permit);
        });
    }
    tasks.close();
    tasks.wait().await;
}

fn settings(config: &Config) -> Option<(SocketAddr, ReturnPath)> {
    let path = ReturnPath::parse(config.mail.return_path.as_deref()?)?;
    Some((config.mail.feedback_listen?, path))
}

/// Binds the address. Another process may still use it while this one replaces it.
async fn bind(address: SocketAddr, stop: &CancellationToken) -> Option<TcpListener> {
    while !stop.is_cancelled() {
        match TcpListener::bind(address).await {
            Ok(listener) => return Some(listener),
            Err(error) => {
                tracing::warn!(cause = %error, "failed to listen for reports about emails on {address}; will retry");
                tokio::time::sleep(RETRY_DELAY).await;
            }
        }
    }
    None
}

async fn converse(
    socket: TcpStream,
    services: &Services,
    return_path: ReturnPath,
) -> std::io::Result<()> {
    let (reader, writer) = socket.into_split();
    let inbox = inbound::ReportInbox::new(services.clone(), return_path);
    smtp_session::serve(reader, writer, &inbox).await
}
