use super::super::policy::LimitedAction;
use super::{CounterDecision, CounterOperation, CounterState, Policy, apply_operation};
use proptest::prelude::*;

const SECOND: i64 = 1000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
/// The start of a UTC day.
const START: i64 = 20_000 * 24 * HOUR;

/// A counter driven by hand.
struct Counter {
    state: CounterState,
    policy: Policy,
    now: i64,
}

impl Counter {
    fn of(action: LimitedAction) -> Self {
        Self { state: CounterState::default(), policy: action.policy(20), now: START }
    }

    fn ask(&mut self, operation: CounterOperation) -> CounterDecision {
        let (state, answer) = apply_operation(self.state, &self.policy, operation, self.now);
        self.state = state;
        answer
    }

    /// An attempt as soon as the delay allows one.
    fn patient_hit(&mut self) -> CounterDecision {
        let answer = self.ask(CounterOperation::Check);
        if self.state.blocked_until == 0 {
            self.now += answer.retry_after_ms;
        }
        self.ask(CounterOperation::Hit)
    }

    fn after(&mut self, wait: i64) -> &mut Self {
        self.now += wait;
        self
    }
}

#[test]
fn sixth_failed_sign_in_waits_half_an_hour() {
    let mut login = Counter::of(LimitedAction::Login);
    for remaining in [4, 3, 2, 1, 0] {
        let answer = login.patient_hit();
        assert_eq!((answer.allowed, answer.remaining), (true, remaining));
    }
    let refused = login.patient_hit();
    assert!(!refused.allowed);
    assert_eq!(refused.retry_after_ms, 30 * MINUTE);
    assert!(!login.after(30 * MINUTE - 1).ask(CounterOperation::Hit).allowed);
    assert!(login.after(1).ask(CounterOperation::Hit).allowed);
}

#[test]
fn sign_in_delay_doubles_up_to_thirty_seconds() {
    let mut login = Counter::of(LimitedAction::Login);
    login.policy.attempts = 100;
    let mut waits = Vec::new();
    for _ in 0..7 {
        login.patient_hit();
        waits.push(login.ask(CounterOperation::Check).retry_after_ms / SECOND);
    }
    assert_eq!(waits, [1, 2, 4, 8, 16, 30, 30]);
}

#[test]
fn failed_sign_ins_expire_after_fifteen_quiet_minutes() {
    let mut login = Counter::of(LimitedAction::Login);
    login.patient_hit();
    login.after(14 * MINUTE).patient_hit();
    assert_eq!(login.after(15 * MINUTE - 1).ask(CounterOperation::Check).remaining, 3);
    assert_eq!(login.after(1).ask(CounterOperation::Check).remaining, 5);
}

#[test]
fn hundredth_consecutive_failure_blocks_for_a_day() {
    let mut login = Counter::of(LimitedAction::Login);
    for _ in 0..100 {
        while !login.patient_hit().allowed {
            login.after(30 * MINUTE);
        }
    }
    assert_eq!(login.ask(CounterOperation::Check).retry_after_ms, 24 * HOUR);
    login.after(24 * HOUR);
    assert_eq!(login.ask(CounterOperation::Hit).remaining, 4);
}

#[test]
fn limit_without_a_block_resets_with_its_window() {
    let mut post = Counter::of(LimitedAction::CreatePost);
    for _ in 0..5 {
        assert!(post.after(SECOND).ask(CounterOperation::Hit).allowed);
    }
    // The window began with the first post, four seconds ago.
    assert_eq!(post.ask(CounterOperation::Hit).retry_after_ms, MINUTE - 4 * SECOND);
    assert!(post.after(56 * SECOND).ask(CounterOperation::Hit).allowed);
}

#[test]
fn stepped_delay_grows_to_an_hour_without_a_block() {
    let mut reset = Counter::of(LimitedAction::PasswordResetAccount);
    let mut waits = Vec::new();
    for _ in 0..6 {
        assert!(reset.patient_hit().allowed);
        waits.push(reset.ask(CounterOperation::Check).retry_after_ms / MINUTE);
    }
    assert_eq!(waits, [1, 5, 15, 60, 60, 60]);
    reset.after(24 * HOUR).patient_hit();
    assert_eq!(reset.ask(CounterOperation::Check).retry_after_ms, MINUTE);
}

