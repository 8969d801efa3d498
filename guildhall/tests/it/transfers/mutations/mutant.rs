//! A mutated request: its parameters and its form.

use super::material::{Offer, Offers};
use super::spoiling::{Part, spoil};
use crate::kit::At;
use axum::body::Body;
use http::{HeaderName, HeaderValue, Method, Request, header};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use serde_json::{Value, json};

/// A redemption request.
#[derive(Debug)]
pub struct Mutant {
    pub host: String,
    method: Method,
    path: String,
    body: String,
    /// Cookies in this order, each in its own header line.
    cookies: Vec<String>,
    /// Headers that replace or remove those of our pages.
    headers: Vec<(&'static str, Option<&'static str>)>,
}

impl Mutant {
    /// The request as one of our pages sends it.
    pub fn unchanged(host: &str, code: &str, state: &str, binding: &str) -> Self {
        Self {
            host: host.to_owned(),
            method: Method::POST,
            path: "/api/transfer/redeem".to_owned(),
            body: json!({ "c": code, "s": state }).to_string(),
            cookies: vec![format!("xfer={binding}")],
            headers: vec![("content-type", Some("application/json"))],
        }
    }

    /// A valid request with a mutation of its parameters, its form, or both.
    pub fn make(dice: &mut StdRng, offers: &Offers) -> Self {
        let offer = offers.all.choose(dice).unwrap();
        let (values, form) =
            [(true, false), (true, false), (false, true), (true, true)][dice.random_range(0..4)];
        let (shown, binding) =
            if values { spoilt(dice, offer, offers) } else { (offer.clone(), bound(offer)) };
        let mut mutant = Self::unchanged(&shown.host, &shown.code, &shown.state, &binding);
        if form {
            mutant.misshape(dice, &shown, &binding);
        }
        // An existing session must not help.
        if dice.random_bool(0.3) {
            let whose = offers.all.choose(dice).unwrap();
            mutant.cookies.push(format!("csst={}", whose.session));
        }
        mutant
    }

    /// Builds the request; a cookie that cannot be in a header is left out, as a browser would.
    pub fn request(&self, at: &At<'_>) -> Request<Body> {
        let request = at.request(self.method.clone(), &self.path);
        let mut request = request.body(Body::from(self.body.clone())).unwrap();
        let headers = request.headers_mut();
        for line in &self.cookies {
            if let Ok(line) = HeaderValue::from_bytes(line.as_bytes()) {
                headers.append(header::COOKIE, line);
            }
        }
        for (name, value) in &self.headers {
            let name = HeaderName::from_static(name);
            match value {
                Some(value) => drop(headers.insert(name, HeaderValue::from_static(value))),
                None => drop(headers.remove(name)),
            }
        }
        request
    }

    /// Sends valid parameters in a wrong form.
    fn misshape(&mut self, dice: &mut StdRng, Offer { code, state, .. }: &Offer, binding: &str) {
        match dice.random_range(0..4) {
            0 => self.body = misshapen(dice, code, state),
            1 => self.cookies = unbound(dice, binding),
            2 => self.headers.extend(elsewhere(dice)),
            _ => self.misdirect(dice, code, state),
        }
    }

    /// Changes the method, the path or the content type.
    fn misdirect(&mut self, dice: &mut StdRng, code: &str, state: &str) {
        let mut pairs = url::form_urlencoded::Serializer::new(String::new());
        let mut pairs = pairs.append_pair("c", code).append_pair("s", state).finish();
        // A URL has a maximum length in clients.
        pairs.truncate(60_000);
        match dice.random_range(0..5) {
            0 => {
                let methods = [Method::GET, Method::PUT, Method::PATCH, Method::DELETE];
                self.method = methods.choose(dice).unwrap().clone();
            }
            1 => {
                let paths = ["/api/transfer/redeem/", "/api/transfer/Redeem", "/api/transfer"];
                self.path = (*paths.choose(dice).unwrap()).to_owned();
            }
            2 => {
                self.path = format!("{}?{pairs}", self.path);
                self.body = (*["", "{}", "null"].choose(dice).unwrap()).to_owned();
            }
            3 => {
                self.headers = vec![("content-type", Some("application/x-www-form-urlencoded"))];
                self.body = pairs;
            }
            _ => {
                let kinds = [None, Some("text/plain"), Some("application/xml"), Some("json")];
                self.headers = vec![("content-type", *kinds.choose(dice).unwrap())];
            }
        }
    }
}

fn bound(offer: &Offer) -> String {
    offer.binding.join(".")
}

