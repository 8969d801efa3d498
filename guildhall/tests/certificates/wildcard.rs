//! Wildcard of the platform's own zone, validated with a real name server (Knot DNS) and signed
//! updates.

use crate::pebble::{Pebble, Server, Temper, listening, private_address};
use crate::stand_in::Between;
use crate::world::World;
use hickory_resolver::TokioResolver;
use hickory_resolver::config::{ConnectionConfig, NameServerConfig, ResolverConfig};
use hickory_resolver::net::runtime::TokioRuntimeProvider;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

const KEY: &str = "c2VjcmV0LW9mLWEtdGVzdC1pbnN0YW5jZS0wMTIzNDU=";

/// A name server for the zone `example` that accepts updates signed with its key.
struct Zone {
    address: SocketAddr,
    _server: Server,
    _folder: TempDir,
}

impl Zone {
    async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (server, address) = listening(|| {
            let address = private_address();
            write_zone(folder.path(), address);
            let config = folder.path().join("knot.conf");
            let server = Server::start(Command::new("knotd").arg("-c").arg(config));
            (server, address, address)
        })
        .await;
        Self { address, _server: server, _folder: folder }
    }

    /// Returns whether a challenge record exists for this host.
    async fn holds_proof(&self, host: &str) -> bool {
        let mut connection = ConnectionConfig::udp();
        connection.port = self.address.port();
        let server = NameServerConfig::new(self.address.ip(), true, vec![connection]);
        let config = ResolverConfig::from_name_servers(vec![server]);
        let provider = TokioRuntimeProvider::default();
        let resolver = TokioResolver::builder_with_config(config, provider).build().unwrap();
        match resolver.txt_lookup(format!("_acme-challenge.{host}.")).await {
            Ok(found) => !found.answers().is_empty(),
            Err(error) => {
                assert!(error.is_no_records_found(), "{error}");
                false
            }
        }
    }

    /// Settings of an instance that updates this zone.
    fn settings(&self, key: &str) -> Vec<(String, String)> {
        let field = |field: &str| format!("certificates.dns_update.{field}");
        vec![
            (field("server"), self.address.to_string()),
            (field("zone"), "example".to_owned()),
            (field("key_name"), "guildhall".to_owned()),
            (field("key"), key.to_owned()),
            (field("propagation_ms"), "0".to_owned()),
            ("certificates.resolvers[0]".to_owned(), self.address.to_string()),
            ("certificates.resolvers[1]".to_owned(), self.address.to_string()),
        ]
    }
}

fn write_zone(folder: &Path, address: SocketAddr) {
    let at = folder.display();
    let config = format!(
        "server:\n    listen: {}@{}\n    rundir: \"{at}\"\n    tcp-workers: 1\n    udp-workers: 1\n\
         database:\n    storage: \"{at}\"\n\
         key:\n  - id: guildhall\n    algorithm: hmac-sha256\n    secret: {KEY}\n\
         acl:\n  - id: update\n    key: guildhall\n    action: update\n\
         zone:\n  - domain: example\n    storage: \"{at}\"\n    file: zone\n    acl: update\n    zonefile-sync: -1\n",
        address.ip(),
        address.port(),
    );
    std::fs::write(folder.join("knot.conf"), config).unwrap();
    let zone = "$ORIGIN example.\n$TTL 60\n\
        @ SOA ns.example. admin.example. 1 3600 600 86400 60\n@ NS ns.example.\n\
        ns A 127.0.0.1\nhalls A 127.0.0.1\n*.halls A 127.0.0.1\n\
        closed A 127.0.0.1\nclosed CAA 0 issue \"pebble.example\"\n\
        closed CAA 0 issuewild \"others.example\"\n";
    std::fs::write(folder.join("zone"), zone).unwrap();
}

async fn world(zone: &Zone, key: &str) -> World {
    let names = crate::pebble::Names::start().await;
    let temper = Temper { resolver: Some(zone.address), ..Temper::default() };
    let pebble = Pebble::start(names.address, temper).await;
    let settings = zone.settings(key);
    let settings: Vec<(&str, &str)> =
        settings.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
    World::around(names, pebble, &settings).await
}

#[tokio::test]
async fn wildcard_is_validated_by_dns_and_the_zone_is_cleaned_up() {
    let zone = Zone::start().await;
    let world = world(&zone, KEY).await;
    let between = Between::default();
    let issuer = world.issuer_through(&between);
    let mut system = world.app.services().system("want a wildcard");
    let tx = system.begin().await.unwrap();
    // Both are validated by records with the same name.
    let want = control_plane::certificates::DesiredCertificate {
        names: vec!["*.halls.example".to_owned(), "halls.example".to_owned()],
        tenant: None,
        waiting: false,
    };
    control_plane::certificates::request_certificate_for(&tx, want).await.unwrap();
    tx.commit().await.unwrap();
    issuer.run_until_idle().await.unwrap();
    let status = world.status("*.halls.example").await;
    assert_eq!(status.cause, None);
    let certificate = world.certificate("*.halls.example").await.expect("a certificate");
    assert_eq!(certificate.names, ["*.halls.example", "halls.example"]);
    assert!(!zone.holds_proof("halls.example").await, "the challenge record was removed");

    // Wildcards have separate CAA records.
    world.want(&["*.closed.example"]).await;
    let orders = between.count("/order-plz");
    issuer.run_until_idle().await.unwrap();
    assert_eq!(world.cause("*.closed.example").await.as_deref(), Some("caa-forbids"));
    assert_eq!(between.count("/order-plz"), orders);
}

#[tokio::test]
async fn refused_tsig_key_is_reported_and_the_zone_is_unchanged() {
    let zone = Zone::start().await;
    let other = data_encoding::BASE64.encode(&[7; 32]);
    let world = world(&zone, &other).await;
    world.want(&["*.halls.example"]).await;
    world.issuer().run_until_idle().await.unwrap();
    let (code, words) = world.status("*.halls.example").await.cause.unwrap();
    assert_eq!(code, "zone-unchanged");
    assert!(words.contains("refused"), "{words}");
}

#[tokio::test]
async fn rejects_a_wildcard_outside_our_zone() {
    let world = World::open().await;
    let mut system = world.app.services().system("want a wildcard");
    let tx = system.begin().await.unwrap();
    let names = vec!["*.club.example".to_owned()];
    let want =
        control_plane::certificates::DesiredCertificate { names, tenant: None, waiting: false };
    let refused =
        control_plane::certificates::request_certificate_for(&tx, want).await.unwrap_err();
    assert_eq!(refused.entry.code, "certificate-wildcard");
}
