//! One conversation of the mail server for reports: commands, recipients and messages.

use sea_orm::DbErr;
use std::io;
use tokio::io::{
    AsyncBufRead, AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader,
};

/// Maximum bytes of a message. Reports contain the original email's header lines, some all of it.
const MESSAGE_BYTES_MAX: usize = 1024 * 1024;
/// Maximum bytes of a line (RFC 5321 section 4.5.3.1.6, with extensions).
const LINE_BYTES_MAX: u64 = 4096;
/// Maximum recipients of a message; a report has one.
const RECIPIENTS_MAX: usize = 5;
/// Commands of a conversation; more are abuse.
const COMMANDS_MAX: usize = 100;

/// A recipient that the mailbox accepts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recipient {
    /// The return path without a token.
    Plain,
    /// The return path of a person's emails.
    Token(String),
}

/// Mailbox that receives the messages.
pub trait Inbox: Send + Sync {
    /// The recipient with this address, if it is accepted.
    fn recipient(
        &self,
        address: &str,
    ) -> impl Future<Output = Result<Option<Recipient>, DbErr>> + Send;
    /// Receives a message; an error asks the client to send it again.
    fn receive(
        &self,
        recipient: &Recipient,
        raw: &[u8],
    ) -> impl Future<Output = Result<(), DbErr>> + Send;
}

/// State between two messages.
#[derive(Default)]
struct Envelope {
    is_lmtp: bool,
    has_sender: bool,
    recipients: Vec<Recipient>,
}

/// Serves a client until it quits.
///
/// # Errors
/// The connection breaks, or a line is too long.
pub async fn serve(
    reader: impl AsyncRead + Unpin + Send,
    mut writer: impl AsyncWrite + Unpin + Send,
    inbox: &impl Inbox,
) -> io::Result<()> {
    let mut reader = BufReader::new(reader);
    let mut envelope = Envelope::default();
    writer.write_all(b"220 guildhall ready for reports\r\n").await?;
    for _ in 0..COMMANDS_MAX {
        let Some(line) = read_line(&mut reader).await? else { return Ok(()) };
        let line = String::from_utf8_lossy(&line);
        let verb = line.split([' ', ':']).next().unwrap_or_default().trim().to_ascii_uppercase();
        let reply = match verb.as_str() {
            "QUIT" => {
                writer.write_all(b"221 2.0.0 bye\r\n").await?;
                return Ok(());
            }
            "DATA" => receive(&mut reader, &mut writer, &mut envelope, inbox).await?,
            "RCPT" => add_recipient(&line, &mut envelope, inbox).await,
            _ => simple_reply(&verb, &line, &mut envelope).to_owned(),
        };
        writer.write_all(reply.as_bytes()).await?;
    }
    writer.write_all(b"421 4.7.0 too many commands\r\n").await
}

fn simple_reply(verb: &str, line: &str, envelope: &mut Envelope) -> &'static str {
    match verb {
        "HELO" => "250 guildhall\r\n",
        "EHLO" | "LHLO" => {
            *envelope = Envelope { is_lmtp: verb == "LHLO", ..Envelope::default() };
            "250-guildhall\r\n250-8BITMIME\r\n250-ENHANCEDSTATUSCODES\r\n250 SIZE 1048576\r\n"
        }
        "MAIL" if declared_size(line).is_some_and(|size| size > MESSAGE_BYTES_MAX) => {
            "552 5.3.4 the message is too big\r\n"
        }
        "MAIL" => {
            envelope.has_sender = true;
            envelope.recipients.clear();
            "250 2.1.0 ok\r\n"
        }
        "RSET" => {
            envelope.has_sender = false;
            envelope.recipients.clear();
            "250 2.0.0 ok\r\n"
        }
        "NOOP" => "250 2.0.0 ok\r\n",
        "VRFY" => "252 2.5.0 send the message\r\n",
        _ => "502 5.5.1 not implemented\r\n",
    }
}

/// `SIZE=…` of a MAIL command (RFC 1870).
fn declared_size(line: &str) -> Option<usize> {
    let line = line.to_ascii_uppercase();
    line.split_whitespace().find_map(|word| word.strip_prefix("SIZE=")?.parse().ok())
}

async fn add_recipient(line: &str, envelope: &mut Envelope, inbox: &impl Inbox) -> String {
    if !envelope.has_sender {
        return "503 5.5.1 MAIL first\r\n".to_owned();
    }
    if envelope.recipients.len() >= RECIPIENTS_MAX {
        return "452 4.5.3 too many recipients\r\n".to_owned();
    }
    let address = line.split(['<', '>']).nth(1).unwrap_or_default();
    match inbox.recipient(address).await {
        Ok(Some(recipient)) => {
            envelope.recipients.push(recipient);
            "250 2.1.5 ok\r\n".to_owned()
        }
        Ok(None) => "550 5.1.1 no such mailbox\r\n".to_owned(),
        Err(error) => {
            tracing::warn!(cause = %error, "failed to look a return path up");
            "451 4.3.0 try again later\r\n".to_owned()
        }
    }
}

