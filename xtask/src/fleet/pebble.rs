//! Pebble, the test certificate authority. It stores nothing: each start has a new root, so the
//! supervisor renews every certificate.

use super::keys;
use super::place::{Place, Port};
use crate::process::{command, output};
use anyhow::{Context, Result, ensure};
use std::fs;
use std::process::{Command, Stdio};

/// Creates the certificate of Pebble's own server, from a separate authority.
pub fn prepare(place: &Place) -> Result<()> {
    let folder = place.path("pebble");
    fs::create_dir_all(&folder)?;
    if !folder.join("server.pem").exists() {
        openssl(
            place,
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 \
             -subj /CN=guildhall-test-directory -keyout ca.key -out ca.pem",
        )?;
        openssl(
            place,
            "req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes \
             -subj /CN=127.0.0.1 -keyout server.key -out server.csr",
        )?;
        fs::write(folder.join("server.ext"), "subjectAltName=IP:127.0.0.1\n")?;
        openssl(
            place,
            "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial \
             -days 3650 -extfile server.ext -out server.pem",
        )?;
    }
    let config = serde_json::json!({ "pebble": {
        "listenAddress": place.at(Port::Pebble).to_string(),
        "managementListenAddress": place.at(Port::PebbleManagement).to_string(),
        "certificate": folder.join("server.pem"),
        "privateKey": folder.join("server.key"),
        "httpPort": place.http,
        "tlsPort": place.https,
        "ocspResponderURL": "",
        "externalAccountBindingRequired": false,
        // Seconds: ninety days, as with public authorities.
        "certificateValidityPeriod": 7_776_000,
    }});
    keys::write(&folder.join("pebble.json"), &config.to_string())
}

fn openssl(place: &Place, words: &str) -> Result<()> {
    let mut made = Command::new("openssl");
    made.args(words.split_whitespace()).current_dir(place.path("pebble"));
    let made = made.stdin(Stdio::null()).output().context("start openssl")?;
    ensure!(made.status.success(), "openssl: {}", String::from_utf8_lossy(&made.stderr));
    Ok(())
}

/// Writes the root of this run to the file that people and tests use.
pub fn keep_root(place: &Place) -> Result<()> {
    let url = format!("https://{}/roots/0", place.at(Port::PebbleManagement));
    let ca = place.text("pebble/ca.pem");
    let root = output(&mut command(&["curl", "-sSf", "-m", "10", "--cacert", &ca, &url]))?;
    ensure!(root.contains("BEGIN CERTIFICATE"), "Pebble returned no root");
    fs::write(place.path("pebble-root.pem"), root)?;
    Ok(())
}
