//! Name servers. Knot serves main's zone, the zone of the portals, which the control plane updates
//! for its wildcard (it may be the same zone), and the zone `test` for trying custom domains.
//! Unbound in front of it follows a name from one zone into another, like an authority's resolver.

use super::keys::{key, write};
use super::place::{Place, Port};
use anyhow::{Context, Result, bail};
use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

/// The platform's own zone, which is main's host.
pub const ZONE: &str = "guildhall.localhost";
/// Parent of the custom domains.
const OWN_DOMAINS: &str = "test";
pub const KEY_NAME: &str = "guildhall";

/// Writes the configuration, and each zone unless it exists: updates are kept in Knot's journal.
pub fn prepare(place: &Place) -> Result<()> {
    let folder = place.path("names");
    fs::create_dir_all(&folder)?;
    let (at, port, secret) = (folder.display(), place.port(Port::Dns), secret(place)?);
    let mut config = format!(
        "server:\n    listen: 127.0.0.1@{port}\n    rundir: \"{at}\"\n    tcp-workers: 1\n    \
         udp-workers: 1\n    background-workers: 1\n\
         log:\n  - target: stderr\n    any: info\n\
         database:\n    storage: \"{at}\"\n\
         key:\n  - id: {KEY_NAME}\n    algorithm: hmac-sha256\n    secret: {secret}\n\
         acl:\n  - id: update\n    key: {KEY_NAME}\n    action: update\nzone:\n"
    );
    let portals = Some(place.portals.as_str()).filter(|portals| *portals != ZONE);
    for zone in [ZONE, OWN_DOMAINS].into_iter().chain(portals) {
        config += &format!(
            "  - domain: {zone}\n    storage: \"{at}\"\n    file: {zone}.zone\n    acl: update\n    \
             zonefile-sync: -1\n    zonefile-load: whole\n"
        );
        let file = folder.join(format!("{zone}.zone"));
        if !file.exists() {
            let mut records = format!(
                "$ORIGIN {zone}.\n$TTL 1\n@ SOA ns.{zone}. operator.{zone}. 1 3600 600 86400 1\n\
                 @ NS ns.{zone}.\nns A 127.0.0.1\n"
            );
            if zone != OWN_DOMAINS {
                records += "@ A 127.0.0.1\n* A 127.0.0.1\n";
            }
            fs::write(file, records)?;
        }
    }
    write(&folder.join("knot.conf"), &config)?;
    write(&folder.join("unbound.conf"), &resolver(place))
}

/// A resolver without a cache, so that changes are visible at once, for these zones only.
fn resolver(place: &Place) -> String {
    let (port, folder) = (place.port(Port::Resolver), place.path("names"));
    let mut config = format!(
        "server:\n  interface: 127.0.0.1@{port}\n  port: {port}\n  do-ip6: no\n  username: \"\"\n  \
         chroot: \"\"\n  directory: {folder:?}\n  pidfile: \"\"\n  use-syslog: no\n  verbosity: 1\n  \
         module-config: \"iterator\"\n  do-not-query-localhost: no\n  cache-max-ttl: 0\n  \
         cache-max-negative-ttl: 0\n  local-zone: \"localhost.\" nodefault\n  \
         local-zone: \"test.\" nodefault\n"
    );
    let mut zones = vec![ZONE, OWN_DOMAINS, place.portals.as_str()];
    zones.dedup();
    for zone in zones {
        let at = place.port(Port::Dns);
        config += &format!("stub-zone:\n  name: \"{zone}.\"\n  stub-addr: 127.0.0.1@{at}\n");
    }
    config + "remote-control:\n  control-enable: no\n"
}

/// TSIG key, base64.
pub fn secret(place: &Place) -> Result<String> {
    // 44 base64 characters encode 33 bytes.
    Ok(key(place, "dns")?.replace('-', "+").replace('_', "/"))
}

/// Adds a record to the zone of custom domains, or removes one.
pub fn change(place: &Place, action: &str, name: &str, kind: &str, value: &str) -> Result<()> {
    let name = name.trim_end_matches('.');
    if !name.ends_with(&format!(".{OWN_DOMAINS}")) {
        bail!(
            "only names below `{OWN_DOMAINS}` can be changed, such as hall.example.{OWN_DOMAINS}"
        );
    }
    let quoted = if kind.eq_ignore_ascii_case("txt") { format!("{value:?}") } else { value.into() };
    let ttl = if action == "add" { "1 " } else { "" };
    let script = format!(
        "server 127.0.0.1 {}\nzone {OWN_DOMAINS}\nupdate {action} {name}. {ttl}{kind} {quoted}\nsend\n",
        place.port(Port::Dns)
    );
    let mut command = Command::new("knsupdate");
    command.arg("-y").arg(format!("hmac-sha256:{KEY_NAME}:{}", secret(place)?));
    let mut child = command.stdin(Stdio::piped()).spawn().context("start knsupdate")?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(script.as_bytes())?;
    }
    anyhow::ensure!(child.wait()?.success(), "the name server refused the update");
    Ok(())
}
