//! Ten thousand open streams over a thousand topics, at a thousand events per second: delay from
//! the commit to the delivery, and CPU time of events for other topics. `BENCH_ONLY_STREAMS=1
//! scripts/bench.sh`.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, ensure};
use bytes::Bytes;
use http_body_util::BodyExt;
use hyper::body::Incoming;
use platform::bus::Bus;
use platform::events::WAKE_CHANNEL;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinSet;
use tokio::time::{interval, sleep, timeout};

use crate::event_writer::EventWriter;
use crate::load::percentiles;
use crate::postgres::Postgres;
use crate::product::{Product, free_port};
use crate::report::{format_duration, yes};
use crate::say;
use crate::world::{self, MEMBERS, World};

/// Streams of each member. A member is a topic.
const WINDOWS: usize = 10;
const BATCHES_PER_SECOND: usize = 100;
const BATCH: usize = 10;
/// Length of each measurement.
const PHASE: Duration = Duration::from_secs(20);
/// Time in which the product becomes idle.
const SETTLE: Duration = Duration::from_secs(5);
/// Maximum wait for the last events.
const TIMEOUT: Duration = Duration::from_secs(30);
/// Limit of the delay of 99 % of all deliveries.
const DELAY_GOAL: Duration = Duration::from_millis(250);
/// Limit of the CPU time of one stream for one event that it does not follow, in microseconds.
const CPU_GOAL_US: f64 = 0.02;
/// Topics of the members, and as many without a stream.
const FOLLOWED: Range<usize> = 0..MEMBERS;
const UNFOLLOWED: Range<usize> = MEMBERS..2 * MEMBERS;

/// CPU time of the product during a phase.
#[derive(Debug)]
struct PhaseResult {
    events: usize,
    per_second: f64,
    cpu: Duration,
}

#[derive(Debug)]
struct StreamsResult {
    deliveries: usize,
    expected: usize,
    p50: Duration,
    p99: Duration,
    delivery: PhaseResult,
    unfollowed: PhaseResult,
    /// CPU time of one stream for one event that it does not follow, in microseconds.
    unfollowed_us: f64,
    resident_mib: u64,
}

