//! HTTP/2 as it passes on the wire: what a client may do with frames alone, beside the requests that
//! they make. [`frames`] reads where frames begin, [`windows`] keeps account of the room that a client
//! leaves for answers, [`Calm`] is the stream that ends when either is abused.

mod calm;
mod frames;
mod windows;

pub use calm::{Calm, Measures};
