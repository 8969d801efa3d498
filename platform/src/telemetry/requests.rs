//! Metrics of the requests that a server answers.

use super::{HTTP_IN_FLIGHT, HTTP_REQUESTS, HTTP_SECONDS};
use axum::extract::{MatchedPath, Request};
use axum::response::Response;
use http::Method;
use metrics::gauge;
use std::sync::LazyLock;
use std::time::Instant;
use wire::Site;
use wire::metrics::{RequestLabels, RequestSeries};

/// Route of a request that matches none.
const UNMATCHED: &str = "unmatched";

static SERIES: LazyLock<RequestSeries> =
    LazyLock::new(|| RequestSeries::new(HTTP_REQUESTS, HTTP_SECONDS));

/// Counts a request as being handled until it is dropped.
struct InFlight(&'static str);

impl InFlight {
    /// Counts one more request in this gauge.
    fn begin(gauge: &'static str) -> Self {
        gauge!(gauge).increment(1.0);
        Self(gauge)
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        gauge!(self.0).decrement(1.0);
    }
}

/// A request that is being handled.
pub(crate) struct RequestRecord {
    begun: Instant,
    method: Method,
    route: Option<MatchedPath>,
    _in_flight: InFlight,
}

impl RequestRecord {
    /// Begins the measurement. The request has been routed already.
    pub fn begin(request: &Request) -> Self {
        Self {
            begun: Instant::now(),
            method: request.method().clone(),
            route: request.extensions().get::<MatchedPath>().cloned(),
            _in_flight: InFlight::begin(HTTP_IN_FLIGHT),
        }
    }

    /// Template of the matched route.
    pub fn route(&self) -> &str {
        self.route.as_ref().map_or(UNMATCHED, MatchedPath::as_str)
    }

    /// Records the response.
    pub fn finish(self, site: Option<Site>, response: &Response) {
        let site = match site {
            None => "none",
            Some(Site::Main) => "main",
            Some(Site::Portal(_)) => "portal",
        };
        let labels = RequestLabels::new(self.method.as_str(), response.status().as_u16(), site);
        SERIES.record(self.route(), labels, self.begun.elapsed());
    }
}
