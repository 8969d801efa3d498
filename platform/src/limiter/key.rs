//! Keys of rate limits. A key is pseudonymised before it reaches any store, so that neither Redis
//! nor a table contains an address.

use super::policy::{LimitClass, LimitedAction};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Key of a person, network or device; keys are combined with [`LimitKey::combined_with`].
#[derive(Clone, PartialEq, Eq)]
pub struct LimitKey {
    text: String,
    class: LimitClass,
}

impl fmt::Debug for LimitKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LimitKey(hidden)")
    }
}

impl LimitKey {
    const fn new(text: String) -> Self {
        Self { text, class: LimitClass::Member }
    }

    /// An account, or a potential one, by its email address; case-insensitive.
    #[must_use]
    pub fn account(email: &str) -> Self {
        Self::new(format!("account:{}", email.trim().to_lowercase()))
    }

    /// A signed-in user, by id.
    #[must_use]
    pub fn user(id: impl fmt::Display) -> Self {
        Self::new(format!("user:{id}"))
    }

    /// An invite code, by its id.
    #[must_use]
    pub fn code(id: impl fmt::Display) -> Self {
        Self::new(format!("code:{id}"))
    }

    /// One session, by its id.
    #[must_use]
    pub fn session(id: impl fmt::Display) -> Self {
        Self::new(format!("session:{id}"))
    }

    /// A token of the public API, by its id.
    #[must_use]
    pub fn api_token(id: impl fmt::Display) -> Self {
        Self::new(format!("api-token:{id}"))
    }

    /// A network: one IPv4 address, or the /64 of an IPv6 household.
    #[must_use]
    pub fn network(address: IpAddr) -> Self {
        Self::new(match address.to_canonical() {
            IpAddr::V4(v4) => format!("network:{v4}/32"),
            IpAddr::V6(v6) => format!("network:{}/64", first_half(v6)),
        })
    }

    /// A known device by its signed cookie, or the class of all unknown devices. Unknown devices
    /// share one counter: posing as a new device gains nothing, and does not lock out known
    /// devices.
    #[must_use]
    pub fn device(known: Option<&str>) -> Self {
        Self::new(match known {
            Some(id) => format!("device:{id}"),
            None => String::from("device:untrusted"),
        })
    }

    /// A client before sign-in: network and device.
    #[must_use]
    pub fn client(address: Option<IpAddr>, known_device: Option<&str>) -> Self {
        let address = address.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
        Self::network(address).combined_with(&Self::device(known_device))
    }

    /// A browser, by its cookie, or the class of all browsers without it. A client can forge this,
    /// so a separate limit per network bounds guessing.
    #[must_use]
    pub fn browser(planted: Option<&str>) -> Self {
        Self::new(match planted {
            Some(planted) => format!("browser:{planted}"),
            None => String::from("browser:bare"),
        })
    }

    /// The same key, counted and limited as one of this class.
    #[must_use]
    pub const fn in_class(mut self, class: LimitClass) -> Self {
        self.class = class;
        self
    }

    /// Combines two keys.
    #[must_use]
    pub fn combined_with(mut self, other: &Self) -> Self {
        self.text.push('\n');
        self.text.push_str(&other.text);
        self
    }

    /// Pseudonym for the stores: an HMAC, which cannot be reversed or guessed without our key.
    pub(super) fn blind(&self, secret: &[u8; 32], action: LimitedAction) -> CounterKey {
        // HMAC accepts keys of every length (RFC 2104 section 2), so the fallback is never used.
        let mut mac = Hmac::<Sha256>::new_from_slice(secret)
            .unwrap_or_else(|_| Hmac::<Sha256>::new(&Default::default()));
        mac.update(action.name().as_bytes());
        mac.update(b"\n");
        mac.update(self.text.as_bytes());
        let class = if action.grows_with_class() { self.class } else { LimitClass::Member };
        if class != LimitClass::Member {
            mac.update(b"\nclass:");
            mac.update(class.name().as_bytes());
        }
        CounterKey { action, class, tag: mac.finalize().into_bytes().into() }
    }
}

fn first_half(address: Ipv6Addr) -> Ipv6Addr {
    let [a, b, c, d, ..] = address.segments();
    Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0)
}

/// Name of one counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CounterKey {
    pub action: LimitedAction,
    pub class: LimitClass,
    pub tag: [u8; 32],
}

impl CounterKey {
    /// Returns the text form for external stores.
    pub fn as_text(&self) -> String {
        let tag = data_encoding::BASE64URL_NOPAD.encode(&self.tag);
        format!("{}:{tag}", self.action.name())
    }
}
