//! Whether a part is ready: each is asked in its own way.

use std::net::SocketAddr;
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::process::Command;

/// How often a part that is not ready yet is asked again.
pub const ASK_EVERY: Duration = Duration::from_millis(50);
/// How long a part may take to be ready, and a host to have its certificate.
pub const START_MAX: Duration = Duration::from_secs(90);
/// How long one question may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// What is asked of a part.
#[derive(Clone, Debug)]
pub enum Ready {
    /// That it takes connections.
    Open(SocketAddr),
    /// That it answers 200 at a path.
    Answers(SocketAddr, &'static str),
    /// That a program says so.
    Says(Vec<String>),
}

impl Ready {
    /// Asks once.
    pub async fn ask(&self) -> bool {
        let asked = async {
            match self {
                Self::Open(address) => TcpStream::connect(address).await.is_ok(),
                Self::Answers(address, path) => get(*address, path).await.unwrap_or(false),
                Self::Says(words) => says(words).await,
            }
        };
        tokio::time::timeout(PATIENCE, asked).await.unwrap_or(false)
    }
}

async fn get(address: SocketAddr, path: &str) -> std::io::Result<bool> {
    let mut stream = TcpStream::connect(address).await?;
    let head = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).await?;
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await?;
    Ok(answer.ends_with(b" 200"))
}

/// Whether a program succeeds and says anything at all.
async fn says(words: &[String]) -> bool {
    let Some((program, arguments)) = words.split_first() else { return false };
    let asked = Command::new(program).args(arguments).stdin(Stdio::null()).output().await;
    asked.is_ok_and(|asked| asked.status.success() && !asked.stdout.is_empty())
}
