//! Configuration shared by all roles of the fleet; their command lines contain the differences.

use super::keys::{key, write};
use super::names::{KEY_NAME, ZONE, secret};
use super::place::{Place, Port};
use super::postgres;
use anyhow::Result;

/// Name of its file.
pub const FILE: &str = "guildhall.toml";
/// Name of the file with the migrations' database address.
pub const OWNER_FILE: &str = "keys/database-owner-url";
pub const BUCKET: &str = "guildhall";
pub const S3_USER: &str = "guildhall";

/// Writes it readable only by this user, because it contains tokens and passwords.
pub fn prepare(place: &Place) -> Result<()> {
    write(&place.path(OWNER_FILE), &postgres::owner_address(place)?)?;
    write(&place.path(FILE), &text(place)?)
}

fn text(place: &Place) -> Result<String> {
    let redis = format!("redis://:{}@{}", key(place, "redis")?, place.at(Port::Redis));
    let bucket = format!("s3://{BUCKET}?region=us-east-1&endpoint=http://{}", place.at(Port::S3));
    Ok(format!(
        r#"# Written by `make up-production-like` at every start.
[server]
main_origin = {main:?}
portal_domain = "{portals}"
shutdown_delay_s = 1
drain_timeout_s = 5

[database]
url = {database:?}

[redis]
url = {redis:?}

[blob]
url = {bucket:?}
access_key = "{S3_USER}"
secret_key = {s3:?}

[mail]
smtp_url = "smtp://{smtp}"
from = "no-reply@{ZONE}"

[security]
context_key = {context:?}
feed_token = {feed:?}
token_key = {token:?}

# The demo accounts are to work as they are printed.
[auth]
second_factor_for_admins = false

# Everybody is in one network here, and nobody stands before the edge who has to notice that it leaves.
[edge]
requests_per_second = 100000
handshakes_per_second = 100000
unknown_names_per_second = 1000
connections_per_network = 20000
drain_spread_s = 2

# Two runtimes count by themselves while Redis is away.
[limits]
replicas = 2

[certificates]
resolvers = ["{resolver}", "{resolver}"]
# Resolvers know a name below localhost by themselves, as both of these.
addresses = ["127.0.0.1", "::1"]
challenge_propagation_ms = 2000

[[certificates.issuers]]
name = "pebble"
directory = "https://{pebble}/dir"
root_file = {pebble_ca:?}
caa = ["pebble.test"]
limits = {{ orders_per_second = 50, orders_per_3_hours = 100000, per_domain_per_week = 100000, per_set_per_week = 100000 }}

[certificates.dns_update]
server = "{dns}"
zone = "{portals}"
key_name = "{KEY_NAME}"
key = {dns_key:?}
propagation_ms = 0
"#,
        main = place.origin(None),
        resolver = place.at(Port::Resolver),
        portals = place.portals,
        database = postgres::address(place)?,
        s3 = key(place, "s3")?,
        smtp = place.at(Port::Smtp),
        context = key(place, "context")?,
        feed = key(place, "feed")?,
        token = key(place, "token")?,
        pebble = place.at(Port::Pebble),
        pebble_ca = place.path("pebble/ca.pem"),
        dns = place.at(Port::Dns),
        dns_key = secret(place)?,
    ))
}
