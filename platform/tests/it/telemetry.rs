use axum::body::{Body, to_bytes};
use axum::http::Request;
use opentelemetry::trace::{TraceContextExt, TracerProvider};
use opentelemetry_sdk::trace::{Sampler, SdkTracerProvider};
use platform::config::LogFormat;
use platform::telemetry;
use std::io::Write;
use std::sync::{Arc, Mutex};
use tower::ServiceExt;
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::layer::SubscriberExt;

#[tokio::test]
async fn metrics_are_served_on_the_admin_listener() {
    let router = telemetry::metrics_router(None);
    metrics::counter!(telemetry::JOBS_RUN, "kind" => "test", "outcome" => "done").increment(3);
    metrics::histogram!(telemetry::JOB_SECONDS, "kind" => "test").record(0.02);
    let asked = Request::get("/metrics").body(Body::empty()).unwrap();
    let answer = router.oneshot(asked).await.unwrap();
    let bytes = to_bytes(answer.into_body(), 1 << 20).await.unwrap();
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    assert!(text.contains("guildhall_jobs_total{kind=\"test\",outcome=\"done\"} 3"), "{text}");
    assert!(
        text.contains("guildhall_job_duration_seconds_bucket{kind=\"test\",le=\"0.025\"} 1"),
        "{text}"
    );
}

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn json_log_has_one_object_per_line() {
    let lines = Lines::default();
    let to = lines.clone();
    let layer = telemetry::lines(LogFormat::Json, false, move || to.clone());
    tracing::subscriber::with_default(tracing_subscriber::registry().with(layer), || {
        let _span = tracing::info_span!("job", job.id = "0192").entered();
        tracing::info!(attempts = 2, "job 0192 was done");
    });
    let bytes = lines.0.lock().unwrap().clone();
    let line: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
    assert_eq!(line["message"], "job 0192 was done");
    assert_eq!(line["attempts"], 2);
    assert_eq!(line["span"]["job.id"], "0192");
}

/// Lines that one log event produces within a span of a trace.
fn line_within_trace(format: LogFormat, is_sampled: bool) -> (String, String) {
    let lines = Lines::default();
    let to = lines.clone();
    let sampler = if is_sampled { Sampler::AlwaysOn } else { Sampler::AlwaysOff };
    let provider = SdkTracerProvider::builder().with_sampler(sampler).build();
    let traces = tracing_opentelemetry::layer().with_tracer(provider.tracer("test"));
    let logs = telemetry::lines(format, false, move || to.clone());
    telemetry::spans::enable();
    let mut trace_id = String::new();
    tracing::subscriber::with_default(
        tracing_subscriber::registry().with(logs).with(traces),
        || {
            let span = tracing::info_span!("job");
            let _entered = span.enter();
            trace_id = span.context().span().span_context().trace_id().to_string();
            tracing::info!("done");
        },
    );
    let bytes = lines.0.lock().unwrap().clone();
    (String::from_utf8(bytes).unwrap(), trace_id)
}

#[test]
fn log_lines_carry_the_trace_id_only_within_a_sampled_trace() {
    let (line, trace_id) = line_within_trace(LogFormat::Json, true);
    let line: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert_eq!(
        (line["message"].as_str(), line["trace_id"].as_str()),
        (Some("done"), Some(trace_id.as_str()))
    );
    let (line, trace_id) = line_within_trace(LogFormat::Pretty, true);
    assert!(line.ends_with(&format!("done trace_id={trace_id}\n")), "{line}");
    for format in [LogFormat::Json, LogFormat::Pretty] {
        let (line, _) = line_within_trace(format, false);
        assert!(!line.contains("trace_id"), "{line}");
    }
}
