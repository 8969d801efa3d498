//! Probes of the admin listener. `/readyz` answers 200 while the role has everything it needs, and
//! otherwise 503 with the missing parts: `{"ready":false,"missing":[{"part":"…","reason":"…"}]}`.

use super::Shutdown;
use crate::samples::sampling;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;
use axum::{Json, Router};
use futures::FutureExt;
use futures::future::BoxFuture;
use platform::db::{Readiness, SchemaFault};
use platform::{Services, telemetry};
use serde::Serialize;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A part that a role needs and lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct MissingPart {
    /// Name of the part, such as `database`.
    pub part: &'static str,
    /// Reason, such as `storage-full`.
    pub reason: &'static str,
}

/// Checks what a role needs.
pub type HealthCheck = Arc<dyn Fn() -> BoxFuture<'static, Vec<MissingPart>> + Send + Sync>;

/// Health of a process. Clones share it.
#[derive(Clone)]
pub struct Health {
    shutdown: Shutdown,
    check: Arc<Mutex<HealthCheck>>,
    /// Services of the role, once it has some, for its metrics.
    services: Arc<OnceLock<Services>>,
}

/// Body of `/readyz`.
#[derive(Debug, Serialize)]
struct ReadinessReport {
    ready: bool,
    missing: Vec<MissingPart>,
}

impl Health {
    /// Health of a process that has not started its role yet.
    #[must_use]
    pub fn starting(shutdown: Shutdown) -> Self {
        Self {
            shutdown,
            check: Arc::new(Mutex::new(lacks("start", "starting"))),
            services: Arc::default(),
        }
    }

    /// Reports that the start waits, for `reason`.
    pub fn set_waiting(&self, part: &'static str, reason: &'static str) {
        self.set(lacks(part, reason));
    }

    /// Reports the result of `check` from now on.
    pub fn set(&self, check: HealthCheck) {
        *self.check.lock().unwrap_or_else(PoisonError::into_inner) = check;
    }

    /// Reports the health of a role with services that needs these background loops.
    pub fn set_services(&self, services: &Services, loops: Vec<&'static str>) {
        self.services.get_or_init(|| services.clone());
        let (services, loops) = (services.clone(), Arc::<[_]>::from(loops));
        self.set(Arc::new(move || {
            let (services, loops) = (services.clone(), Arc::clone(&loops));
            async move { check_services(&services, &loops).await }.boxed()
        }));
    }

    /// Missing parts.
    async fn missing(&self) -> Vec<MissingPart> {
        let check = self.check.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut missing = check().await;
        if self.shutdown.leaving().is_cancelled() {
            missing.insert(0, MissingPart { part: "process", reason: "stopping" });
        }
        missing
    }

    /// Router of the admin listener: probes and metrics.
    pub fn router(&self) -> Router {
        let probes = Router::new().route("/readyz", get(ready)).with_state(self.clone());
        let alive = get(|| std::future::ready("ok"));
        let sampling = sampling(self.services.clone());
        telemetry::metrics_router(Some(sampling)).route("/healthz", alive).merge(probes)
    }
}

fn lacks(part: &'static str, reason: &'static str) -> HealthCheck {
    Arc::new(move || futures::future::ready(vec![MissingPart { part, reason }]).boxed())
}

async fn check_services(services: &Services, loops: &[&'static str]) -> Vec<MissingPart> {
    let database = match services.readiness().await {
        Readiness::Ready => None,
        Readiness::StorageFull => Some("storage-full"),
        Readiness::Unavailable => Some("storage-away"),
        Readiness::Damaged => Some("storage-damaged"),
    };
    let database = database.map(|reason| MissingPart { part: "database", reason });
    let schema = match services.schema_fault().await {
        Ok(Some(SchemaFault::Contracted { .. })) => Some("contracted"),
        Ok(Some(SchemaFault::Older { .. })) => Some("migrations-pending"),
        // An error is a fault of the database.
        Ok(None) | Err(_) => None,
    };
    let schema = schema.map(|reason| MissingPart { part: "schema", reason });
    let loops = loops.iter().filter_map(|part| {
        services.heartbeats().fault(part).map(|reason| MissingPart { part, reason })
    });
    database.into_iter().chain(schema).chain(loops).collect()
}

async fn ready(State(health): State<Health>) -> (StatusCode, Json<ReadinessReport>) {
    let missing = health.missing().await;
    let ready = missing.is_empty();
    let status = if ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Json(ReadinessReport { ready, missing }))
}
