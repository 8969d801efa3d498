//! Random walks of six roles through the lives of two communities, at two doors, beside a model of who may
//! come in, do, see and hear what. After each step everybody's streams, both communities' counts and one
//! viewer's screens are compared with the model.
//!
//! `GUILDHALL_WALKS` says how many walks of up to 60 steps; a walk that fails says how to take it again.

mod aim;
mod deeds;
mod ears;
mod eyes;
mod model;
mod steps;
mod world;

use crate::kit::asked;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::cell::Cell;
use steps::{Stage, stage};
use world::World;

/// Walks of every run.
const WALKS: u64 = 2;

/// The dice of one walk.
fn dice(seed: u64) -> TestRng {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    TestRng::from_seed(RngAlgorithm::ChaCha, &bytes)
}

/// Takes a walk; how many of its steps were not refused.
async fn walk(world: &World, stages: &[Stage]) -> usize {
    let mut walk = world.begin().await;
    for stage in stages {
        walk.take(stage).await;
    }
    walk.done
}

#[test]
#[expect(clippy::print_stdout, reason = "its figures are kept")]
fn lists_counts_streams_and_searches_follow_every_life() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let world = runtime.block_on(World::open());
    let first = asked("GUILDHALL_WALK_SEED").unwrap_or_else(rand::random);
    let walks = asked("GUILDHALL_WALKS").unwrap_or(WALKS);
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
        outcome = TestRunner::new_with_rng(config, dice(seed)).run(&lives, |stages| {
            steps.set(steps.get() + stages.len());
            done.set(done.get() + runtime.block_on(walk(&world, &stages)));
            Ok(())
        });
        // By then it has been made as short as it goes wrong.
        if outcome.is_err() {
            println!("to take it again: GUILDHALL_WALK_SEED={seed} GUILDHALL_WALKS=1");
            break;
        }
    }
    // Its parts end where they began: within the runtime.
    runtime.block_on(async { drop(world) });
    outcome.unwrap();
    println!("{} steps in {walks} walks, {} of them not refused", steps.get(), done.get());
}
