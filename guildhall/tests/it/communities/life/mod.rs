//! Model-based test: six roles take random actions in two communities on two sites. After each step, all
//! live streams, both communities' counts and one viewer's screens are compared with a model of who may
//! join, act, see and receive events.
//!
//! `GUILDHALL_WALKS` sets the number of walks of up to 60 steps; a failing walk prints how to repeat it.

mod actions;
mod aim;
mod ears;
mod eyes;
mod model;
mod steps;
mod world;

use crate::kit::number_from_env;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::cell::Cell;
use steps::{Stage, stage};
use world::World;

/// Default number of walks.
const WALKS: u64 = 2;

/// Random numbers of one walk.
fn seeded_rng(seed: u64) -> TestRng {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    TestRng::from_seed(RngAlgorithm::ChaCha, &bytes)
}

/// Takes a walk. Returns the number of steps that were not refused.
async fn take_walk(world: &World, stages: &[Stage]) -> usize {
    let mut walk = world.begin().await;
    for stage in stages {
        walk.take_step(stage).await;
    }
    walk.done
}

#[test]
#[expect(clippy::print_stdout, reason = "its figures are kept")]
fn lists_counts_streams_and_searches_match_the_model_on_random_walks() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let world = runtime.block_on(World::open());
    let first = number_from_env("GUILDHALL_WALK_SEED").unwrap_or_else(rand::random);
    let walks = number_from_env("GUILDHALL_WALKS").unwrap_or(WALKS);
    let (steps, done) = (Cell::new(0), Cell::new(0));
    let mut outcome = Ok(());
    for seed in (0..walks).map(|walk| first.wrapping_add(walk)) {
        let config = Config {
            cases: 1,
            failure_persistence: None,
            max_shrink_iters: 40,
            ..Config::default()
        };
        let lives = proptest::collection::vec(stage(), 20..60);
        outcome = TestRunner::new_with_rng(config, seeded_rng(seed)).run(&lives, |stages| {
            steps.set(steps.get() + stages.len());
            done.set(done.get() + runtime.block_on(take_walk(&world, &stages)));
            Ok(())
        });
        // Proptest has already shrunk the failing walk.
        if outcome.is_err() {
            println!("to repeat it: GUILDHALL_WALK_SEED={seed} GUILDHALL_WALKS=1");
            break;
        }
    }
    // The world must be dropped within the runtime.
    runtime.block_on(async { drop(world) });
    outcome.unwrap();
    println!("{} steps in {walks} walks, {} of them not refused", steps.get(), done.get());
}
