//! Request handling, from arrival to response.

use super::Edge;
use super::check_request::check_request;
use crate::connection::{ConnectionInfo, Transport};
use crate::forward::BoxedRequest;
use crate::metrics::{self, Excess, InFlight, SiteKind};
use crate::paths::{self, Target};
use crate::policy::{self, HeaderContext};
use crate::problem::{HEAD_TOO_LARGE, NOT_FOUND, Problem, TOO_MANY_UNKNOWN};
use crate::request_meta::RequestMeta;
use crate::resolve::{ActiveRoutes, SiteRef};
use crate::web_apps::{self, ErrorPage};
use crate::{cookies, redirects, trace};
use axum::body::Body;
use http::header::CONTENT_TYPE;
use http::{HeaderValue, Request, Response, StatusCode, Version};
use std::sync::Arc;
use tracing::{Instrument, Span};
use wire::Resolution;

impl Edge {
    pub(super) async fn answer(self, request: BoxedRequest) -> Response<Body> {
        let passage = ConnectionInfo::from_request(&request);
        let is_trusted = passage.client.is_some_and(|peer| self.trusts(peer.ip()));
        let span = trace::request_span(&request, is_trusted, paths::template);
        self.answer_measured(request, passage).instrument(span).await
    }

    async fn answer_measured(
        self,
        request: BoxedRequest,
        passage: Arc<ConnectionInfo>,
    ) -> Response<Body> {
        let _in_flight = InFlight::begin();
        let client = self.client_ip(&request, &passage);
        let asked = RequestMeta::from_request(&request, passage, client);
        let table = self.0.table.current();
        let (site, mut response) = self.decide(request, table.as_deref(), &asked).await;
        let last = is_last(&asked, &response);
        let one_by_one = asked.version <= Version::HTTP_11;
        let is_switched = response.status() == StatusCode::SWITCHING_PROTOCOLS;
        let occasion = HeaderContext {
            path: &asked.path,
            strict_transport: policy::strict_transport(&asked, table.as_deref()),
            windows: self.0.config.features.google,
            request_id: &asked.id,
            // The rest of the connection after a chunked request must be read on a new connection.
            close: one_by_one
                && !is_switched
                && (last || asked.chunked || self.0.leaving.is_cancelled()),
        };
        policy::add_security_headers(response.headers_mut(), &occasion);
        if last && !one_by_one {
            asked.passage.end();
        }
        let (status, route) = (response.status(), paths::template(&asked.path));
        asked.log(&site.label, status);
        metrics::answered(&asked.method, route, status, site.kind, asked.elapsed());
        let named = (site.kind.label(), asked.id.as_str());
        trace::record_answer(&Span::current(), named, status);
        response
    }

    /// Produces the response, and the site for log and metrics.
    async fn decide(
        &self,
        request: BoxedRequest,
        table: Option<&ActiveRoutes>,
        asked: &RequestMeta,
    ) -> (AnsweredSite, Response<Body>) {
        let nobody = |response| (AnsweredSite::none(), response);
        let target = asked.target();
        match target {
            Target::Health => return nobody(plain(StatusCode::OK, "ok\n")),
            Target::Readiness => return nobody(self.readiness().await),
            _ => {}
        }
        if !self.within_rate_limit(asked) {
            return nobody(ErrorPage::TooMany.answer(&asked.path));
        }
        if asked.path == paths::CLEAR_COOKIES {
            return nobody(last(cookies::clear(&request)));
        }
        if let Err(problem) = check_request(&request, self.limits()) {
            return nobody(last(refuse(problem, &request)));
        }
        let Some(table) = table else { return nobody(ErrorPage::NotReady.answer(&asked.path)) };
        if target == Target::Site
            && let Some(moved) = redirects::from_loopback(table, &request)
        {
            return nobody(moved);
        }
        let Some(host) = &asked.host else {
            return nobody(last(ErrorPage::Malformed.answer(&asked.path)));
        };
        if let Some(refusal) = check_tls_host(asked, host, table) {
            let refused = refusal.status() == StatusCode::MISDIRECTED_REQUEST
                && table.owner_of(host).is_none();
            return nobody(if refused { self.unknown(asked) } else { refusal });
        }
        if target == Target::Challenge {
            return nobody(redirects::challenge(table, host, &asked.path));
        }
        let entrance = match table.resolve_name(host) {
            Resolution::Unknown => return nobody(self.unknown(asked)),
            _ if target == Target::Probe => {
                let key = &self.0.config.context_key;
                return nobody(redirects::probe(table, host, &asked.path, key));
            }
            _ if matches!(asked.passage.arrival, Transport::Redirects) => {
                return nobody(redirects::to_https(table, host, &request));
            }
            Resolution::Main(_) => SiteRef::main(table, host),
            Resolution::Portal(portal) => SiteRef::portal(table, host, portal),
            Resolution::Redirect(origin) => return nobody(redirects::to(origin, &request)),
            Resolution::Suspended(portal) => {
                let paused = ErrorPage::Paused(SiteRef::portal(table, host, portal));
                let site = AnsweredSite { label: portal.subdomain.clone(), kind: SiteKind::Portal };
                return (site, paused.answer(&asked.path));
            }
        };
        let response = self.enter(&entrance, target, request, asked).await;
        let is_portal = entrance.portal_route().is_some();
        let kind = if is_portal { SiteKind::Portal } else { SiteKind::Main };
        (AnsweredSite { label: entrance.label().to_owned(), kind }, response)
    }

