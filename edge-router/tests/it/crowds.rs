//! Rate limits of one network across several connections.

use crate::kit::{MAIN, World, get_request, in_process, table};
use axum::body::Body;
use edge_router::{Budget, EdgeConfig};
use http::StatusCode;
use std::net::IpAddr;

fn narrow(config: &mut EdgeConfig) {
    config.limits.network.requests = Budget::new(3, 1);
}

fn world(adjust: impl FnOnce(&mut EdgeConfig)) -> World {
    World::with(table(1), in_process("runtime"), in_process("control"), adjust)
}

async fn status(world: &World, client: &str, path: &str) -> u16 {
    let request = get_request(MAIN, path).body(Body::empty()).unwrap();
    world.send_as(client.parse().unwrap(), request).await.status.as_u16()
}

#[tokio::test]
async fn rate_limited_network_gets_429_and_others_are_served() {
    let world = world(narrow);
    for path in ["/api/me", "/", "/assets/app-1a2b3c4d.js"] {
        assert_eq!(world.get(MAIN, path).await.status, 200, "{path}");
    }
    let refused = world.get(MAIN, "/api/me").await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(refused.header("retry-after"), "5");
    assert_eq!(refused.header("content-type"), "application/problem+json");
    assert_eq!(refused.json()["code"], "too-many-requests");
    assert_eq!(refused.json()["retryAfter"], 5);
    let page = world.get(MAIN, "/communities").await;
    assert_eq!((page.status.as_u16(), page.header("retry-after")), (429, "5"));
    assert!(page.header("content-type").starts_with("text/html"), "{:?}", page.headers);
    assert!(page.text().contains("Please try again in a moment."), "{}", page.text());
    assert!(!page.text().to_lowercase().contains("guildhall"), "{}", page.text());
    // Health checks are always answered.
    assert_eq!(world.get(MAIN, "/healthz").await.status, 200);
    assert_eq!(world.get(MAIN, "/readyz").await.status, 200);
    assert_eq!(status(&world, "198.51.100.8:1", "/api/me").await, 200);
}

#[tokio::test]
async fn rejected_requests_count_towards_the_rate_limit() {
    let world = world(narrow);
    for _ in 0..3 {
        assert_eq!(world.get("a@b", "/").await.status, 400);
    }
    assert_eq!(world.get("a@b", "/").await.status, 429);
}

#[tokio::test]
async fn ipv6_subscriber_counts_as_one_network() {
    let world = world(narrow);
    for last in 1..=3 {
        assert_eq!(status(&world, &format!("[2001:db8:1:1::{last}]:1"), "/api/me").await, 200);
    }
    assert_eq!(status(&world, "[2001:db8:1:1:ffff::9]:1", "/api/me").await, 429);
    assert_eq!(status(&world, "[2001:db8:1:2::1]:1", "/api/me").await, 200);
}

#[tokio::test]
async fn rate_limit_counts_clients_behind_a_trusted_proxy() {
    let proxy = IpAddr::from([198, 51, 100, 7]);
    let world = world(|config| {
        narrow(config);
        config.trusted_proxies = vec![proxy.into()];
    });
    let ask = async |said: &str| {
        let request = get_request(MAIN, "/api/me").header("x-forwarded-for", said);
        world.send(request.body(Body::empty()).unwrap()).await.status.as_u16()
    };
    for claim in ["203.0.113.9", "1.2.3.4, 203.0.113.9", "203.0.113.9, 198.51.100.7"] {
        assert_eq!(ask(claim).await, 200, "{claim}");
    }
    assert_eq!(ask("5.6.7.8, 203.0.113.9").await, 429, "its own claim is not trusted");
    assert_eq!(ask("203.0.113.10").await, 200);
    for _ in 0..9 {
        assert_eq!(world.get(MAIN, "/api/me").await.status, 200, "the proxy itself");
    }
}
