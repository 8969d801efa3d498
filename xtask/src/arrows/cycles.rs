//! Import cycles: the edges between modules or folders that reach each other.

use std::collections::{BTreeMap, BTreeSet};

use super::ratchet::{Violation, Violations};

/// Imports between the modules of one crate or package, each with its places.
#[derive(Debug, Default)]
pub struct Imports {
    edges: BTreeMap<(String, String), Vec<String>>,
}

impl Imports {
    pub fn add(&mut self, from: &str, to: &str, place: String) {
        if from != to {
            self.edges.entry((from.to_owned(), to.to_owned())).or_default().push(place);
        }
    }

    /// The edges within strongly connected components.
    pub fn cycles(self, package: &str) -> Violations {
        let mut reached = BTreeMap::new();
        for (from, _) in self.edges.keys() {
            reached.entry(from.clone()).or_insert_with(|| self.reachable(from));
        }
        let leads_back = |from: &str, to: &str| {
            reached.get(to).is_some_and(|reached: &BTreeSet<String>| reached.contains(from))
        };
        let cyclic = self.edges.iter().filter(|((from, to), _)| leads_back(from, to));
        cyclic
            .map(|((from, to), places)| {
                let violation = Violation { count: 1, places: places.clone() };
                (format!("cycle {package} {from} -> {to}"), violation)
            })
            .collect()
    }

    fn reachable(&self, start: &str) -> BTreeSet<String> {
        let (mut reached, mut open) = (BTreeSet::new(), vec![start.to_owned()]);
        while let Some(node) = open.pop() {
            for (from, to) in self.edges.keys() {
                if *from == node && reached.insert(to.clone()) {
                    open.push(to.clone());
                }
            }
        }
        reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_the_edges_of_a_cycle_and_not_those_that_lead_to_it() {
        let mut imports = Imports::default();
        for (from, to) in [("a", "b"), ("b", "c"), ("c", "b"), ("c", "d"), ("a", "a")] {
            imports.add(from, to, format!("{from}.rs:1"));
        }
        let keys: Vec<String> = imports.cycles("x").into_keys().collect();
        assert_eq!(keys, ["cycle x b -> c", "cycle x c -> b"]);
    }
}
