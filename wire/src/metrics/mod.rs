//! Declarations of all metrics: [`table`] is the only place with their names. The documentation page
//! is generated from it, and a test compares it with what a running product emits.
//!
//! Labels come from closed sets. No label ever holds a host, a tenant, an address or a raw path.

mod requests;
pub mod table;

pub use requests::{RequestLabels, RequestSeries};
pub use table::ALL;

use metrics::{Unit, describe_counter, describe_gauge, describe_histogram};

/// Kind of a metric.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MetricKind {
    /// Only increases until the process restarts.
    Counter,
    /// Current value.
    Gauge,
    /// Distribution, with fixed buckets.
    Histogram,
}

impl MetricKind {
    /// Name in the Prometheus text format.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Counter => "counter",
            Self::Gauge => "gauge",
            Self::Histogram => "histogram",
        }
    }
}

/// A declared metric.
#[derive(Debug, Clone, Copy)]
pub struct Metric {
    /// Name, with its unit.
    pub name: &'static str,
    /// Kind.
    pub kind: MetricKind,
    /// Names of the labels.
    pub labels: &'static [&'static str],
    /// Processes that emit it.
    pub roles: &'static str,
    /// Meaning, with the values of its labels.
    pub help: &'static str,
}

impl Metric {
    /// Upper bounds of the buckets of a histogram, in seconds.
    #[must_use]
    pub fn buckets(&self) -> &'static [f64] {
        if table::SLOW.contains(&self.name) { SLOW_S } else { FAST_S }
    }

    fn describe(&self) {
        let unit = match self.name {
            name if name.ends_with("_seconds") || name.ends_with("_seconds_total") => Unit::Seconds,
            name if name.ends_with("_bytes") => Unit::Bytes,
            _ => Unit::Count,
        };
        match self.kind {
            MetricKind::Counter => describe_counter!(self.name, unit, self.help),
            MetricKind::Gauge => describe_gauge!(self.name, unit, self.help),
            MetricKind::Histogram => describe_histogram!(self.name, unit, self.help),
        }
    }
}

/// Buckets of statements, calls and requests.
const FAST_S: &[f64] = &[0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];
/// Buckets of work that may take minutes.
const SLOW_S: &[f64] = &[0.005, 0.025, 0.1, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0];

/// Describes every declared metric to the process's recorder.
pub fn describe_all() {
    for metric in ALL {
        metric.describe();
    }
}

/// Declares metrics: a constant with the name of each, and the list of all.
macro_rules! declare {
    ($($constant:ident: $kind:ident $name:literal [$($label:literal),*] $roles:literal, $help:literal;)*) => {
        $(
            #[doc = $help]
            pub const $constant: &str = $name;
        )*
        /// Every declared metric.
        pub const ALL: &[Metric] = &[$(
            Metric {
                name: $name,
                kind: MetricKind::$kind,
                labels: &[$($label),*],
                roles: $roles,
                help: $help,
            },
        )*];
    };
}
use declare;

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_follow_the_conventions_of_prometheus() {
        let mut seen = HashSet::new();
        for metric in ALL {
            let Metric { name, kind, .. } = metric;
            assert!(seen.insert(name), "{name} is declared twice");
            assert!(
                name.starts_with("guildhall_") || name.starts_with("process_"),
                "{name} has no prefix"
            );
            assert_eq!(*kind == MetricKind::Counter, name.ends_with("_total"), "{name}");
            let is_duration = *kind == MetricKind::Histogram;
            assert!(!is_duration || name.ends_with("_seconds"), "{name} is not in seconds");
            assert!(!name.contains("_ms") && !name.contains("milli"), "{name}: not a base unit");
            for label in metric.labels {
                assert!(
                    !["host", "tenant", "path", "user", "le"].contains(label),
                    "{name} {label}"
                );
            }
            assert!(!metric.help.ends_with('.') && !metric.help.contains('|'), "{name}");
        }
    }

    #[test]
    fn slow_metrics_are_declared_histograms() {
        for name in table::SLOW {
            let found = ALL.iter().find(|metric| metric.name == *name);
            assert!(found.is_some_and(|metric| metric.kind == MetricKind::Histogram), "{name}");
        }
    }
}
