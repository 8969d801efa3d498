//! Starts the parts, reports their state, and stops them in order. A part that ends by itself is
//! reported and not restarted, so that the behaviour of the others can be observed.

use super::control::{ControlQuery, Desk};
use super::parts::{left_by_s3, roles, servers};
use super::place::Place;
use super::process::{Part, RunningPart, last_words};
use super::ready::{ASK_EVERY, START_MAX};
use super::{messages, pebble, postgres, prepare, settings};
use crate::process::say;
use anyhow::{Context, Result, bail};
use rustix::process::Signal;
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::signal::unix::{SignalKind, signal};
use tokio::time::{Instant, sleep, timeout};

/// Interval at which ended parts are detected.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// A running fleet.
pub struct Fleet {
    place: Place,
    parts: Vec<Part>,
    running: BTreeMap<&'static str, RunningPart>,
}

/// Runs a fleet until a signal or the stop command.
pub async fn up(place: &Place) -> Result<()> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    std::fs::create_dir_all(&place.folder)
        .with_context(|| format!("make {}", place.folder.display()))?;
    let mut desk = Desk::open(place)?;
    place.expect_free()?;
    prepare::files(place)?;
    let parts = [servers(place)?, roles(place)?].concat();
    let mut fleet = Fleet { place: place.clone(), parts, running: BTreeMap::new() };
    let lived = tokio::select! {
        lived = fleet.live(&mut desk) => lived.map(Some),
        _ = terminate.recv() => Ok(None),
        _ = interrupt.recv() => Ok(None),
    };
    say("\n  ending\n");
    fleet.end().await;
    // Some sockets may not exist if their part never started.
    left_by_s3(place).for_each(|socket| drop(std::fs::remove_file(socket)));
    desk.close();
    if let Some(asked) = lived? {
        asked.answer("ended\n").await;
    }
    say("  ended; what was written is kept\n");
    Ok(())
}

impl Fleet {
    /// Starts everything, then answers commands; returns the stop command.
    async fn live(&mut self, desk: &mut Desk) -> Result<ControlQuery> {
        tokio::select! {
            begun = self.begin() => begun?,
            asked = desk.told_to_end() => return asked,
        }
        loop {
            tokio::select! {
                asked = desk.next() => {
                    let asked = asked?;
                    if asked.ends() {
                        return Ok(asked);
                    }
                    let answer = self.answer(&asked.words).await;
                    asked.answer(&answer).await;
                }
                () = sleep(LOOK_EVERY) => self.look(),
            }
        }
    }

    async fn begin(&mut self) -> Result<()> {
        let begun = Instant::now();
        let servers = servers(&self.place)?.len();
        say("\n  starting the servers\n");
        self.start_all(0..servers).await?;
        pebble::keep_root(&self.place)?;
        prepare::bucket(&self.place).await?;
        say("  preparing the database\n");
        postgres::create_role(&self.place).await?;
        let owner = format!("database.owner_url_file={}", self.place.text(settings::OWNER_FILE));
        prepare::step(&self.place, "migrate", &["migrate", "--set", &owner]).await?;
        let greeting = prepare::step(&self.place, "demo", &["demo"]).await?;
        // Certificates of an earlier run have an obsolete root.
        prepare::step(&self.place, "renew", &["certificates", "renew-all"]).await?;
        say("  starting the roles\n");
        self.start_all(servers..self.parts.len()).await?;
        say("  waiting for certificates\n");
        for host in messages::HOSTS {
            self.certified(*host).await?;
        }
        say(&messages::greeting(&self.place, &greeting, begun.elapsed()));
        Ok(())
    }

    async fn start_all(&mut self, which: std::ops::Range<usize>) -> Result<()> {
        let parts: Vec<Part> = self.parts.get(which).unwrap_or_default().to_vec();
        for part in &parts {
            self.running.insert(part.name, part.start(&self.place)?);
        }
        for part in &parts {
            self.ready(part).await?;
        }
        Ok(())
    }

