//! Certificate selection, and changes of certificates.

use super::kit::{Authority, Client, connect, credulous, leaf, presented_certificate, text};
use crate::changes::published;
use crate::kit::{ASHCOMBE, HTWU, MAIN, table};
use std::sync::Arc;
use wire::{Changes, HostCertificate, PrivateKeyPem};
use x509_parser::prelude::{FromDer, X509Certificate};

#[tokio::test]
async fn serves_the_exact_certificate_or_the_parent_wildcard() {
    let authority = Authority::new();
    let mut routes = table(1);
    let wildcard = authority.issue(&["*.portals.example", "guildhall.example"]);
    let own = authority.issue(&["htwu.portals.example"]);
    let custom = authority.issue(&["htwu.example", HTWU]);
    routes.certificates = vec![own.clone(), wildcard.clone(), custom.clone()];
    let world = authority.world(&[]);
    world.table.apply(Arc::new(routes)).unwrap();
    let serving = world.serve_tls().await;
    for (name, certificate) in [
        (MAIN, &wildcard),
        (ASHCOMBE, &wildcard),
        ("htwu.portals.example", &own),
        (HTWU, &custom),
        ("htwu.example", &custom),
    ] {
        let stream = connect(&serving, &authority.client(&["h2"]), name).await.unwrap();
        assert_eq!(presented_certificate(&stream), leaf(certificate), "{name}");
    }
}

#[tokio::test]
async fn serves_the_later_expiry_and_falls_back_after_its_removal() {
    let authority = Authority::new();
    let own = authority.issue_for_years(&[ASHCOMBE], 2020..2041);
    let both = authority.issue_for_years(&[MAIN, ASHCOMBE], 2020..2043);
    let later = authority.issue_for_years(&[ASHCOMBE], 2020..2045);
    let world = authority.world(&[]);
    let serving = world.serve_tls().await;
    let client = authority.client(&["h2"]);
    let mut routes = table(2);
    routes.certificates = vec![both.clone(), own.clone()];
    let mut known = published(&routes);
    world.table.apply(Arc::clone(&known.table)).unwrap();
    assert_eq!(
        presented_certificate(&connect(&serving, &client, ASHCOMBE).await.unwrap()),
        leaf(&both)
    );
    for (version, held, right) in [
        (3, vec![&own], &own),
        (4, vec![&own, &both], &both),
        (5, vec![&later, &both], &later),
        (6, vec![&both], &both),
    ] {
        routes.version = version;
        routes.certificates = held.into_iter().cloned().collect();
        let next = published(&routes);
        world.table.apply_changes(Changes::from_tables(&known, &next)).unwrap();
        let stream = connect(&serving, &client, ASHCOMBE).await.unwrap();
        assert_eq!(presented_certificate(&stream), leaf(right), "{version}");
        known = next;
    }
}

#[tokio::test]
async fn host_without_a_certificate_shows_the_setup_page() {
    let authority = Authority::new();
    let world = authority.world(&[&[MAIN]]);
    let serving = world.serve_tls().await;
    for alpn in ["h2", "http/1.1"] {
        let stream = connect(&serving, &credulous(&[alpn]), ASHCOMBE).await.unwrap();
        let certificate = presented_certificate(&stream);
        let (_, parsed) = X509Certificate::from_der(&certificate).unwrap();
        assert_eq!(parsed.subject().to_string(), "CN=guildhall-not-ready");
        assert!(parsed.subject_alternative_name().unwrap().is_none(), "it names no host");
        let mut client = Client::over(stream).await;
        let page = client.get(ASHCOMBE, "/").await.unwrap();
        assert_eq!(page.status(), 503);
        assert_eq!(page.headers()["retry-after"], "60");
        assert!(page.headers().get("strict-transport-security").is_none());
        assert!(text(page).await.contains("being set up"));
        client.ended().await;
    }
    let refused = connect(&serving, &authority.client(&["h2"]), ASHCOMBE).await;
    assert!(refused.is_err(), "it does not verify");

    world.table.apply(Arc::new(authority.table(2, &[&[MAIN], &[ASHCOMBE]]))).unwrap();
    let stream = connect(&serving, &authority.client(&["h2"]), ASHCOMBE).await.unwrap();
    assert_eq!(Client::over(stream).await.status(ASHCOMBE, "/api/boot").await, 200);
}

