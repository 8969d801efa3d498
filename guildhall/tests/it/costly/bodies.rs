//! Texts that cost a careless reader far more than they cost whoever sends them.

use serde_json::Value;
use std::iter::repeat_n;

/// How deep, and how many names.
pub const MANY: usize = 100_000;

/// Lists in lists in lists.
pub fn lists() -> String {
    ["[".repeat(MANY), "]".repeat(MANY)].concat()
}

/// Objects in objects in objects, never closed.
pub fn objects() -> String {
    "{\"a\":".repeat(MANY)
}

/// One in the other.
pub fn alternating() -> String {
    ["[{\"a\":".repeat(MANY / 2), "1".to_owned(), "}]".repeat(MANY / 2)].concat()
}

/// An object in which each of these names stands for something deep.
pub fn deep_in_each<'n>(names: impl Iterator<Item = &'n str>) -> String {
    // Deeper than any reader goes, and small enough that all of them fit into one body.
    let deep = ["[".repeat(5_000), "]".repeat(5_000)].concat();
    let fields: Vec<_> = names.map(|name| format!("{}:{deep}", Value::from(name))).collect();
    format!("{{{}}}", fields.join(","))
}

/// A field for each of these names.
fn object(names: impl Iterator<Item = String>) -> String {
    let fields: Vec<_> = names.map(|name| format!("\"{name}\":1")).collect();
    format!("{{{}}}", fields.join(","))
}

/// Names that nobody has, each once.
pub fn names() -> String {
    object((0..MANY).map(|n| n.to_string()))
}

/// One name over and over.
pub fn doubled() -> String {
    object(repeat_n("a".to_owned(), MANY))
}

/// Names for which simple sums of letters come out the same: each is a row of "Aa" and "BB".
pub fn colliding() -> String {
    let pair = |bit: usize| if bit == 0 { "Aa" } else { "BB" };
    object((0..1 << 14).map(|n: usize| (0..14).map(|at| pair((n >> at) & 1)).collect()))
}

/// A number as long as a body may be.
pub fn digits() -> String {
    format!("{{\"limit\":{}}}", "9".repeat(9 * MANY))
}

/// A form with so many fields that nobody asked for.
pub fn form(mark: &str) -> String {
    let field =
        |n| format!("--{mark}\r\ncontent-disposition: form-data; name=\"{n}\"\r\n\r\n1\r\n");
    let fields: String = (0..MANY).map(field).collect();
    format!("{fields}--{mark}--\r\n")
}

/// As many pairs as an address in a form.
pub fn pairs(count: usize) -> String {
    let pairs: Vec<_> = (0..count).map(|n| format!("{n}=1")).collect();
    pairs.join("&")
}
