//! The process's metrics, and the endpoint that shows them.

use super::{BUILD_INFO, RUNTIME_DELAY_SECONDS, RUNTIME_TASKS, process};
use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;
use futures::future::BoxFuture;
use metrics::{gauge, histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::time::{Instant, MissedTickBehavior, interval};
use wire::metrics::{ALL, MetricKind, describe_all};

const UPKEEP_EVERY: Duration = Duration::from_secs(5);
/// Interval of the task that measures how late tasks run.
const WAKE_EVERY: Duration = Duration::from_secs(1);
/// Version control revision of the build, set by the build of the image.
const REVISION: Option<&str> = option_env!("GUILDHALL_REVISION");

/// Returns the process's recorder, starting it if necessary.
///
/// Without a Tokio runtime old samples are not compacted.
pub fn recorder() -> &'static PrometheusHandle {
    static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
    HANDLE.get_or_init(|| {
        let recorder = with_buckets(PrometheusBuilder::new()).build_recorder();
        let handle = recorder.handle();
        if metrics::set_global_recorder(recorder).is_err() {
            tracing::warn!("a metrics recorder is already installed; /metrics stays empty");
        }
        describe_all();
        let revision = REVISION.unwrap_or("unknown");
        gauge!(BUILD_INFO, "version" => env!("CARGO_PKG_VERSION"), "revision" => revision).set(1.0);
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(maintain(handle.clone()));
            runtime.spawn(measure_delay());
        }
        handle
    })
}

fn with_buckets(builder: PrometheusBuilder) -> PrometheusBuilder {
    let histograms = ALL.iter().filter(|metric| metric.kind == MetricKind::Histogram);
    histograms.fold(builder, |builder, metric| {
        let name = Matcher::Full(metric.name.to_owned());
        // Fails only for an empty list of bounds.
        builder.set_buckets_for_metric(name, metric.buckets()).unwrap_or_default()
    })
}

async fn maintain(handle: PrometheusHandle) {
    let mut ticks = interval(UPKEEP_EVERY);
    loop {
        ticks.tick().await;
        handle.run_upkeep();
    }
}

/// Measures how late a task runs. A process with too much work, or with a blocking call on a worker
/// thread, wakes its tasks late.
async fn measure_delay() {
    let mut ticks = interval(WAKE_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let due = ticks.tick().await;
        histogram!(RUNTIME_DELAY_SECONDS).record(Instant::now().duration_since(due).as_secs_f64());
    }
}

/// Updates metrics that are read only when they are requested.
pub type Sampling = Arc<dyn Fn() -> BoxFuture<'static, ()> + Send + Sync>;

/// Router of `GET /metrics`, for the admin listener. Each request runs `sampling` first.
pub fn metrics_router(sampling: Option<Sampling>) -> Router {
    let handle = recorder();
    let show = move || {
        let sampling = sampling.clone();
        async move {
            if let Some(sampling) = &sampling {
                sampling().await;
            }
            if let Ok(runtime) = Handle::try_current() {
                #[expect(clippy::cast_precision_loss, reason = "a number of tasks is small")]
                gauge!(RUNTIME_TASKS).set(runtime.metrics().num_alive_tasks() as f64);
            }
            let page = handle.render() + &process::render();
            ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], page)
        }
    };
    Router::new().route("/metrics", get(show))
}
