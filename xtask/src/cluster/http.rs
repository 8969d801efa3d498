//! HTTP/1.1 with connections that the caller controls: a load must see when one breaks. The usual
//! libraries hide that behind a pool, and would have to be compiled before everything else.

use std::io::{Error, ErrorKind, Result};
use std::net::SocketAddr;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

/// A request.
#[derive(Clone, Debug)]
pub struct Request {
    method: &'static str,
    path: String,
    headers: Vec<(&'static str, String)>,
    body: Option<String>,
}

/// A complete response.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    pub status: u16,
    pub cookies: Vec<String>,
    pub body: Vec<u8>,
}

impl Request {
    pub fn get(path: &str) -> Self {
        Self { method: "GET", path: path.to_owned(), headers: Vec::new(), body: None }
    }

    pub fn post(path: &str, body: String) -> Self {
        let headers = vec![("content-type", "application/json".to_owned())];
        Self { method: "POST", path: path.to_owned(), headers, body: Some(body) }
    }

    pub fn header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    pub fn describe(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    fn bytes(&self, host: &str) -> Vec<u8> {
        let mut head = format!("{} {} HTTP/1.1\r\nhost: {host}\r\n", self.method, self.path);
        for (name, value) in &self.headers {
            head += &format!("{name}: {value}\r\n");
        }
        if let Some(body) = &self.body {
            head += &format!("content-length: {}\r\n", body.len());
        }
        head += "\r\n";
        head += self.body.as_deref().unwrap_or_default();
        head.into_bytes()
    }
}

/// A connection that stays open between requests.
pub struct Connection {
    stream: BufReader<TcpStream>,
    /// The server closes it after its last response.
    is_closing: bool,
}

impl Connection {
    pub async fn open(address: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream: BufReader::new(stream), is_closing: false })
    }

    /// Returns whether another request may be sent, as a client with a pool checks it.
    pub fn is_usable(&self) -> bool {
        let unread = self.stream.get_ref().try_read(&mut [0]);
        !self.is_closing && unread.is_err_and(|error| error.kind() == ErrorKind::WouldBlock)
    }

    pub async fn exchange(&mut self, request: &Request, host: &str) -> Result<Answer> {
        self.stream.get_mut().write_all(&request.bytes(host)).await?;
        let status = self.line().await?;
        let status = status.split(' ').nth(1).and_then(|code| code.parse().ok());
        let mut answer =
            Answer { status: status.ok_or_else(|| invalid("no status"))?, ..Answer::default() };
        let (mut length, mut is_chunked) = (0, false);
        loop {
            let line = self.line().await?;
            let Some((name, value)) = line.split_once(':') else { break };
            let value = value.trim();
            match name.to_ascii_lowercase().as_str() {
                "content-length" => length = value.parse().map_err(|_| invalid("length"))?,
                "transfer-encoding" => is_chunked = value.eq_ignore_ascii_case("chunked"),
                "connection" => self.is_closing = value.eq_ignore_ascii_case("close"),
                "set-cookie" => answer.cookies.push(value.to_owned()),
                _ => {}
            }
        }
        if is_chunked {
            self.chunks(&mut answer.body).await?;
        } else {
            self.append(length, &mut answer.body).await?;
        }
        Ok(answer)
    }

    async fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        if self.stream.read_line(&mut line).await? == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        Ok(line.trim_end().to_owned())
    }

    async fn chunks(&mut self, body: &mut Vec<u8>) -> Result<()> {
        loop {
            let line = self.line().await?;
            let size = line.split(';').next().unwrap_or_default();
            let size = usize::from_str_radix(size, 16).map_err(|_| invalid("chunk size"))?;
            self.append(size, body).await?;
            self.line().await?;
            if size == 0 {
                return Ok(());
            }
        }
    }

    async fn append(&mut self, length: usize, body: &mut Vec<u8>) -> Result<()> {
        let start = body.len();
        body.resize(start + length, 0);
        let rest = body.get_mut(start..).unwrap_or_default();
        self.stream.read_exact(rest).await.map(drop)
    }
}

fn invalid(what: &str) -> Error {
    Error::new(ErrorKind::InvalidData, format!("invalid response: {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::net::TcpListener;

    /// Reads a response from a server that then keeps the connection open, or closes it.
    async fn exchange(response: &'static [u8], keeps_open: bool) -> Result<(Answer, bool)> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let serving = async move {
            let (mut stream, _) = listener.accept().await?;
            assert!(stream.read(&mut [0; 1024]).await? > 0);
            stream.write_all(response).await?;
            Ok::<_, Error>(keeps_open.then_some(stream))
        };
        let serving = tokio::spawn(serving);
        let mut connection = Connection::open(address).await?;
        let answer = connection.exchange(&Request::get("/"), "localhost").await?;
        let open = serving.await??;
        let usable = connection.is_usable();
        drop(open);
        Ok((answer, usable))
    }

    #[tokio::test]
    async fn reads_bodies_with_a_length_and_in_chunks() -> Result<()> {
        let sized = b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\nSet-Cookie: a=b; Path=/\r\n\r\nbody";
        let (answer, usable) = exchange(sized, true).await?;
        assert_eq!((answer.status, answer.body.as_slice(), usable), (200, &b"body"[..], true));
        assert_eq!(answer.cookies, ["a=b; Path=/"]);
        let chunked = b"HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n2\r\nbo\r\n2\r\ndy\r\n0\r\n\r\n";
        let (answer, _) = exchange(chunked, true).await?;
        assert_eq!((answer.status, answer.body.as_slice()), (201, &b"body"[..]));
        Ok(())
    }

    #[tokio::test]
    async fn announced_close_makes_a_connection_unusable_and_a_cut_body_is_an_error() -> Result<()>
    {
        let closing = b"HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";
        assert!(!exchange(closing, true).await?.1);
        assert!(exchange(b"HTTP/1.1 200 OK\r\n", false).await.is_err());
        Ok(())
    }
}
