//! PostgreSQL: a separate cluster. It refuses to run as root, and then runs as its package's user.

use super::keys::key;
use super::parts::PATIENCE_MS;
use super::place::{Place, Port};
use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use tokio::io::AsyncWriteExt;

/// Owner of the cluster and the tables; used only by `guildhall migrate`.
const OWNER: &str = "guildhall";
/// Role of the running processes.
const APPLICATION: &str = "guildhall_app";

/// Folder of its programs: the newest installed version.
pub fn programs() -> Result<PathBuf> {
    let mut found: Vec<(u32, PathBuf)> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let version = entry.file_name().to_str()?.parse().ok()?;
            Some((version, entry.path().join("bin")))
        })
        .filter(|(_, bin)| bin.join("initdb").is_file())
        .collect();
    found.sort();
    found.pop().map(|(_, bin)| bin).context("PostgreSQL is not installed; run scripts/install.sh")
}

/// Returns whether this process is root.
fn is_root() -> bool {
    rustix::process::getuid().is_root()
}

/// Command prefix for a program of PostgreSQL. It keeps the right to pass through folders such as
/// /root that are closed to its user.
pub fn as_its_user(place: &Place) -> Vec<String> {
    if !is_root() {
        return Vec::new();
    }
    let user = ["--reuid", "postgres", "--regid", "postgres", "--init-groups"];
    let mut words: Vec<String> = user.map(str::to_owned).into();
    let mut looks = Command::new("setpriv");
    looks.args(&words).arg("test").arg("-x").arg(place.path("postgres"));
    if !looks.status().is_ok_and(|status| status.success()) {
        words.extend(
            ["--inh-caps=+dac_override", "--ambient-caps=+dac_override"].map(str::to_owned),
        );
    }
    words
}

/// Creates the cluster if there is none.
pub fn prepare(place: &Place) -> Result<()> {
    let folder = place.path("postgres");
    fs::create_dir_all(&folder)?;
    let password = folder.join("password");
    super::keys::write(&password, &key(place, "postgres")?)?;
    if is_root() {
        let mut owned = Command::new("chown");
        owned.args(["-R", "postgres:"]).arg(&folder);
        ensure!(owned.status()?.success(), "failed to give the PostgreSQL folder to its user");
    }
    let data = folder.join("data");
    if data.join("PG_VERSION").exists() {
        return Ok(());
    }
    let mut made = Command::new("setpriv");
    made.args(as_its_user(place)).arg(programs()?.join("initdb")).arg("-D").arg(&data);
    made.args(["-U", OWNER, "-A", "scram-sha-256", "--locale=C.UTF-8", "-E", "UTF8"]);
    made.arg("--pwfile").arg(&password).current_dir("/").stdin(Stdio::null());
    let made = made.output().context("start initdb")?;
    if !made.status.success() {
        // A partial cluster would be mistaken for a complete one.
        drop(fs::remove_dir_all(&data));
        bail!("initdb: {}", String::from_utf8_lossy(&made.stderr));
    }
    Ok(())
}

/// Command line of the server.
pub fn arguments(place: &Place) -> Result<Vec<String>> {
    let mut words = as_its_user(place);
    words.push(programs()?.join("postgres").display().to_string());
    words.extend(["-D".into(), place.text("postgres/data")]);
    let port = format!("port={}", place.port(Port::Postgres));
    let options = [
        port.as_str(),
        "listen_addresses=127.0.0.1",
        "unix_socket_directories=",
        "max_connections=300",
    ];
    words.extend(options.iter().flat_map(|option| ["-c".to_owned(), (*option).to_owned()]));
    Ok(words)
}

/// Command that checks whether it accepts queries.
pub fn is_ready(place: &Place) -> Result<Vec<String>> {
    let program = programs()?.join("pg_isready").display().to_string();
    let port = place.port(Port::Postgres).to_string();
    let seconds = (PATIENCE_MS / 1000).to_string();
    Ok([&program, "-h", "127.0.0.1", "-p", &port, "-t", &seconds].map(str::to_owned).into())
}

/// Creates the role of the running processes if missing. The server must be ready.
pub async fn create_role(place: &Place) -> Result<()> {
    // A key consists of letters, digits, hyphens and underscores only.
    let create = format!(
        "DO $$ BEGIN IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '{APPLICATION}') \
         THEN CREATE ROLE {APPLICATION} LOGIN PASSWORD '{}'; END IF; END $$",
        key(place, "postgres-app")?
    );
    run_sql(place, &create).await.map(drop)
}

/// Runs SQL as the owner; returns rows as lines, with `|` between columns. The server must be ready.
pub async fn run_sql(place: &Place, sql: &str) -> Result<String> {
    let mut psql = tokio::process::Command::new(programs()?.join("psql"));
    psql.args(["-X", "-qAt", "-v", "ON_ERROR_STOP=1", "-f", "-", "-h", "127.0.0.1", "-U", OWNER]);
    psql.args(["-d", "postgres", "-p"]).arg(place.port(Port::Postgres).to_string());
    psql.env("PGPASSWORD", key(place, "postgres")?);
    psql.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    let mut running = psql.spawn().context("start psql")?;
    if let Some(mut input) = running.stdin.take() {
        input.write_all(sql.as_bytes()).await?;
    }
    let done = running.wait_with_output().await?;
    ensure!(done.status.success(), "psql: {}", String::from_utf8_lossy(&done.stderr));
    Ok(String::from_utf8_lossy(&done.stdout).into_owned())
}

/// Database address of the running processes.
pub fn address(place: &Place) -> Result<String> {
    address_of(place, APPLICATION, "postgres-app")
}

/// Database address of the migrations.
pub fn owner_address(place: &Place) -> Result<String> {
    address_of(place, OWNER, "postgres")
}

fn address_of(place: &Place, role: &str, password: &str) -> Result<String> {
    let port = place.port(Port::Postgres);
    Ok(format!("postgres://{role}:{}@127.0.0.1:{port}/postgres", key(place, password)?))
}
