//! The compared proxies: how to start each, and how to add a tenant.

use super::client::Clients;
use super::configs::{caddy, haproxy, nginx, nginx_head};
use super::port;
use crate::edge_table::host;
use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};
use tokio::io::AsyncWriteExt;
use tokio::process::{Child, Command};

/// Maximum time until the first response.
const START_MAX: Duration = Duration::from_secs(90);

/// Path at which the upstream reads a whole request before it responds.
pub const SINK: &str = "/api/sink";

/// A compared proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Guildhall,
    Nginx,
    HaProxy,
    Caddy,
}

pub const KINDS: [Kind; 4] = [Kind::Guildhall, Kind::Nginx, Kind::HaProxy, Kind::Caddy];

impl Kind {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Guildhall => "Guildhall",
            Self::Nginx => "nginx",
            Self::HaProxy => "HAProxy",
            Self::Caddy => "Caddy",
        }
    }

    /// Returns whether it supports X25519MLKEM768; Debian 12's OpenSSL 3.0 does not.
    pub const fn is_post_quantum(self) -> bool {
        matches!(self, Self::Guildhall | Self::Caddy)
    }
}

/// The common upstream.
pub struct Upstream {
    pub port: u16,
    _process: Process,
}

/// A running proxy.
pub struct Entrant {
    pub kind: Kind,
    pub port: u16,
    process: Process,
    folder: PathBuf,
    upstream: u16,
    admin: u16,
}

