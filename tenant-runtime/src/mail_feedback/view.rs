//! Bodies of the API.

use super::UnsubscribeKind;
use serde::Serialize;
use utoipa::ToSchema;

/// Emails that an unsubscribe link stops.
#[derive(Debug, Serialize, ToSchema)]
pub struct MailSubscription {
    pub kind: UnsubscribeKind,
    /// Address to which the emails go, with most of its letters hidden.
    pub address: String,
}

impl MailSubscription {
    /// Target with a hidden address.
    pub fn new(kind: UnsubscribeKind, address: &str) -> Self {
        Self { kind, address: mask(address) }
    }
}

/// Keeps the first letter of the local part and the domain: `a•••@example.org`. Emails are
/// forwarded, and a reader of a forwarded one must not learn the address.
fn mask(address: &str) -> String {
    let (local, domain) = address.rsplit_once('@').unwrap_or((address, ""));
    let first: String = local.chars().take(1).collect();
    format!("{first}•••@{domain}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masked_address_shows_the_first_letter_and_the_domain() {
        assert_eq!(mask("ada@example.org"), "a•••@example.org");
        assert_eq!(mask("é@b.example"), "é•••@b.example");
    }
}
