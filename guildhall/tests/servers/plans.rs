//! What PostgreSQL plans for the very statements that a request sends.

use crate::kit::{Browser, TestApp};
use platform::db::recorded;
use sea_orm::{FromQueryResult, Statement};

#[derive(FromQueryResult)]
struct Line {
    #[sea_orm(from_alias = "QUERY PLAN")]
    text: String,
}

/// How PostgreSQL carries out the statement with this mark among those of a request.
pub async fn plan_of(app: &TestApp, ada: &Browser, path: &str, mark: &str) -> String {
    let (_, sent) = recorded(async { ada.get(path).await.expect(200) }).await;
    let is_page = |statement: &&Statement| statement.sql.contains(mark);
    let page = sent.iter().find(is_page).expect("the statement of the page");
    let values = page.values.clone().map(|values| values.0).unwrap_or_default();
    let system = app.services().system("look at a plan in a test");
    let lines = system.raw(&format!("EXPLAIN {}", page.sql), values).all::<Line>().await.unwrap();
    lines.into_iter().map(|line| line.text).collect::<Vec<_>>().join("\n")
}
