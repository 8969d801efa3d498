//! A page of metrics in the Prometheus text format.

use std::collections::{BTreeMap, BTreeSet};

/// Metrics of a page, by name.
#[derive(Debug, Default)]
pub struct MetricsPage {
    pub families: BTreeMap<String, Family>,
}

/// One metric with all of its series.
#[derive(Debug, Default)]
pub struct Family {
    pub kind: String,
    pub help: String,
    /// Names of the labels of each series, without those of buckets.
    pub labels: BTreeSet<Vec<String>>,
    /// Sum of the values of a counter, or number of observations of a histogram.
    pub total: f64,
}

impl MetricsPage {
    pub fn parse(text: &str) -> Self {
        let mut page = Self::default();
        for line in text.lines().filter(|line| !line.is_empty()) {
            if let Some(rest) = line.strip_prefix("# HELP ") {
                let (name, help) = rest.split_once(' ').unwrap();
                page.family(name).help = help.to_owned();
            } else if let Some(rest) = line.strip_prefix("# TYPE ") {
                let (name, kind) = rest.split_once(' ').unwrap();
                page.family(name).kind = kind.to_owned();
            } else {
                page.add_sample(line);
            }
        }
        page
    }

    pub fn total(&self, name: &str) -> f64 {
        self.families.get(name).map_or(0.0, |family| family.total)
    }

    fn family(&mut self, name: &str) -> &mut Family {
        self.families.entry(name.to_owned()).or_default()
    }

    fn add_sample(&mut self, line: &str) {
        let (series, value) = line.rsplit_once(' ').unwrap();
        let (name, labels) = series.split_once('{').unwrap_or((series, ""));
        let mut names: Vec<String> = Vec::new();
        let mut rest = labels.trim_end_matches('}');
        // A value may contain commas and braces, but its quotes are escaped.
        while let Some((label, after)) = rest.split_once("=\"") {
            names.push(label.trim_start_matches(',').to_owned());
            rest = after.split_once('"').unwrap().1;
        }
        names.retain(|name| name != "le");
        names.sort();
        let base = ["_bucket", "_count", "_sum"].iter().find_map(|suffix| {
            let base = name.strip_suffix(suffix)?;
            self.families.get(base).filter(|family| family.kind == "histogram").map(|_| base)
        });
        let is_counted = base.is_none() || name.ends_with("_count");
        let family = self.family(base.unwrap_or(name));
        family.labels.insert(names);
        if is_counted {
            family.total += value.parse::<f64>().unwrap();
        }
    }
}