/// A mutated offer and its binding cookie. Repeats the mutation if the result is still valid.
fn spoilt(dice: &mut StdRng, offer: &Offer, offers: &Offers) -> (Offer, String) {
    loop {
        let mut shown = offer.clone();
        for _ in 0..dice.random_range(1..4) {
            if dice.random_bool(0.2) {
                shown.host = (*Offers::HOSTS.choose(dice).unwrap()).to_owned();
            } else {
                let part = *Part::ALL.choose(dice).unwrap();
                spoil(dice, part, &mut shown, offers);
            }
        }
        let binding = rebound(dice, &shown);
        // Whitespace around a cookie is not part of its value.
        let fits = |right: &Offer| {
            let same = (&shown.host, &shown.code, &shown.state)
                == (&right.host, &right.code, &right.state);
            same && binding.trim_matches([' ', '\t']) == bound(right)
        };
        if !offers.all.iter().any(fits) {
            return (shown, binding);
        }
    }
}

/// The binding cookie from its parts, mostly in the right form.
fn rebound(dice: &mut StdRng, offer: &Offer) -> String {
    let [state, verifier, intent] = &offer.binding;
    match dice.random_range(0..12) {
        0 => format!("{verifier}.{state}.{intent}"),
        1 => format!("{state}.{verifier}"),
        2 => format!("{state}.{verifier}.{intent}."),
        3 => format!("{state}.{verifier}.{intent}.{state}"),
        4 => format!("{state}{verifier}{intent}"),
        5 => format!("\"{state}.{verifier}.{intent}\""),
        _ => bound(offer),
    }
}

/// Valid values in a body with another structure, or an unparsable one.
fn misshapen(dice: &mut StdRng, code: &str, state: &str) -> String {
    let (c, s) = (json!(code), json!(state));
    let shapes = [
        json!({ "c": code }),
        json!({ "s": state }),
        json!({ "c": state, "s": code }),
        json!({ "C": code, "S": state }),
        json!({ "code": code, "state": state }),
        json!({ "c": code, "s": state, "host": "oak.localhost" }),
        json!({ "c": [code], "s": [state] }),
        json!({ "c": { "c": code }, "s": state }),
        json!({ "c": code, "s": null }),
        json!({ "c": code, "s": true }),
        json!({ "c": 7, "s": state }),
        json!([{ "c": code, "s": state }]),
        json!(code),
        Value::Null,
    ]
    .map(|shape| shape.to_string());
    let texts = [
        String::new(),
        format!("{{\"c\":{c},\"c\":{c},\"s\":{s}}}"),
        format!("{{\"c\":{c},\"s\":{s},\"s\":{s}}}"),
        format!("{{\"c\":{c},\"s\":{s}"),
        format!("{{\"c\":{c},\"s\":{s}}}{{}}"),
        format!("{{\"c\":{c},\"s\":{s},}}"),
        format!("{{'c':'{code}','s':'{state}'}}"),
        format!("\u{feff}{{\"c\":{c},\"s\":{s}}}"),
        format!("{{c:{c},s:{s}}}"),
    ];
    [&shapes[..], &texts[..]].concat().choose(dice).unwrap().clone()
}

/// The right binding in a place where it is ignored: missing, duplicated, under another name.
fn unbound(dice: &mut StdRng, binding: &str) -> Vec<String> {
    let ways = [
        vec![],
        vec![format!("xfer={binding}; xfer={binding}")],
        vec![format!("xfer={binding}"), format!("xfer={binding}")],
        vec![format!("xfer={binding}; xfer=made.up.here")],
        vec![format!("xfer=made.up.here"), format!("xfer={binding}")],
        vec![format!("XFER={binding}")],
        vec![format!("__Host-xfer={binding}")],
        vec![format!("%78fer={binding}")],
        vec![format!("$Version=1; xfer=\"{binding}\"; $Path=/")],
        vec![format!("xfer:{binding}")],
        vec![format!("csst={binding}")],
        vec![binding.to_owned()],
    ];
    ways.choose(dice).unwrap().clone()
}

/// Headers that a foreign page cannot omit or forge.
fn elsewhere(dice: &mut StdRng) -> Vec<(&'static str, Option<&'static str>)> {
    let ways: [&[_]; 8] = [
        &[("sec-fetch-site", Some("cross-site"))],
        &[("sec-fetch-site", Some("same-site"))],
        &[("sec-fetch-site", Some("none"))],
        &[("sec-fetch-site", None), ("origin", Some("null"))],
        &[("sec-fetch-site", None), ("origin", Some("http://evil.example"))],
        &[("sec-fetch-site", None), ("origin", None)],
        &[("x-guildhall", None)],
        &[("x-guildhall", None), ("x-forwarded-host", Some("oak.localhost"))],
    ];
    (*ways.choose(dice).unwrap()).to_vec()
}
