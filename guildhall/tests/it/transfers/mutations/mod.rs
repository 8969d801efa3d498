//! Requests to redeem that are nearly right: whatever is changed about one, no session comes of it.
//!
//! `GUILDHALL_MUTATIONS` says how many changed requests; one that is not refused says how to send it again.

mod material;
mod mutant;
mod spoiling;

use super::World;
use crate::kit::{Reply, number_from_env};
use material::{Offer, Offers};
use mutant::Mutant;
use rand::SeedableRng;
use rand::rngs::StdRng;
use std::collections::BTreeMap;

/// Changed requests of every run.
const MUTATIONS: u64 = 500;

/// Why an answer is not the refusal that it has to be, if it is not.
fn surprise(answer: &Reply) -> Option<&'static str> {
    let opens = |line: &&str| line.starts_with("csst=") && !line.starts_with("csst=;");
    if answer.set_cookies().iter().any(opens) {
        return Some("it opens a session");
    }
    if !(400..500).contains(&answer.status) {
        return Some("it is no refusal");
    }
    // A limit that had run out would hide what the code itself is worth.
    if answer.status == 429 {
        return Some("it was not looked at");
    }
    let is_problem = answer.header("content-type") == "application/problem+json"
        && answer.body["status"] == answer.status
        && answer.body["code"].is_string();
    (!is_problem).then_some("it is no problem document")
}

impl World {
    /// Sends a changed request from a network and a browser that nobody used yet, while all the codes
    /// are good.
    async fn send(&self, offers: &Offers, mutant: &Mutant) -> Reply {
        offers.revive(&self.app).await;
        let browser = self.app.browser();
        let at = browser.at_host(&mutant.host);
        at.send(mutant.request(&at)).await
    }
}

#[tokio::test]
#[expect(clippy::print_stdout, reason = "its figures are kept")]
async fn no_changed_request_makes_a_session() {
    let world = World::open().await;
    let offers = Offers::gather(&world).await;
    let before = offers.sessions(&world.app).await;
    let first = number_from_env("GUILDHALL_MUTATION_SEED").unwrap_or_else(rand::random);
    let mutations = number_from_env("GUILDHALL_MUTATIONS").unwrap_or(MUTATIONS);
    let mut answers = BTreeMap::<u16, u64>::new();
    for seed in (0..mutations).map(|n| first.wrapping_add(n)) {
        let mutant = Mutant::make(&mut StdRng::seed_from_u64(seed), &offers);
        let answer = world.send(&offers, &mutant).await;
        if let Some(surprise) = surprise(&answer) {
            println!("again: GUILDHALL_MUTATION_SEED={seed} GUILDHALL_MUTATIONS=1");
            panic!("{surprise}: {answer}\n{mutant:#?}");
        }
        *answers.entry(answer.status).or_default() += 1;
    }
    assert_eq!(offers.sessions(&world.app).await, before, "nobody has a session more");
    // They were refused for what was changed about them: as they were, they still carry everybody.
    offers.revive(&world.app).await;
    for Offer { host, code, state, binding, .. } in &offers.all {
        let unchanged = Mutant::unchanged(host, code, state, &binding.join("."));
        let browser = world.app.browser();
        let at = browser.at_host(host);
        at.send(unchanged.request(&at)).await.expect(200);
    }
    println!("{mutations} changed requests, none made a session: {answers:?}");
}
