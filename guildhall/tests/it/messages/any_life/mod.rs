//! Model-based test: five people on two sites write, form groups, join, leave, block and delete at
//! random. After each step, lists, messages, search, badges, live streams and notifications of
//! everyone are compared with a model of what they may see.
//!
//! The seeds are fixed; `GUILDHALL_WALK_SEED` and `GUILDHALL_WALKS` choose others.

mod model;
mod world;

use crate::kit::number_from_env;
use model::{PEOPLE, Step};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::cell::Cell;
use world::World;

/// Default number of walks.
const WALKS: u64 = 3;
/// Steps of a walk.
const STEPS: usize = 24;

fn step() -> impl Strategy<Value = Step> {
    let person = || 0..PEOPLE;
    let any = || 0_usize..60;
    prop_oneof![
        4 => (person(), person()).prop_map(|(from, to)| Step::Write { from, to }),
        2 => (person(), person(), person())
            .prop_map(|(creator, first, second)| Step::CreateGroup { creator, first, second }),
        5 => (any(), person()).prop_map(|(conversation, from)| Step::WriteIn { conversation, from }),
        2 => (any(), person()).prop_map(|(conversation, person)| Step::Add { conversation, person }),
        2 => (any(), person())
            .prop_map(|(conversation, person)| Step::Leave { conversation, person }),
        2 => (any(), person()).prop_map(|(conversation, person)| Step::Read { conversation, person }),
        1 => (any(), any())
            .prop_map(|(conversation, message)| Step::Delete { conversation, message }),
        2 => (person(), person()).prop_map(|(blocker, blocked)| Step::Block { blocker, blocked }),
        1 => (person(), person()).prop_map(|(blocker, blocked)| Step::Unblock { blocker, blocked }),
        1 => person().prop_map(|person| Step::JoinPortal { person }),
        1 => person().prop_map(|person| Step::LeavePortal { person }),
    ]
}

/// Random numbers of one walk.
fn seeded_rng(seed: u64) -> TestRng {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    TestRng::from_seed(RngAlgorithm::ChaCha, &bytes)
}

#[test]
#[expect(clippy::print_stdout, reason = "its figures are kept")]
fn everyone_sees_exactly_their_conversations_and_messages_on_random_walks() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let first = number_from_env("GUILDHALL_WALK_SEED").unwrap_or(43);
    let walks = number_from_env("GUILDHALL_WALKS").unwrap_or(WALKS);
    let (steps, done) = (Cell::new(0), Cell::new(0));
    for seed in (0..walks).map(|walk| first.wrapping_add(walk)) {
        let config = Config {
            cases: 1,
            failure_persistence: None,
            max_shrink_iters: 40,
            ..Config::default()
        };
        let lives = proptest::collection::vec(step(), STEPS);
        let outcome = TestRunner::new_with_rng(config, seeded_rng(seed)).run(&lives, |walk| {
            let taken = runtime.block_on(async {
                let mut world = World::open().await;
                for step in &walk {
                    world.take_step(step).await;
                }
                world.done
            });
            steps.set(steps.get() + walk.len());
            done.set(done.get() + taken);
            Ok(())
        });
        // Proptest has already shrunk the failing walk.
        if outcome.is_err() {
            println!("to repeat it: GUILDHALL_WALK_SEED={seed} GUILDHALL_WALKS=1");
        }
        outcome.unwrap();
    }
    println!("{} steps in {walks} walks, {} of them not refused", steps.get(), done.get());
}
