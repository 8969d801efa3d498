//! A push service (RFC 8030) with its browsers: it verifies the token of each message (RFC 8292),
//! and decrypts it with the browser's key (RFC 8291).

use aws_lc_rs::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use aws_lc_rs::agreement::{self, ECDH_P256, PrivateKey, UnparsedPublicKey};
use aws_lc_rs::encoding::{AsBigEndian, EcPublicKeyUncompressedBin};
use aws_lc_rs::hkdf::{HKDF_SHA256, KeyType, Salt};
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey as Verifier};
use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use data_encoding::BASE64URL_NOPAD;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// A message that the service accepted.
#[derive(Debug, Clone, PartialEq)]
pub struct PushedMessage {
    /// Number of the browser that received it.
    pub browser: usize,
    /// The decrypted message.
    pub message: Value,
    pub ttl: u64,
    pub urgency: String,
    pub topic: String,
    /// Contact of the operator.
    pub contact: String,
}

struct PushedBrowser {
    key: PrivateKey,
    auth: [u8; 16],
    /// Public key of the instance, for which it subscribed.
    server_key: String,
}

#[derive(Default)]
struct ServiceState {
    browsers: HashMap<usize, PushedBrowser>,
    accepted: Vec<PushedMessage>,
    /// Requests, accepted or not.
    requests: usize,
    /// Responses to the next requests instead of 201.
    refusals: Vec<(u16, Option<String>)>,
}

/// A running push service.
#[derive(Clone)]
pub struct PushServer {
    origin: String,
    state: Arc<Mutex<ServiceState>>,
}

impl PushServer {
    pub async fn open() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let server = Self { origin, state: Arc::default() };
        let router =
            Router::new().route("/send/{browser}", post(receive)).with_state(server.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        server
    }

    /// A new browser that subscribed for an instance's key: the body that it sends to the instance.
    pub fn subscribe(&self, server_key: &str, device_name: &str) -> Value {
        let key = PrivateKey::generate(&ECDH_P256).unwrap();
        let point: EcPublicKeyUncompressedBin<'_> =
            key.compute_public_key().unwrap().as_be_bytes().unwrap();
        let point = BASE64URL_NOPAD.encode(point.as_ref());
        let auth: [u8; 16] = platform::random::random_bytes();
        let mut state = self.state.lock().unwrap();
        let number = state.browsers.len();
        let server_key = server_key.to_owned();
        state.browsers.insert(number, PushedBrowser { key, auth, server_key });
        json!({
            "endpoint": format!("{}/send/{number}", self.origin),
            "keys": { "p256dh": point, "auth": BASE64URL_NOPAD.encode(&auth) },
            "deviceName": device_name,
        })
    }

    /// The next request is answered with this status.
    pub fn refuse_next(&self, status: u16, retry_after: Option<&str>) {
        let refusal = (status, retry_after.map(str::to_owned));
        self.state.lock().unwrap().refusals.push(refusal);
    }

    /// All accepted messages, the oldest first.
    pub fn accepted(&self) -> Vec<PushedMessage> {
        self.state.lock().unwrap().accepted.clone()
    }

    /// Number of all requests.
    pub fn requests(&self) -> usize {
        self.state.lock().unwrap().requests
    }
}

async fn receive(
    State(server): State<PushServer>,
    Path(number): Path<usize>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let mut state = server.state.lock().unwrap();
    state.requests += 1;
    if !state.refusals.is_empty() {
        let (status, retry_after) = state.refusals.remove(0);
        let status = StatusCode::from_u16(status).unwrap();
        return match retry_after {
            Some(delay) => (status, [("retry-after", delay)]).into_response(),
            None => status.into_response(),
        };
    }
    let header = |name: &str| {
        let value = headers.get(name).and_then(|value| value.to_str().ok());
        value.unwrap_or_default().to_owned()
    };
    let Some(browser) = state.browsers.get(&number) else {
        return StatusCode::GONE.into_response();
    };
    let Some(claims) = verified_claims(&header("authorization"), browser, &server.origin) else {
        return StatusCode::FORBIDDEN.into_response();
    };
    assert_eq!(header("content-encoding"), "aes128gcm");
    assert!(body.len() <= 4096, "a push service accepts 4096 bytes");
    let message = serde_json::from_slice(&decrypt(browser, &body)).unwrap();
    let pushed = PushedMessage {
        browser: number,
        message,
        ttl: header("ttl").parse().unwrap(),
        urgency: header("urgency"),
        topic: header("topic"),
        contact: claims["sub"].as_str().unwrap_or_default().to_owned(),
    };
    state.accepted.push(pushed);
    StatusCode::CREATED.into_response()
}

/// Claims of the token, if it is for this service, not expired, and signed with the key for which the
/// browser subscribed.
fn verified_claims(authorization: &str, browser: &PushedBrowser, origin: &str) -> Option<Value> {
    let (token, key) = authorization.strip_prefix("vapid t=")?.split_once(", k=")?;
    let (signed, signature) = token.rsplit_once('.')?;
    let key_bytes = BASE64URL_NOPAD.decode(key.as_bytes()).ok()?;
    let signature = BASE64URL_NOPAD.decode(signature.as_bytes()).ok()?;
    let verifier = Verifier::new(&ECDSA_P256_SHA256_FIXED, key_bytes);
    verifier.verify(signed.as_bytes(), &signature).ok()?;
    let claims = BASE64URL_NOPAD.decode(signed.split('.').nth(1)?.as_bytes()).ok()?;
    let claims: Value = serde_json::from_slice(&claims).ok()?;
    let lifetime = claims["exp"].as_i64()? - platform::Clock::system_clock().now().timestamp();
    // The clock of a test may be ahead.
    let is_valid = lifetime > 0 && claims["aud"] == origin && key == browser.server_key;
    is_valid.then_some(claims)
}

struct OutputBytes(usize);

impl KeyType for OutputBytes {
    fn len(&self) -> usize {
        self.0
    }
}

fn hkdf<const N: usize>(salt: &[u8], secret: &[u8], purpose: &[&[u8]]) -> [u8; N] {
    let mut output = [0; N];
    let key = Salt::new(HKDF_SHA256, salt).extract(secret);
    key.expand(purpose, OutputBytes(N)).unwrap().fill(&mut output).unwrap();
    output
}

fn decrypt(browser: &PushedBrowser, body: &[u8]) -> Vec<u8> {
    let (salt, rest) = body.split_at(16);
    let (_record_size, rest) = rest.split_at(4);
    let (length, rest) = rest.split_first().unwrap();
    let (sender, record) = rest.split_at(usize::from(*length));
    let own: EcPublicKeyUncompressedBin<'_> =
        browser.key.compute_public_key().unwrap().as_be_bytes().unwrap();
    let peer = UnparsedPublicKey::new(&ECDH_P256, sender);
    let secret: [u8; 32] = agreement::agree(&browser.key, peer, (), |shared| {
        Ok(hkdf(&browser.auth, shared, &[b"WebPush: info\0", own.as_ref(), sender]))
    })
    .unwrap();
    let key: [u8; 16] = hkdf(salt, &secret, &[b"Content-Encoding: aes128gcm\0"]);
    let nonce: [u8; 12] = hkdf(salt, &secret, &[b"Content-Encoding: nonce\0"]);
    let mut record = record.to_vec();
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).unwrap());
    let nonce = Nonce::assume_unique_for_key(nonce);
    let plain = key.open_in_place(nonce, Aad::empty(), &mut record).unwrap();
    let end = plain.iter().rposition(|byte| *byte == 2).unwrap();
    plain[..end].to_vec()
}
