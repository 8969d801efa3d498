//! One upstream connection, and one request over it. The task that waits for the response also
//! drives the connection: handing the request and every part of the response to another task would
//! cost more than all other work of the edge for a small request. Only a request with a body gets a
//! separate task, to avoid a deadlock with a client that sends everything before it reads.

use super::BoxedRequest;
use super::idle_timeout::IncompleteBody;
use super::pool::Pool;
use axum::body::{Body, Bytes};
use http::response::Parts;
use http::{Request, Response};
use http_body::{Body as HttpBody, Frame, SizeHint};
use hyper::body::Incoming;
use hyper::client::conn::TrySendError;
use hyper::client::conn::http1::{self, SendRequest};
use hyper_util::rt::TokioIo;
use std::future::poll_fn;
use std::mem;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, Waker, ready};
use tokio::net::TcpStream;

type Driver = http1::Connection<TokioIo<TcpStream>, Body>;
type ResponsePoll = Poll<Option<Result<Frame<Bytes>, axum::Error>>>;

/// An idle HTTP/1.1 connection.
pub struct Connection {
    sender: SendRequest<Body>,
    driven: DriverLocation,
}

enum DriverLocation {
    /// Driven by the task that holds it.
    Inline(Box<Driver>),
    /// Driven by a separate task.
    Spawned,
    /// Closed.
    Ended,
}

/// Reason why there is no response.
pub enum SendError {
    /// No byte of the request was sent; the request is returned.
    Unsent(BoxedRequest),
    /// The upstream may have started to process the request.
    Broken(hyper::Error),
}

impl Connection {
    /// Starts HTTP/1.1 on `stream`.
    ///
    /// # Errors
    /// The handshake failed.
    pub async fn over_stream(stream: TokioIo<TcpStream>) -> hyper::Result<Self> {
        // A header without a body is one buffer, and a small body is cheap to copy: a single write
        // is cheaper than a vectored one.
        let (sender, driver) = http1::Builder::new().writev(false).handshake(stream).await?;
        Ok(Self { sender, driven: DriverLocation::Inline(Box::new(driver)) })
    }

    /// Returns whether another request may be sent. Detects a connection that the upstream has
    /// closed.
    pub fn is_usable(&mut self, cx: &mut Context<'_>) -> bool {
        self.poll_connection(cx);
        // The connection is driven here, so no wake-up is needed.
        let ready = self.sender.poll_ready(&mut Context::from_waker(Waker::noop()));
        matches!(ready, Poll::Ready(Ok(())))
    }

    /// Sends a request. After the response body the connection returns to `pool`, unless the
    /// protocol changed.
    pub async fn send(
        mut self,
        request: BoxedRequest,
        pool: &Arc<Pool>,
    ) -> Result<Response<Body>, SendError> {
        if !request.body().is_end_stream() {
            self.drive_apart(false);
        }
        let answered = self.exchange(request).await;
        let (mut head, body) = answered.map_err(recover_unsent)?.into_parts();
        let mut flowing =
            ResponseStream { body, connection: Some(self), pool: Arc::clone(pool), first: None };
        // A small body arrives with its header; the connection is then free before the response is
        // sent.
        let first = poll_fn(|cx| Poll::Ready(flowing.poll_frame_unended(cx))).await;
        let body = match first {
            Poll::Ready(Some(Ok(frame))) => match frame.into_data() {
                Ok(data) if flowing.connection.is_none() => Body::from(data),
                Ok(data) => flowing.continue_exchange(&mut head, Some(Frame::data(data))),
                Err(frame) => flowing.continue_exchange(&mut head, Some(frame)),
            },
            Poll::Ready(None) => Body::empty(),
            Poll::Ready(Some(Err(error))) => Body::new(FailedBody(Some(error))),
            Poll::Pending => flowing.continue_exchange(&mut head, None),
        };
        Ok(Response::from_parts(head, body))
    }

    /// Sends a request that may switch the protocol; the connection is not reused.
    pub async fn send_final_request(
        mut self,
        request: BoxedRequest,
    ) -> Result<Response<Body>, SendError> {
        self.drive_apart(true);
        self.exchange(request).await.map(|response| response.map(Body::new)).map_err(recover_unsent)
    }

