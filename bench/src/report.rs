//! Results, as ratios to the bare database or server.

use anyhow::{Context, Result};
use std::time::Duration;

use crate::enumeration::EnumerationResult;
use crate::load::Measurement;

/// Prefix of a section that is measured by a separate run.
pub const CONVERSATION: &str = "\n## Conversation among";
pub const MESSAGES: &str = "\n## Messages among";
pub const INBOX: &str = "\n## Support inbox among";
pub const FEED: &str = "\n## A change among";
pub const STREAMS: &str = "\n## Ten thousand open streams";
pub const EDGE: &str = "\n## The edge beside";
const SECTIONS: [&str; 6] = [CONVERSATION, MESSAGES, INBOX, STREAMS, FEED, EDGE];

/// Replaces the section with this beginning, and keeps the others.
pub fn replace_section(path: &str, beginning: &str, section: &str) -> Result<()> {
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    let mut text = rest_of(&kept).to_owned();
    for one in SECTIONS {
        text.push_str(if one == beginning { section } else { section_of(&kept, one) });
    }
    std::fs::write(path, text).context("write the results")
}

/// Replaces everything else, and keeps those sections.
pub fn replace_rest(path: &str, rest: &str) -> Result<()> {
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    let sections = SECTIONS.map(|one| section_of(&kept, one)).concat();
    std::fs::write(path, format!("{rest}{sections}")).context("write the results")
}

fn rest_of(text: &str) -> &str {
    let first = SECTIONS.iter().filter_map(|one| text.find(one)).min();
    text.get(..first.unwrap_or(text.len())).unwrap_or_default()
}

fn section_of<'t>(text: &'t str, beginning: &str) -> &'t str {
    let Some(section) = text.find(beginning).and_then(|at| text.get(at..)) else { return "" };
    let rest = section.get(1..).unwrap_or_default();
    let end = SECTIONS.iter().filter_map(|one| rest.find(one)).min().map(|at| at + 1);
    section.get(..end.unwrap_or(section.len())).unwrap_or_default()
}

/// A measurement, with its limit if it has one.
#[derive(Debug)]
pub struct Row {
    pub name: &'static str,
    pub measured: Measurement,
    pub queries: Option<f64>,
    pub resident_mib: u64,
    pub limit: Option<Measurement>,
}

/// Delivery time of a post to all open streams.
#[derive(Debug)]
pub struct FanOut {
    pub streams: usize,
    pub posts: usize,
    pub heard: usize,
    pub p50: Duration,
    pub p99: Duration,
    pub resident_mib: u64,
}

pub fn markdown(
    machine: &str,
    rows: &[Row],
    fan_out: Option<&FanOut>,
    told: &[EnumerationResult],
) -> String {
    let mut text = String::from(
        "# Results\n\nWritten by `make bench`. Load, product and database share one machine, so the numbers are good for\n\
         comparing two states of the code, and the ratios for comparing machines. The limit is the same SQL,\n\
         as PostgreSQL logged it for one request, run by pgbench with as many clients, unless the row says\n\
         otherwise.\n\n",
    );
    text.push_str(&format!("{machine}\n\n"));
    text.push_str(
        "| what | of the limit | req/s | p50 | p99 | queries per request | memory | limit req/s | limit p50 |\n\
         |---|---|---|---|---|---|---|---|---|\n",
    );
    for row in rows {
        text.push_str(&line(row));
    }
    if let Some(fan_out) = fan_out {
        text.push_str(&heard(fan_out));
    }
    if !told.is_empty() {
        text.push_str(
            "\n**Known and unknown addresses**, 200 tries each, asked in turn: alike when the words are the same and\n\
             the medians within 5 %.\n\n\
             | what | the same answer | median, known | median, unknown | apart | alike |\n\
             |---|---|---|---|---|---|\n",
        );
    }
    for told in told {
        text.push_str(&format!(
            "| {} | {} | {} | {} | {:.1} % | {} |\n",
            told.name,
            yes(told.same_answer),
            format_duration(told.known),
            format_duration(told.unknown),
            told.apart_percent(),
            yes(told.is_alike()),
        ));
    }
    text
}

/// Formats a fan-out result.
pub fn heard(fan_out: &FanOut) -> String {
    format!(
        "\n**Live fan-out.** {} posts to {} open streams: {} of {} events arrived; from the answer to the\n\
         writer until the event is read, p50 {} and p99 {}; memory {} MiB.\n",
        fan_out.posts,
        fan_out.streams,
        fan_out.heard,
        fan_out.posts * fan_out.streams,
        format_duration(fan_out.p50),
        format_duration(fan_out.p99),
        fan_out.resident_mib,
    )
}

pub const fn yes(is_so: bool) -> &'static str {
    if is_so { "yes" } else { "**no**" }
}

fn line(row: &Row) -> String {
    let limit = row.limit.as_ref();
    let part = limit.map(|limit| row.measured.per_second / limit.per_second.max(f64::EPSILON));
    format!(
        "| {} | {} | {:.0} | {} | {} | {} | {} MiB | {} | {} |\n",
        row.name,
        part.map_or_else(|| "–".to_owned(), |part| format!("{part:.2}")),
        row.measured.per_second,
        format_duration(row.measured.p50),
        format_duration(row.measured.p99),
        row.queries.map_or_else(|| "–".to_owned(), |queries| format!("{queries:.1}")),
        row.resident_mib,
        limit.map_or_else(|| "–".to_owned(), |limit| format!("{:.0}", limit.per_second)),
        limit.map_or_else(|| "–".to_owned(), |limit| format_duration(limit.p50)),
    )
}

pub fn format_duration(time: Duration) -> String {
    let ms = time.as_secs_f64() * 1000.0;
    if ms < 10.0 { format!("{ms:.2} ms") } else { format!("{ms:.0} ms") }
}
