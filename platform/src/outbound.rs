//! HTTP clients (security.md, T17): timeout of five seconds by default, response limit of one
//! mebibyte, no redirects, so that only the checked host name is contacted. [`Outbound`] is for
//! servers that an operator configured, [`StrangerClient`] for URLs that users provide.
#![expect(clippy::disallowed_methods, reason = "the one place that makes HTTP clients")]

mod webhook_client;

pub use webhook_client::{WebhookClient, WebhookFailure};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use std::error::Error;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

const REQUEST_TIMEOUT: Duration = Duration::from_secs(5);
const BODY_BYTES_MAX: usize = 1024 * 1024;
/// Maximum bytes of a response from a URL that a user provided.
const STRANGER_BODY_BYTES_MAX: usize = 64 * 1024;

/// Maximum bytes of a page that are read; the rest is left out.
const PAGE_BYTES_MAX: usize = 512 * 1024;
/// Maximum redirects from a link to its page.
const PAGE_REDIRECTS_MAX: usize = 3;
/// Name of this program for servers of pages.
const PAGE_USER_AGENT: &str = concat!("Guildhall-Preview/", env!("CARGO_PKG_VERSION"));

/// Reason why there is no response.
#[derive(Debug, thiserror::Error)]
pub enum OutboundError {
    /// The connection failed, timed out or broke off.
    #[error("the server did not respond: {0}")]
    NoAnswer(String),
    /// The response is larger than a mebibyte.
    #[error("the server's response is too long")]
    TooLong,
    /// The host has no public address.
    #[error("the server has no public address")]
    Forbidden,
}

impl From<reqwest::Error> for OutboundError {
    fn from(error: reqwest::Error) -> Self {
        if is_forbidden(&error) {
            return Self::Forbidden;
        }
        // The URL may contain a code, so only the error itself is kept.
        let error = error.without_url();
        let cause = error.source().map(|cause| format!(": {cause}")).unwrap_or_default();
        Self::NoAnswer(format!("{error}{cause}"))
    }
}

/// A client with its own timeout and optional root certificate. Clones share their connections.
#[derive(Debug, Clone)]
pub struct Outbound {
    client: reqwest::Client,
}

impl Outbound {
    /// Creates a client with timeout `patience` for a whole response, and with `root` (PEM) as an
    /// additional root certificate.
    ///
    /// # Errors
    /// The certificate is invalid.
    pub fn new(timeout: Duration, root: Option<&[u8]>) -> Result<Self, OutboundError> {
        let mut builder = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .connect_timeout(timeout)
            .timeout(timeout)
            .pool_idle_timeout(Duration::from_secs(30));
        if let Some(root) = root {
            builder = builder.tls_certs_merge(reqwest::Certificate::from_pem_bundle(root)?);
        }
        Ok(Self { client: builder.build()? })
    }

    /// Sends a request and reads the whole response, for every status.
    ///
    /// # Errors
    /// [`OutboundError`].
    pub async fn send(
        &self,
        request: http::Request<Vec<u8>>,
    ) -> Result<http::Response<Vec<u8>>, OutboundError> {
        send_by(&self.client, request).await
    }
}

/// Result of a probe.
#[derive(Debug)]
pub struct ServerPresentation {
    /// Certificate of the connection (DER), if it used TLS.
    pub leaf: Option<Vec<u8>>,
    /// Response with its body read completely.
    pub answer: http::Response<Vec<u8>>,
}

/// Requests a URL from a host at these network addresses, with any certificate. Only for
/// inspection: the response must not be trusted, and nothing secret may be sent.
///
/// # Errors
/// [`OutboundError`].
pub async fn fetch_unverified(
    url: &str,
    at: &[SocketAddr],
) -> Result<ServerPresentation, OutboundError> {
    let host = url::Url::parse(url).ok().and_then(|url| url.host_str().map(str::to_owned));
    let client = reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .timeout(REQUEST_TIMEOUT)
        .pool_max_idle_per_host(0)
        .resolve_to_addrs(&host.unwrap_or_default(), at)
        .tls_danger_accept_invalid_certs(true)
        .tls_info(true)
        .build()?;
    let answer = client.get(url).send().await?;
    let info = answer.extensions().get::<reqwest::tls::TlsInfo>();
    let leaf = info.and_then(|info| info.peer_certificate()).map(<[u8]>::to_vec);
    Ok(ServerPresentation { leaf, answer: read_whole(answer, BODY_BYTES_MAX).await? })
}

