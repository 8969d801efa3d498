//! Cost of the metrics and of disabled traces per request, in nanoseconds:
//! `cargo run --release -p platform --example request_metrics_cost`.
#![expect(clippy::print_stdout, reason = "the result of this program is its output")]

use platform::telemetry::{DB_SECONDS, HTTP_REQUESTS, HTTP_SECONDS, recorder, spans};
use std::hint::black_box;
use std::time::{Duration, Instant};
use wire::metrics::{RequestLabels, RequestSeries};

const ROUNDS: u32 = 1_000_000;
const ROUTES: [&str; 3] = ["/api/me", "/api/communities/{id}", "/api/communities/{id}/threads"];

fn main() {
    recorder();
    let series = RequestSeries::new(HTTP_REQUESTS, HTTP_SECONDS);
    let labels = RequestLabels::new("GET", 200, "main");
    measure("counter and histogram of a request", |round| {
        let route = ROUTES[round as usize % ROUTES.len()];
        series.record(black_box(route), labels, Duration::from_micros(u64::from(round % 5_000)));
    });
    measure("histogram of a statement", |round| {
        metrics::histogram!(DB_SECONDS).record(f64::from(round % 100) / 10_000.0);
    });
    measure("check for a sampled trace, without a collector", |_| {
        black_box(spans::is_sampled());
    });
}

fn measure(name: &str, mut work: impl FnMut(u32)) {
    let begun = Instant::now();
    for round in 0..ROUNDS {
        work(round);
        if round % 10_000 == 0 {
            // Observations wait in memory until the recorder sorts them into buckets.
            recorder().run_upkeep();
        }
    }
    println!("{name}: {:.0} ns", begun.elapsed().as_nanos() as f64 / f64::from(ROUNDS));
}
