//! The statements among those recorded (`platform::db::recorded`) that change rows.

use sea_orm::Statement;

const WRITES: [&str; 3] = ["DELETE", "INSERT", "UPDATE"];

pub fn written(recorded: &[Statement]) -> Vec<&str> {
    let sql = recorded.iter().map(|one| one.sql.as_str());
    sql.filter(|sql| WRITES.iter().any(|word| sql.starts_with(word))).collect()
}
