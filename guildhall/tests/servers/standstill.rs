//! A process that stops in the middle of a transaction.

use crate::kit::{PATIENCE, TestApp};
use sea_orm::Value;

const CHANGE: &str = "UPDATE users SET location = $1";

#[tokio::test]
async fn a_transaction_that_stands_still_keeps_nobody_waiting_for_long() {
    let app = TestApp::open().await;
    app.member("ada").await;
    let said = |words: &str| vec![Value::from(words)];
    let mut frozen = app.services().system("stop in the middle of a transaction");
    let standing = frozen.begin().await.unwrap();
    standing.execute(CHANGE, said("Rome")).await.unwrap();
    let next = app.sql(CHANGE, said("Paris"));
    tokio::time::timeout(PATIENCE, next).await.expect("the row is free again");
    // Whoever goes on with it learns that it is over.
    assert!(standing.execute(CHANGE, said("Rome")).await.is_err());
    let kept = "SELECT COUNT(*) AS n FROM users WHERE location = 'Paris'";
    assert_eq!(app.count(kept, vec![]).await, 1);
}
