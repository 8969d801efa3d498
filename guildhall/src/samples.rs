//! Metrics that are read when they are requested: the connection pool, the outbox and the jobs.

use futures::FutureExt;
use platform::telemetry::Sampling;
use platform::{Services, events, jobs};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::time::timeout;

/// Timeout of the statements, so that metrics stay available while the database is not.
const STATEMENTS_TIMEOUT: Duration = Duration::from_secs(2);

/// Sampling of a process that has services once it has started.
pub fn sampling(services: Arc<OnceLock<Services>>) -> Sampling {
    Arc::new(move || {
        let services = services.get().cloned();
        async move {
            if let Some(services) = services {
                sample(&services).await;
            }
        }
        .boxed()
    })
}

async fn sample(services: &Services) {
    services.measure_pool();
    let reading = async {
        events::measure(services).await?;
        jobs::measure(services).await
    };
    match timeout(STATEMENTS_TIMEOUT, reading).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => {
            tracing::debug!(cause = %error, "failed to read the metrics of outbox and jobs");
        }
        Err(_) => tracing::debug!("reading the metrics of outbox and jobs timed out"),
    }
}