#[test]
fn refund_reverts_the_attempt_and_its_block() {
    let mut codes = Counter::of(LimitedAction::InviteCode);
    for _ in 0..9 {
        codes.ask(CounterOperation::Hit);
    }
    let before = codes.state;
    for _ in 0..20 {
        assert!(codes.after(SECOND).ask(CounterOperation::Hit).allowed);
        assert_eq!(codes.ask(CounterOperation::Refund).remaining, 1);
    }
    assert_eq!((codes.state.hits, codes.state.streak), (before.hits, before.streak));
    codes.ask(CounterOperation::Hit);
    assert_eq!(codes.ask(CounterOperation::Check).retry_after_ms, 30 * MINUTE);
}

#[test]
fn refund_without_an_attempt_changes_nothing() {
    let mut codes = Counter::of(LimitedAction::InviteCode);
    codes.ask(CounterOperation::Refund);
    assert_eq!(codes.state, CounterState::default());
    codes.ask(CounterOperation::Hit);
    codes.ask(CounterOperation::Refund);
    assert_eq!(codes.state, CounterState::default());
}

#[test]
fn google_sign_ins_are_counted_per_utc_day() {
    let mut day = Counter::of(LimitedAction::GoogleSignInDaily);
    day.after(23 * HOUR);
    for _ in 0..20 {
        assert!(day.ask(CounterOperation::Hit).allowed);
    }
    assert_eq!(day.ask(CounterOperation::Hit).retry_after_ms, HOUR);
    assert_eq!(day.after(HOUR).ask(CounterOperation::Hit).remaining, 19);
}

#[test]
fn limits_match_the_specification() {
    use std::time::Duration;
    let minutes = |n: u64| Duration::from_secs(60 * n);
    let figures = [
        (LimitedAction::Login, 5, minutes(30)),
        (LimitedAction::SignUp, 3, minutes(60)),
        (LimitedAction::InviteCode, 10, minutes(30)),
        (LimitedAction::GoogleSignIn, 3, minutes(15)),
        (LimitedAction::PasswordReset, 3, minutes(24 * 60)),
        (LimitedAction::SecondFactor, 5, minutes(15)),
        (LimitedAction::PrivateCode, 10, minutes(30)),
        (LimitedAction::CreateCommunity, 2, Duration::ZERO),
        (LimitedAction::CreateThread, 3, Duration::ZERO),
        (LimitedAction::Write, 10, Duration::ZERO),
    ];
    for (action, attempts, block) in figures {
        let policy = action.policy(20);
        assert_eq!((policy.attempts, policy.block), (attempts, block), "{}", action.name());
    }
    let mut names: Vec<_> = LimitedAction::ALL.iter().map(|action| action.name()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), LimitedAction::ALL.len());
}

fn asks() -> impl Strategy<Value = Vec<(bool, i64)>> {
    let waits = prop_oneof![0..3 * SECOND, 0..5 * MINUTE, 0..2 * HOUR, 0..30 * HOUR];
    prop::collection::vec((any::<bool>(), waits), 1..80)
}

proptest! {
    #[test]
    fn attempt_after_the_stated_wait_is_allowed(index in 0..LimitedAction::ALL.len(), asks in asks()) {
        let mut counter = Counter::of(LimitedAction::ALL[index]);
        for (is_hit, wait) in asks {
            counter.after(wait);
            let answer = counter.ask(if is_hit { CounterOperation::Hit } else { CounterOperation::Check });
            prop_assert_eq!(answer.allowed, answer.retry_after_ms == 0);
            let mut later = Counter { now: counter.now + answer.retry_after_ms, ..counter };
            if !answer.allowed {
                prop_assert!(later.ask(CounterOperation::Check).allowed);
            }
        }
    }

    #[test]
    fn check_predicts_the_hit_without_counting(
        index in 0..LimitedAction::ALL.len(),
        asks in asks(),
    ) {
        let mut counter = Counter::of(LimitedAction::ALL[index]);
        for (_, wait) in asks {
            counter.after(wait);
            let foretold = counter.ask(CounterOperation::Check);
            prop_assert_eq!(foretold, counter.ask(CounterOperation::Check));
            let hit = counter.ask(CounterOperation::Hit);
            prop_assert_eq!(foretold.allowed, hit.allowed);
            prop_assert_eq!(foretold.retry_after_ms, hit.retry_after_ms);
        }
    }

    #[test]
    fn window_never_exceeds_its_policy(
        index in 0..LimitedAction::ALL.len(),
        asks in asks(),
    ) {
        let mut counter = Counter::of(LimitedAction::ALL[index]);
        let most = counter.policy.attempts;
        for (_, wait) in asks {
            counter.after(wait).ask(CounterOperation::Hit);
            prop_assert!(counter.state.hits <= most);
        }
    }
}