/// Connections are not pooled: requests are rare, and one client serves all runtimes of a process.
static CLIENT: LazyLock<Result<reqwest::Client, String>> = LazyLock::new(|| {
    reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .timeout(REQUEST_TIMEOUT)
        .pool_max_idle_per_host(0)
        .build()
        .map_err(|error| error.to_string())
});

/// Sends a request and reads the whole response, for every status.
///
/// # Errors
/// [`OutboundError`].
pub async fn send(
    request: http::Request<Vec<u8>>,
) -> Result<http::Response<Vec<u8>>, OutboundError> {
    let client = CLIENT.as_ref().map_err(|error| OutboundError::NoAnswer(error.clone()))?;
    send_by(client, request).await
}

async fn send_by(
    client: &reqwest::Client,
    request: http::Request<Vec<u8>>,
) -> Result<http::Response<Vec<u8>>, OutboundError> {
    read_whole(client.execute(reqwest::Request::try_from(request)?).await?, BODY_BYTES_MAX).await
}

async fn read_whole(
    mut answer: reqwest::Response,
    bytes_max: usize,
) -> Result<http::Response<Vec<u8>>, OutboundError> {
    let mut whole = http::Response::new(Vec::new());
    *whole.status_mut() = answer.status();
    *whole.headers_mut() = std::mem::take(answer.headers_mut());
    while let Some(chunk) = answer.chunk().await? {
        if whole.body().len() + chunk.len() > bytes_max {
            return Err(OutboundError::TooLong);
        }
        whole.body_mut().extend_from_slice(&chunk);
    }
    Ok(whole)
}

/// Client for URLs that users provide. It connects to public addresses only, which it checks after
/// the name is resolved, so that no name can lead into the operator's network. It uses no proxy,
/// which would resolve names itself.
#[derive(Debug, Clone)]
pub struct StrangerClient {
    client: reqwest::Client,
    allows_local: bool,
}

impl StrangerClient {
    /// `allows_local` also permits private addresses and plain HTTP.
    ///
    /// # Errors
    /// The client cannot be built.
    pub fn new(allows_local: bool) -> Result<Self, OutboundError> {
        let mut builder = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .connect_timeout(REQUEST_TIMEOUT)
            .timeout(2 * REQUEST_TIMEOUT)
            .pool_idle_timeout(Duration::from_secs(30))
            .https_only(!allows_local)
            .no_proxy();
        if !allows_local {
            builder = builder.dns_resolver(Arc::new(PublicResolver));
        }
        Ok(Self { client: builder.build()?, allows_local })
    }

    /// Sends a request and reads the whole response, for every status.
    ///
    /// # Errors
    /// [`OutboundError`]; [`OutboundError::Forbidden`] if the host has no public address.
    pub async fn send(
        &self,
        request: http::Request<Vec<u8>>,
    ) -> Result<http::Response<Vec<u8>>, OutboundError> {
        let request = reqwest::Request::try_from(request)?;
        let literal = literal_address(request.url());
        if !self.allows_local && literal.is_some_and(|address| !is_public(address)) {
            return Err(OutboundError::Forbidden);
        }
        read_whole(self.client.execute(request).await?, STRANGER_BODY_BYTES_MAX).await
    }
}

/// Client for pages that users link to, with the rules of [`StrangerClient`]. It accepts plain HTTP
/// and follows redirects, each of which it checks like the link. It keeps no cookies.
#[derive(Debug, Clone)]
pub struct PageClient {
    client: reqwest::Client,
    allows_local: bool,
}

/// The beginning of a page.
#[derive(Debug)]
pub struct PageResponse {
    /// Content type, as the server states it.
    pub content_type: String,
    /// At most 512 KiB.
    pub body: Vec<u8>,
}

