//! The product under measurement: one process of it, started and stopped here.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use tokio::net::TcpListener;
use tokio::process::{Child, Command};

use crate::client::{Client, Target};

/// A running role.
#[derive(Debug)]
pub struct Product {
    child: Child,
    pub target: Target,
}

impl Product {
    /// Starts a role and waits until it may be sent requests.
    pub async fn start(
        binary: &Path,
        role: &[&str],
        settings: &[(&str, String)],
        port: u16,
    ) -> Result<Self> {
        let log = std::env::temp_dir().join(format!("guildhall-bench-{port}.log"));
        let child = Command::new(binary)
            .args(role)
            .envs(settings.iter().map(|(name, value)| (name, value.as_str())))
            .env("GUILDHALL_SERVER__LISTEN", format!("127.0.0.1:{port}"))
            .env("GUILDHALL_SERVER__ADMIN_LISTEN", format!("127.0.0.1:{}", free_port().await?))
            .env("GUILDHALL_TELEMETRY__LOG_FILTER", "warn")
            .stdin(Stdio::null())
            .stdout(std::fs::File::create(&log)?)
            .stderr(std::fs::File::options().append(true).open(&log)?)
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("start {}", binary.display()))?;
        let mut product =
            Self { child, target: Target { port, host: format!("localhost:{port}") } };
        let client = Client::new(&product.target, 0);
        for _ in 0..600 {
            if let Some(status) = product.child.try_wait()? {
                bail!("it ended with {status}: {}", std::fs::read_to_string(&log)?);
            }
            if client.get("/readyz").await.is_ok() {
                return Ok(product);
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        bail!("it was not ready within two minutes: {}", std::fs::read_to_string(&log)?)
    }

    /// Memory that the process occupies now, in MiB.
    pub fn resident_mib(&self) -> Result<u64> {
        let pid = self.child.id().context("it still runs")?;
        let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        Ok(kib.context("the kernel says how much memory it has")? / 1024)
    }

    /// Asks it to stop, and waits until it has.
    pub async fn stop(mut self) -> Result<()> {
        let pid = self.child.id().context("it still runs")?.to_string();
        Command::new("kill").args(["-TERM", &pid]).status().await?;
        let waited = tokio::time::timeout(Duration::from_secs(30), self.child.wait()).await;
        waited.context("it stops within 30 seconds")??;
        Ok(())
    }
}

pub async fn free_port() -> Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0").await?.local_addr()?.port())
}
