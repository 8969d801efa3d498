//! HTTP client for servers that an operator configured (security.md, T17): timeout of five seconds
//! by default, response limit of one mebibyte, no redirects, so that only the checked host name is
//! contacted.
#![expect(clippy::disallowed_methods, reason = "the one place that makes HTTP clients")]

use std::error::Error;
use std::net::SocketAddr;
use std::sync::LazyLock;
use std::time::Duration;

const REQUEST_TIMEOUT: Duration = Duration::from_secs(5);
const BODY_BYTES_MAX: usize = 1024 * 1024;

/// Reason why there is no response.
#[derive(Debug, thiserror::Error)]
pub enum OutboundError {
    /// The connection failed, timed out or broke off.
    #[error("the server did not respond: {0}")]
    NoAnswer(String),
    /// The response is larger than a mebibyte.
    #[error("the server's response is too long")]
    TooLong,
}

impl From<reqwest::Error> for OutboundError {
    fn from(error: reqwest::Error) -> Self {
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
    Ok(ServerPresentation { leaf, answer: read_whole(answer).await? })
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
    read_whole(client.execute(reqwest::Request::try_from(request)?).await?).await
}

async fn read_whole(
    mut answer: reqwest::Response,
) -> Result<http::Response<Vec<u8>>, OutboundError> {
    let mut whole = http::Response::new(Vec::new());
    *whole.status_mut() = answer.status();
    *whole.headers_mut() = std::mem::take(answer.headers_mut());
    while let Some(chunk) = answer.chunk().await? {
        if whole.body().len() + chunk.len() > BODY_BYTES_MAX {
            return Err(OutboundError::TooLong);
        }
        whole.body_mut().extend_from_slice(&chunk);
    }
    Ok(whole)
}
