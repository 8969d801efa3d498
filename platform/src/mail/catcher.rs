//! The mails of an instance without a mail server.

use super::template::Rendered;
use crate::clock::Clock;
use chrono::{DateTime, Utc};
use serde::Serialize;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many are kept; the oldest makes room.
const KEPT: usize = 500;

/// A mail as its reader would have got it.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CaughtMail {
    /// The reader's address.
    pub to: String,
    /// The sender, with the brand's name.
    pub from: String,
    /// The subject.
    pub subject: String,
    /// The plain text.
    pub text: String,
    /// The same as a page.
    pub html: String,
    /// When it was sent.
    pub sent_at: DateTime<Utc>,
}

impl std::fmt::Debug for CaughtMail {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("CaughtMail(hidden)")
    }
}

/// Keeps the last mails in memory. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Catcher {
    mails: Arc<Mutex<Kept>>,
    clock: Clock,
}

#[derive(Debug, Default)]
struct Kept {
    mails: VecDeque<CaughtMail>,
    /// How many made room: the first mail's number.
    dropped: usize,
}

impl Catcher {
    pub(super) fn new(clock: Clock) -> Self {
        Self { mails: Arc::default(), clock }
    }

    /// The mails, oldest first.
    #[must_use]
    pub fn caught(&self) -> Vec<CaughtMail> {
        self.lock().mails.iter().cloned().collect()
    }

    /// The mails with their numbers, newest first. A number is never given twice.
    pub(super) fn newest_first(&self) -> Vec<(usize, CaughtMail)> {
        let kept = self.lock();
        kept.mails.iter().enumerate().map(|(i, m)| (i + kept.dropped, m.clone())).rev().collect()
    }

    pub(super) fn numbered(&self, number: usize) -> Option<CaughtMail> {
        let kept = self.lock();
        kept.mails.get(number.checked_sub(kept.dropped)?).cloned()
    }

    pub(super) fn keep(&self, to: String, from: String, rendered: Rendered) {
        let Rendered { subject, text, html } = rendered;
        let sent_at = self.clock.now();
        let mut kept = self.lock();
        if kept.mails.len() == KEPT {
            kept.mails.pop_front();
            kept.dropped += 1;
        }
        kept.mails.push_back(CaughtMail { to, from, subject, text, html, sent_at });
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.mails.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