impl PageClient {
    /// `allows_local` also permits private addresses and all ports.
    ///
    /// # Errors
    /// The client cannot be built.
    pub fn new(allows_local: bool) -> Result<Self, OutboundError> {
        let mut builder = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .timeout(REQUEST_TIMEOUT)
            .pool_max_idle_per_host(0)
            .user_agent(PAGE_USER_AGENT)
            .no_proxy();
        if !allows_local {
            builder = builder.dns_resolver(Arc::new(PublicResolver));
        }
        Ok(Self { client: builder.build()?, allows_local })
    }

    /// Reads the beginning of the page at a link, within five seconds for all redirects.
    ///
    /// # Errors
    /// [`OutboundError`]; [`OutboundError::Forbidden`] for an address that may not be fetched.
    pub async fn get(&self, link: &url::Url) -> Result<PageResponse, OutboundError> {
        let fetched = tokio::time::timeout(REQUEST_TIMEOUT, self.follow(link.clone())).await;
        fetched.unwrap_or_else(|_| Err(OutboundError::NoAnswer("timed out".to_owned())))
    }

    async fn follow(&self, link: url::Url) -> Result<PageResponse, OutboundError> {
        let mut url = link;
        for _ in 0..=PAGE_REDIRECTS_MAX {
            self.check(&url)?;
            let request = self.client.get(url.clone()).header(http::header::ACCEPT, "text/html");
            let answer = request.send().await?;
            let header = |name| answer.headers().get(name).and_then(|value| value.to_str().ok());
            if answer.status().is_redirection() {
                let target = header(http::header::LOCATION).and_then(|to| url.join(to).ok());
                url = target.ok_or_else(|| OutboundError::NoAnswer("no target".to_owned()))?;
                continue;
            }
            if !answer.status().is_success() {
                return Err(OutboundError::NoAnswer(answer.status().to_string()));
            }
            let content_type = header(http::header::CONTENT_TYPE).unwrap_or_default().to_owned();
            return Ok(PageResponse { content_type, body: read_beginning(answer).await? });
        }
        Err(OutboundError::NoAnswer("too many redirects".to_owned()))
    }

    /// Refuses other protocols, credentials, unusual ports and addresses that are not public.
    fn check(&self, url: &url::Url) -> Result<(), OutboundError> {
        let is_web = matches!(url.scheme(), "http" | "https");
        let has_credentials = !url.username().is_empty() || url.password().is_some();
        let has_port = self.allows_local || url.port().is_none();
        let is_reachable = self.allows_local || literal_address(url).is_none_or(is_public);
        let is_allowed = is_web && !has_credentials && has_port && is_reachable;
        if is_allowed { Ok(()) } else { Err(OutboundError::Forbidden) }
    }
}

/// Returns whether the host of a URL is an address that is not public. A name may still lead to
/// one, which only a client finds out.
#[must_use]
pub fn has_private_address(url: &url::Url) -> bool {
    literal_address(url).is_some_and(|address| !is_public(address))
}

/// The address of a URL whose host is one; the resolver is not asked about it.
fn literal_address(url: &url::Url) -> Option<IpAddr> {
    match url.host() {
        Some(url::Host::Ipv4(address)) => Some(IpAddr::V4(address)),
        Some(url::Host::Ipv6(address)) => Some(IpAddr::V6(address)),
        _ => None,
    }
}

async fn read_beginning(mut answer: reqwest::Response) -> Result<Vec<u8>, OutboundError> {
    let mut body = Vec::new();
    while body.len() < PAGE_BYTES_MAX
        && let Some(chunk) = answer.chunk().await?
    {
        let most = PAGE_BYTES_MAX - body.len();
        body.extend_from_slice(&chunk[..chunk.len().min(most)]);
    }
    Ok(body)
}

/// A host without a public address.
#[derive(Debug, thiserror::Error)]
#[error("the host has no public address")]
struct NoPublicAddress;

