//! The measured product: starts and stops its processes.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use tokio::net::TcpListener;
use tokio::process::{Child, Command};

use crate::client::{Client, Target};

/// Unit of the kernel's CPU times (`USER_HZ`).
const MS_PER_TICK: u64 = 10;

/// A running role.
#[derive(Debug)]
pub struct Product {
    child: Child,
    pub target: Target,
    log: PathBuf,
}

impl Product {
    /// Starts a role.
    async fn spawn(
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
        let target = Target { port, host: format!("localhost:{port}") };
        Ok(Self { child, target, log })
    }

    /// Starts a role and waits until it is ready.
    pub async fn start(
        binary: &Path,
        role: &[&str],
        settings: &[(&str, String)],
        port: u16,
    ) -> Result<Self> {
        let mut product = Self::spawn(binary, role, settings, port).await?;
        let client = Client::new(&product.target, 0);
        for _ in 0..600 {
            if let Some(status) = product.child.try_wait()? {
                bail!("it ended with {status}: {}", std::fs::read_to_string(&product.log)?);
            }
            if client.get("/readyz").await.is_ok() {
                return Ok(product);
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        bail!("it was not ready within two minutes: {}", std::fs::read_to_string(&product.log)?)
    }

    /// Resident memory of the process, in MiB.
    pub fn resident_mib(&self) -> Result<u64> {
        let pid = self.child.id().context("it still runs")?;
        let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        Ok(kib.context("the kernel says how much memory it has")? / 1024)
    }

    /// CPU time of the process since its start.
    pub fn cpu_time(&self) -> Result<Duration> {
        let pid = self.child.id().context("it still runs")?;
        let status = std::fs::read_to_string(format!("/proc/{pid}/stat"))?;
        // The name in parentheses may contain spaces. Fields 14 and 15 are user and system time.
        let (_, fields) =
            status.rsplit_once(')').context("the kernel says how much it computed")?;
        let ticks = fields.split_whitespace().skip(11).take(2).map(str::parse::<u64>);
        let ticks = ticks.sum::<Result<u64, _>>()?;
        Ok(Duration::from_millis(ticks * MS_PER_TICK))
    }

    /// Stops it, and waits for its end.
    pub async fn stop(mut self) -> Result<()> {
        let pid = self.child.id().context("it still runs")?.to_string();
        Command::new("kill").args(["-TERM", &pid]).status().await?;
        let waited = tokio::time::timeout(Duration::from_secs(30), self.child.wait()).await;
        waited.context("it stops within 30 seconds")??;
        Ok(())
    }
}

/// An edge in front of a control plane and a runtime, each in its own process.
#[derive(Debug)]
pub struct Apart {
    pub edge: Product,
    /// Address of the control plane's route feed.
    pub feed: String,
    behind: [Product; 2],
}

impl Apart {
    pub async fn start(binary: &Path, settings: &[(&str, String)]) -> Result<Self> {
        let (control, runtime, feed) = (free_port().await?, free_port().await?, free_port().await?);
        let edge = free_port().await?;
        let at = |port: u16| format!("http://127.0.0.1:{port}");
        let mut settings = settings.to_vec();
        settings.extend([
            ("GUILDHALL_SERVER__MAIN_ORIGIN", format!("http://localhost:{edge}")),
            ("GUILDHALL_SERVER__INTERNAL_LISTEN", format!("127.0.0.1:{feed}")),
            ("GUILDHALL_SERVER__CONTROL_URL", at(control)),
            ("GUILDHALL_SERVER__RUNTIME_URL", at(runtime)),
            ("GUILDHALL_SERVER__FEED_URL", at(feed)),
        ]);
        let behind = [
            Product::spawn(binary, &["control-plane"], &settings, control).await?,
            Product::spawn(binary, &["runtime"], &settings, runtime).await?,
        ];
        let feed = at(feed);
        let edge = Product::start(binary, &["edge"], &settings, edge).await?;
        // The edge may be ready before the roles behind it; a successful request proves all of
        // them.
        let client = Client::new(&edge.target, 90_000);
        for _ in 0..150 {
            if client.get("/api/legal/terms-of-service").await.is_ok() {
                return Ok(Self { edge, feed, behind });
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        bail!("no call reached the runtime through the edge within 30 seconds")
    }

    pub const fn control(&self) -> &Product {
        let [control, _] = &self.behind;
        control
    }

    pub async fn stop(self) -> Result<()> {
        self.edge.stop().await?;
        for product in self.behind {
            product.stop().await?;
        }
        Ok(())
    }
}

pub async fn free_port() -> Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0").await?.local_addr()?.port())
}
