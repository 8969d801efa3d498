//! Metrics and traces of a running product, and the files that refer to them.

mod collector;
mod coverage;
mod edge_faults;
mod files;
mod page;
mod traces;
