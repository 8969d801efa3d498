//! Tokens in emails: of unsubscribe links and of return paths. Each is the person's id with an
//! HMAC under the person's own secret, so every email of a kind can carry the same token, no token
//! expires, and no row per email is needed. The secret is stored encrypted.

use super::rows::{place_of, token_secret};
use crate::sql::SqlReader;
use data_encoding::{BASE32_NOPAD, BASE64URL_NOPAD};
use platform::vault::Vault;
use platform::{Tx, UserId, tokens};
use sea_orm::ActiveValue::Set;
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// Bytes of an HMAC in a token of an unsubscribe link.
const LINK_MAC_BYTES: usize = 16;
/// Bytes of an HMAC in a return path, whose local part has 64 characters at most.
const RETURN_PATH_MAC_BYTES: usize = 12;
const UUID_BYTES: usize = 16;

/// Kind of emails that an unsubscribe link stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum UnsubscribeKind {
    /// Emails about mentions.
    Mention,
    /// About replies.
    Reply,
    /// About direct messages.
    Message,
    /// About announcements.
    Announcement,
    /// About events.
    Event,
    /// About requests.
    Request,
    /// About decisions.
    Decision,
    /// The daily or weekly digest.
    Digest,
}

impl UnsubscribeKind {
    /// All kinds.
    pub const ALL: [Self; 8] = [
        Self::Mention,
        Self::Reply,
        Self::Message,
        Self::Announcement,
        Self::Event,
        Self::Request,
        Self::Decision,
        Self::Digest,
    ];

    /// Name in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mention => "mention",
            Self::Reply => "reply",
            Self::Message => "message",
            Self::Announcement => "announcement",
            Self::Event => "event",
            Self::Request => "request",
            Self::Decision => "decision",
            Self::Digest => "digest",
        }
    }

    /// Kind with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Number in a token; never changes, because tokens do not expire.
    const fn number(self) -> u8 {
        match self {
            Self::Mention => 1,
            Self::Reply => 2,
            Self::Message => 3,
            Self::Announcement => 4,
            Self::Event => 5,
            Self::Request => 6,
            Self::Decision => 7,
            Self::Digest => 8,
        }
    }

    fn from_number(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.number() == number)
    }
}

/// Links with which a recipient stops one kind of emails.
#[derive(Clone, PartialEq, Eq)]
pub struct UnsubscribeLinks {
    /// For the header `List-Unsubscribe`: mail programs post to it (RFC 8058).
    pub one_click: String,
    /// For the text of the email: a page that asks before it unsubscribes.
    pub page: String,
}

/// Links of a person for emails of one kind, on the site with this origin.
///
/// # Errors
/// Database errors.
pub async fn unsubscribe_links<V>(
    tx: &Tx<'_, V>,
    origin: &str,
    user: UserId,
    kind: UnsubscribeKind,
) -> Result<UnsubscribeLinks, DbErr> {
    let token = link_token(&secret_of(tx, user).await?, user, kind);
    Ok(UnsubscribeLinks {
        one_click: format!("{origin}/api/unsubscribe/{token}"),
        page: format!("{origin}/unsubscribe/{token}"),
    })
}

/// The page of [`unsubscribe_links`].
///
/// # Errors
/// Database errors.
pub async fn unsubscribe_url<V>(
    tx: &Tx<'_, V>,
    origin: &str,
    user: UserId,
    kind: UnsubscribeKind,
) -> Result<String, DbErr> {
    Ok(unsubscribe_links(tx, origin, user, kind).await?.page)
}

/// Secret of a person; it is created if there is none.
pub(super) async fn secret_of<V>(tx: &Tx<'_, V>, user: UserId) -> Result<Vec<u8>, DbErr> {
    use token_secret::{ActiveModel, Column, Entity};
    let failed = |error: &dyn std::fmt::Display| DbErr::Custom(error.to_string());
    let vault = &tx.services().keys().vault;
    let table = tx.global_table::<Entity>();
    if table.rows().by_id(user).one().await?.is_none() {
        let secret = tokens::random_bytes::<32>().map_err(|error| failed(&error))?;
        let row = ActiveModel {
            user_id: Set(user),
            sealed_secret: Set(vault
                .seal(&place_of(user), &secret)
                .map_err(|error| failed(&error))?),
            created_at: Set(tx.now()),
        };
        table.insert_unless_there(row, &[Column::UserId]).await?;
    }
    let row = table.rows().by_id(user).one().await?.ok_or(DbErr::RecordNotInserted)?;
    vault.open(&place_of(user), &row.sealed_secret).map_err(|error| failed(&error))
}

