//! Phases of a role's shutdown. After a stop signal a role first reports not ready and still
//! serves, so that balancers and edges stop using it. Then it accepts no more connections, and
//! running requests finish.

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::CONNECTION;
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::Response;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;
use wire::LEAVING_HEADER;

/// Shutdown of a process. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct Shutdown {
    leaving: CancellationToken,
    stopping: CancellationToken,
    stops_at: Arc<OnceLock<Instant>>,
}

impl Shutdown {
    /// A shutdown that SIGTERM or Ctrl-C begins. It stops accepting after `delay`, or at the second
    /// signal.
    #[must_use]
    pub fn on_signal(delay: Duration) -> Self {
        let shutdown = Self::default();
        let begun = shutdown.clone();
        tokio::spawn(async move {
            wait_for_signal().await;
            tracing::info!("stopping; not ready from now on");
            begun.begin(delay, wait_for_signal()).await;
        });
        shutdown
    }

    /// Begins the shutdown, and stops accepting after `delay` or once `hurry` returns.
    async fn begin(&self, delay: Duration, hurry: impl Future<Output = ()>) {
        self.stops_at.get_or_init(|| Instant::now() + delay);
        self.leaving.cancel();
        tokio::select! {
            () = tokio::time::sleep(delay) => {}
            () = hurry => {}
        }
        self.stopping.cancel();
    }

    /// Cancelled when the process must report not ready.
    #[must_use]
    pub const fn leaving(&self) -> &CancellationToken {
        &self.leaving
    }

    /// Cancelled when the process must accept no more connections and end its loops.
    #[must_use]
    pub const fn stopping(&self) -> &CancellationToken {
        &self.stopping
    }

    /// Tells the edge with each response that this process is leaving, and closes the connection.
    pub fn announce_in(&self, router: Router) -> Router {
        router.layer(from_fn_with_state(self.clone(), announce))
    }

    /// Seconds until the process stops accepting, rounded up; `None` before a stop signal.
    fn remaining_s(&self) -> Option<u64> {
        let remaining = self.stops_at.get()?.saturating_duration_since(Instant::now());
        Some(remaining.as_millis().div_ceil(1_000).try_into().unwrap_or(u64::MAX))
    }
}

async fn announce(State(shutdown): State<Shutdown>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let is_switched = response.status() == StatusCode::SWITCHING_PROTOCOLS;
    if let Some(remaining_s) = shutdown.remaining_s().filter(|_| !is_switched) {
        let headers = response.headers_mut();
        headers.insert(LEAVING_HEADER, remaining_s.into());
        headers.insert(CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

async fn wait_for_signal() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else {
        tracing::error!("failed to install the SIGTERM handler");
        return std::future::pending().await;
    };
    tokio::select! {
        _ = terminate.recv() => {}
        interrupted = tokio::signal::ctrl_c() => if interrupted.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
