//! Mutated redemption requests never create a session.
//!
//! `GUILDHALL_MUTATIONS` sets the number of requests; a failure prints how to repeat its request.

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

/// Default number of mutated requests.
const MUTATIONS: u64 = 500;

/// Reason why a response is not the required refusal, if it is not.
fn surprise(answer: &Reply) -> Option<&'static str> {
    let opens = |line: &&str| line.starts_with("csst=") && !line.starts_with("csst=;");
    if answer.set_cookies().iter().any(opens) {
        return Some("it opens a session");
    }
    if !(400..500).contains(&answer.status) {
        return Some("it is no refusal");
    }
    // An exhausted rate limit would hide the effect of the mutation.
    if answer.status == 429 {
        return Some("it was not looked at");
    }
    let is_problem = answer.header("content-type") == "application/problem+json"
        && answer.body["status"] == answer.status
        && answer.body["code"].is_string();
    (!is_problem).then_some("it is no problem document")
}

impl World {
    /// Sends a mutated request from a new network and browser, while all codes are valid.
    async fn send(&self, offers: &Offers, mutant: &Mutant) -> Reply {
        offers.revive(&self.app).await;
        let browser = self.app.browser();
        let at = browser.at_host(&mutant.host);
        at.send(mutant.request(&at)).await
    }
}

#[tokio::test]
#[expect(clippy::print_stdout, reason = "the printed figures are recorded")]
async fn mutated_requests_never_create_a_session() {
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
    assert_eq!(offers.sessions(&world.app).await, before, "no session was created");
    // The requests were refused because of their mutations: unchanged, they still succeed.
    offers.revive(&world.app).await;
    for Offer { host, code, state, binding, .. } in &offers.all {
        let unchanged = Mutant::unchanged(host, code, state, &binding.join("."));
        let browser = world.app.browser();
        let at = browser.at_host(host);
        at.send(unchanged.request(&at)).await.expect(200);
    }
    println!("{mutations} changed requests, none made a session: {answers:?}");
}
