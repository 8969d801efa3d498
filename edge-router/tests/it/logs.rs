//! Contents of the edge's access log.

use crate::kit::{ASHCOMBE, World, get_request, in_process, over_http, table};
use axum::body::Body;
use std::io::Write;
use std::sync::{Arc, Mutex};
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt::MakeWriter;

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

impl<'w> MakeWriter<'w> for Lines {
    type Writer = Self;

    fn make_writer(&'w self) -> Self {
        self.clone()
    }
}

#[tokio::test]
async fn request_log_line_has_no_query_cookie_or_token() {
    let lines = Lines::default();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(LevelFilter::DEBUG)
        .with_ansi(false)
        .with_writer(lines.clone())
        .finish();
    let _guard = tracing::subscriber::set_default(subscriber);
    let secret = "c4n4ry";
    for runtime in [in_process("runtime"), over_http("runtime").await] {
        let world = World::with(table(1), runtime, in_process("control"), |_| {});
        for path in ["/api/me", "/verify-email", "/transfer/start"] {
            let request = get_request(ASHCOMBE, &format!("{path}?token={secret}"))
                .header("cookie", format!("csst=v1.{secret}"))
                .header("authorization", format!("Bearer {secret}"));
            let reply = world.send(request.body(Body::empty()).unwrap()).await;
            assert_eq!(reply.status, 200);
            let written = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
            let id = reply.header("x-request-id");
            let line = written.lines().find(|line| line.contains(id)).unwrap();
            for fact in ["access", "tenant=\"ashcombe\"", "method=GET", path, "status=200"] {
                assert!(line.contains(fact), "{fact} in {line}");
            }
        }
    }
    let written = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
    assert!(!written.contains(secret), "{written}");
    assert_eq!(written.lines().filter(|line| line.contains(" access:")).count(), 6, "{written}");
}
