//! Preparation before the start, and steps between servers and roles.

use super::keys::{key, write};
use super::parts::{command_line, guildhall};
use super::place::{Place, Port};
use super::process::last_words;
use super::ready::{ASK_EVERY, START_MAX};
use super::settings::{BUCKET, S3_USER};
use super::{names, pebble, postgres, settings};
use anyhow::{Context, Result, bail, ensure};
use std::fs::{self, File};
use std::process::Stdio;
use tokio::process::Command;
use tokio::time::{Instant, sleep};

/// Creates folders, secrets and configurations. Existing ones are kept; the last run's logs are
/// moved aside.
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

/// Creates the bucket unless it exists, and waits until written objects can be read: the store
/// responds some seconds before it can locate its objects.
pub async fn bucket(place: &Place) -> Result<()> {
    let config = format!("user = \"{S3_USER}:{}\"\n", key(place, "s3")?);
    write(&place.path("keys/curl.conf"), &config)?;
    let object = place.text("s3-ready");
    write(&place.path("s3-ready"), "kept\n")?;
    let made = ask_bucket(place, "", &["-X", "PUT"]).await?;
    ensure!(["200", "409"].contains(&made.as_str()), "failed to create the bucket: {made}");
    let until = Instant::now() + START_MAX;
    loop {
        let put = ask_bucket(place, "/ready", &["-T", &object]).await?;
        let read = ask_bucket(place, "/ready", &[]).await?;
        if put == "200" && read == "200" {
            return Ok(());
        }
        ensure!(
            Instant::now() < until,
            "the bucket does not store objects: {put} for PUT, {read} for GET"
        );
        sleep(ASK_EVERY).await;
    }
}

/// Status of a signed request to the bucket.
async fn ask_bucket(place: &Place, path: &str, how: &[&str]) -> Result<String> {
    let mut asked = Command::new("curl");
    asked.kill_on_drop(true);
    asked.args(["-s", "-m", "30", "-o", "/dev/null", "-w", "%{http_code}"]).args(how);
    asked.args(["--aws-sigv4", "aws:amz:us-east-1:s3", "-K"]).arg(place.path("keys/curl.conf"));
    asked.arg(format!("http://{}/{BUCKET}{path}", place.at(Port::S3)));
    let asked = asked.output().await.context("start curl")?;
    Ok(String::from_utf8_lossy(&asked.stdout).into_owned())
}

/// Runs a command of the product with its own log; returns its output.
pub async fn step(place: &Place, name: &str, words: &[&str]) -> Result<String> {
    let log = File::create(place.log(name))?;
    let mut command = Command::new(guildhall()?);
    command.args(command_line(place, name, words)).stdin(Stdio::null()).stderr(log);
    // The supervisor handles Ctrl-C, and then ends this command as well.
    command.process_group(0).kill_on_drop(true);
    let done = command.output().await.with_context(|| format!("start guildhall {name}"))?;
    if !done.status.success() {
        let (log, words) = (place.log(name), last_words(place, name));
        bail!("{name} failed. The last lines of {}:\n{words}", log.display());
    }
    Ok(String::from_utf8_lossy(&done.stdout).into_owned())
}
