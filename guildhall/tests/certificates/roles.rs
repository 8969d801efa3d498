//! Certificates with the roles as processes.

use crate::kit::{Process, WAIT_TIMEOUT, free_address, listening};
use crate::pebble::Temper;
use crate::stand_in::Between;
use crate::world::World;
use std::time::Duration;

#[tokio::test]
async fn separate_worker_obtains_certificates() {
    // Without Redis, processes notice changes within two seconds.
    let world =
        World::open_with(Temper::default(), &[("certificates.challenge_propagation_ms", "3000")])
            .await;
    let settings = world.settings_of_certificates();
    let mut flags = listening(free_address());
    flags.extend(settings.iter().map(|(name, value)| (name.as_str(), value.clone())));
    let worker = Process::start("worker", &world.app, &flags);
    world.want(&["club.example"]).await;
    let coming = async {
        while world.certificate("club.example").await.is_none() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(WAIT_TIMEOUT, coming).await.expect("the worker has obtained it");
    let (status, _) = worker.terminate().await;
    assert!(status.success());
}

#[tokio::test]
async fn platform_hosts_are_requested_automatically() {
    let world =
        World::open_with(Temper::default(), &[("certificates.challenge_propagation_ms", "3000")])
            .await;
    world.open_tenant("ashcombe").await;
    let settings = world.settings_of_certificates();
    let mut flags = listening(free_address());
    flags.extend(settings.iter().map(|(name, value)| (name.as_str(), value.clone())));
    flags.push(("server.main_origin", "https://halls.example".to_owned()));
    flags.push(("server.main_aliases", "www.halls.example".to_owned()));
    flags.push(("server.portal_domain", "portals.example".to_owned()));
    let _worker = Process::start("worker", &world.app, &flags);
    let coming = async {
        for host in ["halls.example", "www.halls.example", "ashcombe.portals.example"] {
            while world.certificate(host).await.is_none() {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    };
    tokio::time::timeout(WAIT_TIMEOUT, coming).await.expect("the worker has obtained them");
    assert_eq!(world.certificates().await, 3);
}

#[tokio::test]
async fn killed_workers_order_is_continued_by_the_next() {
    let world =
        World::open_with(Temper::default(), &[("certificates.challenge_propagation_ms", "9000")])
            .await;
    let settings = world.settings_of_certificates();
    let mut flags = listening(free_address());
    flags.extend(settings.iter().map(|(name, value)| (name.as_str(), value.clone())));
    let worker = Process::start("worker", &world.app, &flags);
    world.want(&["club.example"]).await;
    let half_way = async {
        // From here on it waits for the edges, with the order made and nothing validated.
        while world.answers().await == 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(WAIT_TIMEOUT, half_way).await.expect("the worker has started");
    drop(worker);
    let between = Between::default();
    let next = world.issuer_through(&between);
    next.run_until_idle().await.unwrap();
    assert!(world.status("club.example").await.under_way, "the lease still holds");
    world.app.clock.advance_by(chrono::Duration::seconds(61));
    world.until_certified(&next, &["club.example"]).await;
    assert_eq!(between.count("/order-plz"), 0, "it is the same order");
    assert_eq!(between.count("/sign-me-up"), 0, "and the same account");
}

#[tokio::test]
async fn no_certificates_are_requested_without_an_issuer() {
    let app = crate::kit::TestApp::open().await;
    let spread = guildhall::certificates::to_table(app.app.table.clone());
    let issuer = control_plane::certificates::Issuer::from_config(app.services(), spread);
    assert!(issuer.unwrap().is_none());
}
