//! The write statements among those recorded by `platform::db::recorded`.

use sea_orm::Statement;

const WRITES: [&str; 3] = ["DELETE", "INSERT", "UPDATE"];

pub fn write_statements(recorded: &[Statement]) -> Vec<&str> {
    let sql = recorded.iter().map(|one| one.sql.as_str());
    sql.filter(|sql| WRITES.iter().any(|word| sql.starts_with(word))).collect()
}
