//! The servers that hold data, without the roles: for roles that run in containers.

use super::parts::servers;
use super::place::{Place, Port};
use super::process::{Part, RunningPart, last_words};
use super::ready::{ASK_EVERY, START_MAX};
use super::supervise::leave;
use super::{keys, parts, postgres, prepare, settings};
use anyhow::{Context, Result, bail};
use std::path::Path;
use tokio::time::{Instant, sleep};

const NAMES: [&str; 4] = ["postgres", "redis", "s3", "mail"];

/// Running PostgreSQL, Redis, S3 and mail servers on loopback.
pub struct DataServers {
    place: Place,
    running: Vec<(Part, RunningPart)>,
}

impl DataServers {
    /// Starts them with empty databases.
    pub async fn start(folder: &Path, first_port: u16) -> Result<Self> {
        let (http, https) = (first_port + 60, first_port + 61);
        let arguments = [
            ("--data-dir", folder.display().to_string()),
            ("--private-ports", first_port.to_string()),
            ("--http-port", http.to_string()),
            ("--https-port", https.to_string()),
        ];
        let words: Vec<String> =
            arguments.into_iter().flat_map(|(flag, value)| [flag.to_owned(), value]).collect();
        let (place, _) = Place::read(&words)?;
        if place.folder.exists() {
            std::fs::remove_dir_all(&place.folder).context("remove the data of the last run")?;
        }
        std::fs::create_dir_all(&place.folder)?;
        place.expect_free()?;
        prepare::files(&place)?;
        let mut servers = Self { place, running: Vec::new() };
        if let Err(error) = servers.begin().await {
            servers.stop().await;
            return Err(error);
        }
        Ok(servers)
    }

    async fn begin(&mut self) -> Result<()> {
        let chosen = servers(&self.place)?.into_iter().filter(|part| NAMES.contains(&part.name));
        for part in chosen {
            let running = part.start(&self.place)?;
            self.running.push((part, running));
        }
        let until = Instant::now() + START_MAX;
        for (part, running) in &self.running {
            while !part.ready.is_ready().await {
                if running.status().is_some() || Instant::now() > until {
                    bail!("{} did not start:\n{}", part.name, last_words(&self.place, part.name));
                }
                sleep(ASK_EVERY).await;
            }
        }
        prepare::bucket(&self.place).await?;
        postgres::create_role(&self.place).await
    }

    /// Ports of PostgreSQL, Redis, S3 and SMTP.
    pub fn ports(&self) -> [u16; 4] {
        [Port::Postgres, Port::Redis, Port::S3, Port::Smtp].map(|port| self.place.port(port))
    }

    /// Chart values and secrets for programs that reach the servers at another address.
    pub fn secrets(&self, host: &str) -> Result<serde_json::Value> {
        let place = &self.place;
        let elsewhere = |url: String| url.replace("127.0.0.1", host);
        let at = |port| format!("{host}:{}", place.port(port));
        Ok(serde_json::json!({
            "keys": {
                "context_key": keys::key(place, "context")?,
                "feed_token": keys::key(place, "feed")?,
                "token_key": keys::key(place, "token")?,
            },
            "database": { "url": elsewhere(postgres::address(place)?) },
            "database-owner": { "owner_url": elsewhere(postgres::owner_address(place)?) },
            "redis": { "url": format!("redis://:{}@{}", keys::key(place, "redis")?, at(Port::Redis)) },
            "blob": { "access_key": settings::S3_USER, "secret_key": keys::key(place, "s3")? },
            "mail": { "smtp_url": format!("smtp://{}", at(Port::Smtp)) },
        }))
    }

    /// Address of the bucket.
    pub fn bucket(&self, host: &str) -> String {
        let port = self.place.port(Port::S3);
        format!("s3://{}?region=us-east-1&endpoint=http://{host}:{port}", settings::BUCKET)
    }

    /// Runs SQL as the owner of the tables; returns rows as lines, with `|` between columns.
    pub async fn sql(&self, sql: &str) -> Result<String> {
        postgres::run_sql(&self.place, sql).await
    }

    /// Stops them.
    pub async fn stop(self) {
        for (part, running) in self.running.into_iter().rev() {
            leave(&part, running, false).await;
        }
        parts::left_by_s3(&self.place).for_each(|socket| drop(std::fs::remove_file(socket)));
    }
}
