//! One code, many hands.

use super::{answer, enrol, resolver, state};
use crate::kit::{Browser, FOR_MANY, TestApp, totp};
use futures::future::join_all;
use platform::limiter::{LimitKey, LimitedAction};

/// Browsers that wait for the second half of a sign-in.
async fn waiting(app: &TestApp, many: usize) -> Vec<(Browser, String)> {
    let mut all = Vec::new();
    for _ in 0..many {
        let browser = app.browser();
        let waiting = resolver(&browser, "ada").await;
        all.push((browser, waiting));
    }
    all
}

/// Everybody gives the same code at once; how many come in. The limit stops most of them before
/// they reach the code, so it is lifted again and again, and whoever it stopped tries again.
async fn winners(app: &TestApp, user: &str, factor: &str, code: &str, many: usize) -> usize {
    let hands = waiting(app, many).await;
    let limiter = app.services().limiter().clone();
    let key = LimitKey::user(user).and(&LimitKey::device(None));
    let lifting = async {
        loop {
            limiter.clear(LimitedAction::SecondFactor, &key).await;
            tokio::task::yield_now().await;
        }
    };
    let tries = hands.iter().map(|(browser, waiting)| async move {
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
async fn of_a_hundred_who_give_one_backup_code_one_comes_in() {
    let app = TestApp::open_with(&[FOR_MANY, ("security.argon2.queue_max", "200")]).await;
    let ada = enrol(&app, app.member("ada").await).await;
    let user = app.id_of(&ada.browser).await;
    assert_eq!(winners(&app, &user, "backup-code", &ada.codes[0], 100).await, 1);
    assert_eq!(state(&ada.browser).await["backupCodesLeft"], 9);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_who_give_one_code_of_the_app_one_comes_in() {
    let app = TestApp::open_for_many().await;
    let ada = enrol(&app, app.member("ada").await).await;
    let user = app.id_of(&ada.browser).await;
    let code = totp(&ada.secret, app.clock.now());
    assert_eq!(winners(&app, &user, "totp", &code, 20).await, 1);
}
