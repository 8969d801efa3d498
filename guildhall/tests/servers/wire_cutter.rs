//! A connection to PostgreSQL that breaks at a chosen moment of a transaction.

use crate::kit::WAIT_TIMEOUT;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use url::Url;

/// Number of connections that break each time.
const CUTS: usize = 3;
/// Minimum number of messages of a transaction before its commit.
const MIDDLE: usize = 3;

/// Moment at which the connection breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// The server never receives the BEGIN.
    BeforeBegin,
    /// The client never receives the response to its BEGIN.
    AfterBegin,
    /// A statement is sent, its response is lost.
    Middle,
    /// The server never receives the COMMIT.
    BeforeCommit,
    /// The server commits; the client never receives the response.
    AfterCommit,
}

impl Moment {
    pub const ALL: [Self; 5] =
        [Self::BeforeBegin, Self::AfterBegin, Self::Middle, Self::BeforeCommit, Self::AfterCommit];
}

/// Connections to break next.
type Cuts = watch::Sender<Option<(Moment, usize)>>;

pub struct WireCutter {
    url: String,
    cuts: Arc<Cuts>,
}

impl WireCutter {
    /// Starts a proxy for the database at `url`.
    pub async fn start(url: &str) -> Self {
        let mut url = Url::parse(url).unwrap();
        let server = format!("{}:{}", url.host_str().unwrap(), url.port().unwrap());
        let server: SocketAddr = server.parse().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        url.set_port(Some(listener.local_addr().unwrap().port())).unwrap();
        let cuts = Arc::new(Cuts::new(None));
        let shared = cuts.clone();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let cuts = shared.clone();
                tokio::spawn(async move { Wire::new(client, server).await.carry(&cuts).await });
            }
        });
        Self { url: url.into(), cuts }
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    /// Breaks some connections at that moment, and waits until they are broken.
    pub async fn cut_at(&self, moment: Moment) {
        self.cuts.send_replace(Some((moment, CUTS)));
        let mut cuts = self.cuts.subscribe();
        let cutting = cuts.wait_for(Option::is_none);
        let waited = tokio::time::timeout(WAIT_TIMEOUT, cutting).await;
        waited.unwrap_or_else(|_| panic!("no transaction reaches {moment:?}")).unwrap();
    }
}

/// One connection.
struct Wire {
    client: TcpStream,
    server: TcpStream,
    /// Number of the client's messages since its transaction began.
    messages: Option<usize>,
}

impl Wire {
    async fn new(client: TcpStream, server: SocketAddr) -> Self {
        Self { client, server: TcpStream::connect(server).await.unwrap(), messages: None }
    }

    /// Copies data in both directions until one side closes or the connection is cut.
    async fn carry(mut self, cuts: &Cuts) {
        let (mut from_client, mut from_server) = ([0; 16 << 10], [0; 16 << 10]);
        loop {
            let carried = tokio::select! {
                read = self.client.read(&mut from_client) => {
                    let Ok(count @ 1..) = read else { return };
                    let said = &from_client[..count];
                    match self.moment(said, cuts) {
                        Some(Moment::BeforeBegin | Moment::BeforeCommit) => return,
                        Some(_) => {
                            self.server.write_all(said).await.ok();
                            // The server has processed it once it responds.
                            self.server.readable().await.ok();
                            return;
                        }
                        None => self.server.write_all(said).await,
                    }
                }
                read = self.server.read(&mut from_server) => {
                    let Ok(count @ 1..) = read else { return };
                    self.client.write_all(&from_server[..count]).await
                }
            };
            if carried.is_err() {
                return;
            }
        }
    }

    /// The moment that the client has reached, if the connection is to break there.
    fn moment(&mut self, said: &[u8], cuts: &Cuts) -> Option<Moment> {
        let says = |word: &[u8]| said.windows(word.len()).any(|part| part == word);
        let (begins, commits) = (says(b"BEGIN"), says(b"COMMIT"));
        self.messages = match self.messages {
            _ if begins => Some(0),
            Some(_) if commits || says(b"ROLLBACK") => None,
            messages => messages.map(|count| count + 1),
        };
        let mut reached = None;
        cuts.send_if_modified(|cuts| {
            let Some((moment, left)) = cuts else { return false };
            let is_reached = match moment {
                Moment::BeforeBegin | Moment::AfterBegin => begins,
                Moment::Middle => self.messages == Some(MIDDLE),
                Moment::BeforeCommit | Moment::AfterCommit => commits,
            };
            if is_reached {
                reached = Some(*moment);
                *left -= 1;
                if *left == 0 {
                    *cuts = None;
                }
            }
            is_reached
        });
        reached
    }
}
