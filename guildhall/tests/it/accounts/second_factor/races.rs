//! Concurrent uses of one code.

use super::{answer, enrol, resolver, state};
use crate::kit::{Browser, FOR_MANY, TestApp, totp};
use futures::future::join_all;
use platform::limiter::{LimitKey, LimitedAction};

/// Browsers with a sign-in that waits for its second factor.
async fn pending_sign_ins(app: &TestApp, many: usize) -> Vec<(Browser, String)> {
    let mut all = Vec::new();
    for _ in 0..many {
        let browser = app.browser();
        let waiting = resolver(&browser, "ada").await;
        all.push((browser, waiting));
    }
    all
}

/// Uses the same code in many sign-ins at once and returns the number of successes. The rate limit is cleared
/// continuously, and limited attempts are retried, so that all of them reach the code.
async fn successful_sign_ins(
    app: &TestApp,
    user: &str,
    factor: &str,
    code: &str,
    many: usize,
) -> usize {
    let sign_ins = pending_sign_ins(app, many).await;
    let limiter = app.services().limiter().clone();
    let key = LimitKey::user(user).combined_with(&LimitKey::device(None));
    let lifting = async {
        loop {
            limiter.clear(LimitedAction::SecondFactor, &key).await;
            tokio::task::yield_now().await;
        }
    };
    let tries = sign_ins.iter().map(|(browser, waiting)| async move {
        loop {
            let reply = answer(browser, waiting, factor, code).await;
            if reply.status != 429 {
                return reply.status;
            }
        }
    });
    let statuses = tokio::select! {
        statuses = join_all(tries) => statuses,
        () = lifting => Vec::new(),
    };
    assert_eq!(statuses.len(), many);
    statuses.into_iter().filter(|status| *status == 200).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_uses_of_one_backup_code_succeed_once() {
    let app = TestApp::open_with(&[FOR_MANY, ("security.argon2.queue_max", "200")]).await;
    let ada = enrol(&app, app.member("ada").await).await;
    let user = app.id_of(&ada.browser).await;
    assert_eq!(successful_sign_ins(&app, &user, "backup-code", &ada.codes[0], 100).await, 1);
    assert_eq!(state(&ada.browser).await["backupCodesLeft"], 9);
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_uses_of_one_totp_code_succeed_once() {
    let app = TestApp::open_for_many().await;
    let ada = enrol(&app, app.member("ada").await).await;
    let user = app.id_of(&ada.browser).await;
    let code = totp(&ada.secret, app.clock.now());
    assert_eq!(successful_sign_ins(&app, &user, "totp", &code, 20).await, 1);
}
