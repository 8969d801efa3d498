use axum::body::{Body, to_bytes};
use axum::http::Request;
use platform::config::LogFormat;
use platform::telemetry;
use std::io::Write;
use std::sync::{Arc, Mutex};
use tower::ServiceExt;
use tracing_subscriber::layer::SubscriberExt;

#[tokio::test]
async fn metrics_are_served_on_the_admin_listener() {
    let router = telemetry::metrics_router();
    metrics::counter!(telemetry::JOBS_RUN, "kind" => "test", "outcome" => "done").increment(3);
    metrics::histogram!(telemetry::JOB_SECONDS, "kind" => "test").record(0.02);
    let asked = Request::get("/metrics").body(Body::empty()).unwrap();
    let answer = router.oneshot(asked).await.unwrap();
    let bytes = to_bytes(answer.into_body(), 1 << 20).await.unwrap();
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    assert!(text.contains("guildhall_jobs_total{kind=\"test\",outcome=\"done\"} 3"), "{text}");
    assert!(text.contains("guildhall_job_seconds_bucket{kind=\"test\",le=\"0.025\"} 1"), "{text}");
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
