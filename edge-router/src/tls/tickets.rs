//! TLS session tickets shared by all edges of a fleet. They are encrypted with a key derived from
//! the shared secret and the time, so that no edge stores sessions or distributes keys. rustls
//! accepts a ticket only under the name for which it was issued.
//!
//! This applies to TLS 1.3, where a resumed handshake has its own key exchange (RFC 8446 section
//! 2.2). A TLS 1.2 ticket contains the session key, which a long-lived secret must not reveal.
//! Those tickets are encrypted with a key of this process that is discarded within half a day.

use crate::system::{random_bytes, since_epoch};
use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use aws_lc_rs::hkdf::{HKDF_SHA256, Prk, Salt};
use rustls::crypto::aws_lc_rs::Ticketer;
use rustls::server::ProducesTickets;
use rustls::{Error, ProtocolVersion};
use std::fmt;
use std::sync::Arc;
use wire::RingKeys;

/// Lifetime of one key.
const PERIOD_S: u64 = 6 * 60 * 60;
/// Minimum lifetime of a ticket: until the end of the period after its own.
const LIFETIME_S: u32 = 6 * 60 * 60;

/// Encrypts and decrypts tickets.
pub struct Tickets {
    secrets: RingKeys<Prk>,
    own: Arc<dyn ProducesTickets>,
}

impl fmt::Debug for Tickets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tickets(hidden)")
    }
}

impl Tickets {
    /// Creates the ticketer of all edges with `secrets`: the first encrypts, all decrypt.
    ///
    /// # Errors
    /// The operating system has no randomness.
    pub fn new(secrets: &RingKeys<[u8; 32]>) -> Result<Self, Error> {
        let salt = Salt::new(HKDF_SHA256, b"guildhall/tls-tickets");
        Ok(Self { secrets: secrets.map(|secret| salt.extract(secret)), own: Ticketer::new()? })
    }

    /// Format: the last byte of the period, a nonce, the ciphertext.
    fn seal_ticket(&self, plain: &[u8], period: u64) -> Option<Vec<u8>> {
        let nonce: [u8; NONCE_LEN] = random_bytes();
        let mut ticket = vec![period.to_be_bytes()[7]];
        ticket.extend(nonce);
        let mut sealed = plain.to_vec();
        let nonce = Nonce::assume_unique_for_key(nonce);
        period_key(self.secrets.first(), period)?
            .seal_in_place_append_tag(nonce, Aad::empty(), &mut sealed)
            .ok()?;
        ticket.extend(sealed);
        Some(ticket)
    }

    /// Decrypts a ticket of the current, previous or next period, because clocks differ.
    fn open_ticket(&self, ticket: &[u8], now: u64) -> Option<Vec<u8>> {
        let (last_byte, rest) = ticket.split_first()?;
        let (nonce, sealed) = rest.split_first_chunk::<NONCE_LEN>()?;
        let period =
            (now.saturating_sub(1)..=now + 1).find(|one| one.to_be_bytes()[7] == *last_byte)?;
        self.secrets.iter().find_map(|secret| {
            let (mut plain, nonce) = (sealed.to_vec(), Nonce::assume_unique_for_key(*nonce));
            let key = period_key(secret, period)?;
            let length = key.open_in_place(nonce, Aad::empty(), &mut plain).ok()?.len();
            plain.truncate(length);
            Some(plain)
        })
    }
}

/// Derives the key of one period (RFC 5869 section 2.3).
fn period_key(secret: &Prk, period: u64) -> Option<LessSafeKey> {
    let period = period.to_be_bytes();
    let info = [b"period".as_slice(), &period];
    let key = secret.expand(&info, &AES_256_GCM).ok()?;
    Some(LessSafeKey::new(UnboundKey::from(key)))
}

impl ProducesTickets for Tickets {
    fn enabled(&self) -> bool {
        true
    }

    fn lifetime(&self) -> u32 {
        LIFETIME_S
    }

    fn encrypt(&self, plain: &[u8]) -> Option<Vec<u8>> {
        if is_of_tls13(plain) {
            self.seal_ticket(plain, this_period())
        } else {
            self.own.encrypt(plain)
        }
    }

    fn decrypt(&self, cipher: &[u8]) -> Option<Vec<u8>> {
        self.open_ticket(cipher, this_period()).or_else(|| self.own.decrypt(cipher))
    }
}

/// Returns whether a serialised rustls session is one of TLS 1.3: its server name, if any, and its
/// version. An unknown format counts as TLS 1.2, whose tickets are not shared.
fn is_of_tls13(session: &[u8]) -> bool {
    let behind_name = match session.split_first() {
        Some((0, rest)) => Some(rest),
        Some((1, rest)) => rest.split_first().and_then(|(length, r)| r.get(usize::from(*length)..)),
        _ => None,
    };
    let version = u16::from(ProtocolVersion::TLSv1_3).to_be_bytes();
    behind_name.is_some_and(|rest| rest.starts_with(&version))
}

fn this_period() -> u64 {
    since_epoch().as_secs() / PERIOD_S
}

#[cfg(test)]
mod tests {
    use super::Tickets;
    use proptest::prelude::*;
    use wire::RingKeys;

    fn tickets(secret: u8) -> Tickets {
        rotated_tickets(secret, &[])
    }

    fn rotated_tickets(secret: u8, older: &[u8]) -> Tickets {
        let keys = RingKeys::new([secret; 32], older.iter().map(|older| [*older; 32]));
        Tickets::new(&keys).unwrap_or_else(|error| std::panic::panic_any(error))
    }

    #[test]
    fn rotated_fleet_accepts_tickets_of_the_older_secret() {
        let (old, rotated) = (tickets(7), rotated_tickets(8, &[7]));
        let ticket = old.seal_ticket(b"a session", 500).unwrap_or_default();
        assert_eq!(rotated.open_ticket(&ticket, 500), Some(b"a session".to_vec()));
        let ticket = rotated.seal_ticket(b"a session", 500).unwrap_or_default();
        assert_eq!(tickets(8).open_ticket(&ticket, 500), Some(b"a session".to_vec()));
        assert_eq!(old.open_ticket(&ticket, 500), None);
    }

    #[test]
    fn ticket_is_readable_by_the_fleet_until_the_next_period_ends() {
        let [ours, theirs, fleet] = [7, 8, 7].map(tickets);
        let ticket = ours.seal_ticket(b"a session", 500).unwrap_or_default();
        for (period, read) in [(498, false), (499, true), (500, true), (501, true), (502, false)] {
            let expected = read.then(|| b"a session".to_vec());
            assert_eq!(fleet.open_ticket(&ticket, period), expected, "{period}");
        }
        assert_eq!(fleet.open_ticket(&ticket, 500 + 256), None, "the same last byte, another key");
        assert_eq!(theirs.open_ticket(&ticket, 500), None);
        assert_ne!(ours.seal_ticket(b"a session", 500), Some(ticket), "every ticket differs");
    }

    proptest! {
        #[test]
        fn rejects_modified_and_forged_tickets(
            at in 0usize..40, by in 1u8.., made_up in proptest::collection::vec(any::<u8>(), 0..80),
        ) {
            let tickets = tickets(7);
            let mut ticket = tickets.seal_ticket(b"a session", 500).unwrap_or_default();
            let at = at % ticket.len();
            ticket[at] ^= by;
            prop_assert_eq!(tickets.open_ticket(&ticket, 500), None);
            prop_assert_eq!(tickets.open_ticket(&made_up, 500), None);
        }
    }
}