/// Secret of a person, if it exists. One query.
pub(super) async fn stored_secret_of(
    reads: &impl SqlReader,
    vault: &Vault,
    user: UserId,
) -> Result<Option<Vec<u8>>, DbErr> {
    #[derive(FromQueryResult)]
    struct Row {
        sealed_secret: String,
    }
    const SQL: &str = "SELECT sealed_secret FROM mail_token_secrets WHERE user_id = $1";
    let row = reads.sql(SQL, vec![user.into()]).one::<Row>().await?;
    Ok(row.and_then(|row| vault.open(&place_of(user), &row.sealed_secret).ok()))
}

fn mac(secret: &[u8], purpose: &str, value: &[u8]) -> [u8; 32] {
    tokens::hmac(secret, &[purpose.as_bytes(), b"\0", value].concat())
}

fn link_token(secret: &[u8], user: UserId, kind: UnsubscribeKind) -> String {
    let mac = mac(secret, "unsubscribe", &[kind.number()]);
    let bytes = [&user.uuid().as_bytes()[..], &[kind.number()], &mac[..LINK_MAC_BYTES]].concat();
    BASE64URL_NOPAD.encode(&bytes)
}

/// Person and kind that a token names. It still has to be verified ([`is_link_token_of`]).
pub(super) fn parse_link_token(token: &str) -> Option<(UserId, UnsubscribeKind)> {
    let bytes = BASE64URL_NOPAD.decode(token.as_bytes()).ok()?;
    let (user, rest) = bytes.split_first_chunk::<UUID_BYTES>()?;
    let (kind, mac) = rest.split_first()?;
    let kind = UnsubscribeKind::from_number(*kind).filter(|_| mac.len() == LINK_MAC_BYTES)?;
    Some((UserId(Uuid::from_bytes(*user)), kind))
}

/// Returns whether a token is the one of this person and kind.
pub(super) fn is_link_token_of(
    secret: &[u8],
    token: &str,
    user: UserId,
    kind: UnsubscribeKind,
) -> bool {
    tokens::equal_in_constant_time(token, &link_token(secret, user, kind))
}

/// Token of the return path of emails to a person's address. Local parts are often lower-cased, so it
/// is base32. It is bound to the address: a late report about an earlier address has no effect.
pub(super) fn return_path_token(secret: &[u8], user: UserId, address: &str) -> String {
    let mac = mac(secret, "return path", address.as_bytes());
    let bytes = [&user.uuid().as_bytes()[..], &mac[..RETURN_PATH_MAC_BYTES]].concat();
    BASE32_NOPAD.encode(&bytes).to_ascii_lowercase()
}

/// Person that a token of a return path names.
pub(super) fn parse_return_path_token(token: &str) -> Option<UserId> {
    let bytes = BASE32_NOPAD.decode(token.to_ascii_uppercase().as_bytes()).ok()?;
    let (user, mac) = bytes.split_first_chunk::<UUID_BYTES>()?;
    (mac.len() == RETURN_PATH_MAC_BYTES).then(|| UserId(Uuid::from_bytes(*user)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn link_token_names_person_and_kind_and_cannot_be_changed() {
        let (user, secret) = (UserId::new(), [7; 32]);
        for kind in UnsubscribeKind::ALL {
            let token = link_token(&secret, user, kind);
            assert_eq!(parse_link_token(&token), Some((user, kind)));
            assert!(is_link_token_of(&secret, &token, user, kind));
            assert!(!is_link_token_of(&[8; 32], &token, user, kind), "another person's secret");
            assert_eq!(UnsubscribeKind::from_name(kind.name()), Some(kind));
        }
        let token = link_token(&secret, user, UnsubscribeKind::Digest);
        assert!(!is_link_token_of(&secret, &token, user, UnsubscribeKind::Reply));
        for forged in ["", "x", &token[1..], &format!("{token}AA")] {
            assert_eq!(parse_link_token(forged), None);
        }
    }

    #[test]
    fn return_path_token_fits_into_a_local_part_and_survives_lower_case() {
        let (user, secret) = (UserId::new(), [7; 32]);
        let token = return_path_token(&secret, user, "ada@example.org");
        assert!(format!("bounce+{token}").len() <= 64);
        assert_eq!(token, token.to_ascii_lowercase());
        assert_eq!(parse_return_path_token(&token), Some(user));
        assert_ne!(token, return_path_token(&secret, user, "other@example.org"));
        assert_eq!(parse_return_path_token("nobody"), None);
    }
}
