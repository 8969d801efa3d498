//! Section of the results.

use super::rows::ScenarioComparison;
use super::{FEW, MANY};
use crate::load::Measurement;
use crate::report::{self, FanOut, format_duration};

/// Minimum share of the limit that reads must reach, and maximum cost with a million posts relative
/// to ten thousand.
const LEAST_OF_LIMIT: f64 = 0.5;
const FLAT: f64 = 1.25;

pub fn section(rows: &[ScenarioComparison], fan_out: &FanOut) -> String {
    format!(
        "{} a million posts\n\n\
         200 communities, 100,000 people, {MANY} posts in 20,000 threads and 5,000 Insights; the first\n\
         community has a sixth of them, its longest thread thousands. Beside it runs the same house with\n\
         {FEW} posts; both are asked in turns, with the same SQL by pgbench between them, and the middle\n\
         of three turns is told. The cost of a request is what both cores do it in. Rare words are sought\n\
         by how many hold them, so that both answer as much. A search for posts reads the last spans of the\n\
         viewer's communities, some hundred and thirty posts each, then sixteen times as far back, and all of\n\
         them where the word is rare. Two words that one in ten posts has are together in a handful of what\n\
         a reader sees of {FEW} posts, and in more than the page of twenty of {MANY}: that row is held to\n\
         its limit alone.\n\n\
         {}{}",
        report::CONVERSATION,
        table(rows),
        report::heard(fan_out),
    )
}

pub fn table(rows: &[ScenarioComparison]) -> String {
    let mut text = format!(
        "| what | of the limit | queries | p50 of {FEW} | p50 of {MANY} | ms a request of {FEW} | of {MANY} | grows | met |\n\
         |---|---|---|---|---|---|---|---|---|\n"
    );
    for row in rows {
        let part = row.many.per_second / row.limit.per_second;
        let cost = |measured: &Measurement| 1e3 / measured.per_second;
        let grows = row.comparable.then(|| cost(&row.many) / cost(&row.few));
        let is_near = !row.reads || part >= LEAST_OF_LIMIT;
        text += &format!(
            "| {} | {part:.2} | {:.1} | {} | {} | {:.2} | {:.2} | {} | {} |\n",
            row.name,
            row.queries,
            format_duration(row.few.p50),
            format_duration(row.many.p50),
            cost(&row.few),
            cost(&row.many),
            grows.map_or_else(|| "–".to_owned(), |grows| format!("{grows:.2}")),
            report::yes(is_near && grows.is_none_or(|grows| grows <= FLAT)),
        );
    }
    text
}