    /// Waits until a started part is ready.
    async fn ready(&self, part: &Part) -> Result<()> {
        let until = Instant::now() + START_MAX;
        while !part.ready.is_ready().await {
            let ended = self.running.get(part.name).and_then(RunningPart::status);
            if ended.is_some() || Instant::now() > until {
                let why =
                    ended.map_or("is not ready in time".to_owned(), |s| format!("ended ({s})"));
                let (name, log) = (part.name, self.place.log(part.name));
                let last = last_words(&self.place, name);
                bail!("{name} {why}. The last lines of {}:\n{last}", log.display());
            }
            sleep(ASK_EVERY).await;
        }
        Ok(())
    }

    /// Waits until a host is served with a certificate of this run's root.
    async fn certified(&self, host: Option<&'static str>) -> Result<()> {
        let until = Instant::now() + START_MAX;
        loop {
            let asked = messages::look(&self.place, host);
            let answer = tokio::process::Command::new("curl").args(asked).output().await?;
            if answer.status.success() {
                return Ok(());
            }
            if Instant::now() > until {
                let cause = String::from_utf8_lossy(&answer.stderr).into_owned();
                let last = last_words(&self.place, "worker");
                bail!(
                    "{} has no certificate: {cause}The last lines of the worker:\n{last}",
                    self.place.origin(host)
                );
            }
            sleep(ASK_EVERY * 4).await;
        }
    }

    /// Reports the parts that have ended by themselves.
    fn look(&mut self) {
        let ended: Vec<_> = self
            .running
            .iter()
            .filter_map(|(name, running)| Some((*name, running.status()?)))
            .collect();
        for (name, status) in ended {
            self.running.remove(name);
            let last = last_words(&self.place, name);
            let log = self.place.log(name);
            say(&format!(
                "\n  {name} has ended ({status}). The last lines of {}:\n{last}",
                log.display()
            ));
            say(&format!("  To start it again: make fleet DO=\"start {name}\"\n"));
        }
    }

    async fn answer(&mut self, words: &str) -> String {
        let done = match words.split_once(' ') {
            None => Ok(self.status()),
            Some(("start", name)) => self.start(name).await,
            Some((how, name)) => self.stop(name, how == "kill").await,
        };
        done.unwrap_or_else(|error| format!("{error:#}\n"))
    }

    fn status(&mut self) -> String {
        self.look();
        let line = |part: &Part| match self.running.get(part.name) {
            Some(running) => format!("{:<14} {}\n", part.name, running.pid),
            None => format!("{:<14} ended\n", part.name),
        };
        self.parts.iter().map(line).collect()
    }

    async fn start(&mut self, name: &str) -> Result<String> {
        self.look();
        let part = self.parts.iter().find(|part| part.name == name);
        let part = part.with_context(|| format!("unknown part {name}"))?.clone();
        if self.running.contains_key(part.name) {
            bail!("{name} is already running");
        }
        self.running.insert(part.name, part.start(&self.place)?);
        self.ready(&part).await?;
        Ok(format!("{name} runs\n"))
    }

    async fn stop(&mut self, name: &str, at_once: bool) -> Result<String> {
        let part = self.parts.iter().find(|part| part.name == name);
        let part = part.with_context(|| format!("unknown part {name}"))?.clone();
        let Some(running) = self.running.remove(part.name) else { bail!("{name} is not running") };
        leave(&part, running, at_once).await;
        Ok(format!("{name} has ended\n"))
    }

    /// Stops all parts: clients before their servers.
    async fn end(&mut self) {
        for part in self.parts.iter().rev() {
            if let Some(running) = self.running.remove(part.name) {
                leave(part, running, false).await;
            }
        }
    }
}

/// Stops a part, and kills it after its maximum time.
pub async fn leave(part: &Part, mut running: RunningPart, at_once: bool) {
    running.signal(if at_once { Signal::KILL } else { part.end });
    if timeout(part.patience, running.ended()).await.is_err() {
        running.signal(Signal::KILL);
        running.ended().await;
    }
}
