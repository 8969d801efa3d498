//! Spans of traces. They exist only within a sampled trace, and never contain values of statements,
//! addresses, tokens or query strings.
//!
//! These spans have the target [`TRACE_TARGET`], so that they do not appear in log lines. The edge
//! begins a trace; [`request`] continues it, and a job begins its own.

use opentelemetry::Context;
use opentelemetry::trace::{SpanContext, SpanId, TraceContextExt, TraceFlags, TraceId, TraceState};
use sea_orm::DbBackend;
use std::sync::atomic::{AtomicBool, Ordering};
use tracing::level_filters::LevelFilter;
use tracing::{Metadata, Span, field};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::filter::{FilterFn, filter_fn};
use wire::TraceParent;
use wire::trace_parent::TRACE_TARGET;

static ENABLED: AtomicBool = AtomicBool::new(false);

/// Enables spans, once a layer exports them.
pub fn enable() {
    ENABLED.store(true, Ordering::Relaxed);
}

/// Filter of the log lines: without the spans of traces.
pub(super) fn not_in_logs() -> FilterFn<fn(&Metadata<'_>) -> bool> {
    let is_logged: fn(&Metadata<'_>) -> bool = |metadata| metadata.target() != TRACE_TARGET;
    // Without a hint every disabled log line would be evaluated.
    filter_fn(is_logged).with_max_level_hint(LevelFilter::TRACE)
}

/// Filter of the exported spans.
pub(super) fn only_in_traces() -> FilterFn<fn(&Metadata<'_>) -> bool> {
    let is_traced: fn(&Metadata<'_>) -> bool =
        |metadata| metadata.is_span() && metadata.target() == TRACE_TARGET;
    filter_fn(is_traced).with_max_level_hint(LevelFilter::INFO)
}

/// Returns whether the current task belongs to a sampled trace.
#[must_use]
pub fn is_sampled() -> bool {
    ENABLED.load(Ordering::Relaxed)
        && Context::map_current(|current| current.span().span_context().is_sampled())
}

/// Id of the current trace, if it is sampled.
pub(super) fn current_trace_id() -> Option<TraceId> {
    if !ENABLED.load(Ordering::Relaxed) {
        return None;
    }
    Context::map_current(|current| {
        let span = current.span();
        let context = span.span_context();
        context.is_sampled().then(|| context.trace_id())
    })
}

/// Span of a request that belongs to the edge's trace; none without one.
pub(crate) fn request(parent: Option<TraceParent>, method: &str, route: &str) -> Span {
    let Some(parent) = parent.filter(|parent| parent.sampled) else { return Span::none() };
    if !ENABLED.load(Ordering::Relaxed) {
        return Span::none();
    }
    let span = tracing::info_span!(
        target: TRACE_TARGET,
        parent: None,
        "request",
        otel.name = format!("{method} {route}"),
        otel.kind = "server",
        otel.status_code = field::Empty,
        http.request.method = method,
        http.route = route,
        http.response.status_code = field::Empty,
        guildhall.site = field::Empty,
    );
    // Fails only for a span that no layer exports.
    let _ = span.set_parent(remote_context(parent));
    span
}

/// Span of a job. It begins a trace, which is sampled like a request.
pub(crate) fn job(kind: &str, attempt: i64) -> Span {
    tracing::info_span!(
        target: TRACE_TARGET,
        parent: None,
        "job",
        otel.name = format!("job {kind}"),
        otel.kind = "consumer",
        otel.status_code = field::Empty,
        guildhall.job.kind = kind,
        guildhall.job.attempt = attempt,
        guildhall.job.outcome = field::Empty,
    )
}

/// Span of one run of the relay that found events.
pub(crate) fn relay() -> Span {
    tracing::info_span!(
        target: TRACE_TARGET,
        parent: None,
        "relay",
        otel.name = "relay events",
        otel.kind = "consumer",
        guildhall.events = field::Empty,
    )
}

/// Span of a statement, named by its operation and table.
pub(crate) fn statement(sql: &str, backend: DbBackend) -> Span {
    if !is_sampled() {
        return Span::none();
    }
    let (operation, table) = summary(sql);
    let system = if backend == DbBackend::Postgres { "postgresql" } else { "sqlite" };
    tracing::info_span!(
        target: TRACE_TARGET,
        "statement",
        otel.name = format!("{operation} {table}").trim_end(),
        otel.kind = "client",
        db.system.name = system,
        db.operation.name = operation,
        db.collection.name = table,
    )
}

/// Span of a call to another system (`redis`, `s3`, `smtp`), such as `redis check limit`.
pub(crate) fn call(system: &'static str, operation: &'static str) -> Span {
    if !is_sampled() {
        return Span::none();
    }
    tracing::info_span!(
        target: TRACE_TARGET,
        "call",
        otel.name = format!("{system} {operation}"),
        otel.kind = "client",
        otel.status_code = field::Empty,
        peer.service = system,
    )
}

/// Marks a span as failed; a detail would have to be free of secrets, so there is none.
pub(crate) fn fail(span: &Span) {
    span.record("otel.status_code", "ERROR");
}

/// Context of a span in another process.
fn remote_context(parent: TraceParent) -> Context {
    let flags = if parent.sampled { TraceFlags::SAMPLED } else { TraceFlags::default() };
    let context = SpanContext::new(
        TraceId::from_bytes(parent.trace_id.to_be_bytes()),
        SpanId::from_bytes(parent.span_id.to_be_bytes()),
        flags,
        true,
        TraceState::NONE,
    );
    Context::new().with_remote_span_context(context)
}

/// Operation and first table of a statement. Only names are returned, never values.
fn summary(sql: &str) -> (&'static str, &str) {
    let mut words = sql.split_whitespace();
    let first = words.next().unwrap_or_default();
    let known = ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"];
    let operation = known.into_iter().find(|known| first.eq_ignore_ascii_case(known));
    let Some(operation) = operation else { return ("OTHER", "") };
    let table = if operation == "UPDATE" {
        words.next()
    } else {
        let is_before_table =
            |word: &&str| word.eq_ignore_ascii_case("FROM") || word.eq_ignore_ascii_case("INTO");
        words.by_ref().find(is_before_table).and_then(|_| words.next())
    };
    let name = table.unwrap_or_default().trim_matches(['"', ',', ';', ')']);
    let is_name = !name.is_empty()
        && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
    (operation, if is_name { name } else { "" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statement_names_contain_operation_and_table_only() {
        for (sql, expected) in [
            (r#"SELECT "users"."id" FROM "users" WHERE "email" = $1"#, ("SELECT", "users")),
            ("INSERT INTO events (id) VALUES ($1)", ("INSERT", "events")),
            (r#"UPDATE "jobs" SET "state" = $1"#, ("UPDATE", "jobs")),
            ("delete from sessions where id = 'secret'", ("DELETE", "sessions")),
            ("SELECT 'a@example.org'", ("SELECT", "")),
            ("SELECT 1 FROM (SELECT 2)", ("SELECT", "")),
            ("SET LOCAL lock_timeout = 1", ("OTHER", "")),
            ("", ("OTHER", "")),
        ] {
            assert_eq!(summary(sql), expected, "{sql}");
        }
    }

    #[test]
    fn no_span_is_created_outside_of_a_sampled_trace() {
        assert!(!is_sampled());
        assert!(statement("SELECT 1", DbBackend::Sqlite).is_disabled());
        assert!(call("redis", "check limit").is_disabled());
        assert!(request(None, "GET", "/api/me").is_disabled());
    }
}
