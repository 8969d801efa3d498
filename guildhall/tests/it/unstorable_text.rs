//! Text that one of the databases cannot store is refused with the same 422 on both, in every string of every
//! operation that the OpenAPI document describes.

use crate::integrations::all_scopes;
use crate::kit::{Browser, Reply, TestApp};
use axum::body::Body;
use http::{Method, header};
use insta::assert_snapshot;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// Stands in a body for the escape under test.
const MARKER: &str = "@unstorable@";
const UNSTORABLE: [&str; 3] = [r"WEL\u0000COME1", r"WEL\ud800COME1", r"WEL\udc00\ud800COME1"];
const ID: &str = "0192f0c1a2b37c4d8e9f0a1b2c3d4e5f";

/// One place of an operation that takes text.
struct TextInput {
    method: Method,
    path: String,
    /// Name for a failure: `query q`, `body profile.interests[]`.
    name: String,
    /// The body with [`MARKER`] at the place; none for a query parameter.
    body: Option<Value>,
}

/// Every text input of the document.
fn text_inputs(document: &Value) -> Vec<TextInput> {
    let mut inputs = Vec::new();
    for (template, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let Ok(method) = method.to_uppercase().parse::<Method>() else { continue };
            let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
            let path = concrete(template, &parameters);
            for parameter in parameters.iter().filter(|parameter| parameter["in"] == "query") {
                let name = parameter["name"].as_str().unwrap();
                let path = format!("{path}?{name}=WEL%00COME1");
                let name = format!("query {name}");
                inputs.push(TextInput { method: method.clone(), path, name, body: None });
            }
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
            for (name, body) in strings_of(document, schema, &mut Vec::new()) {
                let (method, path, name) = (method.clone(), path.clone(), format!("body {name}"));
                inputs.push(TextInput { method, path, name, body: Some(body) });
            }
        }
    }
    inputs
}

/// The path with a value for each of its parameters: one of those that it may have, or an id.
fn concrete(template: &str, parameters: &[Value]) -> String {
    let value = |name: &str| {
        let of_path = |parameter: &&Value| parameter["in"] == "path" && parameter["name"] == name;
        let schema = parameters.iter().find(of_path).map(|parameter| &parameter["schema"]);
        schema.and_then(|schema| schema["enum"][0].as_str()).unwrap_or(ID).to_owned()
    };
    let part = |part: &str| {
        let name = part.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        name.map_or_else(|| part.to_owned(), value)
    };
    template.split('/').map(part).collect::<Vec<_>>().join("/")
}

/// Every string that a value of this schema can hold, each in the smallest value that holds it.
fn strings_of(document: &Value, schema: &Value, within: &mut Vec<String>) -> Vec<(String, Value)> {
    if let Some(reference) = schema["$ref"].as_str() {
        // A schema that holds itself says nothing new the second time.
        if within.iter().any(|outer| outer == reference) {
            return Vec::new();
        }
        within.push(reference.to_owned());
        let named = document.pointer(reference.trim_start_matches('#')).unwrap();
        let strings = strings_of(document, named, within);
        within.pop();
        return strings;
    }
    let mut strings = Vec::new();
    for alternatives in ["oneOf", "anyOf", "allOf"] {
        for one in schema[alternatives].as_array().into_iter().flatten() {
            strings.extend(strings_of(document, one, within));
        }
    }
    let is = |kind: &str| match &schema["type"] {
        Value::Array(kinds) => kinds.iter().any(|one| one == kind),
        one => one == kind,
    };
    if is("string") {
        strings.push((String::new(), json!(MARKER)));
    }
    if is("array") {
        for (name, value) in strings_of(document, &schema["items"], within) {
            strings.push((format!("[]{name}"), json!([value])));
        }
    }
    for (field, one) in schema["properties"].as_object().into_iter().flatten() {
        for (name, value) in strings_of(document, one, within) {
            let object = Map::from_iter([(field.clone(), value)]);
            strings.push((format!(".{field}{name}"), Value::Object(object)));
        }
    }
    if is("object") {
        strings.push((".{name of a field}".to_owned(), json!({ MARKER: 1 })));
        for (name, value) in strings_of(document, &schema["additionalProperties"], within) {
            strings.push((format!(".*{name}"), json!({ "any": value })));
        }
    }
    strings
}

/// Sends a body as it is written, escapes and all.
async fn send(
    browser: &Browser,
    token: &str,
    (method, path): (&Method, &str),
    body: Option<String>,
) -> Reply {
    let main = browser.main();
    let mut request = main.request(method.clone(), path);
    if path.starts_with("/api/v1/") {
        request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
    }
    let request = match body {
        None if method.is_safe() => request.body(Body::empty()),
        body => {
            let request = request.header(header::CONTENT_TYPE, "application/json");
            request.body(Body::from(body.unwrap_or_else(|| "{}".to_owned())))
        }
    };
    main.send(request.unwrap()).await
}

#[tokio::test]
async fn every_operation_rejects_unstorable_text_with_one_problem() {
    let app = TestApp::open().await;
    let staff = app.staff("stella").await;
    let created = staff.post("/api/staff/api-tokens", all_scopes("Sync")).await.expect(201);
    let token = created.body["token"].as_str().unwrap().to_owned();
    let document = serde_json::to_value(guildhall::openapi::api_document()).unwrap();
    let inputs = text_inputs(&document);
    let mut failures = Vec::new();
    let mut operations = BTreeSet::new();
    for input in &inputs {
        operations.insert((input.method.to_string(), input.path.clone()));
        let bodies: Vec<Option<String>> = match &input.body {
            None => vec![None],
            Some(body) => {
                UNSTORABLE.iter().map(|text| Some(body.to_string().replace(MARKER, text))).collect()
            }
        };
        for body in bodies {
            let answer = send(&staff, &token, (&input.method, &input.path), body).await;
            if (answer.status, &answer.body["code"]) != (422, &json!("unstorable-text")) {
                failures.push(format!("{} {} {}: {answer}", input.method, input.path, input.name));
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {}:\n{}",
        failures.len(),
        inputs.len(),
        failures.join("\n")
    );
    assert!(inputs.len() > 300 && operations.len() > 150, "{} {}", inputs.len(), operations.len());
}

#[tokio::test]
async fn nul_in_body_or_query_is_rejected_before_any_query() {
    let app = TestApp::open().await;
    let code = json!({ "code": "WEL\u{0}COME1" });
    let answer = app.browser().post("/api/invite-codes/validate", code).await;
    assert_eq!(answer.body["code"], "unstorable-text");
    assert_snapshot!(answer, @"422 The text contains a character that cannot be saved. Please remove it and try again.");
    let ada = app.member("ada").await;
    for query in ["%00", "%ff", "%ed%a0%80"] {
        let answer = ada.get(&format!("/api/search?q={query}")).await;
        assert_eq!(
            (answer.status, &answer.body["code"]),
            (422, &json!("unstorable-text")),
            "{query}"
        );
    }
}