/// Runs the whole measurement; returns a section of the results.
pub async fn measure(
    binary: &Path,
    postgres: &Postgres,
    settings: &[(&'static str, String)],
) -> Result<String> {
    let port = free_port().await?;
    let up = ["up", "--demo", "--port", &port.to_string()];
    let product = Product::start(binary, &up, settings, port).await?;
    world::people(postgres).await?;
    let (members, _) = world::sign_in_all(&product.target).await?;
    let world = World::explore(members).await?;
    let redis = settings.iter().find(|(name, _)| *name == "GUILDHALL_REDIS__URL");
    let (_, redis) = redis.context("the product uses Redis")?;
    let bus = Bus::redis(redis, "guildhall").await?;
    let writer = EventWriter::start(postgres).await?;
    let mut bench = StreamsBench { product, world, bus, writer };
    let section = to_section(&bench.run().await?);
    // Before the stop, which can fail while the last events are still being written.
    say(&section);
    bench.product.stop().await?;
    Ok(section)
}

struct StreamsBench {
    product: Product,
    world: World,
    bus: Bus,
    writer: EventWriter,
}

impl StreamsBench {
    async fn run(&mut self) -> Result<StreamsResult> {
        sleep(SETTLE).await;
        let alone_idle = self.idle().await?;
        let alone = self.publish(UNFOLLOWED).await?;

        let (sender, mut receiver) = unbounded_channel();
        let mut readers = self.open_streams(&sender).await?;
        sleep(SETTLE).await;
        let resident_mib = self.product.resident_mib()?;
        let idle = self.idle().await?;
        let unfollowed = self.publish(UNFOLLOWED).await?;
        let delivery = self.publish(FOLLOWED).await?;
        let expected = delivery.events * WINDOWS;
        let mut delays = gather(&mut receiver, expected).await;
        readers.shutdown().await;

        let (p50, p99) = percentiles(&mut delays);
        let micros = |phase: &PhaseResult| phase.cpu.as_secs_f64() * 1e6;
        let per_event = |busy: &PhaseResult, idle: &PhaseResult| {
            (micros(busy) - micros(idle)) / busy.events as f64
        };
        let difference = per_event(&unfollowed, &idle) - per_event(&alone, &alone_idle);
        Ok(StreamsResult {
            deliveries: delays.len(),
            expected,
            p50,
            p99,
            delivery,
            unfollowed,
            unfollowed_us: difference / (MEMBERS * WINDOWS) as f64,
            resident_mib,
        })
    }

    async fn idle(&self) -> Result<PhaseResult> {
        let before = self.product.cpu_time()?;
        sleep(PHASE).await;
        let cpu = self.product.cpu_time()? - before;
        Ok(PhaseResult { events: 0, per_second: 0.0, cpu })
    }

    /// Publishes a thousand events a second, in commits of [`BATCH`] events.
    async fn publish(&mut self, topics: Range<usize>) -> Result<PhaseResult> {
        let before = self.product.cpu_time()?;
        let begun = Instant::now();
        let mut pace = interval(Duration::from_secs(1) / u32::try_from(BATCHES_PER_SECOND)?);
        let mut events = 0;
        while begun.elapsed() < PHASE {
            pace.tick().await;
            let first = topics.start + events % topics.len();
            self.writer.write(first..first + BATCH).await?;
            self.bus.publish(WAKE_CHANNEL, Bytes::new()).await;
            events += BATCH;
        }
        let per_second = events as f64 / begun.elapsed().as_secs_f64();
        sleep(Duration::from_millis(200)).await;
        Ok(PhaseResult { events, per_second, cpu: self.product.cpu_time()? - before })
    }

    async fn open_streams(&self, sender: &UnboundedSender<Duration>) -> Result<JoinSet<()>> {
        let open = Arc::new(AtomicUsize::new(0));
        let mut readers = JoinSet::new();
        for client in std::iter::repeat_n(&self.world.members, WINDOWS).flatten() {
            let body = client.stream("/api/live").await.context("open a stream")?;
            readers.spawn(read(body, sender.clone(), Arc::clone(&open)));
        }
        let begun = Instant::now();
        while open.load(Ordering::Relaxed) < MEMBERS * WINDOWS {
            ensure!(begun.elapsed() < TIMEOUT, "streams do not begin");
            sleep(Duration::from_millis(50)).await;
        }
        Ok(readers)
    }
}

async fn gather(receiver: &mut UnboundedReceiver<Duration>, expected: usize) -> Vec<Duration> {
    let mut delays = Vec::with_capacity(expected);
    while delays.len() < expected {
        let Ok(Some(delay)) = timeout(TIMEOUT, receiver.recv()).await else { break };
        delays.push(delay);
    }
    delays
}

/// Reports the delay of each delivered event.
async fn read(mut body: Incoming, delays: UnboundedSender<Duration>, open: Arc<AtomicUsize>) {
    let mut has_begun = false;
    let mut kept = String::new();
    while let Some(Ok(frame)) = body.frame().await {
        let Ok(data) = frame.into_data() else { continue };
        if !has_begun {
            has_begun = true;
            open.fetch_add(1, Ordering::Relaxed);
        }
        kept.push_str(&String::from_utf8_lossy(&data));
        while let Some((event, rest)) = kept.split_once("\n\n") {
            if let Some(delay) = delay_of(event, since_epoch())
                && delays.send(delay).is_err()
            {
                return;
            }
            kept = rest.to_owned();
        }
    }
}

fn since_epoch() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// Delay of an event of this benchmark.
fn delay_of(event: &str, now: Duration) -> Option<Duration> {
    let data = event.lines().find_map(|line| line.strip_prefix("data:"))?;
    let payload: serde_json::Value = serde_json::from_str(data.trim()).ok()?;
    let written = Duration::try_from_secs_f64(payload["writtenAt"].as_f64()?).ok()?;
    Some(now.saturating_sub(written))
}

fn to_section(result: &StreamsResult) -> String {
    let StreamsResult { delivery, unfollowed, .. } = result;
    let is_complete = result.deliveries == result.expected;
    let cpu_share = delivery.cpu.as_secs_f64() / PHASE.as_secs_f64();
    format!(
        "\n## Ten thousand open streams\n\n\
         {MEMBERS} members with {WINDOWS} streams each over HTTP: {} streams over {MEMBERS} topics, in one process.\n\
         Events are committed by another process, {BATCH} in each transaction, and announced through Redis. The\n\
         delay begins when the row is written, before the commit, and ends when the client has read the event.\n\
         The CPU time per stream and unrelated event is that of a thousand events per second for topics without\n\
         a stream, less the same without any open stream, less both when idle.\n\n\
         | what | measured | goal | met |\n|---|---|---|---|\n\
         | events per second, delivered to {WINDOWS} streams each | {:.0} | 1000 | {} |\n\
         | deliveries | {} of {} | all | {} |\n\
         | delay, p50 | {} | – | – |\n\
         | delay, p99 | {} | {} | {} |\n\
         | CPU per stream and unrelated event, at {:.0} events per second | {:.4} µs | {CPU_GOAL_US} µs | {} |\n\
         | CPU of the product meanwhile, in cores | {cpu_share:.2} | – | – |\n\
         | memory with all streams | {} MiB | – | – |\n",
        MEMBERS * WINDOWS,
        delivery.per_second,
        yes(delivery.per_second > 990.0),
        result.deliveries,
        result.expected,
        yes(is_complete),
        format_duration(result.p50),
        format_duration(result.p99),
        format_duration(DELAY_GOAL),
        yes(is_complete && result.p99 < DELAY_GOAL),
        unfollowed.per_second,
        result.unfollowed_us,
        yes(result.unfollowed_us <= CPU_GOAL_US),
        result.resident_mib,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delay_is_read_from_the_payload_and_other_events_have_none() {
        let event = "id: 7\ndata: {\"type\":\"message.created\",\"writtenAt\":100.25}";
        let delay = delay_of(event, Duration::from_millis(100_500));
        assert_eq!(delay, Some(Duration::from_millis(250)));
        assert_eq!(delay_of("data: {\"type\":\"hello\"}", Duration::ZERO), None);
    }
}
