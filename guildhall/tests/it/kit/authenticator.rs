//! A software authenticator for passkeys: ES256 keys, user verification, no attestation.

use aws_lc_rs::digest::{SHA256, digest};
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair};
use data_encoding::BASE64URL_NOPAD;
use serde_json::{Value, json};

const USER_PRESENT: u8 = 0x01;
const USER_VERIFIED: u8 = 0x04;
const KEY_INCLUDED: u8 = 0x40;

/// A passkey with its private key.
pub struct SoftPasskey {
    key: EcdsaKeyPair,
    id: Vec<u8>,
    user: Value,
    origin: String,
    verifies: bool,
}

impl SoftPasskey {
    /// Creates a passkey for the creation options. Also returns the response of a browser at `origin`.
    pub fn make(question: &Value, origin: &str) -> (Self, Value) {
        let key = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_ASN1_SIGNING).unwrap();
        let id = digest(&SHA256, key.public_key().as_ref()).as_ref().to_vec();
        let user = question["publicKey"]["user"]["id"].clone();
        let made = Self { key, id, user, origin: origin.to_owned(), verifies: true };
        let client = made.client_data("webauthn.create", question);
        let rp = question["publicKey"]["rp"]["id"].as_str().unwrap();
        let data = made.data_with_key(rp);
        // {"fmt": "none", "attStmt": {}, "authData": …} in CBOR.
        let length = u16::try_from(data.len()).unwrap().to_be_bytes();
        let mut attestation = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x59".to_vec();
        attestation.extend(length);
        attestation.extend(data);
        let response = json!({
            "attestationObject": text(&attestation), "clientDataJSON": text(client.as_bytes()),
        });
        let answer = made.credential_json(response);
        (made, answer)
    }

    /// The same passkey without user verification.
    pub fn unverified(mut self) -> Self {
        self.verifies = false;
        self
    }

    /// The same passkey, used by a page of another origin.
    pub fn at(mut self, origin: &str) -> Self {
        origin.clone_into(&mut self.origin);
        self
    }

    /// Answers the request options with an assertion.
    pub fn sign_challenge(&self, question: &Value) -> Value {
        let client = self.client_data("webauthn.get", question);
        let rp = question["publicKey"]["rpId"].as_str().unwrap();
        let data = self.data(rp, 0);
        let signed = [data.as_slice(), digest(&SHA256, client.as_bytes()).as_ref()].concat();
        let signature = self.key.sign(&SystemRandom::new(), &signed).unwrap();
        self.credential_json(json!({
            "authenticatorData": text(&data), "clientDataJSON": text(client.as_bytes()),
            "signature": text(signature.as_ref()), "userHandle": self.user,
        }))
    }

    fn credential_json(&self, response: Value) -> Value {
        let id = text(&self.id);
        json!({
            "id": id, "rawId": id, "type": "public-key", "response": response,
            "clientExtensionResults": {},
        })
    }

    fn client_data(&self, kind: &str, question: &Value) -> String {
        let challenge = &question["publicKey"]["challenge"];
        let data = json!({
            "type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": false,
        });
        data.to_string()
    }

    fn data(&self, rp: &str, more: u8) -> Vec<u8> {
        let verified = if self.verifies { USER_VERIFIED } else { 0 };
        let mut data = digest(&SHA256, rp.as_bytes()).as_ref().to_vec();
        data.push(USER_PRESENT | verified | more);
        data.extend([0; 4]);
        data
    }

    fn data_with_key(&self, rp: &str) -> Vec<u8> {
        let mut data = self.data(rp, KEY_INCLUDED);
        data.extend([0; 16]);
        data.extend(u16::try_from(self.id.len()).unwrap().to_be_bytes());
        data.extend(&self.id);
        // A COSE key for ES256 (RFC 9053): kind 2, algorithm -7, curve 1, then the point.
        let point = self.key.public_key().as_ref();
        data.extend(b"\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20");
        data.extend(&point[1..33]);
        data.extend(b"\x22\x58\x20");
        data.extend(&point[33..65]);
        data
    }
}

fn text(bytes: &[u8]) -> String {
    BASE64URL_NOPAD.encode(bytes)
}
