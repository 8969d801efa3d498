//! The `traceparent` header (W3C Trace Context, version 00), which joins the spans of several
//! processes to one trace.

use std::fmt;
use std::str::FromStr;

/// Name of the header.
pub const TRACE_PARENT_HEADER: &str = "traceparent";
/// Other headers of trace context. They carry values of foreign systems and are removed.
pub const FOREIGN_TRACE_HEADERS: [&str; 2] = ["tracestate", "baggage"];
/// Target of the spans that traces consist of; log lines do not show them.
pub const TRACE_TARGET: &str = "guildhall_trace";
/// Length of version 00: `00-` + 32 + `-` + 16 + `-` + 2.
const CHARS: usize = 55;
const SAMPLED: u8 = 1;

/// Position in a trace: the trace, the parent span, and the sampling decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TraceParent {
    /// Trace; not zero.
    pub trace_id: u128,
    /// Parent span; not zero.
    pub span_id: u64,
    /// The trace is being recorded.
    pub sampled: bool,
}

/// The header is not a valid `traceparent` of version 00.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a traceparent of version 00")]
pub struct TraceParentError;

impl FromStr for TraceParent {
    type Err = TraceParentError;

    fn from_str(text: &str) -> Result<Self, TraceParentError> {
        // Upper case is not allowed, and `from_str_radix` would also accept a sign.
        let is_plain = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b) || b == b'-';
        if text.len() != CHARS || !text.bytes().all(is_plain) {
            return Err(TraceParentError);
        }
        let mut fields = text.split('-');
        let mut field = |chars: usize| {
            fields.next().filter(|field| field.len() == chars).ok_or(TraceParentError)
        };
        let (version, trace, span, flags) = (field(2)?, field(32)?, field(16)?, field(2)?);
        let trace_id = u128::from_str_radix(trace, 16).map_err(|_| TraceParentError)?;
        let span_id = u64::from_str_radix(span, 16).map_err(|_| TraceParentError)?;
        let flags = u8::from_str_radix(flags, 16).map_err(|_| TraceParentError)?;
        if version != "00" || trace_id == 0 || span_id == 0 {
            return Err(TraceParentError);
        }
        Ok(Self { trace_id, span_id, sampled: flags & SAMPLED != 0 })
    }
}

impl fmt::Display for TraceParent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { trace_id, span_id, sampled } = self;
        write!(f, "00-{trace_id:032x}-{span_id:016x}-{:02x}", u8::from(*sampled))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXAMPLE: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    #[test]
    fn reads_and_writes_the_example_of_the_recommendation() {
        let parent = TraceParent {
            trace_id: 0x4bf9_2f35_77b3_4da6_a3ce_929d_0e0e_4736,
            span_id: 0x00f0_67aa_0ba9_02b7,
            sampled: true,
        };
        assert_eq!(EXAMPLE.parse(), Ok(parent));
        assert_eq!(parent.to_string(), EXAMPLE);
        let unsampled = TraceParent { sampled: false, ..parent };
        assert_eq!(EXAMPLE.replace("-01", "-00").parse(), Ok(unsampled));
    }

    #[test]
    fn rejects_other_versions_and_malformed_headers() {
        for text in [
            "",
            "00",
            "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
            "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
            "00-+bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e47360-0f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-x",
        ] {
            assert_eq!(text.parse::<TraceParent>(), Err(TraceParentError), "{text}");
        }
    }
}
