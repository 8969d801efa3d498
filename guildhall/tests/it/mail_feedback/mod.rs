//! Bounces, complaints and unsubscribing, with a real mail server at both ends.

mod bounces;
mod unsubscribe;

pub use bounces::suppress_one_address;

use crate::kit::{Browser, TestApp, uuid_of};
use platform::UserId;
use tenant_runtime::mail_feedback::{UnsubscribeKind, UnsubscribeLinks, unsubscribe_links};

/// The links in an email to a user.
async fn links(app: &TestApp, who: &Browser, kind: UnsubscribeKind) -> UnsubscribeLinks {
    let user = UserId(uuid_of(&app.id_of(who).await));
    let mut system = app.services().system("write an email in a test");
    let tx = system.begin().await.unwrap();
    let links = unsubscribe_links(&tx, "http://localhost:8080", user, kind).await.unwrap();
    tx.commit().await.unwrap();
    links
}
