//! What must be there before anything starts, and the steps between servers and roles.

use super::keys::{key, write};
use super::parts::{command_line, guildhall};
use super::place::{Place, Port};
use super::process::last_words;
use super::settings::{BUCKET, S3_USER};
use super::{names, pebble, postgres, settings};
use anyhow::{Context, Result, bail, ensure};
use std::fs::{self, File};
use std::process::Stdio;
use tokio::process::Command;

/// Folders, secrets and configurations. What is there already is kept; the last run's logs are put
/// aside.
pub fn files(place: &Place) -> Result<()> {
    for folder in ["keys", "redis", "s3", "mail"] {
        fs::create_dir_all(place.path(folder))
            .with_context(|| format!("make {}", place.path(folder).display()))?;
    }
    let (logs, old) = (place.path("logs"), place.path("logs.old"));
    if logs.exists() {
        drop(fs::remove_dir_all(&old));
        fs::rename(&logs, &old)?;
    }
    fs::create_dir(&logs)?;
    let identities = serde_json::json!({ "identities": [{
        "name": S3_USER,
        "credentials": [{ "accessKey": S3_USER, "secretKey": key(place, "s3")? }],
        "actions": ["Admin", "Read", "Write", "List", "Tagging"],
    }]});
    write(&place.path("keys/s3.json"), &identities.to_string())?;
    let redis = format!(
        "port {}\nbind 127.0.0.1\nsave \"\"\nappendonly no\ndaemonize no\ndir {:?}\nrequirepass {}\n",
        place.port(Port::Redis),
        place.path("redis"),
        key(place, "redis")?,
    );
    write(&place.path("keys/redis.conf"), &redis)?;
    names::prepare(place)?;
    pebble::prepare(place)?;
    postgres::prepare(place)?;
    settings::prepare(place)
}

/// The bucket, which may be there already.
pub async fn bucket(place: &Place) -> Result<()> {
    let url = format!("http://{}/{BUCKET}", place.at(Port::S3));
    let config = format!("user = \"{S3_USER}:{}\"\n", key(place, "s3")?);
    let path = place.path("keys/curl.conf");
    write(&path, &config)?;
    let mut made = Command::new("curl");
    made.kill_on_drop(true);
    made.args(["-s", "-m", "30", "-o", "/dev/null", "-w", "%{http_code}", "-X", "PUT"]);
    made.args(["--aws-sigv4", "aws:amz:us-east-1:s3", "-K"]).arg(path).arg(url);
    let made = made.output().await.context("start curl")?;
    let status = String::from_utf8_lossy(&made.stdout).into_owned();
    ensure!(["200", "409"].contains(&status.as_str()), "the bucket cannot be made: {status}");
    Ok(())
}

/// One command of the product, with its log; what it printed.
pub async fn step(place: &Place, name: &str, words: &[&str]) -> Result<String> {
    let log = File::create(place.log(name))?;
    let mut command = Command::new(guildhall()?);
    command.args(command_line(place, name, words)).stdin(Stdio::null()).stderr(log);
    // Ctrl-C is the supervisor's, which then ends this too.
    command.process_group(0).kill_on_drop(true);
    let done = command.output().await.with_context(|| format!("start guildhall {name}"))?;
    if !done.status.success() {
        let (log, words) = (place.log(name), last_words(place, name));
        bail!("{name} failed. The last lines of {}:\n{words}", log.display());
    }
    Ok(String::from_utf8_lossy(&done.stdout).into_owned())
}
