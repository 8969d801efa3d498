//! Number of members of portals, now and in the past weeks.

use chrono::Duration;
use platform::{AffiliationId, Scope};
use sea_orm::{DbErr, FromQueryResult, QueryResult, Value};
use std::collections::HashMap;

/// Number of weekly member totals in the chart, including the current week.
const WEEKS: usize = 12;

/// Totals at the end of each week, oldest first; the last is the current total.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Members(pub Vec<i64>);

impl Members {
    /// Totals of an affiliation without members.
    pub(super) fn without_members() -> Self {
        Self(vec![0; WEEKS])
    }
}

struct WeeklyMembers {
    affiliation_id: AffiliationId,
    weeks: Vec<i64>,
}

impl FromQueryResult for WeeklyMembers {
    fn from_query_result(row: &QueryResult, prefix: &str) -> Result<Self, DbErr> {
        let weeks = (0..WEEKS).map(|week| row.try_get(prefix, &format!("week_{week}")));
        Ok(Self {
            affiliation_id: row.try_get(prefix, "affiliation_id")?,
            weeks: weeks.collect::<Result<_, _>>()?,
        })
    }
}

/// Member counts of these affiliations, with one query. Former members are not counted for past
/// weeks either.
pub(super) async fn weekly_members<V>(
    scope: &Scope<V>,
    affiliations: &[AffiliationId],
) -> Result<HashMap<AffiliationId, Members>, DbErr> {
    if affiliations.is_empty() {
        return Ok(HashMap::new());
    }
    let mut values: Vec<Value> = Vec::new();
    let mut columns = vec!["affiliation_id".to_owned()];
    for week in 0..WEEKS {
        let back = Duration::weeks(i64::try_from(WEEKS - 1 - week).unwrap_or_default());
        values.push((scope.now() - back).into());
        let number = values.len();
        columns.push(format!("COUNT(CASE WHEN joined_at <= ${number} THEN 1 END) AS week_{week}"));
    }
    let first = values.len() + 1;
    values.extend(affiliations.iter().map(|id| Value::from(*id)));
    let places: Vec<String> = (first..=values.len()).map(|number| format!("${number}")).collect();
    let sql = format!(
        "SELECT {} FROM affiliation_members WHERE affiliation_id IN ({}) GROUP BY affiliation_id",
        columns.join(", "),
        places.join(", ")
    );
    let counted = scope.raw(&sql, values).all::<WeeklyMembers>().await?;
    Ok(counted.into_iter().map(|row| (row.affiliation_id, Members(row.weeks))).collect())
}
