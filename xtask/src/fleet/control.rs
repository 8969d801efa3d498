//! Control socket in the fleet's folder for commands from another terminal. One line in each
//! direction; accessible only to this user.

use super::place::Place;
use crate::process::say;
use anyhow::{Context, Result, bail};
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{UnixListener, UnixStream};
use tokio::time::timeout;

const FILE: &str = "fleet.sock";
const END: &str = "down";
const LINE_MAX: usize = 100;
/// Timeout for a client's command.
const PATIENCE: Duration = Duration::from_secs(2);

/// Listener for commands.
pub struct Desk {
    listener: UnixListener,
    path: PathBuf,
}

/// A command, and the connection for its answer.
pub struct ControlQuery {
    pub words: String,
    stream: UnixStream,
}

impl Desk {
    /// Opens the socket. Removes one that a killed fleet left behind, but not one that is in use.
    pub fn open(place: &Place) -> Result<Self> {
        let path = place.path(FILE);
        if std::os::unix::net::UnixStream::connect(&path).is_ok() {
            bail!(
                "a fleet is already running in {}; make down-production-like stops it",
                place.folder.display()
            );
        }
        drop(std::fs::remove_file(&path));
        let listener =
            UnixListener::bind(&path).with_context(|| format!("open {}", path.display()))?;
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600))?;
        Ok(Self { listener, path })
    }

    /// Waits for the next command.
    pub async fn next(&mut self) -> Result<ControlQuery> {
        loop {
            let (mut stream, _) = self.listener.accept().await?;
            let mut line = vec![0; LINE_MAX];
            if let Ok(Ok(read)) = timeout(PATIENCE, stream.read(&mut line)).await {
                let words = String::from_utf8_lossy(line.get(..read).unwrap_or_default());
                return Ok(ControlQuery { words: words.trim().to_owned(), stream });
            }
        }
    }

    /// Waits for the command to stop, and answers all others that they should try again later.
    pub async fn told_to_end(&mut self) -> Result<ControlQuery> {
        loop {
            let asked = self.next().await?;
            if asked.ends() {
                return Ok(asked);
            }
            asked.answer("it is still starting\n").await;
        }
    }

    pub fn close(self) {
        drop(std::fs::remove_file(self.path));
    }
}

impl ControlQuery {
    pub fn ends(&self) -> bool {
        self.words == END
    }

    pub async fn answer(mut self, text: &str) {
        // The client may have disconnected.
        drop(self.stream.write_all(text.as_bytes()).await);
    }
}

/// Sends a command to a running fleet, and prints the answer.
pub fn send_query(place: &Place, words: &str) -> Result<()> {
    let Ok(mut stream) = std::os::unix::net::UnixStream::connect(place.path(FILE)) else {
        if words == END {
            say(&format!("  no fleet is running in {}\n", place.folder.display()));
            return Ok(());
        }
        bail!("no fleet is running in {}", place.folder.display());
    };
    stream.write_all(words.as_bytes())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    answer.lines().for_each(|line| say(&format!("  {line}\n")));
    if answer.is_empty() {
        bail!("the fleet gave no answer");
    }
    Ok(())
}
