//! Open streams, and the delivery time of a post to all of them.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::load::percentiles;
use crate::report::FanOut;
use crate::world::World;

const POSTS: usize = 50;
const BETWEEN: Duration = Duration::from_millis(200);
const PATIENCE: Duration = Duration::from_secs(30);

/// A received event: the id of the post, and the time.
type Heard = (String, Instant);

/// Measures the delivery with `windows` streams per member.
pub async fn fan_out(
    world: &Arc<World>,
    windows: usize,
    resident: impl Fn() -> Result<u64>,
) -> Result<FanOut> {
    let (sender, receiver) = unbounded_channel();
    let open = Arc::new(AtomicUsize::new(0));
    let mut readers = tokio::task::JoinSet::new();
    for client in std::iter::repeat_n(&world.members, windows).flatten() {
        let body = client.stream("/api/live").await.context("open a stream")?;
        readers.spawn(read(body, sender.clone(), Arc::clone(&open)));
    }
    drop(sender);
    let streams = world.members.len() * windows;
    wait_until(|| open.load(Ordering::Relaxed) == streams).await;
    let resident_mib = resident()?;

    let mut written = HashMap::new();
    for number in 0..POSTS {
        // The rate limit is five posts a minute, so each post has another author.
        let post = world.post(number, 0, &format!("Heard by everyone, {number}.")).await?;
        written.insert(post, Instant::now());
        tokio::time::sleep(BETWEEN).await;
    }
    let mut delays = gather(receiver, &written, POSTS * streams).await;
    readers.shutdown().await;
    let heard = delays.len();
    let (p50, p99) = percentiles(&mut delays);
    Ok(FanOut { streams, posts: POSTS, heard, p50, p99, resident_mib })
}

async fn wait_until(done: impl Fn() -> bool) {
    let until = Instant::now() + PATIENCE;
    while !done() && Instant::now() < until {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn gather(
    mut receiver: UnboundedReceiver<Heard>,
    written: &HashMap<String, Instant>,
    expected: usize,
) -> Vec<Duration> {
    let mut delays = Vec::with_capacity(expected);
    while delays.len() < expected {
        let Ok(Some((post, at))) = tokio::time::timeout(PATIENCE, receiver.recv()).await else {
            break;
        };
        // An event may arrive before the author's response; that counts as zero.
        if let Some(answered) = written.get(&post) {
            delays.push(at.saturating_duration_since(*answered));
        }
    }
    delays
}

async fn read(mut body: Incoming, heard: UnboundedSender<Heard>, open: Arc<AtomicUsize>) {
    let mut begun = false;
    let mut kept = String::new();
    while let Some(Ok(frame)) = body.frame().await {
        let now = Instant::now();
        let Ok(data) = frame.into_data() else { continue };
        if !begun {
            begun = true;
            open.fetch_add(1, Ordering::Relaxed);
        }
        kept.push_str(&String::from_utf8_lossy(&data));
        while let Some((event, rest)) = kept.split_once("\n\n") {
            if let Some(post) = post_created(event)
                && heard.send((post, now)).is_err()
            {
                return;
            }
            kept = rest.to_owned();
        }
    }
}

/// Returns the id of the post if the event reports a new one.
fn post_created(event: &str) -> Option<String> {
    let data = event.lines().find_map(|line| line.strip_prefix("data:"))?;
    let fact: serde_json::Value = serde_json::from_str(data.trim()).ok()?;
    (fact["type"] == "post.created").then(|| fact["post"]["id"].as_str().map(str::to_owned))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognises_events_of_new_posts() {
        let event = "id: 7\ndata: {\"type\":\"post.created\",\"post\":{\"id\":\"ab\"}}";
        assert_eq!(post_created(event).as_deref(), Some("ab"));
        assert_eq!(post_created("data: {\"type\":\"hello\",\"cursor\":1}"), None);
    }
}
