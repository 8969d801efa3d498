//! Emails of an instance without a mail server.

use super::template::RenderedMail;
use crate::clock::Clock;
use chrono::{DateTime, Utc};
use serde::Serialize;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Maximum number of stored emails; a new one replaces the oldest.
const STORED_MAILS_MAX: usize = 500;

/// An email as its recipient would have received it.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CaughtMail {
    /// Recipient address.
    pub to: String,
    /// Sender, with the brand name.
    pub from: String,
    /// Subject line as the recipient sees it.
    pub subject: String,
    /// Plain text part.
    pub text: String,
    /// HTML part.
    pub html: String,
    /// Additional headers of this email.
    pub headers: BTreeMap<String, String>,
    /// Time of sending.
    pub sent_at: DateTime<Utc>,
}

impl std::fmt::Debug for CaughtMail {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("CaughtMail(hidden)")
    }
}

/// Stores the last emails in memory. Clones share them.
#[derive(Debug, Clone)]
pub struct Catcher {
    mails: Arc<Mutex<CaughtMails>>,
    clock: Clock,
}

#[derive(Debug, Default)]
struct CaughtMails {
    mails: VecDeque<CaughtMail>,
    /// Number of replaced emails, which is the number of the first stored one.
    dropped: usize,
}

impl Catcher {
    pub(super) fn new(clock: Clock) -> Self {
        Self { mails: Arc::default(), clock }
    }

    /// Stored emails, oldest first.
    #[must_use]
    pub fn all_mails(&self) -> Vec<CaughtMail> {
        self.lock().mails.iter().cloned().collect()
    }

    /// Stored emails with their numbers, newest first. A number is never reused.
    pub(super) fn newest_first(&self) -> Vec<(usize, CaughtMail)> {
        let kept = self.lock();
        kept.mails.iter().enumerate().map(|(i, m)| (i + kept.dropped, m.clone())).rev().collect()
    }

    pub(super) fn find_by_number(&self, number: usize) -> Option<CaughtMail> {
        let kept = self.lock();
        kept.mails.get(number.checked_sub(kept.dropped)?).cloned()
    }

    pub(super) fn store(
        &self,
        (to, from): (String, String),
        rendered: RenderedMail,
        headers: BTreeMap<String, String>,
    ) {
        let RenderedMail { subject, text, html } = rendered;
        let sent_at = self.clock.now();
        let mut kept = self.lock();
        if kept.mails.len() == STORED_MAILS_MAX {
            kept.mails.pop_front();
            kept.dropped += 1;
        }
        let mail = CaughtMail { to, from, subject, text, html, headers, sent_at };
        kept.mails.push_back(mail);
    }

    fn lock(&self) -> MutexGuard<'_, CaughtMails> {
        self.mails.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
