//! Bodies that are expensive to parse, such as 100,000 levels or names: they are refused or parsed correctly,
//! and the server keeps working.

mod bodies;

use crate::kit::{At, Browser, MAIN_ORIGIN, Reply, SoftPasskey, TestApp, WAIT_TIMEOUT};
use axum::body::Body;
use data_encoding::BASE64URL_NOPAD;
use http::{Method, header};
use platform::limiter::{LimitKey, LimitedAction};
use serde_json::{Value, json};

const UNKNOWN_ID: &str = "0192f0c1a2b37c4d8e9f0a1b2c3d4e5f";

/// An instance and a staff member, who may call every operation on main.
struct World {
    app: TestApp,
    staff: Browser,
    id: String,
}

/// An operation that reads a JSON body, and the field names of its schema.
struct Reader {
    method: Method,
    path: String,
    names: Vec<String>,
}

impl World {
    async fn open() -> Self {
        let app = TestApp::open().await;
        let staff = app.staff("stella").await;
        let id = app.id_of(&staff).await;
        Self { app, staff, id }
    }

    /// Sends a body of any content type; fails if the response takes too long.
    async fn send(&self, (method, path): (&Method, &str), kind: &str, body: String) -> Reply {
        self.clear_limits().await;
        let at = self.staff.main();
        let request = at.request(method.clone(), path).header(header::CONTENT_TYPE, kind);
        send_in_time(&at, request.body(Body::from(body)).unwrap()).await
    }

    async fn json(&self, reader: &Reader, body: String) -> Reply {
        self.send((&reader.method, &reader.path), "application/json", body).await
    }

    /// Clears rate limits, which would hide how a body is handled.
    async fn clear_limits(&self) {
        let limiter = self.app.services().limiter();
        for action in [LimitedAction::Write, LimitedAction::Preferences] {
            limiter.clear(action, &LimitKey::user(&self.id)).await;
        }
    }

    /// Asserts that the instance still serves reads and writes.
    async fn assert_still_works(&self) {
        self.app.browser().get("/api/boot").await.expect(200);
        let ada = self.app.member("ada").await;
        self.app.community(&ada, "Long spans", &[]).await;
    }
}

async fn send_in_time(at: &At<'_>, request: http::Request<Body>) -> Reply {
    let path = request.uri().path().to_owned();
    let answer = tokio::time::timeout(WAIT_TIMEOUT, at.send(request)).await;
    answer.unwrap_or_else(|_| panic!("{path} is still reading"))
}

/// Asserts that there was no server error, and that a refusal has the usual form.
#[track_caller]
fn assert_unbroken(answer: &Reply, what: &str) {
    assert!(answer.status < 500, "{what}: {answer}");
    if answer.status >= 400 {
        let kind = answer.header("content-type");
        assert_eq!(kind, "application/problem+json", "{what}: {answer}");
        assert_eq!(answer.body["status"], answer.status, "{what}: {answer}");
    }
}

/// Asserts a refusal that comes from parsing, not from a rate limit.
#[track_caller]
fn assert_refused(answer: &Reply, what: &str) {
    assert_unbroken(answer, what);
    assert!(answer.status >= 400 && answer.status != 429, "{what}: {answer}");
}

/// Every operation that reads a JSON body.
fn readers() -> Vec<Reader> {
    let document = serde_json::to_value(guildhall::openapi::api_document()).unwrap();
    let mut readers = Vec::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
            if schema.is_null() {
                continue;
            }
            readers.push(Reader {
                method: method.to_uppercase().parse().unwrap(),
                path: fill_parameters(path),
                names: field_names(&document, schema),
            });
        }
    }
    readers
}

/// The path with an unknown id for every parameter.
fn fill_parameters(path: &str) -> String {
    let parts = path.split('/').map(|part| if part.starts_with('{') { UNKNOWN_ID } else { part });
    parts.collect::<Vec<_>>().join("/")
}

fn field_names(document: &Value, schema: &Value) -> Vec<String> {
    let named = schema["$ref"].as_str().and_then(|name| document.pointer(name.get(1..)?));
    let properties = named.unwrap_or(schema)["properties"].as_object();
    properties.map(|found| found.keys().cloned().collect()).unwrap_or_default()
}

