//! Members who read and write through the edges, and count what fails.

use super::http::{Answer, Connection, Request};
use crate::fleet::DataServers;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

pub const HOST: &str = "guildhall.localhost";
const PASSWORD: &str = "Guildhall-2026!";
const READERS: usize = 4;
const WRITERS: usize = 2;
/// Each member may create five posts a minute.
const MEMBERS_PER_WRITER: usize = 30;
const READ_INTERVAL: Duration = Duration::from_millis(25);
const WRITE_INTERVAL: Duration = Duration::from_millis(500);
const TIMEOUT: Duration = Duration::from_secs(10);
/// Attempts of a client after a crash, and the pause between them.
const ATTEMPTS: usize = 40;
const PAUSE: Duration = Duration::from_millis(250);
/// Failures that are kept for the report.
const EXAMPLES: usize = 20;

/// Counts so far.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    pub requests: usize,
    pub failed: usize,
    /// Requests that succeeded after another attempt; only while attempts are allowed.
    pub retried: usize,
    pub acknowledged: usize,
}

#[derive(Default)]
struct Shared {
    requests: AtomicUsize,
    failed: AtomicUsize,
    retried: AtomicUsize,
    next_write: AtomicUsize,
    is_patient: AtomicBool,
    is_stopped: AtomicBool,
    acknowledged: Mutex<Vec<String>>,
    examples: Mutex<Vec<String>>,
}

/// A running load.
pub struct Load {
    shared: Arc<Shared>,
    clients: JoinSet<()>,
}

/// A browser of one member, with one connection.
struct Client {
    edges: watch::Receiver<Vec<SocketAddr>>,
    connection: Option<Connection>,
    next: usize,
    /// Address that the balancer reports for it.
    network: String,
    cookies: String,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Load {
    /// Signs members in, and starts to read and write.
    pub async fn start(edges: &watch::Receiver<Vec<SocketAddr>>) -> Result<Self> {
        let mut readers = Vec::new();
        for number in 0..READERS {
            readers.push(Client::sign_in(edges, number).await?);
        }
        let first = readers.first_mut().context("there are readers")?;
        let community = first.liveliest_community().await?;
        let threads = first.list(&format!("/api/communities/{community}/threads")).await?;
        let thread = threads.first().and_then(|thread| thread["id"].as_str());
        let posts = format!(
            "/api/communities/{community}/threads/{}/posts",
            thread.context("the community has a thread")?
        );
        let mut load = Self { shared: Arc::default(), clients: JoinSet::new() };
        for writer in 0..WRITERS {
            let mut members = Vec::new();
            for number in 0..MEMBERS_PER_WRITER {
                let number = READERS + writer * MEMBERS_PER_WRITER + number;
                members.push(Client::sign_in(edges, number).await?);
            }
            load.clients.spawn(write_posts(load.shared.clone(), members, posts.clone()));
        }
        for reader in readers {
            load.clients.spawn(read_pages(load.shared.clone(), reader, posts.clone()));
        }
        Ok(load)
    }

    pub fn counts(&self) -> Counts {
        let number = |count: &AtomicUsize| count.load(Ordering::Relaxed);
        Counts {
            requests: number(&self.shared.requests),
            failed: number(&self.shared.failed),
            retried: number(&self.shared.retried),
            acknowledged: lock(&self.shared.acknowledged).len(),
        }
    }

    /// Allows clients further attempts, as after the crash of an edge; otherwise the first must succeed.
    pub fn allow_retries(&self, is_allowed: bool) {
        self.shared.is_patient.store(is_allowed, Ordering::Relaxed);
    }

    pub fn take_examples(&self) -> Vec<String> {
        std::mem::take(&mut *lock(&self.shared.examples))
    }

    /// Compares the acknowledged writes with the database; returns how many are lost and doubled.
    pub async fn compare_writes(&self, servers: &DataServers) -> Result<(usize, usize)> {
        let acknowledged = lock(&self.shared.acknowledged).clone();
        let sql = "SELECT content, count(*) FROM posts WHERE content LIKE 'cluster write %' \
                   GROUP BY content;";
        let stored = servers.sql(sql).await?;
        let stored: BTreeMap<&str, &str> =
            stored.lines().filter_map(|line| line.rsplit_once('|')).collect();
        let lost = acknowledged.iter().filter(|content| !stored.contains_key(content.as_str()));
        let doubled = stored.values().filter(|count| **count != "1").count();
        Ok((lost.count(), doubled))
    }

    /// Finishes the open requests and stops.
    pub async fn stop(&mut self) {
        self.shared.is_stopped.store(true, Ordering::Relaxed);
        while self.clients.join_next().await.is_some() {}
    }
}

async fn read_pages(shared: Arc<Shared>, mut client: Client, posts: String) {
    let paths =
        ["/", "/api/me", &format!("{posts}?limit=20"), "/api/communities?scope=mine&limit=20"];
    let mut pace = interval(READ_INTERVAL);
    pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
    for path in paths.iter().cycle() {
        if shared.is_stopped.load(Ordering::Relaxed) {
            return;
        }
        pace.tick().await;
        let request = client.request(Request::get(path), !path.starts_with("/api"));
        shared.perform(&mut client, &request).await;
    }
}

async fn write_posts(shared: Arc<Shared>, mut members: Vec<Client>, posts: String) {
    let mut pace = interval(WRITE_INTERVAL);
    pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
    for index in (0..members.len()).cycle() {
        if shared.is_stopped.load(Ordering::Relaxed) {
            return;
        }
        pace.tick().await;
        let Some(member) = members.get_mut(index) else { return };
        let number = shared.next_write.fetch_add(1, Ordering::Relaxed);
        let content = format!("cluster write {number}");
        let request = Request::post(&posts, json!({ "content": content }).to_string())
            .header("idempotency-key", format!("00000000-0000-4000-8000-{number:012}"));
        let request = member.request(request, false);
        if shared.perform(member, &request).await {
            lock(&shared.acknowledged).push(content);
        }
    }
}

impl Shared {
    /// Sends a request and counts it. Returns whether it succeeded.
    async fn perform(&self, client: &mut Client, request: &Request) -> bool {
        self.requests.fetch_add(1, Ordering::Relaxed);
        let mut failure = String::new();
        for attempt in 0..ATTEMPTS {
            if attempt > 0 {
                if !self.is_patient.load(Ordering::Relaxed) {
                    break;
                }
                sleep(PAUSE).await;
            }
            match client.send(request).await {
                Ok(answer) if answer.status < 400 => {
                    self.retried.fetch_add(usize::from(attempt > 0), Ordering::Relaxed);
                    return true;
                }
                Ok(answer) => {
                    let body = String::from_utf8_lossy(&answer.body).into_owned();
                    failure = format!("{} {body:.200}", answer.status);
                    if answer.status < 500 {
                        break;
                    }
                }
                Err(error) => failure = format!("{error:#}"),
            }
        }
        self.failed.fetch_add(1, Ordering::Relaxed);
        let mut examples = lock(&self.examples);
        if examples.len() < EXAMPLES {
            examples.push(format!("{}: {failure}", request.describe()));
        }
        false
    }
}

impl Client {
    /// Signs in a member that bench/sql/people.sql creates: two requests, as in the web client.
    async fn sign_in(edges: &watch::Receiver<Vec<SocketAddr>>, number: usize) -> Result<Self> {
        let mut client = Self {
            edges: edges.clone(),
            connection: None,
            next: number,
            network: format!("198.51.{}.{}", number / 250, number % 250 + 1),
            cookies: String::new(),
        };
        let email = format!("bench{}@demo.test", number + 1);
        let body = json!({ "email": email, "password": PASSWORD });
        let login = client.post("/api/identity/login", &body).await?;
        let body = json!({ "idToken": login["idToken"] });
        client.post("/api/usersSignin", &body).await?;
        Ok(client)
    }