/// Reads a message and delivers it to each recipient. LMTP expects one reply for each.
async fn receive(
    reader: &mut (impl AsyncBufRead + Unpin + Send),
    writer: &mut (impl AsyncWrite + Unpin + Send),
    envelope: &mut Envelope,
    inbox: &impl Inbox,
) -> io::Result<String> {
    let recipients = std::mem::take(&mut envelope.recipients);
    envelope.has_sender = false;
    if recipients.is_empty() {
        return Ok("503 5.5.1 RCPT first\r\n".to_owned());
    }
    writer.write_all(b"354 end with a dot\r\n").await?;
    let Some(message) = read_message(reader).await? else {
        let reply = "552 5.3.4 the message is too big\r\n";
        return Ok(reply.repeat(if envelope.is_lmtp { recipients.len() } else { 1 }));
    };
    let mut replies = Vec::new();
    for recipient in &recipients {
        replies.push(match inbox.receive(recipient, &message).await {
            Ok(()) => "250 2.0.0 received\r\n",
            Err(error) => {
                tracing::warn!(cause = %error, "failed to record a report about an email");
                "451 4.3.0 try again later\r\n"
            }
        });
    }
    if envelope.is_lmtp {
        return Ok(replies.concat());
    }
    let failed = replies.iter().find(|reply| reply.starts_with('4'));
    Ok((*failed.unwrap_or(&"250 2.0.0 received\r\n")).to_owned())
}

/// Message until the final dot; `None` if it is too big. The rest is read, so that the client hears
/// the reply.
async fn read_message(
    reader: &mut (impl AsyncBufRead + Unpin + Send),
) -> io::Result<Option<Vec<u8>>> {
    let (mut message, mut read) = (Vec::new(), 0);
    loop {
        let line = read_line(reader).await?.ok_or(io::ErrorKind::UnexpectedEof)?;
        if line == b"." {
            return Ok((read <= MESSAGE_BYTES_MAX).then_some(message));
        }
        read += line.len() + 2;
        if read > 10 * MESSAGE_BYTES_MAX {
            return Err(io::ErrorKind::InvalidData.into());
        }
        if read <= MESSAGE_BYTES_MAX {
            message.extend(line.strip_prefix(b".").unwrap_or(&line));
            message.extend(b"\r\n");
        }
    }
}

/// A line without its end; `None` at the end of the connection.
async fn read_line(reader: &mut (impl AsyncBufRead + Unpin + Send)) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let read = reader.take(LINE_BYTES_MAX).read_until(b'\n', &mut line).await?;
    if read == 0 {
        return Ok(None);
    }
    if line.pop() != Some(b'\n') {
        return Err(io::ErrorKind::InvalidData.into());
    }
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    Ok(Some(line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[derive(Default)]
    struct TestInbox {
        received: Mutex<Vec<(Recipient, String)>>,
    }

    impl Inbox for TestInbox {
        async fn recipient(&self, address: &str) -> Result<Option<Recipient>, DbErr> {
            match address {
                "away@hall.example" => Err(DbErr::RecordNotUpdated),
                "other@hall.example" => Ok(None),
                token => Ok(Some(Recipient::Token(token.to_owned()))),
            }
        }
        async fn receive(&self, recipient: &Recipient, raw: &[u8]) -> Result<(), DbErr> {
            let text = String::from_utf8_lossy(raw).into_owned();
            if let Ok(mut received) = self.received.lock() {
                received.push((recipient.clone(), text));
            }
            Ok(())
        }
    }

    async fn converse(input: &str, inbox: &TestInbox) -> Vec<String> {
        let mut output = Vec::new();
        drop(serve(input.as_bytes(), &mut output, inbox).await);
        let output = String::from_utf8_lossy(&output).into_owned();
        output.lines().map(|line| line[..3].to_owned()).collect()
    }

    #[tokio::test]
    async fn message_reaches_its_recipient_without_doubled_dots() {
        let inbox = TestInbox::default();
        let input = "EHLO mx\r\nMAIL FROM:<>\r\nRCPT TO:<a@hall.example>\r\nDATA\r\n\
                     Subject: x\r\n\r\n..dot\r\n.\r\nQUIT\r\n";
        let replies = converse(input, &inbox).await;
        assert_eq!(replies[replies.len() - 5..], ["250", "250", "354", "250", "221"]);
        let received = inbox.received.lock().map(|all| all.clone()).unwrap_or_default();
        let recipient = Recipient::Token("a@hall.example".to_owned());
        assert_eq!(received, [(recipient, "Subject: x\r\n\r\n.dot\r\n".to_owned())]);
    }

    #[tokio::test]
    async fn lmtp_replies_for_each_recipient() {
        let inbox = TestInbox::default();
        let input =
            "LHLO mx\r\nMAIL FROM:<>\r\nRCPT TO:<a@x>\r\nRCPT TO:<b@x>\r\nDATA\r\nx\r\n.\r\n";
        let replies = converse(input, &inbox).await;
        assert_eq!(replies[replies.len() - 3..], ["354", "250", "250"]);
    }

    #[tokio::test]
    async fn refuses_other_recipients_and_commands_in_the_wrong_order() {
        let inbox = TestInbox::default();
        let input = "HELO mx\r\nRCPT TO:<a@x>\r\nDATA\r\nMAIL FROM:<x@y> SIZE=9999999\r\n\
                     MAIL FROM:<x@y>\r\nRCPT TO:<other@hall.example>\r\nRCPT TO:<away@hall.example>\r\n\
                     DATA\r\nSTARTTLS\r\nNOOP\r\nRSET\r\nVRFY a\r\n";
        let replies = converse(input, &inbox).await;
        let expected = [
            "220", "250", "503", "503", "552", "250", "550", "451", "503", "502", "250", "250",
            "252",
        ];
        assert_eq!(replies, expected);
    }

    #[tokio::test]
    async fn refuses_a_message_that_is_too_big() {
        let inbox = TestInbox::default();
        let big = "x".repeat(1000) + "\r\n";
        let input = format!(
            "HELO mx\r\nMAIL FROM:<>\r\nRCPT TO:<a@x>\r\nDATA\r\n{}.\r\nQUIT\r\n",
            big.repeat(1100)
        );
        let replies = converse(&input, &inbox).await;
        assert_eq!(replies[replies.len() - 2..], ["552", "221"]);
        assert!(inbox.received.lock().is_ok_and(|all| all.is_empty()));
    }
}
