//! A mail server in a process of its own, in whatever mood a test wants it to be.

use super::PATIENCE;
use super::counterpart::counterpart;
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin};
use std::sync::Mutex;
use tempfile::TempDir;
use tokio::sync::watch;

/// A mail as the server was given it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    pub to: String,
    pub message_id: String,
    pub from: String,
    pub subject: String,
    /// Whether its headers ask for no automatic answer, in both ways of saying so.
    pub refuses_automatic_replies: bool,
    pub text: String,
    pub html: String,
    /// Whether it came over TLS.
    pub secure: bool,
}

/// A mail server; gone when the test is.
pub struct PostOffice {
    port: u64,
    authority: Option<TempDir>,
    process: Child,
    orders: Mutex<ChildStdin>,
    said: watch::Receiver<Vec<Value>>,
}

impl Drop for PostOffice {
    fn drop(&mut self) {
        // It may have ended by itself.
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

impl PostOffice {
    /// One that speaks in the clear only.
    pub async fn open() -> Self {
        Self::start(None).await
    }

    /// One that offers STARTTLS, under an authority of its own.
    pub async fn open_with_tls() -> Self {
        Self::start(Some(tempfile::tempdir().unwrap())).await
    }

    async fn start(authority: Option<TempDir>) -> Self {
        let mut process = counterpart("smtp.mjs")
            .args(authority.as_ref().map(TempDir::path))
            .spawn()
            .expect("node is there");
        let orders = Mutex::new(process.stdin.take().unwrap());
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let (saying, said) = watch::channel(Vec::new());
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                saying.send_modify(|said| said.push(serde_json::from_str(&line).unwrap()));
            }
        });
        let mut office = Self { port: 0, authority, process, orders, said };
        office.until("its port", |said| !said.is_empty()).await;
        office.port = office.said.borrow()[0]["port"].as_u64().unwrap();
        office
    }

    /// Its address; with `asking` as the query.
    pub fn url(&self, asking: &str) -> String {
        format!("smtp://localhost:{}{asking}", self.port)
    }

    /// The certificate of its authority.
    pub fn ca_file(&self) -> String {
        let folder = self.authority.as_ref().expect("a server with TLS").path();
        folder.join("ca.pem").display().to_string()
    }

    /// Tells it something; comes back when it has done so.
    pub async fn order(&self, order: &str) {
        let done = |said: &[Value]| said.iter().filter(|fact| fact["now"] == order).count();
        let before = done(&self.said.borrow());
        writeln!(self.orders.lock().unwrap(), "{order}").unwrap();
        self.until(order, |said| done(said) > before).await;
    }

    /// Everything it was given, oldest first, whether it said so or not.
    pub async fn given(&self) -> Vec<Given> {
        // What it was given before this order, it tells before it answers the order.
        self.order("tell").await;
        self.said.borrow().iter().filter_map(|fact| read(fact.get("kept")?)).collect()
    }

    /// Waits until it was given so many.
    pub async fn until_given(&self, count: usize) {
        let given = |said: &[Value]| said.iter().filter(|f| f.get("kept").is_some()).count();
        self.until("a mail", |said| given(said) >= count).await;
    }

    /// How many recipients it has turned away.
    pub async fn turned_away(&self) -> usize {
        self.order("tell").await;
        self.said.borrow().iter().filter(|fact| fact.get("turnedAway").is_some()).count()
    }

    async fn until(&self, what: &str, done: impl Fn(&[Value]) -> bool) {
        let mut said = self.said.clone();
        let waiting = said.wait_for(|said| done(said));
        let came = tokio::time::timeout(PATIENCE, waiting).await;
        came.unwrap_or_else(|_| panic!("the mail server has not said: {what}")).unwrap();
    }
}

fn read(kept: &Value) -> Option<Given> {
    use mailparse::MailHeaderMap;
    let raw = kept["raw"].as_str()?;
    let mail = mailparse::parse_mail(raw.as_bytes()).unwrap();
    let header = |name: &str| mail.headers.get_first_value(name).unwrap_or_default();
    let part = |kind: &str| {
        let part = mail.parts().find(|part| part.ctype.mimetype == kind);
        part.unwrap_or_else(|| panic!("a mail with {kind}")).get_body().unwrap()
    };
    Some(Given {
        to: kept["to"][0].as_str()?.to_owned(),
        message_id: header("Message-ID"),
        from: header("From"),
        subject: header("Subject"),
        refuses_automatic_replies: header("Auto-Submitted") == "auto-generated"
            && header("X-Auto-Response-Suppress") == "All",
        text: part("text/plain"),
        html: part("text/html"),
        secure: kept["secure"] == true,
    })
}