#[tokio::test]
async fn new_certificate_is_served_without_closing_connections() {
    let authority = Authority::new();
    let world = authority.world(&[&[MAIN]]);
    let serving = world.serve_tls().await;
    let first = connect(&serving, &authority.client(&["h2"]), MAIN).await.unwrap();
    let before = presented_certificate(&first);
    let mut open = Client::over(first).await;
    assert_eq!(open.status(MAIN, "/api/boot").await, 200);

    let renewed = authority.table(2, &[&[MAIN]]);
    world.table.apply(Arc::new(renewed.clone())).unwrap();
    let second = connect(&serving, &authority.client(&["h2"]), MAIN).await.unwrap();
    assert_eq!(presented_certificate(&second), leaf(&renewed.certificates[0]));
    assert_ne!(presented_certificate(&second), before);
    assert_eq!(open.status(MAIN, "/api/boot").await, 200);
}

#[tokio::test]
async fn unusable_certificate_keeps_the_previous_one() {
    let authority = Authority::new();
    let world = authority.world(&[&[MAIN]]);
    let serving = world.serve_tls().await;
    let client = authority.client(&["h2"]);
    let good = presented_certificate(&connect(&serving, &client, MAIN).await.unwrap());

    let new = authority.issue(&[MAIN]);
    let stranger = Authority::new().issue(&[MAIN]);
    let end = |certificate: &str| certificate.find("-----END").unwrap();
    let bad: Vec<(&str, HostCertificate)> = vec![
        ("another's key", HostCertificate { key: stranger.key.clone(), ..new.clone() }),
        ("no key", HostCertificate { key: PrivateKeyPem::new(String::new()), ..new.clone() }),
        ("no chain", HostCertificate { chain: "none".to_owned(), ..new.clone() }),
        (
            "half a chain",
            HostCertificate { chain: new.chain[..end(&new.chain)].to_owned(), ..new.clone() },
        ),
        (
            "a chain out of order",
            HostCertificate { chain: format!("{}{}", new.chain, stranger.chain), ..new.clone() },
        ),
        ("ended", authority.issue_for_years(&[MAIN], 2020..2021)),
        ("not begun", authority.issue_for_years(&[MAIN], 2040..2041)),
        (
            "another name",
            HostCertificate { names: vec![MAIN.to_owned()], ..authority.issue(&[ASHCOMBE]) },
        ),
        (
            "too deep for the wildcard",
            HostCertificate {
                names: vec![MAIN.to_owned()],
                ..authority.issue(&["*.guildhall.example", "*.example.guildhall"])
            },
        ),
    ];
    for (version, (what, certificate)) in (2..).zip(bad) {
        let mut routes = authority.table(version, &[&[ASHCOMBE]]);
        routes.certificates.insert(0, certificate);
        world.table.apply(Arc::new(routes)).unwrap();
        let still = connect(&serving, &client, MAIN).await.unwrap();
        assert_eq!(presented_certificate(&still), good, "{what}");
        connect(&serving, &client, ASHCOMBE).await.unwrap();
    }
    let without = authority.table(90, &[&[ASHCOMBE]]);
    world.table.apply(Arc::new(without)).unwrap();
    assert!(connect(&serving, &client, MAIN).await.is_err(), "not served after its removal");
}

#[tokio::test]
async fn serves_the_certificate_with_the_later_expiry() {
    let authority = Authority::new();
    let world = authority.world(&[]);
    let serving = world.serve_tls().await;
    let long = authority.issue_for_years(&[MAIN], 2020..2046);
    let short = authority.issue_for_years(&[MAIN], 2020..2040);
    for (version, order) in [(2, [&long, &short]), (3, [&short, &long])] {
        let mut routes = table(version);
        routes.certificates = order.into_iter().cloned().collect();
        world.table.apply(Arc::new(routes)).unwrap();
        let stream = connect(&serving, &authority.client(&["h2"]), MAIN).await.unwrap();
        assert_eq!(presented_certificate(&stream), leaf(&long));
    }
}
