//! Output of the configuration for `doctor`: all effective values, without secrets.

use super::Config;
use secrecy::{ExposeSecret, SecretString};
use serde::Serializer;
use serde_json::{Map, Value};
use std::fmt::Write;
use url::Url;

const HIDDEN: &str = "(hidden)";
/// Parameters of addresses that contain no secret.
const PLAIN_PARAMETERS: [&str; 4] = ["mode", "tls", "region", "endpoint"];
const SECRET_CHARS_MIN: usize = 4;

impl Config {
    /// Effective configuration as TOML, with secrets hidden and unset values as comments.
    #[must_use]
    pub fn render_hidden(&self) -> String {
        let Ok(Value::Object(fields)) = serde_json::to_value(self) else { return String::new() };
        let mut out = String::new();
        write_section("", &fields, &mut out);
        out
    }
}

/// Writes the plain fields first, then the subsections.
fn write_section(name: &str, fields: &Map<String, Value>, out: &mut String) {
    for (field, value) in fields {
        // Writing to a string cannot fail.
        let _ = match value {
            Value::Object(_) => Ok(()),
            Value::Null => writeln!(out, "# {field} is not set"),
            value => writeln!(out, "{field} = {value}"),
        };
    }
    for (field, value) in fields {
        let Value::Object(inner) = value else { continue };
        let name = if name.is_empty() { field.clone() } else { format!("{name}.{field}") };
        let _ = writeln!(out, "\n[{name}]");
        write_section(&name, inner, out);
    }
}

/// Serialises only that a secret is set.
pub(super) fn serialize_hidden<S: Serializer>(
    secret: &Option<SecretString>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match secret {
        Some(_) => serializer.serialize_str(HIDDEN),
        None => serializer.serialize_none(),
    }
}

/// Serialises an address without its password.
pub(super) fn hidden_address<S: Serializer>(
    address: &Option<SecretString>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match address {
        Some(address) => serializer.serialize_str(&without_secrets(address.expose_secret())),
        None => serializer.serialize_none(),
    }
}

/// The same for an address that usually contains no secret.
pub(super) fn plain_address<S: Serializer>(
    address: &Option<String>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match address {
        Some(address) => serializer.serialize_str(&without_secrets(address)),
        None => serializer.serialize_none(),
    }
}

/// Keeps scheme, user, host and path; a query may contain a password under any name.
#[must_use]
pub fn address_without_secrets(address: &str) -> String {
    without_secrets(address)
}

impl Config {
    /// All secrets, for replacing them in texts of other origin, such as the error of a library.
    #[must_use]
    pub fn secret_texts(&self) -> Vec<String> {
        let addresses =
            [&self.database.url, &self.database.owner_url, &self.redis.url, &self.mail.smtp_url];
        let passwords = addresses.into_iter().flatten().filter_map(|address| {
            Some(Url::parse(address.expose_secret()).ok()?.password()?.to_owned())
        });
        let decoded = |text: String| {
            let plain =
                percent_encoding::percent_decode_str(&text).decode_utf8_lossy().into_owned();
            [text, plain]
        };
        let security = &self.security;
        let plain = [
            &self.blob.access_key,
            &self.blob.secret_key,
            &security.context_key,
            &security.feed_token,
            &security.token_key,
            &self.google.client_secret,
        ];
        let issuers = self.certificates.issuers.iter().map(|issuer| &issuer.eab_key);
        let update = self.certificates.dns_update.iter().map(|update| &update.key);
        let keys = plain.into_iter().chain(issuers).chain(update).flatten();
        let keys = keys.map(|key| key.expose_secret().to_owned());
        let all = passwords.flat_map(decoded).chain(keys);
        // Replacing every occurrence of a very short text would make the message unreadable.
        all.filter(|secret| secret.len() >= SECRET_CHARS_MIN).collect()
    }
}

fn without_secrets(address: &str) -> String {
    let Ok(mut url) = Url::parse(address) else {
        // A plain path has no scheme; any other value that is no address may be a secret.
        let is_path = !address.contains("://") && !address.contains('@');
        return if is_path { address.to_owned() } else { HIDDEN.to_owned() };
    };
    if url.password().is_some() && url.set_password(Some("hidden")).is_err() {
        return HIDDEN.to_owned();
    }
    let names: Vec<String> = url.query_pairs().map(|(name, _)| name.into_owned()).collect();
    if names.iter().any(|name| !PLAIN_PARAMETERS.contains(&name.as_str())) {
        url.query_pairs_mut().clear().extend_pairs(names.iter().map(|name| (name, "hidden")));
    }
    url.into()
}