pub async fn upstream(folder: &Path) -> Result<Upstream> {
    let port = port().await?;
    let own = folder.join("upstream");
    fs::create_dir(&own)?;
    let config = format!(
        "{}http {{ access_log off; keepalive_requests 100000000; server {{ listen 127.0.0.1:{port}; \
         location / {{ default_type text/plain; return 200 \"ok\\n\"; }} \
         location {SINK} {{ proxy_pass http://127.0.0.1:{port}/; }} }} }}\n",
        nginx_head(&own, 1),
    );
    fs::write(own.join("nginx.conf"), config)?;
    let process = quiet(Command::new("nginx").arg("-c").arg(own.join("nginx.conf")), &own)?;
    let upstream = Upstream { port, _process: process };
    let until = Instant::now() + START_MAX;
    while tokio::net::TcpStream::connect(("127.0.0.1", port)).await.is_err() {
        ensure!(Instant::now() < until, "the upstream does not start");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    Ok(upstream)
}

impl Entrant {
    /// Starts a proxy; returns it with the time until it served the last host.
    pub async fn start(
        kind: Kind,
        folder: &Path,
        tenants: usize,
        upstream: u16,
        clients: &Clients,
    ) -> Result<(Self, Duration)> {
        let (port, admin) = (port().await?, super::port().await?);
        let own = folder.join(kind.name());
        fs::create_dir_all(&own)?;
        let (config, mut command) = match kind {
            Kind::Guildhall => (None, guildhall(folder, port, upstream)?),
            Kind::Nginx => {
                (Some(nginx(folder, &own, tenants, port, upstream)), program("nginx", "-c", &own))
            }
            Kind::HaProxy => (Some(haproxy(folder, &own, tenants, port, upstream)?), {
                let mut command = Command::new("haproxy");
                command.args(["-W", "-db", "-f"]).arg(own.join("config"));
                command
            }),
            Kind::Caddy => (Some(caddy(folder, tenants, [port, upstream, admin])), {
                let mut command = Command::new(caddy_program());
                command.args(["run", "--config"]).arg(own.join("config"));
                command.env("HOME", &own).env("XDG_DATA_HOME", &own).env("XDG_CONFIG_HOME", &own);
                command
            }),
        };
        if let Some(config) = config {
            fs::write(own.join("config"), config)?;
        }
        let begun = Instant::now();
        let mut process = quiet(&mut command, &own)?;
        let last = host(tenants - 1);
        while clients.visit(port, &last).await.is_err() {
            if let Some(status) = process.0.try_wait()? {
                let log = fs::read_to_string(own.join("log")).unwrap_or_default();
                bail!("{} ended ({status}): {log}", kind.name());
            }
            ensure!(begun.elapsed() < START_MAX, "{} does not answer", kind.name());
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let folder = folder.to_owned();
        Ok((Self { kind, port, process, folder, upstream, admin }, begun.elapsed()))
    }

    pub fn pid(&self) -> Result<u32> {
        self.process.0.id().with_context(|| format!("{} has ended", self.kind.name()))
    }

    /// Adds one tenant, in the way that the proxy's documentation recommends.
    pub async fn add(&mut self, tenants: usize) -> Result<()> {
        let own = self.folder.join(self.kind.name());
        let (folder, port, upstream) = (self.folder.clone(), self.port, self.upstream);
        match self.kind {
            Kind::Guildhall => self.process.tell("next").await?,
            Kind::Nginx => {
                fs::write(own.join("config"), nginx(&folder, &own, tenants + 1, port, upstream))?;
                signal(self.pid()?, "-HUP").await?;
            }
            Kind::HaProxy => {
                fs::write(
                    own.join("config"),
                    haproxy(&folder, &own, tenants + 1, port, upstream)?,
                )?;
                signal(self.pid()?, "-USR2").await?;
            }
            Kind::Caddy => {
                let all = [port, upstream, self.admin];
                fs::write(own.join("config"), caddy(&folder, tenants + 1, all))?;
                let mut told = Command::new(caddy_program());
                told.args([
                    "reload",
                    "--address",
                    &format!("127.0.0.1:{}", self.admin),
                    "--config",
                ]);
                quiet(told.arg(own.join("config")), &own)?.0.wait().await?;
            }
        }
        Ok(())
    }
}

/// Path of Caddy: the installed version unless the distribution's is newer.
pub fn caddy_program() -> PathBuf {
    let current = PathBuf::from("var/tools/caddy/bin/caddy");
    if current.is_file() { current } else { PathBuf::from("caddy") }
}

fn program(name: &str, flag: &str, own: &Path) -> Command {
    let mut command = Command::new(name);
    command.arg(flag).arg(own.join("config"));
    command
}

/// A process that is terminated on drop: a killed master process would leave its workers running.
pub struct Process(Child);

impl Process {
    /// Writes a line to its input.
    pub async fn tell(&mut self, line: &str) -> Result<()> {
        let input = self.0.stdin.as_mut().context("its input is shut")?;
        input.write_all(format!("{line}\n").as_bytes()).await?;
        Ok(input.flush().await?)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(pid) = self.0.id() {
            let told =
                std::process::Command::new("bash").args(["-c", &format!("kill {pid}")]).status();
            drop(told);
        }
    }
}

/// Starts a process with its log in its folder. The kernel ends it if this process is killed.
pub fn quiet(command: &mut Command, own: &Path) -> Result<Process> {
    let log = fs::OpenOptions::new().create(true).append(true).open(own.join("log"))?;
    let inner = command.as_std();
    let mut guarded = Command::new("setpriv");
    guarded.args(["--pdeathsig", "TERM"]).arg(inner.get_program()).args(inner.get_args());
    guarded.envs(inner.get_envs().filter_map(|(name, value)| Some((name, value?))));
    guarded.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(log);
    let child = guarded.spawn().with_context(|| format!("start {:?}", inner.get_program()))?;
    Ok(Process(child))
}

async fn signal(pid: u32, signal: &str) -> Result<()> {
    let sent = Command::new("bash").args(["-c", &format!("kill {signal} {pid}")]).status().await?;
    ensure!(sent.success(), "no signal reaches {pid}");
    Ok(())
}

fn guildhall(folder: &Path, port: u16, upstream: u16) -> Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("edge-duel-serve").arg(folder).arg(port.to_string()).arg(upstream.to_string());
    Ok(command)
}
