//! Request handling, from arrival to response.

use super::Edge;
use super::check_request::check_request;
use crate::compression::CompressionRules;
use crate::connection::{ConnectionInfo, Transport};
use crate::forward::BoxedRequest;
use crate::metrics::{self, ExceededLimit, InFlight, SiteKind};
use crate::paths::{self, PathTarget};
use crate::policy::{self, HeaderContext};
use crate::problem::{HEAD_TOO_LARGE, NOT_FOUND, Problem, TOO_MANY_UNKNOWN};
use crate::request_meta::RequestMeta;
use crate::resolve::{ActiveRoutes, SiteRef};
use crate::web_apps::{self, ErrorPage};
use crate::{app_links, cookies, german, redirects, trace};
use axum::body::Body;
use http::header::{ACCEPT_LANGUAGE, CONTENT_TYPE};
use http::{HeaderValue, Request, Response, StatusCode, Version};
use std::sync::Arc;
use tracing::{Instrument, Span};
use wire::Resolution;

impl Edge {
    pub(super) async fn respond(self, request: BoxedRequest) -> Response<Body> {
        let passage = ConnectionInfo::from_request(&request);
        let is_trusted = passage.client.is_some_and(|peer| self.is_trusted_proxy(peer.ip()));
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
        let table = self.0.table.active_routes();
        let compression = CompressionRules::new(&request, &asked);
        let language = request.headers().get(ACCEPT_LANGUAGE).cloned();
        let (site, response) = self.respond_with_site(request, table.as_deref(), &asked).await;
        let mut response = compression.apply(german::translate(response, language.as_ref()));
        let last = must_close(&asked, &response);
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
                && (last || asked.chunked || self.0.shutdown_token.is_cancelled()),
        };
        policy::add_security_headers(response.headers_mut(), &occasion);
        if last && !one_by_one {
            asked.connection.end();
        }
        let (status, route) = (response.status(), paths::template(&asked.path));
        asked.log_request(&site.label, status);
        metrics::answered(&asked.method, route, status, site.kind, asked.elapsed());
        let named = (site.kind.label(), asked.id.as_str());
        trace::record_answer(&Span::current(), named, status);
        response
    }

    /// Produces the response, and the site for log and metrics.
    async fn respond_with_site(
        &self,
        request: BoxedRequest,
        table: Option<&ActiveRoutes>,
        meta: &RequestMeta,
    ) -> (AnsweredSite, Response<Body>) {
        let nobody = |response| (AnsweredSite::none(), response);
        let target = meta.target();
        match target {
            PathTarget::Health => return nobody(plain_text_response(StatusCode::OK, "ok\n")),
            PathTarget::Readiness => return nobody(self.readiness_response().await),
            _ => {}
        }
        if !self.within_rate_limit(meta) {
            return nobody(ErrorPage::TooMany.response_for(&meta.path));
        }
        if meta.path == paths::CLEAR_COOKIES {
            return nobody(close_after(cookies::clear(&request)));
        }
        if let Err(problem) = check_request(&request, self.limits()) {
            return nobody(close_after(reject_header(problem, &request)));
        }
        let Some(table) = table else {
            return nobody(ErrorPage::NotReady.response_for(&meta.path));
        };
        if target == PathTarget::Site
            && let Some(moved) = redirects::from_loopback(table, &request)
        {
            return nobody(moved);
        }
        let Some(host) = &meta.host else {
            return nobody(close_after(ErrorPage::Malformed.response_for(&meta.path)));
        };
        if let Some(refusal) = check_tls_host(meta, host, table) {
            let refused = refusal.status() == StatusCode::MISDIRECTED_REQUEST
                && table.owner_of(host).is_none();
            return nobody(if refused { self.reject_unknown_host(meta) } else { refusal });
        }
        if target == PathTarget::Challenge {
            return nobody(redirects::answer_challenge(table, host, &meta.path));
        }
        let entrance = match table.resolve_name(host) {
            Resolution::Unknown => return nobody(self.reject_unknown_host(meta)),
            _ if target == PathTarget::Probe => {
                let key = &self.0.config.context_key;
                return nobody(redirects::answer_probe(table, host, &meta.path, key));
            }
            _ if matches!(meta.connection.arrival, Transport::Redirects) => {
                return nobody(redirects::to_https(table, host, &request));
            }
            Resolution::Main(_) => SiteRef::main(table, host),
            Resolution::Portal(portal) => SiteRef::portal(table, host, portal),
            Resolution::Redirect(origin) => {
                return nobody(redirects::redirect_to(origin, &request));
            }
            Resolution::Suspended(portal) => {
                let paused = ErrorPage::Paused(SiteRef::portal(table, host, portal));
                let site = AnsweredSite { label: portal.subdomain.clone(), kind: SiteKind::Portal };
                return (site, paused.response_for(&meta.path));
            }
        };
        let response = self.serve_active_site(&entrance, target, request, meta).await;
        let is_portal = entrance.portal_route().is_some();
        let kind = if is_portal { SiteKind::Portal } else { SiteKind::Main };
        (AnsweredSite { label: entrance.label().to_owned(), kind }, response)
    }

    /// Handles a request for an active site.
    async fn serve_active_site(
        &self,
        site: &SiteRef<'_>,
        target: PathTarget,
        request: BoxedRequest,
        meta: &RequestMeta,
    ) -> Response<Body> {
        match target {
            PathTarget::Boot => self.0.web_apps.answer_boot(site, &meta.method),
            PathTarget::Control => {
                self.forward_or_report(self.control_upstream(), site, request, meta).await
            }
            PathTarget::Runtime => {
                self.forward_or_report(self.runtime_upstream(), site, request, meta).await
            }
            PathTarget::ChangePassword => redirects::to_password_settings(),
            PathTarget::AppLinks if site.portal_route().is_none() => {
                app_links::answer_app_links(&self.0.config.native_apps, &meta.path)
            }
            PathTarget::Site => {
                if let Some(name) = self.0.web_apps.missing_asset(site, &request) {
                    return self.serve_archived(site, name, request.headers(), meta).await;
                }
                let subject =
                    self.page_subject(web_apps::shared_article(&request), site, meta).await;
                self.0.web_apps.serve_path(site, &request, &subject)
            }
            PathTarget::AppLinks
            | PathTarget::Challenge
            | PathTarget::Probe
            | PathTarget::Hidden
            | PathTarget::Health
            | PathTarget::Readiness => NOT_FOUND.into_response(),
        }
    }

    /// Returns whether the client's network is within its rate limit. A trusted proxy that names no
    /// client counts as itself.
    fn within_rate_limit(&self, meta: &RequestMeta) -> bool {
        let may = self.is_trusted_proxy(meta.client)
            || self.0.client_limits.requests.try_consume(meta.client);
        if !may {
            metrics::record_refusal(ExceededLimit::Network);
        }
        may
    }

    /// Response for an unknown host. A network that asks for many unknown hosts gets a short
    /// response and has to reconnect for the next one.
    fn reject_unknown_host(&self, meta: &RequestMeta) -> Response<Body> {
        if self.0.client_limits.unknown_names.try_consume(meta.client) {
            ErrorPage::Unknown.response_for(&meta.path)
        } else {
            close_after(TOO_MANY_UNKNOWN.into_response())
        }
    }

    async fn readiness_response(&self) -> Response<Body> {
        if self.not_ready_reason().is_some() {
            return plain_text_response(StatusCode::SERVICE_UNAVAILABLE, "not ready\n");
        }
        let checked = match self.0.readiness_check.get() {
            Some(check) => check().await,
            None => Ok(()),
        };
        match checked {
            Ok(()) => plain_text_response(StatusCode::OK, "ready\n"),
            Err(reason) => plain_text_response(StatusCode::SERVICE_UNAVAILABLE, reason),
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
fn reject_header(problem: Problem, request: &Request<Body>) -> Response<Body> {
    if problem == HEAD_TOO_LARGE && web_apps::takes_pages(request.headers()) {
        return ErrorPage::TooManyCookies.render_page();
    }
    problem.into_response()
}

/// Checks the host of a request on a TLS connection: the connection's certificate must cover the
/// host, and the host must have its own certificate.
fn check_tls_host(meta: &RequestMeta, host: &str, table: &ActiveRoutes) -> Option<Response<Body>> {
    let Transport::Tls(tls) = &meta.connection.arrival else { return None };
    if !tls.covers_host(host, table) {
        Some(ErrorPage::Unknown.response_for(&meta.path))
    } else if !tls.ready {
        Some(ErrorPage::SettingUp.response_for(&meta.path))
    } else {
        None
    }
}

/// Marks a response after which the connection must be closed: a request that can be parsed in two
/// ways may have another request hidden in it.
#[derive(Clone, Copy)]
struct CloseAfterResponse;

pub(super) fn close_after(mut response: Response<Body>) -> Response<Body> {
    response.extensions_mut().insert(CloseAfterResponse);
    response
}

/// Returns whether the connection must be closed after this response. That is the case if it led to
/// the wrong host, if the next connection may get another certificate, or if later requests could
/// be misread because this one was rejected, too slow or too large. It also applies to requests for
/// another protocol: the client may already have started to speak it (CVE-2026-2833).
fn must_close(meta: &RequestMeta, response: &Response<Body>) -> bool {
    let status = response.status();
    let refused = response.extensions().get::<CloseAfterResponse>().is_some();
    let misled = [StatusCode::MISDIRECTED_REQUEST, StatusCode::TOO_MANY_REQUESTS];
    let wrong = match &meta.connection.arrival {
        Transport::Tls(tls) => {
            status == misled[0] || (refused && status == misled[1]) || !tls.ready
        }
        _ => false,
    };
    let one_by_one = meta.version <= Version::HTTP_11;
    let unread = [StatusCode::REQUEST_TIMEOUT, StatusCode::PAYLOAD_TOO_LARGE];
    wrong || (one_by_one && (refused || meta.upgrades || unread.contains(&status)))
}

fn plain_text_response(status: StatusCode, text: &'static str) -> Response<Body> {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(CONTENT_TYPE, kind);
    response
}
