//! Log lines. A line that is written within a sampled trace ends with its `trace_id`.

use super::spans;
use crate::config::LogFormat;
use std::fmt;
use tracing::{Event, Subscriber};
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields, MakeWriter};
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::{Layer, Registry};

/// Layer that writes lines in `format`; separate from [`super::init`] so that tests can read the
/// lines.
pub fn lines<W>(format: LogFormat, colours: bool, to: W) -> Box<dyn Layer<Registry> + Send + Sync>
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let layer = tracing_subscriber::fmt::layer();
    match format {
        LogFormat::Json => layer
            .json()
            .flatten_event(true)
            .with_current_span(true)
            .with_span_list(false)
            .map_event_format(|inner| WithTraceId { inner, is_json: true })
            .with_writer(to)
            .boxed(),
        LogFormat::Pretty => layer
            .compact()
            .with_ansi(colours)
            .map_event_format(|inner| WithTraceId { inner, is_json: false })
            .with_writer(to)
            .boxed(),
    }
}

/// A line format that adds the id of the sampled trace.
struct WithTraceId<F> {
    inner: F,
    is_json: bool,
}

impl<S, N, F> FormatEvent<S, N> for WithTraceId<F>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
    F: FormatEvent<S, N>,
{
    fn format_event(
        &self,
        ctx: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let Some(trace_id) = spans::current_trace_id() else {
            return self.inner.format_event(ctx, writer, event);
        };
        let mut line = String::new();
        self.inner.format_event(ctx, Writer::new(&mut line), event)?;
        let line = line.trim_end_matches('\n');
        match line.strip_suffix('}').filter(|_| self.is_json) {
            Some(fields) => writeln!(writer, "{fields},\"trace_id\":\"{trace_id}\"}}"),
            None => writeln!(writer, "{line} trace_id={trace_id}"),
        }
    }
}
