//! Traces begin at the edge. Only a trusted proxy may continue its own trace, because a public client
//! could otherwise have all of its requests recorded. Upstreams get a `traceparent` only for a
//! sampled request.

use http::{HeaderMap, HeaderValue, Request, StatusCode};
use opentelemetry::Context;
use opentelemetry::trace::{SpanContext, SpanId, TraceContextExt, TraceFlags, TraceId, TraceState};
use tracing::{Span, field};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use wire::TraceParent;
use wire::trace_parent::{FOREIGN_TRACE_HEADERS, TRACE_PARENT_HEADER, TRACE_TARGET};

/// Creates the span of a request; disabled when no layer exports traces.
pub fn request_span<B>(
    request: &Request<B>,
    is_trusted: bool,
    template: fn(&str) -> &'static str,
) -> Span {
    let (method, path) = (request.method().as_str(), request.uri().path());
    // The exporter takes the name when the span begins; values are evaluated only if it is enabled.
    let route = || template(path);
    let span = tracing::info_span!(
        target: TRACE_TARGET,
        parent: None,
        "edge request",
        otel.name = format!("{method} {}", route()),
        otel.kind = "server",
        otel.status_code = field::Empty,
        http.request.method = method,
        http.route = route(),
        http.response.status_code = field::Empty,
        guildhall.site = field::Empty,
        guildhall.request_id = field::Empty,
    );
    if !span.is_disabled()
        && is_trusted
        && let Some(parent) = received_parent(request.headers())
    {
        // Fails only for a span that no layer exports.
        let _ = span.set_parent(Context::new().with_remote_span_context(context_of(parent)));
    }
    span
}

/// Records the result of a request in its span.
pub fn record_answer(span: &Span, (site, request_id): (&str, &str), status: StatusCode) {
    if span.is_disabled() {
        return;
    }
    span.record("http.response.status_code", status.as_u16());
    span.record("guildhall.site", site);
    span.record("guildhall.request_id", request_id);
    if status.is_server_error() {
        span.record("otel.status_code", "ERROR");
    }
}

/// Replaces all headers of trace context by that of the current span, if it is sampled.
pub fn forward_in(headers: &mut HeaderMap) {
    headers.remove(TRACE_PARENT_HEADER);
    for foreign in FOREIGN_TRACE_HEADERS {
        headers.remove(foreign);
    }
    let current = Span::current();
    if current.is_disabled() || current.metadata().is_none_or(|data| data.target() != TRACE_TARGET)
    {
        return;
    }
    let context = current.context();
    let span = context.span();
    let context = span.span_context();
    if !context.is_sampled() {
        return;
    }
    let parent = TraceParent {
        trace_id: u128::from_be_bytes(context.trace_id().to_bytes()),
        span_id: u64::from_be_bytes(context.span_id().to_bytes()),
        sampled: true,
    };
    if let Ok(value) = HeaderValue::try_from(parent.to_string()) {
        headers.insert(TRACE_PARENT_HEADER, value);
    }
}

fn received_parent(headers: &HeaderMap) -> Option<TraceParent> {
    headers.get(TRACE_PARENT_HEADER)?.to_str().ok()?.parse().ok()
}

fn context_of(parent: TraceParent) -> SpanContext {
    let flags = if parent.sampled { TraceFlags::SAMPLED } else { TraceFlags::default() };
    SpanContext::new(
        TraceId::from_bytes(parent.trace_id.to_be_bytes()),
        SpanId::from_bytes(parent.span_id.to_be_bytes()),
        flags,
        true,
        TraceState::NONE,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trace_headers_of_clients_are_not_forwarded() {
        let mut headers = HeaderMap::new();
        for name in ["traceparent", "tracestate", "baggage"] {
            headers.insert(name, HeaderValue::from_static("x"));
        }
        forward_in(&mut headers);
        assert!(headers.is_empty(), "{headers:?}");
    }
}
