//! PostgreSQL's plans for the statements that a request sends.

use crate::kit::{Browser, TestApp};
use platform::db::record_statements;
use sea_orm::{FromQueryResult, Statement, Value};

#[derive(FromQueryResult)]
struct Line {
    #[sea_orm(from_alias = "QUERY PLAN")]
    text: String,
}

/// Plan of a request's statement that contains this mark, in the product's planning mode: planned
/// once, independent of parameter values.
pub async fn plan_of(app: &TestApp, ada: &Browser, path: &str, mark: &str) -> String {
    let (_, sent) = record_statements(async { ada.get(path).await.expect(200) }).await;
    let is_page = |statement: &&Statement| statement.sql.contains(mark);
    let page = sent.iter().find(is_page).expect("the statement of the page");
    let values = page.values.as_ref().map_or(&[][..], |values| &values.0);
    let types = values.iter().map(type_of).collect::<Vec<_>>().join(", ");
    let unknown = vec!["NULL"; values.len()].join(", ");

    let mut system = app.services().system("look at a plan in a test");
    let tx = system.begin().await.unwrap();
    let prepared = format!("PREPARE looked_at ({types}) AS {}", page.sql);
    tx.execute(&prepared, vec![]).await.unwrap();
    let explained = format!("EXPLAIN EXECUTE looked_at({unknown})");
    let lines = tx.raw(&explained, vec![]).all::<Line>().await.unwrap();
    tx.execute("DEALLOCATE looked_at", vec![]).await.unwrap();
    tx.commit().await.unwrap();
    lines.into_iter().map(|line| line.text).collect::<Vec<_>>().join("\n")
}

/// Type of a value as sent by the driver; PostgreSQL infers the others.
const fn type_of(value: &Value) -> &'static str {
    match value {
        Value::String(_) => "text",
        Value::Int(_) => "integer",
        Value::BigInt(_) | Value::BigUnsigned(_) => "bigint",
        Value::Uuid(_) => "uuid",
        Value::ChronoDateTimeUtc(_) => "timestamptz",
        _ => "unknown",
    }
}
