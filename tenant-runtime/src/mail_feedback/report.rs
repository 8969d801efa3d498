//! Parses reports about emails: delivery status notifications (RFC 3464) and complaints of
//! recipients in the abuse reporting format (RFC 5965).

use super::return_path::ReturnPath;
use mailparse::{MailHeader, MailHeaderMap, ParsedMail, parse_headers, parse_mail};
use platform::mail::EnhancedStatus;

/// Maximum parts of a report that are read.
const PARTS_MAX: usize = 20;
/// Maximum recipients of a report that are read.
const RECIPIENTS_MAX: usize = 50;

/// Statement of a report about an email.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MailReport {
    /// The recipient's mail server rejected it permanently, because of the address.
    Bounce(EnhancedStatus),
    /// It is delayed, or was rejected because of its content or its sender.
    Delay(Option<EnhancedStatus>),
    /// The recipient marked it as spam.
    Complaint,
}

/// A parsed report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParsedReport {
    /// Its statement.
    pub report: MailReport,
    /// Token of the email's return path, if the report repeats it.
    pub token: Option<String>,
}

/// Parses an email; `None` if it is no report, such as an out-of-office note.
pub fn parse_report(raw: &[u8], return_path: &ReturnPath) -> Option<ParsedReport> {
    let mail = parse_mail(raw).ok()?;
    let parts: Vec<&ParsedMail<'_>> = mail.parts().take(PARTS_MAX).collect();
    let of_type = |name: &str| parts.iter().find(|part| part.ctype.mimetype == name);
    let report = if let Some(part) = of_type("message/feedback-report") {
        complaint(part)?
    } else {
        delivery_status(of_type("message/delivery-status")?)?
    };
    let token = parts.iter().find_map(|part| repeated_token(part, return_path));
    Some(ParsedReport { report, token })
}

/// A feedback report about an unwanted email. `not-spam` and reports about viruses say nothing
/// about the recipient's wish.
fn complaint(part: &ParsedMail<'_>) -> Option<MailReport> {
    let raw = part.get_body_raw().ok()?;
    let (fields, _) = parse_headers(&raw).ok()?;
    let kind = fields.get_first_value("Feedback-Type")?.trim().to_ascii_lowercase();
    matches!(kind.as_str(), "abuse" | "fraud" | "opt-out" | "other")
        .then_some(MailReport::Complaint)
}

/// The worst status of all recipients: a forwarded email may have several.
fn delivery_status(part: &ParsedMail<'_>) -> Option<MailReport> {
    let raw = part.get_body_raw().ok()?;
    let mut reports = Vec::new();
    for fields in blocks(&raw).into_iter().take(RECIPIENTS_MAX) {
        let value = |name: &str| fields.get_first_value(name).unwrap_or_default();
        let status = EnhancedStatus::parse(&value("Status"));
        let action = value("Action").trim().to_ascii_lowercase();
        reports.extend(match (action.as_str(), status) {
            ("failed", Some(status)) if status.is_bad_address() => Some(MailReport::Bounce(status)),
            ("failed" | "delayed", status) => Some(MailReport::Delay(status)),
            _ => None,
        });
    }
    let is_bounce = |report: &&MailReport| matches!(report, MailReport::Bounce(_));
    reports.iter().find(is_bounce).or(reports.first()).cloned()
}

/// Groups of header lines, separated by empty lines. The first is about the message.
fn blocks(raw: &[u8]) -> Vec<Vec<MailHeader<'_>>> {
    let mut blocks = Vec::new();
    let mut rest = raw;
    while !rest.is_empty() && blocks.len() <= RECIPIENTS_MAX {
        let Ok((fields, used)) = parse_headers(rest) else { break };
        if used == 0 {
            break;
        }
        if !fields.is_empty() {
            blocks.push(fields);
        }
        rest = &rest[used..];
    }
    blocks
}

