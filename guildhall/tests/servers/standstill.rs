//! A process that is suspended within a transaction.

use crate::kit::{TestApp, WAIT_TIMEOUT};
use sea_orm::Value;

const CHANGE: &str = "UPDATE users SET location = $1";

#[tokio::test]
async fn idle_transaction_is_ended_by_its_timeout() {
    let app = TestApp::open().await;
    app.member("ada").await;
    let said = |words: &str| vec![Value::from(words)];
    let mut frozen = app.services().system("stop in the middle of a transaction");
    let standing = frozen.begin().await.unwrap();
    standing.execute(CHANGE, said("Rome")).await.unwrap();
    let next = app.sql(CHANGE, said("Paris"));
    tokio::time::timeout(WAIT_TIMEOUT, next).await.expect("the row is free again");
    // The resumed process gets an error, because the transaction has ended.
    assert!(standing.execute(CHANGE, said("Rome")).await.is_err());
    let kept = "SELECT COUNT(*) AS n FROM users WHERE location = 'Paris'";
    assert_eq!(app.count(kept, vec![]).await, 1);
}