    async fn exchange(
        &mut self,
        request: BoxedRequest,
    ) -> Result<Response<Incoming>, TrySendError<Request<Body>>> {
        let mut answer = pin!(self.sender.try_send_request(*request));
        poll_fn(|cx| {
            if matches!(self.driven, DriverLocation::Spawned) {
                return answer.as_mut().poll(cx);
            }
            self.poll_connection(cx);
            answer.as_mut().poll(&mut Context::from_waker(Waker::noop()))
        })
        .await
    }

    fn poll_connection(&mut self, cx: &mut Context<'_>) {
        if let DriverLocation::Inline(driver) = &mut self.driven
            && let Poll::Ready(ended) = Pin::new(driver).poll(cx)
        {
            if let Err(error) = ended {
                tracing::debug!(%error, "upstream connection failed");
            }
            self.driven = DriverLocation::Ended;
        }
    }

    fn drive_apart(&mut self, upgrades: bool) {
        match mem::replace(&mut self.driven, DriverLocation::Spawned) {
            DriverLocation::Inline(driver) if upgrades => {
                tokio::spawn(driver.with_upgrades());
            }
            DriverLocation::Inline(driver) => {
                tokio::spawn(driver);
            }
            DriverLocation::Spawned => {}
            DriverLocation::Ended => self.driven = DriverLocation::Ended,
        }
    }
}

fn recover_unsent(error: TrySendError<Request<Body>>) -> SendError {
    let mut error = error;
    match error.take_message() {
        Some(request) => SendError::Unsent(Box::new(request)),
        None => SendError::Broken(error.into_error()),
    }
}

/// Response body. Polling it drives its connection.
struct ResponseStream {
    body: Incoming,
    /// `None` after the end of the body.
    connection: Option<Connection>,
    pool: Arc<Pool>,
    /// Frame that was already read.
    first: Option<Frame<Bytes>>,
}

impl ResponseStream {
    /// Builds the rest of the body after `first`, which was already read.
    fn continue_exchange(mut self, head: &mut Parts, first: Option<Frame<Bytes>>) -> Body {
        head.extensions.insert(IncompleteBody);
        self.first = first;
        Body::new(self)
    }

    fn poll_frame_unended(&mut self, cx: &mut Context<'_>) -> ResponsePoll {
        let frame = match &mut self.connection {
            Some(connection) if !matches!(connection.driven, DriverLocation::Spawned) => {
                let mut unheard = Context::from_waker(Waker::noop());
                match Pin::new(&mut self.body).poll_frame(&mut unheard) {
                    Poll::Pending => {
                        connection.poll_connection(cx);
                        ready!(Pin::new(&mut self.body).poll_frame(&mut unheard))
                    }
                    Poll::Ready(frame) => frame,
                }
            }
            _ => ready!(Pin::new(&mut self.body).poll_frame(cx)),
        };
        if frame.is_none() || self.body.is_end_stream() {
            self.return_to_pool(cx);
        }
        Poll::Ready(frame.map(|frame| frame.map_err(axum::Error::new)))
    }

    /// Returns the connection to the pool.
    fn return_to_pool(&mut self, cx: &mut Context<'_>) {
        if let Some(mut connection) = self.connection.take()
            && (matches!(connection.driven, DriverLocation::Spawned) || connection.is_usable(cx))
        {
            self.pool.put_back(connection);
        }
    }
}

impl HttpBody for ResponseStream {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> ResponsePoll {
        match self.first.take() {
            Some(frame) => Poll::Ready(Some(Ok(frame))),
            None => self.poll_frame_unended(cx),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.first.is_none() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let rest = self.body.size_hint();
        let begun = self.first.as_ref().and_then(Frame::data_ref).map_or(0, Bytes::len) as u64;
        let mut hint = SizeHint::new();
        hint.set_lower(rest.lower() + begun);
        if let Some(upper) = rest.upper() {
            hint.set_upper(upper + begun);
        }
        hint
    }
}

/// A body that failed before its first frame.
struct FailedBody(Option<axum::Error>);

impl HttpBody for FailedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> ResponsePoll {
        Poll::Ready(self.0.take().map(Err))
    }
}