/// Token in the fields of a report that repeat the sender of the email.
fn repeated_token(part: &ParsedMail<'_>, return_path: &ReturnPath) -> Option<String> {
    let repeats = ["message/feedback-report", "text/rfc822-headers", "message/rfc822"];
    if !repeats.contains(&part.ctype.mimetype.as_str()) {
        return None;
    }
    let raw = part.get_body_raw().ok()?;
    let (fields, _) = parse_headers(&raw).ok()?;
    let sender = ["Original-Mail-From", "Return-Path"];
    let mut senders = sender.iter().filter_map(|name| fields.get_first_value(name));
    senders.find_map(|sender| return_path.token_of(sender.trim().trim_matches(['<', '>'])))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn return_path() -> ReturnPath {
        ReturnPath::parse("bounce@hall.example").unwrap_or_else(|| panic!("an address"))
    }

    fn dsn(action: &str, status: &str) -> String {
        format!(
            "From: MAILER-DAEMON@mx.example\r\nTo: bounce+abc@hall.example\r\nMIME-Version: 1.0\r\n\
             Content-Type: multipart/report; report-type=delivery-status; boundary=\"B\"\r\n\r\n\
             --B\r\nContent-Type: text/plain\r\n\r\nSorry.\r\n--B\r\n\
             Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example\r\n\r\n\
             Final-Recipient: rfc822; gone@b.example\r\nAction: {action}\r\nStatus: {status}\r\n\
             Diagnostic-Code: smtp; 550 {status} <gone@b.example>: Recipient\r\n    rejected\r\n\r\n\
             --B\r\nContent-Type: text/rfc822-headers\r\n\r\n\
             Return-Path: <bounce+abc@hall.example>\r\nSubject: hi\r\n--B--\r\n"
        )
    }

    fn parsed(raw: &str) -> Option<ParsedReport> {
        parse_report(raw.as_bytes(), &return_path())
    }

    fn status(text: &str) -> EnhancedStatus {
        EnhancedStatus::parse(text).unwrap_or_else(|| panic!("a status"))
    }

    #[test]
    fn failed_delivery_to_an_unknown_mailbox_is_a_bounce() {
        let expected = ParsedReport {
            report: MailReport::Bounce(status("5.1.1")),
            token: Some("abc".to_owned()),
        };
        assert_eq!(parsed(&dsn("failed", "5.1.1")), Some(expected));
    }

    #[test]
    fn delays_and_refused_content_are_no_bounces() {
        for (action, code) in [("delayed", "4.2.2"), ("failed", "5.7.1"), ("failed", "4.4.7")] {
            let report = parsed(&dsn(action, code)).map(|parsed| parsed.report);
            assert_eq!(report, Some(MailReport::Delay(Some(status(code)))), "{code}");
        }
        assert_eq!(parsed(&dsn("relayed", "2.0.0")), None);
    }

    #[test]
    fn spam_report_is_a_complaint_and_names_the_email_by_its_return_path() {
        let arf = |kind: &str| {
            format!(
                "From: fbl@mx.example\r\nTo: bounce@hall.example\r\nMIME-Version: 1.0\r\n\
                 Content-Type: multipart/report; report-type=feedback-report; boundary=\"B\"\r\n\r\n\
                 --B\r\nContent-Type: text/plain\r\n\r\nSpam.\r\n--B\r\n\
                 Content-Type: message/feedback-report\r\n\r\nFeedback-Type: {kind}\r\n\
                 User-Agent: x/1\r\nVersion: 1\r\n\
                 Original-Mail-From: <bounce+XYZ@hall.example>\r\n\r\n--B\r\n\
                 Content-Type: message/rfc822\r\n\r\nSubject: hi\r\n\r\nHello\r\n--B--\r\n"
            )
        };
        let expected =
            ParsedReport { report: MailReport::Complaint, token: Some("xyz".to_owned()) };
        assert_eq!(parsed(&arf("abuse")), Some(expected));
        assert_eq!(parsed(&arf("not-spam")), None);
    }

    #[test]
    fn ordinary_emails_are_no_reports() {
        for raw in ["", "Subject: Out of office\r\n\r\nBack on Monday.", "\r\n\r\n", "\u{0}"] {
            assert_eq!(parsed(raw), None);
        }
    }
}
