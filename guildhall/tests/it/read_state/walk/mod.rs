//! Model-based test of unread posts: four people, each on two devices, write, reply, read, mark
//! unread, mute, delete, block, leave and join at random in two communities, and threads are moved,
//! closed and removed. After each step, the thread
//! lists, the community list, the badge and the next unread thread agree with a model.
//!
//! `GUILDHALL_UNREAD_STEPS` sets the number of steps, `GUILDHALL_WALK_SEED` chooses others.

mod model;
mod world;

use crate::kit::number_from_env;
use model::{COMMUNITIES, PEOPLE, Step};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use world::World;

/// Default number of steps.
const STEPS: u64 = 250;

fn step() -> impl Strategy<Value = Step> {
    let person = || 0..PEOPLE;
    let any = || any::<usize>();
    prop_oneof![
        8 => (person(), any()).prop_map(|(who, thread)| Step::Write { who, thread }),
        3 => (person(), any()).prop_map(|(who, post)| Step::Reply { who, post }),
        6 => (person(), any()).prop_map(|(who, thread)| Step::Read { who, thread }),
        4 => (person(), any()).prop_map(|(who, post)| Step::ReadUntil { who, post }),
        4 => (person(), any()).prop_map(|(who, post)| Step::UnreadFrom { who, post }),
        1 => (person(), 0..COMMUNITIES)
            .prop_map(|(who, community)| Step::MarkCommunity { who, community }),
        1 => person().prop_map(|who| Step::MarkAll { who }),
        2 => any().prop_map(|post| Step::Delete { post }),
        1 => any().prop_map(|post| Step::Remove { post }),
        1 => (0..COMMUNITIES).prop_map(|community| Step::StartThread { community }),
        2 => (person(), any(), proptest::bool::ANY)
            .prop_map(|(who, thread, is_muted)| Step::Mute { who, thread, is_muted }),
        1 => any().prop_map(|thread| Step::Move { thread }),
        1 => (any(), proptest::bool::weighted(0.3))
            .prop_map(|(thread, is_closed)| Step::Close { thread, is_closed }),
        1 => any().prop_map(|thread| Step::RemoveThread { thread }),
        1 => (person(), person()).prop_map(|(who, other)| Step::Block { who, other }),
        1 => (person(), person()).prop_map(|(who, other)| Step::Unblock { who, other }),
        1 => (person(), 0..COMMUNITIES).prop_map(|(who, community)| Step::Leave { who, community }),
        2 => (person(), 0..COMMUNITIES).prop_map(|(who, community)| Step::Join { who, community }),
    ]
}

#[tokio::test]
#[expect(clippy::print_stdout, reason = "its figures are kept")]
async fn all_counts_of_unread_posts_agree_on_a_random_walk() {
    let seed = number_from_env("GUILDHALL_WALK_SEED").unwrap_or(46);
    let steps = number_from_env("GUILDHALL_UNREAD_STEPS").unwrap_or(STEPS);
    println!("to repeat it: GUILDHALL_WALK_SEED={seed} GUILDHALL_UNREAD_STEPS={steps}");
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let mut runner = TestRunner::new_with_rng(Config::default(), random);
    let mut world = World::open().await;
    let mut done = 0;
    for _ in 0..steps {
        let step = step().new_tree(&mut runner).unwrap().current();
        done += u64::from(world.take_step(&step).await);
    }
    println!("{steps} steps, {done} of them not refused, {} comparisons", world.comparisons);
}
