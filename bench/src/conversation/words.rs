//! The section of the results.

use super::{FEW, MANY};
use crate::report::{self, FanOut, Row, shown};

/// The least that reads keep of their limit, and the most that a request may cost among a million posts of
/// what it costs among ten thousand.
const LEAST_OF_LIMIT: f64 = 0.5;
const FLAT: f64 = 1.25;

pub fn section(few: &[Row], many: &[Row], fan_out: &FanOut) -> String {
    format!(
        "{} a million posts\n\n\
         200 communities, 100,000 people, {MANY} posts in 20,000 threads and 5,000 Insights; the first\n\
         community has a sixth of them, its longest thread thousands. The limit is the same SQL by pgbench, as\n\
         above. The cost of a request is what both cores do it in, of {FEW} posts beside {MANY}. Rare words are\n\
         sought by how many hold them, so that both answer as much. A search for posts reads the last spans of the\n\
         viewer's communities, some hundreds of posts each, then eight times as far back, and all of them where\n\
         the word is rare. Two words that one in ten posts has are together in a handful of what a reader sees\n\
         of {FEW} posts, and in more than the page of twenty of {MANY}: that row answers four times as much.\n\n\
         {}{}",
        report::CONVERSATION,
        table(few, many),
        report::heard(fan_out),
    )
}

pub fn table(few: &[Row], many: &[Row]) -> String {
    let mut text = format!(
        "| what | of the limit | queries | p50 of {FEW} | p50 of {MANY} | ms a request of {FEW} | of {MANY} | grows | met |\n\
         |---|---|---|---|---|---|---|---|---|\n"
    );
    for (few, many) in few.iter().zip(many) {
        let part = many.limit.as_ref().map(|limit| many.measured.per_second / limit.per_second);
        let cost = |row: &Row| 1e3 / row.measured.per_second;
        let grows = cost(many) / cost(few);
        let is_near =
            many.name == super::rows::WRITES || part.is_some_and(|part| part >= LEAST_OF_LIMIT);
        text += &format!(
            "| {} | {} | {} | {} | {} | {:.2} | {:.2} | {grows:.2} | {} |\n",
            many.name,
            part.map_or_else(|| "–".to_owned(), |part| format!("{part:.2}")),
            many.queries.map_or_else(|| "–".to_owned(), |queries| format!("{queries:.1}")),
            shown(few.measured.p50),
            shown(many.measured.p50),
            cost(few),
            cost(many),
            report::yes(is_near && grows <= FLAT),
        );
    }
    text
}