    /// Handles a request for an active site.
    async fn enter(
        &self,
        entrance: &SiteRef<'_>,
        target: Target,
        request: BoxedRequest,
        asked: &RequestMeta,
    ) -> Response<Body> {
        match target {
            Target::Boot => self.0.site.answer_boot(entrance, &asked.method),
            Target::Control => self.forward(self.control(), entrance, request, asked).await,
            Target::Runtime => self.forward(self.runtime(), entrance, request, asked).await,
            Target::ChangePassword => redirects::to_password_settings(),
            Target::Site => {
                let subject =
                    self.subject(web_apps::shared_article(&request), entrance, asked).await;
                self.0.site.answer(entrance, &request, &subject)
            }
            Target::Challenge
            | Target::Probe
            | Target::Hidden
            | Target::Health
            | Target::Readiness => NOT_FOUND.into_response(),
        }
    }

    /// Returns whether the client's network is within its rate limit. A trusted proxy that names no
    /// client counts as itself.
    fn within_rate_limit(&self, asked: &RequestMeta) -> bool {
        let may = self.trusts(asked.client) || self.0.shares.requests.try_consume(asked.client);
        if !may {
            metrics::refused(Excess::Network);
        }
        may
    }

    /// Response for an unknown host. A network that asks for many unknown hosts gets a short
    /// response and has to reconnect for the next one.
    fn unknown(&self, asked: &RequestMeta) -> Response<Body> {
        if self.0.shares.unknown_names.try_consume(asked.client) {
            ErrorPage::Unknown.answer(&asked.path)
        } else {
            last(TOO_MANY_UNKNOWN.into_response())
        }
    }

    async fn readiness(&self) -> Response<Body> {
        if self.not_ready_reason().is_some() {
            return plain(StatusCode::SERVICE_UNAVAILABLE, "not ready\n");
        }
        let checked = match self.0.readiness_check.get() {
            Some(check) => check().await,
            None => Ok(()),
        };
        match checked {
            Ok(()) => plain(StatusCode::OK, "ready\n"),
            Err(reason) => plain(StatusCode::SERVICE_UNAVAILABLE, reason),
        }
    }
}

/// Site of a response, for the log and the metrics.
struct AnsweredSite {
    label: String,
    kind: SiteKind,
}

impl AnsweredSite {
    /// A response without a site.
    fn none() -> Self {
        Self { label: "-".to_owned(), kind: SiteKind::None }
    }
}

/// Response for a rejected request header. A browser with too many cookies gets a page with a way
/// to delete them.
fn refuse(problem: Problem, request: &Request<Body>) -> Response<Body> {
    if problem == HEAD_TOO_LARGE && web_apps::takes_pages(request.headers()) {
        return ErrorPage::TooManyCookies.page();
    }
    problem.into_response()
}

/// Checks the host of a request on a TLS connection: the connection's certificate must cover the
/// host, and the host must have its own certificate.
fn check_tls_host(asked: &RequestMeta, host: &str, table: &ActiveRoutes) -> Option<Response<Body>> {
    let Transport::Tls(tls) = &asked.passage.arrival else { return None };
    if !tls.covers_host(host, table) {
        Some(ErrorPage::Unknown.answer(&asked.path))
    } else if !tls.ready {
        Some(ErrorPage::SettingUp.answer(&asked.path))
    } else {
        None
    }
}

/// Marks a response after which the connection must be closed: a request that can be parsed in two
/// ways may have another request hidden in it.
#[derive(Clone, Copy)]
struct CloseAfterResponse;

pub(super) fn last(mut response: Response<Body>) -> Response<Body> {
    response.extensions_mut().insert(CloseAfterResponse);
    response
}

/// Returns whether the connection must be closed after this response. That is the case if it led to
/// the wrong host, if the next connection may get another certificate, or if later requests could
/// be misread because this one was rejected, too slow or too large. It also applies to requests for
/// another protocol: the client may already have started to speak it (CVE-2026-2833).
fn is_last(asked: &RequestMeta, response: &Response<Body>) -> bool {
    let status = response.status();
    let refused = response.extensions().get::<CloseAfterResponse>().is_some();
    let misled = [StatusCode::MISDIRECTED_REQUEST, StatusCode::TOO_MANY_REQUESTS];
    let wrong = match &asked.passage.arrival {
        Transport::Tls(tls) => {
            status == misled[0] || (refused && status == misled[1]) || !tls.ready
        }
        _ => false,
    };
    let one_by_one = asked.version <= Version::HTTP_11;
    let unread = [StatusCode::REQUEST_TIMEOUT, StatusCode::PAYLOAD_TOO_LARGE];
    wrong || (one_by_one && (refused || asked.upgrades || unread.contains(&status)))
}

fn plain(status: StatusCode, text: &'static str) -> Response<Body> {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(CONTENT_TYPE, kind);
    response
}
