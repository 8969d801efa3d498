//! Message encryption for web push (RFC 8291), in one record of `aes128gcm` (RFC 8188).

use aws_lc_rs::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use aws_lc_rs::agreement::{self, ECDH_P256, PrivateKey, UnparsedPublicKey};
use aws_lc_rs::error::{KeyRejected, Unspecified};
use aws_lc_rs::hkdf::{HKDF_SHA256, KeyType, Salt};

/// Maximum bytes of a message: a push service accepts bodies of 4096 bytes (RFC 8030 section 7.2),
/// and header, padding delimiter and tag take 103.
pub const PLAINTEXT_BYTES_MAX: usize = 4096 - 103;
const RECORD_BYTES: u32 = 4096;
/// Delimiter of the last record (RFC 8188 section 2).
const LAST_RECORD: u8 = 2;

/// Reason why a message could not be encrypted or signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PushError {
    /// A key is not a point on the curve, or the library refused an operation.
    #[error("a push key is not valid")]
    Key,
    /// The message is longer than a push service accepts.
    #[error("the push message is too long")]
    TooLong,
    /// The stored key cannot be decrypted with the keys of this instance.
    #[error("the stored push key cannot be decrypted")]
    Sealed,
}

impl From<Unspecified> for PushError {
    fn from(_: Unspecified) -> Self {
        Self::Key
    }
}

impl From<KeyRejected> for PushError {
    fn from(_: KeyRejected) -> Self {
        Self::Key
    }
}

struct OutputBytes(usize);

impl KeyType for OutputBytes {
    fn len(&self) -> usize {
        self.0
    }
}

fn hkdf<const N: usize>(
    salt: &[u8],
    secret: &[u8],
    purpose: &[&[u8]],
) -> Result<[u8; N], PushError> {
    let key = Salt::new(HKDF_SHA256, salt).extract(secret);
    let mut output = [0; N];
    key.expand(purpose, OutputBytes(N))?.fill(&mut output)?;
    Ok(output)
}

/// Encrypts a message with a new key pair and a new salt.
pub(super) fn encrypt(p256dh: &[u8], auth: &[u8], plain: &[u8]) -> Result<Vec<u8>, PushError> {
    let own = PrivateKey::generate(&ECDH_P256)?;
    encrypt_with(p256dh, auth, plain, &own, crate::random::random_bytes())
}

/// Body of the request to the push service.
fn encrypt_with(
    p256dh: &[u8],
    auth: &[u8],
    plain: &[u8],
    own: &PrivateKey,
    salt: [u8; 16],
) -> Result<Vec<u8>, PushError> {
    if plain.len() > PLAINTEXT_BYTES_MAX {
        return Err(PushError::TooLong);
    }
    let own_public = own.compute_public_key()?;
    // The library rejects a point that is not on the curve.
    let peer = UnparsedPublicKey::new(&ECDH_P256, p256dh);
    let secret: [u8; 32] = agreement::agree(own, peer, PushError::Key, |shared| {
        hkdf(auth, shared, &[b"WebPush: info\0", p256dh, own_public.as_ref()])
    })?;
    let key: [u8; 16] = hkdf(&salt, &secret, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce: [u8; 12] = hkdf(&salt, &secret, &[b"Content-Encoding: nonce\0"])?;
    let mut record = [plain, &[LAST_RECORD]].concat();
    LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?).seal_in_place_append_tag(
        Nonce::assume_unique_for_key(nonce),
        Aad::empty(),
        &mut record,
    )?;
    let own_public = own_public.as_ref();
    let mut body = salt.to_vec();
    body.extend(RECORD_BYTES.to_be_bytes());
    body.push(u8::try_from(own_public.len()).map_err(|_| PushError::Key)?);
    body.extend(own_public);
    body.extend(record);
    Ok(body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use data_encoding::BASE64URL_NOPAD;

    fn decode(text: &str) -> Vec<u8> {
        BASE64URL_NOPAD.decode(text.as_bytes()).unwrap_or_default()
    }

    const P256DH: &str =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

    #[test]
    fn encryption_equals_the_example_of_rfc_8291() {
        let private = decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw");
        let Ok(own) = PrivateKey::from_private_key(&ECDH_P256, &private) else {
            panic!("the key of the example is refused")
        };
        let salt = decode("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap_or_default();
        let plain = b"When I grow up, I want to be a watermelon";
        let body = encrypt_with(&decode(P256DH), &decode(AUTH), plain, &own, salt);
        let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(body, Ok(decode(expected)));
    }

    #[test]
    fn rejects_a_point_that_is_not_on_the_curve() {
        assert_eq!(encrypt(&[4; 65], &decode(AUTH), b"x"), Err(PushError::Key));
    }

    #[test]
    fn longest_message_fits_into_4096_bytes_and_a_longer_one_is_rejected() {
        let (p256dh, auth) = (decode(P256DH), decode(AUTH));
        let longest = encrypt(&p256dh, &auth, &[b'x'; PLAINTEXT_BYTES_MAX]);
        assert_eq!(longest.map(|body| body.len()), Ok(4096));
        let longer = encrypt(&p256dh, &auth, &[b'x'; PLAINTEXT_BYTES_MAX + 1]);
        assert_eq!(longer, Err(PushError::TooLong));
    }
}