fn is_forbidden(error: &reqwest::Error) -> bool {
    let mut cause = error.source();
    while let Some(error) = cause {
        if error.is::<NoPublicAddress>() {
            return true;
        }
        cause = error.source();
    }
    false
}

/// Resolves names with the system's resolver, to public addresses only.
#[derive(Debug)]
struct PublicResolver;

impl Resolve for PublicResolver {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found: Vec<_> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            let public: Vec<_> = found.into_iter().filter(|at| is_public(at.ip())).collect();
            if public.is_empty() {
                return Err(NoPublicAddress.into());
            }
            Ok(Box::new(public.into_iter()) as Addrs)
        })
    }
}

/// Returns whether an address is reachable from everywhere on the internet (IANA special-purpose
/// registries).
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => match address.to_ipv4_mapped() {
            Some(mapped) => is_public_v4(mapped),
            None => is_public_v6(address),
        },
    }
}

const fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let is_reserved = a == 0
        || a >= 224
        || (a == 100 && b >= 64 && b < 128)
        || (a == 192 && b == 0 && c == 0)
        || (a == 192 && b == 88 && c == 99)
        || (a == 198 && (b == 18 || b == 19));
    let is_local = address.is_private() || address.is_loopback() || address.is_link_local();
    !(is_reserved || is_local || address.is_documentation())
}

/// Only 2000::/3 is allocated; tunnels (Teredo, 6to4) lead to addresses that were not checked.
const fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, ..] = address.segments();
    let is_allocated = a & 0xe000 == 0x2000;
    let is_tunnel = (a == 0x2001 && b < 0x0200) || a == 0x2002;
    let is_documentation = (a == 0x2001 && b == 0x0db8) || (a == 0x3fff && b < 0x1000);
    is_allocated && !is_tunnel && !is_documentation
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_internet_are_public() {
        for text in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "0.0.0.0",
            "100.64.0.1",
            "198.18.0.1",
            "192.0.0.8",
            "224.0.0.1",
            "255.255.255.255",
            "::1",
            "::",
            "fe80::1",
            "fc00::1",
            "fd12::1",
            "::ffff:10.0.0.1",
            "::ffff:127.0.0.1",
            "64:ff9b::a00:1",
            "2002:a00:1::",
            "2001::1",
            "2001:db8::1",
            "ff02::1",
        ] {
            assert_eq!(text.parse().map(is_public), Ok(false), "{text}");
        }
        for text in ["1.1.1.1", "142.250.1.95", "100.128.0.1", "2a00:1450::1", "2606:4700::1"] {
            assert_eq!(text.parse().map(is_public), Ok(true), "{text}");
        }
    }

    #[tokio::test]
    async fn refuses_local_hosts_by_name_and_by_address() {
        drop(rustls::crypto::aws_lc_rs::default_provider().install_default());
        let Ok(client) = StrangerClient::new(false) else { panic!("no client") };
        for url in ["https://localhost:9/", "https://127.0.0.1:9/", "https://[::1]:9/"] {
            let request = http::Request::post(url).body(Vec::new()).unwrap_or_default();
            let sent = client.send(request).await;
            assert!(matches!(sent, Err(OutboundError::Forbidden)), "{url}: {sent:?}");
        }
    }

    #[tokio::test]
    async fn fetches_no_page_of_a_local_host_or_an_unusual_address() {
        drop(rustls::crypto::aws_lc_rs::default_provider().install_default());
        let Ok(client) = PageClient::new(false) else { panic!("no client") };
        for text in [
            "http://localhost/",
            "http://127.0.0.1/",
            "http://2130706433/",
            "http://0x7f.1/",
            "http://[::ffff:127.0.0.1]/",
            "http://[::1]/",
            "http://169.254.169.254/latest/meta-data",
            "https://192.0.2.1/",
            "http://1.1.1.1:22/",
            "http://user@1.1.1.1/",
            "ftp://1.1.1.1/",
        ] {
            let Ok(url) = text.parse() else { panic!("{text} is no URL") };
            let fetched = client.get(&url).await;
            assert!(matches!(fetched, Err(OutboundError::Forbidden)), "{text}: {fetched:?}");
        }
    }
}
