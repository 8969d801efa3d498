//! An order of several names, some of which the authority refuses.

use crate::stand_in::{Between, Fate};
use crate::world::World;
use control_plane::certificates::{self, Want};
use serde_json::json;

const NAMES: [&str; 2] = ["club.example", "www.club.example"];

impl World {
    async fn want_both(&self, waiting: bool) {
        let mut system = self.app.services().system("want two names in a test");
        let tx = system.begin().await.unwrap();
        let names = NAMES.map(str::to_owned).to_vec();
        certificates::want(&tx, Want { names, tenant: None, waiting }).await.unwrap();
        tx.commit().await.unwrap();
    }
}

/// The authority refuses the next order for these names.
fn refuse(between: &Between, names: &[&str]) {
    let parts = names.iter().map(|name| {
        json!({
            "type": "urn:ietf:params:acme:error:rejectedIdentifier",
            "detail": "policy forbids it",
            "identifier": { "type": "dns", "value": name },
        })
    });
    let problem = json!({
        "type": "urn:ietf:params:acme:error:rejectedIdentifier",
        "detail": "some identifiers were rejected",
        "subproblems": parts.collect::<Vec<_>>(),
    });
    between.rule("/order-plz", 1, Fate::Answer(403, vec![], problem.to_string()));
}

#[tokio::test]
async fn a_refused_name_is_left_out_and_the_others_of_its_order_go_on() {
    let world = World::open().await;
    let between = Between::default();
    refuse(&between, &["www.club.example"]);
    world.want_both(false).await;
    let issuer = world.issuer_through(&between);
    issuer.run_until_idle().await.unwrap();
    let first = world.certificate("club.example").await.expect("the host has its certificate");
    assert_eq!(first.names, ["club.example"]);
    assert_eq!(between.count("/order-plz"), 2, "one refused, and one without the name");
    assert_eq!(world.cause("club.example").await, None);

    // Somebody asks again: every name is tried.
    world.want_both(true).await;
    issuer.run_until_idle().await.unwrap();
    let second = world.certificate("club.example").await.unwrap();
    assert_eq!(second.names, NAMES);
    assert_eq!(between.count("/order-plz"), 3);
}

#[tokio::test]
async fn where_the_host_itself_is_refused_nothing_is_ordered_for_its_other_name() {
    let world = World::open().await;
    let between = Between::default();
    refuse(&between, &NAMES[..1]);
    world.want_both(false).await;
    world.issuer_through(&between).run_until_idle().await.unwrap();
    let status = world.status("club.example").await;
    assert!(status.stopped);
    let (code, words) = status.cause.unwrap();
    assert_eq!(code, "name-refused");
    assert!(words.contains("club.example: policy forbids it"), "{words}");
    assert_eq!(between.count("/order-plz"), 1);
}
