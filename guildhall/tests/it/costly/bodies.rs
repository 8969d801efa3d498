//! Request bodies that are cheap to send and expensive for a careless parser.

use serde_json::Value;
use std::iter::repeat_n;

/// Nesting depth, and number of names.
pub const MANY: usize = 100_000;

/// Nested lists.
pub fn nested_lists() -> String {
    ["[".repeat(MANY), "]".repeat(MANY)].concat()
}

/// Nested objects that are never closed.
pub fn objects() -> String {
    "{\"a\":".repeat(MANY)
}

/// Lists and objects nested alternately.
pub fn alternating() -> String {
    ["[{\"a\":".repeat(MANY / 2), "1".to_owned(), "}]".repeat(MANY / 2)].concat()
}

/// An object that has a deeply nested value for each of the names.
pub fn deep_in_each<'n>(names: impl Iterator<Item = &'n str>) -> String {
    // Deeper than any parser accepts, and small enough for all names to fit into one body.
    let deep = ["[".repeat(5_000), "]".repeat(5_000)].concat();
    let fields: Vec<_> = names.map(|name| format!("{}:{deep}", Value::from(name))).collect();
    format!("{{{}}}", fields.join(","))
}

/// An object with a field for each of the names.
fn object(names: impl Iterator<Item = String>) -> String {
    let fields: Vec<_> = names.map(|name| format!("\"{name}\":1")).collect();
    format!("{{{}}}", fields.join(","))
}

/// Many unknown names, each once.
pub fn names() -> String {
    object((0..MANY).map(|n| n.to_string()))
}

/// One name many times.
pub fn doubled() -> String {
    object(repeat_n("a".to_owned(), MANY))
}

/// Names that collide in simple hash functions: sequences of "Aa" and "BB".
pub fn colliding() -> String {
    let pair = |bit: usize| if bit == 0 { "Aa" } else { "BB" };
    object((0..1 << 14).map(|n: usize| (0..14).map(|at| pair((n >> at) & 1)).collect()))
}

/// A number as long as the largest body.
pub fn digits() -> String {
    format!("{{\"limit\":{}}}", "9".repeat(9 * MANY))
}

/// A multipart form with many unknown fields.
pub fn form(mark: &str) -> String {
    let field =
        |n| format!("--{mark}\r\ncontent-disposition: form-data; name=\"{n}\"\r\n\r\n1\r\n");
    let fields: String = (0..MANY).map(field).collect();
    format!("{fields}--{mark}--\r\n")
}

/// URL-encoded pairs.
pub fn pairs(count: usize) -> String {
    let pairs: Vec<_> = (0..count).map(|n| format!("{n}=1")).collect();
    pairs.join("&")
}
