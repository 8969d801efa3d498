//! ACME challenges at the edge.

use super::kit::{Authority, connect, credulous, presented_certificate};
use crate::kit::{ASHCOMBE, MAIN, PATIENCE, World, in_process, table};
use tokio::io::AsyncReadExt;
use wire::{ChallengeAnswer, ChallengeKind};
use x509_parser::oid_registry::asn1_rs::oid;
use x509_parser::prelude::{FromDer, GeneralName, X509Certificate};

const NEW_HOST: &str = "portal.new.example";
const AUTHORIZATION: &str = "token-of-an-order.thumbprint-of-a-key";

fn answer(host: &str, kind: ChallengeKind) -> ChallengeAnswer {
    ChallengeAnswer {
        host: host.to_owned(),
        kind,
        token: "token-of-an-order".to_owned(),
        key_authorization: AUTHORIZATION.to_owned(),
    }
}

fn world(kind: ChallengeKind) -> World {
    let mut routes = table(1);
    routes.certificates = vec![Authority::new().issue(&[MAIN])];
    routes.challenges = vec![answer(ASHCOMBE, kind), answer(NEW_HOST, kind)];
    World::with(routes, in_process("runtime"), in_process("control"), |_| {})
}

#[tokio::test]
async fn tls_alpn_challenge_is_answered_for_an_open_order() {
    let serving = world(ChallengeKind::TlsAlpn01).serve_tls().await;
    for host in [ASHCOMBE, NEW_HOST] {
        let mut stream = connect(&serving, &credulous(&["acme-tls/1"]), host).await.unwrap();
        assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"acme-tls/1"[..]));
        let certificate = presented_certificate(&stream);
        let (_, parsed) = X509Certificate::from_der(&certificate).unwrap();
        let names = &parsed.subject_alternative_name().unwrap().unwrap().value.general_names;
        assert_eq!(names[..], [GeneralName::DNSName(host)]);
        // id-pe-acmeIdentifier (RFC 8737 section 3): an octet string of 32 bytes.
        let identifier = parsed.get_extension_unique(&oid!(1.3.6.1.5.5.7.1.31)).unwrap().unwrap();
        assert!(identifier.critical);
        let digest =
            aws_lc_rs::digest::digest(&aws_lc_rs::digest::SHA256, AUTHORIZATION.as_bytes());
        assert_eq!(identifier.value, [&[4, 32], digest.as_ref()].concat());
        let mut rest = Vec::new();
        tokio::time::timeout(PATIENCE, stream.read_to_end(&mut rest)).await.unwrap().unwrap();
        assert!(rest.is_empty());
    }
}

#[tokio::test]
async fn tls_alpn_challenge_requires_an_open_order_and_only_its_protocol() {
    let serving = world(ChallengeKind::TlsAlpn01).serve_tls().await;
    assert!(connect(&serving, &credulous(&["acme-tls/1"]), MAIN).await.is_err());
    let both = connect(&serving, &credulous(&["acme-tls/1", "h2"]), ASHCOMBE).await.unwrap();
    assert_eq!(both.get_ref().1.alpn_protocol(), Some(&b"h2"[..]));
    let other = world(ChallengeKind::Http01).serve_tls().await;
    assert!(connect(&other, &credulous(&["acme-tls/1"]), ASHCOMBE).await.is_err());
}

#[tokio::test]
async fn http_challenge_is_answered_only_for_its_host() {
    let world = world(ChallengeKind::Http01);
    for host in [ASHCOMBE, NEW_HOST] {
        let reply = world.get(host, "/.well-known/acme-challenge/token-of-an-order").await;
        assert_eq!((reply.status.as_u16(), reply.text()), (200, AUTHORIZATION), "{host}");
        assert_eq!(reply.header("content-type"), "application/octet-stream");
    }
    for (host, token) in [
        (MAIN, "token-of-an-order"),
        (ASHCOMBE, "another"),
        (ASHCOMBE, ""),
        (ASHCOMBE, "token-of-an-order/"),
        ("evil.example", "token-of-an-order"),
    ] {
        let reply = world.get(host, &format!("/.well-known/acme-challenge/{token}")).await;
        assert_eq!(reply.status, 404, "{host} {token}");
        assert!(!reply.text().contains("thumbprint"));
    }
}
