//! Proxies a request to a role.

use super::Edge;
use super::answer::close_after;
use crate::connection::ConnectionInfo;
use crate::forward::{BoxedRequest, Content, PermitRequest, Upstream, clean_request, socket};
use crate::limits::{self, ConnectionSlot, FairQueue};
use crate::problem::{NOT_READY, Problem};
use crate::request_meta::RequestMeta;
use crate::resolve::SiteRef;
use crate::system::unix_now_s;
use crate::web_apps::{self, ErrorPage};
use crate::{metrics, paths, policy, trace};
use axum::body::Body;
use http::header::{HOST, HeaderName};
use http::{HeaderValue, Request, Response, Uri};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use wire::Context;
use wire::context::CONTEXT_HEADER;

const CONTEXT_HEADER_NAME: HeaderName = HeaderName::from_static(CONTEXT_HEADER);
const FORWARDED_FOR: &str = "x-forwarded-for";

/// A role behind the edge, with the fair queue of its requests.
pub(super) type Role<'e> = (&'e Upstream, &'e Arc<FairQueue>);

impl Edge {
    pub(super) fn runtime_upstream(&self) -> Role<'_> {
        (&self.0.upstreams.runtime, &self.0.runtime_queue)
    }

    pub(super) fn control_upstream(&self) -> Role<'_> {
        (&self.0.upstreams.control, &self.0.control_queue)
    }

    /// Returns the role's response. If the role is unavailable and the client shows pages, the
    /// response is an error page of the site.
    pub(super) async fn forward_or_report(
        &self,
        role: Role<'_>,
        site: &SiteRef<'_>,
        request: BoxedRequest,
        meta: &RequestMeta,
    ) -> Response<Body> {
        let is_seen = paths::is_hop(&meta.path) && web_apps::takes_pages(request.headers());
        let response = self.proxy(role, site, request, meta).await;
        if is_seen && response.status().is_server_error() {
            return ErrorPage::Unavailable(*site).response_for(&meta.path);
        }
        response
    }

    async fn proxy(
        &self,
        (upstream, turns): Role<'_>,
        entrance: &SiteRef<'_>,
        mut request: BoxedRequest,
        meta: &RequestMeta,
    ) -> Response<Body> {
        let content = self.content_of(&meta.path);
        if let Err(problem) = content.check_declared_length(request.body()) {
            return close_after(problem.into_response());
        }
        let origin = entrance.origin();
        let context = Context::<&str> {
            host: entrance.host(),
            origin: &origin,
            main_origin: entrance.main_origin(),
            site: entrance.site(),
            tenant: entrance.tenant(),
            brand_name: &entrance.brand().name,
            language: entrance.portal_route().and_then(|portal| portal.language),
            identity: entrance.has_identity(),
            client_ip: meta.client,
            request_id: &meta.id,
            issued_at: unix_now_s(),
        };
        let sealed = HeaderValue::try_from(self.0.config.context_key.sign_context(&context));
        let authority = context.origin.split_once("://").map_or("", |(_, authority)| authority);
        let (Ok(mut sealed), Ok(host), Ok(id)) =
            (sealed, HeaderValue::from_str(authority), HeaderValue::from_str(&meta.id))
        else {
            return NOT_READY.into_response();
        };
        sealed.set_sensitive(true);
        let line = PermitRequest { queue: Arc::clone(turns), owner: context.tenant };
        let socket = socket::is_asked_for(&request)
            .then(|| socket::UpgradeRequest::take_request(&mut request));
        clean_request(request.headers_mut());
        trace::forward_in(request.headers_mut());
        let headers = request.headers_mut();
        headers.insert(CONTEXT_HEADER_NAME, sealed);
        headers.insert(HOST, host);
        headers.insert(policy::REQUEST_ID, id);
        request.extensions_mut().clear();
        let path = request.uri().path_and_query().cloned();
        *request.uri_mut() = path.map_or_else(Uri::default, Uri::from);
        let sent = match socket {
            None => {
                let spare = &meta.connection.body_timer;
                self.0.forwarder.send(upstream, request, content, line, spare).await
            }
            Some(socket) => {
                let place = meta.connection.slot.clone();
                // Boxed because few requests need this state.
                Box::pin(self.open_socket(upstream, request, (socket, line), place)).await
            }
        };
        sent.unwrap_or_else(|problem| {
            let is_runtime = std::ptr::eq(upstream, &raw const self.0.upstreams.runtime);
            metrics::upstream_failed(if is_runtime { "runtime" } else { "control" }, problem);
            problem.into_response()
        })
    }

    /// Limits for a request body on `path`.
    fn content_of(&self, path: &str) -> Content {
        let (limits, kind) = (self.limits(), wire::Content::for_path(path));
        let is_upload = matches!(kind, wire::Content::Picture | wire::Content::File);
        Content { kind, pace: if is_upload { limits.upload } else { limits.body } }
    }

    async fn open_socket(
        &self,
        upstream: &Upstream,
        request: BoxedRequest,
        (socket, line): (socket::UpgradeRequest, PermitRequest),
        place: Option<Arc<ConnectionSlot>>,
    ) -> Result<Response<Body>, Problem> {
        let (response, joined) =
            self.0.forwarder.open_socket(upstream, request, socket, line).await?;
        if let Some(joined) = joined {
            self.0.socket_tasks.spawn(async move {
                joined.await;
                drop(place);
            });
        }
        Ok(response)
    }

    /// Client address: the peer, or the address that a trusted proxy reports.
    pub(super) fn client_ip(&self, request: &Request<Body>, connection: &ConnectionInfo) -> IpAddr {
        let peer =
            connection.client.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |client| client.ip());
        let said = request.headers().get_all(FORWARDED_FOR).iter();
        limits::client_ip(peer, said, &self.0.config.trusted_proxies)
    }
}
