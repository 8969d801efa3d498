//! Export of traces to a collector: OTLP over HTTP, as protobuf. Spans are sent in batches by a
//! thread of their own, so that a slow or missing collector delays nothing; when its queue is full,
//! spans are dropped.

use super::{TRACE_EXPORTS, spans};
use crate::config::TelemetryConfig;
use crate::outbound::{Outbound, OutboundError};
use metrics::counter;
use opentelemetry::KeyValue;
use opentelemetry::trace::TracerProvider;
use opentelemetry_http::{Bytes, HttpClient, HttpError};
use opentelemetry_otlp::{
    ExporterBuildError, Protocol, SpanExporter, WithExportConfig, WithHttpConfig,
};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{
    BatchConfigBuilder, BatchSpanProcessor, Sampler, SdkTracer, SdkTracerProvider,
};
use std::time::Duration;
use tokio::runtime::Handle;
use tracing::Subscriber;
use tracing_subscriber::Layer;
use tracing_subscriber::registry::LookupSpan;

/// Timeout of one batch.
const EXPORT_TIMEOUT: Duration = Duration::from_secs(3);
/// Interval of the batches.
const EXPORT_EVERY: Duration = Duration::from_secs(2);
/// Maximum spans that wait for the export; further ones are dropped.
const QUEUE_MAX: usize = 8_192;
/// Path of the traces at a collector.
const TRACES_PATH: &str = "/v1/traces";

/// Reason why traces are not exported.
#[derive(Debug, thiserror::Error)]
pub enum TraceError {
    /// The exporter's settings are invalid.
    #[error(transparent)]
    Exporter(#[from] ExporterBuildError),
    /// The HTTP client could not be created.
    #[error(transparent)]
    Client(#[from] OutboundError),
    /// The headers are not `name=value` pairs separated by commas.
    #[error("telemetry.otlp_headers must be name=value pairs separated by commas")]
    Headers,
}

/// The running export of traces.
#[derive(Debug)]
#[must_use = "spans that were not sent are lost without shutdown"]
pub struct TraceExport(Option<SdkTracerProvider>);

impl TraceExport {
    pub(super) const fn none() -> Self {
        Self(None)
    }

    /// Sends the remaining spans and ends the export; returns after a few seconds at the latest.
    pub async fn shutdown(self) {
        let Some(provider) = self.0 else { return };
        // The batch thread needs this runtime to send, so the wait must not block it.
        let ended =
            tokio::task::spawn_blocking(move || provider.shutdown_with_timeout(EXPORT_TIMEOUT));
        if let Ok(Err(error)) = ended.await {
            tracing::warn!(%error, "failed to send the last spans to the collector");
        }
    }
}

/// Opens the export, if a collector is configured.
pub(super) fn open(
    config: &TelemetryConfig,
    service: &str,
) -> Result<Option<(SdkTracer, TraceExport)>, TraceError> {
    let Some(endpoint) = &config.otlp_endpoint else { return Ok(None) };
    let client = CollectorClient {
        client: Outbound::new(EXPORT_TIMEOUT, None)?,
        runtime: Handle::current(),
    };
    let exporter = SpanExporter::builder()
        .with_http()
        .with_http_client(client)
        .with_protocol(Protocol::HttpBinary)
        .with_endpoint(traces_url(endpoint))
        .with_headers(config.otlp_header_pairs().ok_or(TraceError::Headers)?)
        .with_timeout(EXPORT_TIMEOUT)
        .build()?;
    let batches = BatchConfigBuilder::default()
        .with_max_queue_size(QUEUE_MAX)
        .with_scheduled_delay(EXPORT_EVERY)
        .build();
    let processor = BatchSpanProcessor::builder(exporter).with_batch_config(batches).build();
    let by_ratio = Sampler::TraceIdRatioBased(config.trace_sample_ratio);
    let provider = SdkTracerProvider::builder()
        .with_span_processor(processor)
        .with_sampler(Sampler::ParentBased(Box::new(by_ratio)))
        .with_resource(resource(service))
        .build();
    Ok(Some((provider.tracer("guildhall"), TraceExport(Some(provider)))))
}

/// Layer that exports the spans of traces.
pub(super) fn layer<S>(tracer: SdkTracer) -> impl Layer<S>
where
    S: Subscriber + for<'a> LookupSpan<'a> + Send + Sync,
{
    tracing_opentelemetry::layer()
        .with_tracer(tracer)
        .with_location(false)
        .with_threads(false)
        .with_target(false)
        .with_level(false)
        .with_tracked_inactivity(false)
        .with_filter(spans::only_in_traces())
}

fn resource(service: &str) -> Resource {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let instance = format!("{}-{}", host.trim(), std::process::id());
    Resource::builder_empty()
        .with_attributes([
            KeyValue::new("service.name", service.to_owned()),
            KeyValue::new("service.version", env!("CARGO_PKG_VERSION")),
            KeyValue::new("service.instance.id", instance),
        ])
        .build()
}

/// URL of the traces at a collector's base URL.
fn traces_url(endpoint: &str) -> String {
    let base = endpoint.trim_end_matches('/');
    if base.ends_with(TRACES_PATH) { base.to_owned() } else { format!("{base}{TRACES_PATH}") }
}

/// Sends a batch on the runtime: the exporter calls from a thread without one.
#[derive(Debug)]
struct CollectorClient {
    client: Outbound,
    runtime: Handle,
}

#[async_trait::async_trait]
impl HttpClient for CollectorClient {
    async fn send_bytes(
        &self,
        request: http::Request<Bytes>,
    ) -> Result<http::Response<Bytes>, HttpError> {
        let client = self.client.clone();
        let request = request.map(|body| body.to_vec());
        let sent = self.runtime.spawn(async move { client.send(request).await });
        let answer = sent.await.map_err(HttpError::from).and_then(|sent| Ok(sent?));
        let is_ok = answer.as_ref().is_ok_and(|answer| answer.status().is_success());
        counter!(TRACE_EXPORTS, "outcome" => if is_ok { "ok" } else { "error" }).increment(1);
        Ok(answer?.map(Bytes::from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds_the_path_of_traces_once() {
        for endpoint in [
            "http://c:4318",
            "http://c:4318/",
            "http://c:4318/v1/traces",
            "http://c:4318/v1/traces/",
        ] {
            assert_eq!(traces_url(endpoint), "http://c:4318/v1/traces");
        }
    }
}
