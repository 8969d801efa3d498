//! Readiness checks of the parts.

use std::net::SocketAddr;
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::process::Command;

/// Polling interval of a part that is not ready yet.
pub const ASK_EVERY: Duration = Duration::from_millis(50);
/// Maximum time until a part is ready, and until a host has its certificate.
pub const START_MAX: Duration = Duration::from_secs(90);
/// Timeout of one check.
const PATIENCE: Duration = Duration::from_secs(5);

/// Kind of check.
#[derive(Clone, Debug)]
pub enum Ready {
    /// Accepts connections.
    Open(SocketAddr),
    /// Returns 200 at a path.
    Answers(SocketAddr, &'static str),
    /// A command succeeds and prints something.
    Says(Vec<String>),
}

impl Ready {
    /// Checks once.
    pub async fn is_ready(&self) -> bool {
        let asked = async {
            match self {
                Self::Open(address) => TcpStream::connect(address).await.is_ok(),
                Self::Answers(address, path) => returns_ok(*address, path).await.unwrap_or(false),
                Self::Says(words) => says(words).await,
            }
        };
        tokio::time::timeout(PATIENCE, asked).await.unwrap_or(false)
    }
}

async fn returns_ok(address: SocketAddr, path: &str) -> std::io::Result<bool> {
    let mut stream = TcpStream::connect(address).await?;
    let head = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).await?;
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await?;
    Ok(answer.ends_with(b" 200"))
}

/// Returns whether a command succeeds and prints something.
async fn says(words: &[String]) -> bool {
    let Some((program, arguments)) = words.split_first() else { return false };
    let asked = Command::new(program).args(arguments).stdin(Stdio::null()).output().await;
    asked.is_ok_and(|asked| asked.status.success() && !asked.stdout.is_empty())
}
