//! A mail server in a separate process, whose behaviour tests control.

use super::WAIT_TIMEOUT;
use super::counterpart::counterpart;
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin};
use std::sync::Mutex;
use tempfile::TempDir;
use tokio::sync::watch;

/// A mail as the server received it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    pub to: String,
    /// Envelope sender, to which reports go.
    pub return_path: String,
    pub message_id: String,
    pub from: String,
    pub subject: String,
    /// True if both headers that suppress automatic replies are set.
    pub refuses_automatic_replies: bool,
    pub text: String,
    pub html: String,
    /// True if it was received over TLS.
    pub secure: bool,
}

/// A running mail server, stopped on drop.
pub struct MailServer {
    port: u64,
    authority: Option<TempDir>,
    process: Child,
    orders: Mutex<ChildStdin>,
    messages: watch::Receiver<Vec<Value>>,
}

impl Drop for MailServer {
    fn drop(&mut self) {
        // It may have ended by itself.
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

impl MailServer {
    /// A server without TLS.
    pub async fn open() -> Self {
        Self::start(None).await
    }

    /// A server that offers STARTTLS, with its own certificate authority.
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
        let (saying, messages) = watch::channel(Vec::new());
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                saying.send_modify(|messages| messages.push(serde_json::from_str(&line).unwrap()));
            }
        });
        let mut office = Self { port: 0, authority, process, orders, messages };
        office.until_messages("its port", |messages| !messages.is_empty()).await;
        office.port = office.messages.borrow()[0]["port"].as_u64().unwrap();
        office
    }

    /// Its URL, with `asking` as the query.
    pub fn url(&self, asking: &str) -> String {
        format!("smtp://localhost:{}{asking}", self.port)
    }

    /// Path of its certificate authority's certificate.
    pub fn ca_file(&self) -> String {
        let folder = self.authority.as_ref().expect("a server with TLS").path();
        folder.join("ca.pem").display().to_string()
    }

    /// Sends a command and waits until it is executed.
    pub async fn command(&self, order: &str) {
        let done = |messages: &[Value]| messages.iter().filter(|fact| fact["now"] == order).count();
        let before = done(&self.messages.borrow());
        writeln!(self.orders.lock().unwrap(), "{order}").unwrap();
        self.until_messages(order, |messages| done(messages) > before).await;
    }

    /// A reader of the mails that it receives.
    pub fn reader(&self) -> MailReader {
        MailReader(self.messages.clone())
    }

    /// All received mails, oldest first.
    pub async fn received(&self) -> Vec<Given> {
        // The server reports all earlier mails before it confirms the command.
        self.command("tell").await;
        self.messages.borrow().iter().filter_map(|fact| parse_mail(fact.get("kept")?)).collect()
    }

    /// Waits until this number of mails has been received.
    pub async fn until_received(&self, count: usize) {
        let given =
            |messages: &[Value]| messages.iter().filter(|f| f.get("kept").is_some()).count();
        self.until_messages("a mail", |messages| given(messages) >= count).await;
    }

    /// Waits until this number of recipients has been rejected.
    pub async fn until_rejected(&self, count: usize) {
        let rejected = |messages: &[Value]| {
            messages.iter().filter(|fact| fact.get("turnedAway").is_some()).count()
        };
        self.until_messages("a rejection", |messages| rejected(messages) >= count).await;
    }

    /// Number of rejected recipients.
    pub async fn rejected_count(&self) -> usize {
        self.command("tell").await;
        self.messages.borrow().iter().filter(|fact| fact.get("turnedAway").is_some()).count()
    }

    async fn until_messages(&self, what: &str, done: impl Fn(&[Value]) -> bool) {
        let mut messages = self.messages.clone();
        let waiting = messages.wait_for(|messages| done(messages));
        let came = tokio::time::timeout(WAIT_TIMEOUT, waiting).await;
        came.unwrap_or_else(|_| panic!("the mail server has not said: {what}")).unwrap();
    }
}

/// Reads the mails that a [`MailServer`] receives, without controlling the server.
#[derive(Clone)]
pub struct MailReader(watch::Receiver<Vec<Value>>);

impl MailReader {
    /// Waits for a mail to an address with a token, and returns the text after `token=` of the
    /// newest.
    pub async fn text_with_token(&self, address: &str) -> String {
        let find = |messages: &[Value]| {
            let mails = messages.iter().rev().filter_map(|fact| parse_mail(fact.get("kept")?));
            let mut theirs = mails.filter(|mail| mail.to == address);
            theirs.find_map(|mail| Some(mail.text.split_once("token=")?.1.to_owned()))
        };
        let mut messages = self.0.clone();
        let arrival = messages.wait_for(|messages| find(messages).is_some());
        let messages = tokio::time::timeout(WAIT_TIMEOUT, arrival).await;
        find(&messages.expect("a mail to them with a token").unwrap()).unwrap()
    }
}

fn parse_mail(kept: &Value) -> Option<Given> {
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
        return_path: kept["from"].as_str().unwrap_or_default().to_owned(),
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