#[tokio::test]
async fn every_operation_rejects_deeply_nested_bodies() {
    let (world, readers) = (World::open().await, readers());
    assert!(readers.len() > 50, "{}", readers.len());
    for reader in &readers {
        let in_fields = bodies::deep_in_each(reader.names.iter().map(String::as_str));
        let deep = [bodies::nested_lists(), bodies::objects(), bodies::alternating(), in_fields];
        for (n, body) in deep.into_iter().enumerate() {
            let answer = world.json(reader, body).await;
            assert_refused(&answer, &format!("{} {}, {n}", reader.method, reader.path));
        }
    }
    world.assert_still_works().await;
}

#[tokio::test]
async fn many_duplicate_or_colliding_names_cause_no_server_error() {
    let (world, readers) = (World::open().await, readers());
    for reader in &readers {
        for body in [bodies::names(), bodies::doubled(), bodies::colliding(), bodies::digits()] {
            let answer = world.json(reader, body).await;
            assert_unbroken(&answer, &format!("{} {}", reader.method, reader.path));
        }
    }
    world.assert_still_works().await;
}

#[tokio::test]
async fn forms_and_queries_with_too_many_fields_are_rejected() {
    let world = World::open().await;
    let community = world.app.community(&world.staff, "Short spans", &[]).await;
    let images = format!("/api/communities/{community}/images");
    for path in ["/api/me/picture", &images] {
        let form = bodies::form("a-mark");
        let kind = "multipart/form-data; boundary=a-mark";
        let answer = world.send((&Method::POST, path), kind, form).await;
        assert_refused(&answer, path);
    }
    for reader in readers() {
        let pairs = bodies::pairs(bodies::MANY);
        let kind = "application/x-www-form-urlencoded";
        let answer = world.send((&reader.method, &reader.path), kind, pairs).await;
        assert_refused(&answer, &reader.path);
    }
    // The longer URL is about as long as the client can send.
    for (count, status) in [(1_000, 200), (9_000, 414)] {
        let path = format!("/api/search?q=spans&{}", bodies::pairs(count));
        let answer = world.staff.get(&path).await;
        assert_unbroken(&answer, &path);
        assert_eq!(answer.status, status, "{count}");
    }
    world.assert_still_works().await;
}

#[tokio::test]
async fn deeply_nested_cursors_and_tokens_are_rejected() {
    let world = World::open().await;
    // As deep as the length of a URL allows.
    let deep = BASE64URL_NOPAD.encode("[".repeat(5_000).as_bytes());
    for path in ["/api/communities", "/api/directory", "/api/affiliations", "/api/staff/audit"] {
        let answer = world.staff.get(&format!("{path}?cursor={deep}")).await;
        assert_refused(&answer, path);
    }
    let deep = BASE64URL_NOPAD.encode(bodies::nested_lists().as_bytes());
    let token = json!({ "idToken": format!("{deep}.{deep}.{deep}") });
    let answer = world.app.browser().post("/api/usersSignin", token).await;
    assert_refused(&answer, "an id token");
    world.assert_still_works().await;
}

#[tokio::test]
async fn deeply_nested_passkey_responses_are_rejected() {
    let world = World::open().await;
    let json = bodies::alternating();
    // Nested one-element lists, one-element maps, tagged values (RFC 8949), and unterminated lists.
    let cbor = [b"\x81".as_slice(), b"\xa1\x00", b"\xc1", b"\x9f"];
    for (field, bytes) in std::iter::once(("clientDataJSON", json.into_bytes()))
        .chain(cbor.map(|unit| ("attestationObject", unit.repeat(bodies::MANY))))
    {
        let question = world.staff.post("/api/me/passkeys/begin", json!({})).await.expect(200);
        let (_, mut made) = SoftPasskey::make(&question.body, MAIN_ORIGIN);
        made["response"][field] = BASE64URL_NOPAD.encode(&bytes).into();
        let body = json!({ "name": "Deep", "credential": made });
        let at = world.staff.main();
        let answer = send_in_time(&at, at.json(Method::POST, "/api/me/passkeys", &body)).await;
        assert_refused(&answer, field);
    }
    world.assert_still_works().await;
}
