//! What is made to be dear to read: a hundred thousand levels, a hundred thousand names. It is refused, or
//! read as what it says, and the house goes on.

mod bodies;

use crate::kit::{At, Browser, MAIN_ORIGIN, PATIENCE, Reply, SoftPasskey, TestApp};
use axum::body::Body;
use data_encoding::BASE64URL_NOPAD;
use http::{Method, header};
use platform::limiter::{LimitKey, LimitedAction};
use serde_json::{Value, json};

const NOBODY: &str = "0192f0c1a2b37c4d8e9f0a1b2c3d4e5f";

/// Somebody of staff, whom every operation lets in on main.
struct World {
    app: TestApp,
    staff: Browser,
    id: String,
}

/// An operation that reads a body, and the names that it looks for there.
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

    /// Sends a body of any kind; the answer comes in good time.
    async fn send(&self, (method, path): (&Method, &str), kind: &str, body: String) -> Reply {
        self.forget_limits().await;
        let at = self.staff.main();
        let request = at.request(method.clone(), path).header(header::CONTENT_TYPE, kind);
        sent(&at, request.body(Body::from(body)).unwrap()).await
    }

    async fn json(&self, reader: &Reader, body: String) -> Reply {
        self.send((&reader.method, &reader.path), "application/json", body).await
    }

    /// Limits are tested elsewhere, and would hide what is made of a body.
    async fn forget_limits(&self) {
        let limiter = self.app.services().limiter();
        limiter.clear(LimitedAction::Write, &LimitKey::user(&self.id)).await;
    }

    /// The house still answers, and takes what people write.
    async fn goes_on(&self) {
        self.app.browser().get("/api/boot").await.expect(200);
        let ada = self.app.member("ada").await;
        self.app.community(&ada, "Long spans", &[]).await;
    }
}

async fn sent(at: &At<'_>, request: http::Request<Body>) -> Reply {
    let path = request.uri().path().to_owned();
    let answer = tokio::time::timeout(PATIENCE, at.send(request)).await;
    answer.unwrap_or_else(|_| panic!("{path} is still reading"))
}

/// Insists that nothing broke, and that what is refused is refused in the usual form.
#[track_caller]
fn assert_unbroken(answer: &Reply, what: &str) {
    assert!(answer.status < 500, "{what}: {answer}");
    if answer.status >= 400 {
        let kind = answer.header("content-type");
        assert_eq!(kind, "application/problem+json", "{what}: {answer}");
        assert_eq!(answer.body["status"], answer.status, "{what}: {answer}");
    }
}

/// Insists on a refusal that comes from reading, not from a limit.
#[track_caller]
fn assert_refused(answer: &Reply, what: &str) {
    assert_unbroken(answer, what);
    assert!(answer.status >= 400 && answer.status != 429, "{what}: {answer}");
}

/// Every operation that reads a JSON body.
fn readers() -> Vec<Reader> {
    let document = serde_json::to_value(guildhall::openapi::document()).unwrap();
    let mut readers = Vec::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
            if schema.is_null() {
                continue;
            }
            readers.push(Reader {
                method: method.to_uppercase().parse().unwrap(),
                path: filled(path),
                names: names(&document, schema),
            });
        }
    }
    readers
}

/// A path with a name in every place that has none.
fn filled(path: &str) -> String {
    let parts = path.split('/').map(|part| if part.starts_with('{') { NOBODY } else { part });
    parts.collect::<Vec<_>>().join("/")
}

fn names(document: &Value, schema: &Value) -> Vec<String> {
    let named = schema["$ref"].as_str().and_then(|name| document.pointer(name.get(1..)?));
    let properties = named.unwrap_or(schema)["properties"].as_object();
    properties.map(|found| found.keys().cloned().collect()).unwrap_or_default()
}

#[tokio::test]
async fn no_operation_reads_a_hundred_thousand_levels() {
    let (world, readers) = (World::open().await, readers());
    assert!(readers.len() > 50, "{}", readers.len());
    for reader in &readers {
        let in_fields = bodies::deep_in_each(reader.names.iter().map(String::as_str));
        let deep = [bodies::lists(), bodies::objects(), bodies::alternating(), in_fields];
        for (n, body) in deep.into_iter().enumerate() {
            let answer = world.json(reader, body).await;
            assert_refused(&answer, &format!("{} {}, {n}", reader.method, reader.path));
        }
    }
    world.goes_on().await;
}

#[tokio::test]
async fn a_hundred_thousand_names_break_no_operation() {
    let (world, readers) = (World::open().await, readers());
    for reader in &readers {
        for body in [bodies::names(), bodies::doubled(), bodies::colliding(), bodies::digits()] {
            let answer = world.json(reader, body).await;
            assert_unbroken(&answer, &format!("{} {}", reader.method, reader.path));
        }
    }
    world.goes_on().await;
}

#[tokio::test]
async fn forms_and_addresses_full_of_names_are_refused() {
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
    // The longer one is about as long as a client can write an address.
    for (count, status) in [(1_000, 200), (9_000, 414)] {
        let path = format!("/api/search?q=spans&{}", bodies::pairs(count));
        let answer = world.staff.get(&path).await;
        assert_unbroken(&answer, &path);
        assert_eq!(answer.status, status, "{count}");
    }
    world.goes_on().await;
}

#[tokio::test]
async fn what_is_packed_into_texts_is_read_no_deeper() {
    let world = World::open().await;
    // As deep as an address is long.
    let deep = BASE64URL_NOPAD.encode("[".repeat(5_000).as_bytes());
    for path in ["/api/communities", "/api/directory", "/api/affiliations", "/api/staff/audit"] {
        let answer = world.staff.get(&format!("{path}?cursor={deep}")).await;
        assert_refused(&answer, path);
    }
    let deep = BASE64URL_NOPAD.encode(bodies::lists().as_bytes());
    let token = json!({ "idToken": format!("{deep}.{deep}.{deep}") });
    let answer = world.app.browser().post("/api/usersSignin", token).await;
    assert_refused(&answer, "an id token");
    world.goes_on().await;
}

#[tokio::test]
async fn a_passkeys_answer_is_read_no_deeper() {
    let world = World::open().await;
    let json = bodies::alternating();
    // A list of one, a map of one and a tagged value (RFC 8949), again and again, and a list that ends
    // nowhere.
    let cbor = [b"\x81".as_slice(), b"\xa1\x00", b"\xc1", b"\x9f"];
    for (field, bytes) in std::iter::once(("clientDataJSON", json.into_bytes()))
        .chain(cbor.map(|unit| ("attestationObject", unit.repeat(bodies::MANY))))
    {
        let question = world.staff.post("/api/me/passkeys/begin", json!({})).await.expect(200);
        let (_, mut made) = SoftPasskey::make(&question.body, MAIN_ORIGIN);
        made["response"][field] = BASE64URL_NOPAD.encode(&bytes).into();
        let body = json!({ "name": "Deep", "credential": made });
        let at = world.staff.main();
        let answer = sent(&at, at.json(Method::POST, "/api/me/passkeys", &body)).await;
        assert_refused(&answer, field);
    }
    world.goes_on().await;
}
