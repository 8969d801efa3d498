//! Bus: wake-ups between tasks and processes.
//!
//! A message only asks listeners to look again; it is not a source of data. Anything that must not
//! be lost is a row in the database, and a listener that receives [`BusMessage::Lagged`] reads it
//! there. Within one process the bus is a broadcast channel; with Redis it also reaches the other
//! processes. Publishing never waits and never fails: while Redis is unavailable, the messages
//! reach this process only, and the others are notified of the gap afterwards.

use crate::random;
use crate::telemetry::{BUS_DROPPED, REDIS_AVAILABLE};
use bytes::Bytes;
use futures::StreamExt;
use metrics::{counter, gauge};
use redis::{AsyncCommands, Client, RedisError, RedisResult};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{broadcast, mpsc, watch};
use tokio_util::sync::{CancellationToken, DropGuard};

/// Number of messages that a slow listener may lag behind before it gets `Lagged`.
const BACKLOG: usize = 1024;
/// Channel that announces lost messages.
const GAP_MESSAGE: &str = "gap";
/// Time for which [`Bus::redis`] waits for the first subscription.
const FIRST_SUBSCRIPTION: Duration = Duration::from_secs(2);
const RETRY_FIRST: Duration = Duration::from_millis(100);
const RETRY_MAX: Duration = Duration::from_secs(5);
/// Length of the sender's process id before the payload.
const SENDER_BYTES: usize = 16;

/// Timeout of [`ping`] for a connection and for its answer.
const PING_TIMEOUT: Duration = Duration::from_secs(5);

/// Connects to Redis once, and asks for an answer. Changes nothing.
///
/// # Errors
/// The address is invalid, or Redis refuses or does not answer.
pub async fn ping(url: &str) -> RedisResult<()> {
    let settings = redis::AsyncConnectionConfig::new()
        .set_connection_timeout(Some(PING_TIMEOUT))
        .set_response_timeout(Some(PING_TIMEOUT));
    let client = Client::open(url)?;
    let mut connection = client.get_multiplexed_async_connection_with_config(&settings).await?;
    redis::cmd("PING").query_async(&mut connection).await
}

/// Message to a listener.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BusMessage {
    /// A published payload.
    Payload(Bytes),
    /// Messages were lost: read the data again.
    Lagged,
}

/// Publishes and subscribes to named channels. Clones share the bus.
#[derive(Clone)]
pub struct Bus {
    local: Arc<LocalBus>,
    remote: Option<Arc<RedisBus>>,
}

impl std::fmt::Debug for Bus {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.remote.is_some() { "Bus(redis)" } else { "Bus(in process)" })
    }
}

/// A subscription.
#[derive(Debug)]
pub struct BusReceiver {
    inner: broadcast::Receiver<BusMessage>,
    // Keeps the sender alive: waiting on a dropped bus then blocks instead of spinning.
    _local: Arc<LocalBus>,
}

#[derive(Debug, Default)]
struct LocalBus {
    channels: Mutex<HashMap<String, broadcast::Sender<BusMessage>>>,
}

struct RedisBus {
    outgoing: mpsc::Sender<(String, Bytes)>,
    overflowed: Arc<AtomicBool>,
    sender: [u8; SENDER_BYTES],
    _stop: DropGuard,
}

impl Bus {
    /// Creates a bus for a single process.
    #[must_use]
    pub fn in_process() -> Self {
        Self { local: Arc::default(), remote: None }
    }

    /// Creates a bus that also reaches the other processes on this Redis with the same `prefix`. If
    /// Redis is unavailable, the bus works locally and connects later.
    ///
    /// # Errors
    /// Only if the address is invalid.
    pub async fn redis(url: &str, prefix: &str) -> Result<Self, RedisError> {
        let client = Client::open(url)?;
        let local = Arc::<LocalBus>::default();
        let sender: [u8; SENDER_BYTES] = random::random_bytes();
        let stop = CancellationToken::new();
        let (outgoing, queue) = mpsc::channel(BACKLOG);
        let overflowed = Arc::new(AtomicBool::new(false));
        let (ready, mut subscribed) = watch::channel(false);
        let listener = Listener {
            client: client.clone(),
            local: local.clone(),
            prefix: prefix.to_owned(),
            sender,
            ready,
        };
        let publisher = Publisher {
            client,
            queue,
            prefix: prefix.to_owned(),
            sender,
            overflowed: overflowed.clone(),
        };
        tokio::spawn(stop.clone().run_until_cancelled_owned(listener.run()));
        tokio::spawn(stop.clone().run_until_cancelled_owned(publisher.run()));
        let first = subscribed.wait_for(|subscribed| *subscribed);
        if tokio::time::timeout(FIRST_SUBSCRIPTION, first).await.is_err() {
            tracing::warn!("Redis does not answer; the bus reaches this process only");
        }
        let remote = RedisBus { outgoing, overflowed, sender, _stop: stop.drop_guard() };
        Ok(Self { local, remote: Some(Arc::new(remote)) })
    }

    /// Publishes to every listener of `channel`. Never waits for Redis.
    pub async fn publish(&self, channel: &str, payload: Bytes) {
        let Some(remote) = &self.remote else {
            self.local.deliver_message(channel, BusMessage::Payload(payload));
            return;
        };
        let mut tagged = Vec::with_capacity(SENDER_BYTES + payload.len());
        tagged.extend_from_slice(&remote.sender);
        tagged.extend_from_slice(&payload);
        self.local.deliver_message(channel, BusMessage::Payload(payload));
        if remote.outgoing.try_send((channel.to_owned(), tagged.into())).is_err() {
            remote.overflowed.store(true, Ordering::Relaxed);
            counter!(BUS_DROPPED).increment(1);
        }
    }

