//! Counts requests with cached handles, so that a request costs two map lookups and no allocation.

use metrics::{Counter, Histogram, counter, histogram};
use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

/// Methods that have a label of their own.
const METHODS: [&str; 8] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "other"];
const CLASSES: [&str; 6] = ["1xx", "2xx", "3xx", "4xx", "5xx", "other"];

/// Labels of a request, apart from its route.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RequestLabels {
    method: usize,
    class: usize,
    site: &'static str,
}

impl RequestLabels {
    /// Creates labels from a method, a status code and the kind of site: `main`, `portal` or `none`.
    #[must_use]
    pub fn new(method: &str, status: u16, site: &'static str) -> Self {
        let known = METHODS.iter().position(|known| *known == method);
        let class = usize::from(status / 100).saturating_sub(1).min(CLASSES.len() - 1);
        Self { method: known.unwrap_or(METHODS.len() - 1), class, site }
    }
}

struct Handles {
    requests: Counter,
    seconds: Histogram,
}

/// Counter and histogram of requests, by route and [`RequestLabels`].
pub struct RequestSeries {
    counter: &'static str,
    histogram: &'static str,
    by_route: RwLock<HashMap<String, HashMap<RequestLabels, Handles>>>,
}

impl RequestSeries {
    /// Creates the series of a counter and a histogram.
    #[must_use]
    pub fn new(counter: &'static str, histogram: &'static str) -> Self {
        Self { counter, histogram, by_route: RwLock::default() }
    }

    /// Records an answered request. `route` is a template from the code, never a raw path.
    pub fn record(&self, route: &str, labels: RequestLabels, took: Duration) {
        let known = self.by_route.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(handles) = known.get(route).and_then(|by_labels| by_labels.get(&labels)) {
            handles.record(took);
            return;
        }
        drop(known);
        let mut all = self.by_route.write().unwrap_or_else(PoisonError::into_inner);
        let by_labels = all.entry(route.to_owned()).or_default();
        by_labels.entry(labels).or_insert_with(|| self.register(route, labels)).record(took);
    }

    fn register(&self, route: &str, labels: RequestLabels) -> Handles {
        let labels = [
            ("route", route.to_owned()),
            ("method", METHODS[labels.method].to_owned()),
            ("status", CLASSES[labels.class].to_owned()),
            ("site", labels.site.to_owned()),
        ];
        Handles {
            requests: counter!(self.counter, &labels),
            seconds: histogram!(self.histogram, &labels),
        }
    }
}

impl Handles {
    fn record(&self, took: Duration) {
        self.requests.increment(1);
        self.seconds.record(took.as_secs_f64());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_bounded() {
        let labels = RequestLabels::new("BREW", 999, "main");
        assert_eq!((METHODS[labels.method], CLASSES[labels.class]), ("other", "other"));
        let labels = RequestLabels::new("GET", 204, "main");
        assert_eq!((METHODS[labels.method], CLASSES[labels.class]), ("GET", "2xx"));
        assert_eq!(CLASSES[RequestLabels::new("GET", 0, "none").class], "1xx");
    }
}
