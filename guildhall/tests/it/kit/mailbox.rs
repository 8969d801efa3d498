//! Received mail: from the embedded mail catcher, or from a minimal SMTP server (RFC 5321).

use mailparse::MailHeaderMap;
use platform::Services;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// A received mail.
#[derive(Debug, Clone)]
pub struct Mail {
    pub to: String,
    pub subject: String,
    pub text: String,
    /// The HTML part.
    pub html: String,
    /// Headers that only some mails have, with their names in lower case.
    pub headers: BTreeMap<String, String>,
}

const HEADERS: [&str; 4] =
    ["in-reply-to", "references", "list-unsubscribe", "list-unsubscribe-post"];

/// A minimal SMTP server on its own port.
#[derive(Clone)]
pub struct MailServer {
    pub url: String,
    arrived: Arc<Mutex<Vec<Mail>>>,
}

impl MailServer {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("smtp://{}", listener.local_addr().unwrap());
        let arrived = Arc::<Mutex<Vec<Mail>>>::default();
        let kept = arrived.clone();
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let kept = kept.clone();
                tokio::spawn(async move {
                    // A client that disconnects early has sent nothing.
                    drop(serve_client(socket, &kept).await);
                });
            }
        });
        Self { url, arrived }
    }
}

async fn serve_client(socket: TcpStream, kept: &Mutex<Vec<Mail>>) -> std::io::Result<()> {
    let (reader, mut writer) = socket.into_split();
    let mut lines = BufReader::new(reader).lines();
    writer.write_all(b"220 mail.test ready\r\n").await?;
    let mut to = String::new();
    while let Some(line) = lines.next_line().await? {
        let verb = line.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
        let answer = match verb.as_str() {
            "RCPT" => {
                to = line.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
                "250 ok\r\n"
            }
            "DATA" => {
                writer.write_all(b"354 go on\r\n").await?;
                let mut raw = String::new();
                while let Some(line) = lines.next_line().await? {
                    if line == "." {
                        break;
                    }
                    raw.push_str(line.strip_prefix('.').unwrap_or(&line));
                    raw.push_str("\r\n");
                }
                kept.lock().unwrap().push(parse_mail(to.clone(), &raw));
                "250 kept\r\n"
            }
            "QUIT" => "221 bye\r\n",
            _ => "250 ok\r\n",
        };
        writer.write_all(answer.as_bytes()).await?;
    }
    Ok(())
}

/// Parses a mail and decodes its transfer encoding (RFC 2045, RFC 2046).
fn parse_mail(to: String, raw: &str) -> Mail {
    let mail = mailparse::parse_mail(raw.as_bytes()).unwrap();
    let part = |kind: &str| {
        let found = mail.parts().find(|part| part.ctype.mimetype == kind);
        found.expect("a mail is a text and a page").get_body().unwrap()
    };
    let subject = mail.headers.get_first_value("Subject").unwrap_or_default();
    let headers = HEADERS
        .into_iter()
        .filter_map(|name| Some((name.to_owned(), mail.headers.get_first_value(name)?)));
    let headers = headers.collect();
    Mail { to, subject, text: part("text/plain"), html: part("text/html"), headers }
}

fn lower_case_names(headers: BTreeMap<String, String>) -> BTreeMap<String, String> {
    headers.into_iter().map(|(name, value)| (name.to_ascii_lowercase(), value)).collect()
}

/// All received mails, oldest first.
pub fn arrived(services: &Services, server: Option<&MailServer>) -> Vec<Mail> {
    match server {
        Some(server) => server.arrived.lock().unwrap().clone(),
        None => {
            let caught = services.mailer().caught_mails().into_iter();
            let kept = caught.map(|mail| Mail {
                to: mail.to,
                subject: mail.subject,
                text: mail.text,
                html: mail.html,
                headers: lower_case_names(mail.headers),
            });
            kept.collect()
        }
    }
}