    async fn post(&mut self, path: &str, body: &Value) -> Result<Value> {
        let request = self.request(Request::post(path, body.to_string()), false);
        let answer = self.send(&request).await?;
        let text = String::from_utf8_lossy(&answer.body);
        ensure!(answer.status < 300, "{path}: {} {text}", answer.status);
        let pairs = answer.cookies.iter().filter_map(|cookie| cookie.split(';').next());
        let pairs: Vec<&str> = pairs.filter(|pair| !pair.ends_with('=')).collect();
        self.cookies = pairs.join("; ");
        serde_json::from_slice(&answer.body).context("the response is JSON")
    }

    async fn list(&mut self, path: &str) -> Result<Vec<Value>> {
        let request = self.request(Request::get(path), false);
        let answer = self.send(&request).await?;
        ensure!(answer.status == 200, "{path}: {}", answer.status);
        let page: Value = serde_json::from_slice(&answer.body)?;
        Ok(page["items"].as_array().cloned().unwrap_or_default())
    }

    async fn liveliest_community(&mut self) -> Result<String> {
        let mine = self.list("/api/communities?scope=mine&limit=20").await?;
        let active = mine.iter().filter(|community| community["status"] == "active");
        let liveliest = active.max_by_key(|community| community["totalPosts"].as_u64());
        let id = liveliest.and_then(|community| community["id"].as_str());
        id.map(str::to_owned).context("a member has a community")
    }

    /// Adds the headers of a browser.
    fn request(&self, request: Request, is_page: bool) -> Request {
        let request = request.header("x-forwarded-for", &self.network);
        let request =
            if self.cookies.is_empty() { request } else { request.header("cookie", &self.cookies) };
        if is_page {
            let page = request.header("accept", "text/html").header("sec-fetch-mode", "navigate");
            page.header("sec-fetch-dest", "document")
        } else {
            request.header("x-guildhall", "1").header("sec-fetch-site", "same-origin")
        }
    }

    /// Sends a request on its connection, or on a new one to the next ready edge.
    async fn send(&mut self, request: &Request) -> Result<Answer> {
        let mut connection = match self.connection.take() {
            Some(open) if open.is_usable() => open,
            _ => {
                let edges = self.edges.borrow().clone();
                ensure!(!edges.is_empty(), "no edge is ready");
                self.next = (self.next + 1) % edges.len();
                let edge = *edges.get(self.next).context("an edge")?;
                let opening = timeout(TIMEOUT, Connection::open(edge)).await;
                opening
                    .context("connecting timed out")?
                    .with_context(|| format!("connect to {edge}"))?
            }
        };
        let answer = timeout(TIMEOUT, connection.exchange(request, HOST)).await;
        let answer = answer.context("no response in time")?.context("the connection broke")?;
        self.connection = Some(connection);
        Ok(answer)
    }
}