    /// Subscribes to `channel`.
    pub async fn subscribe(&self, channel: &str) -> BusReceiver {
        let inner = self.local.channel_sender(channel).subscribe();
        BusReceiver { inner, _local: self.local.clone() }
    }
}

impl BusReceiver {
    /// Waits for the next message. Cancellation-safe.
    pub async fn receive_message(&mut self) -> BusMessage {
        match self.inner.recv().await {
            Ok(message) => message,
            Err(broadcast::error::RecvError::Lagged(_)) => BusMessage::Lagged,
            Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
        }
    }
}

impl BusReceiver {
    /// Drops the messages that wait already.
    pub fn discard_waiting(&mut self) {
        self.inner = self.inner.resubscribe();
    }
}

impl LocalBus {
    fn channel_sender(&self, name: &str) -> broadcast::Sender<BusMessage> {
        let mut channels = self.channels.lock().unwrap_or_else(PoisonError::into_inner);
        channels.entry(name.to_owned()).or_insert_with(|| broadcast::channel(BACKLOG).0).clone()
    }

    fn deliver_message(&self, name: &str, message: BusMessage) {
        // A channel without listeners is no error.
        let _ = self.channel_sender(name).send(message);
    }

    fn deliver_all(&self, message: &BusMessage) {
        let channels = self.channels.lock().unwrap_or_else(PoisonError::into_inner);
        for channel in channels.values() {
            let _ = channel.send(message.clone());
        }
    }
}

/// Receives the messages of other processes.
struct Listener {
    client: Client,
    local: Arc<LocalBus>,
    prefix: String,
    sender: [u8; SENDER_BYTES],
    ready: watch::Sender<bool>,
}

impl Listener {
    async fn run(self) {
        let mut pause = RETRY_FIRST;
        loop {
            let heard_from = *self.ready.borrow();
            let ended = self.listen().await;
            show_available(false);
            match ended {
                Ok(()) => tracing::warn!("the bus lost its connection to Redis"),
                Err(error) => tracing::warn!(%error, "the bus failed to subscribe to Redis"),
            }
            if *self.ready.borrow() && !heard_from {
                pause = RETRY_FIRST;
            }
            self.ready.send_replace(false);
            pause = wait_and_double(pause).await;
        }
    }

    /// Receives until the connection ends. One pattern covers all channels, so that subscribing
    /// never waits for Redis.
    async fn listen(&self) -> RedisResult<()> {
        let mut connection = self.client.get_async_pubsub().await?;
        connection.psubscribe(format!("{}*", escape_pattern(&self.prefix))).await?;
        // Messages may have been missed between the last connection and this one.
        self.local.deliver_all(&BusMessage::Lagged);
        self.ready.send_replace(true);
        show_available(true);
        let mut messages = connection.into_on_message();
        while let Some(message) = messages.next().await {
            let payload: &[u8] = message.get_payload_bytes();
            if let Some(name) = message.get_channel_name().strip_prefix(&self.prefix) {
                self.deliver_remote(name, payload);
            }
        }
        Ok(())
    }

    fn deliver_remote(&self, name: &str, tagged: &[u8]) {
        let Some((sender, payload)) = tagged.split_at_checked(SENDER_BYTES) else { return };
        if sender == self.sender {
            return;
        }
        if name == GAP_MESSAGE {
            self.local.deliver_all(&BusMessage::Lagged);
        } else {
            self.local.deliver_message(name, BusMessage::Payload(Bytes::copy_from_slice(payload)));
        }
    }
}

/// Sends messages to other processes.
struct Publisher {
    client: Client,
    queue: mpsc::Receiver<(String, Bytes)>,
    prefix: String,
    sender: [u8; SENDER_BYTES],
    overflowed: Arc<AtomicBool>,
}

impl Publisher {
    async fn run(mut self) {
        let mut pause = RETRY_FIRST;
        loop {
            let Err(error) = self.send_pending(&mut pause).await else { return };
            tracing::warn!(%error, "the bus failed to publish to Redis");
            // The current message is lost; the gap notification tells the listeners.
            self.overflowed.store(true, Ordering::Relaxed);
            pause = wait_and_double(pause).await;
        }
    }

    /// Sends until the connection fails or the bus is dropped.
    async fn send_pending(&mut self, pause: &mut Duration) -> RedisResult<()> {
        let mut connection = self.client.get_multiplexed_async_connection().await?;
        loop {
            if self.overflowed.swap(false, Ordering::Relaxed) {
                let told: RedisResult<()> = connection
                    .publish(format!("{}{GAP_MESSAGE}", self.prefix), &self.sender[..])
                    .await;
                told.inspect_err(|_| self.overflowed.store(true, Ordering::Relaxed))?;
                *pause = RETRY_FIRST;
            }
            let Some((channel, payload)) = self.queue.recv().await else { return Ok(()) };
            let () = connection.publish(format!("{}{channel}", self.prefix), &payload[..]).await?;
            *pause = RETRY_FIRST;
        }
    }
}

fn show_available(is_available: bool) {
    gauge!(REDIS_AVAILABLE, "use" => "bus").set(f64::from(u8::from(is_available)));
}

/// Waits with random jitter, so that many processes do not reconnect at the same time.
async fn wait_and_double(pause: Duration) -> Duration {
    let jitter = random::random_between(0.5..1.0);
    tokio::time::sleep(pause.mul_f64(jitter)).await;
    (pause * 2).min(RETRY_MAX)
}

/// Escapes the special characters of Redis patterns.
fn escape_pattern(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '*' | '?' | '[' | ']' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
