//! HTTP/2 abuse protection at the frame level. [`frames`] finds frame boundaries, [`windows`]
//! tracks the client's flow-control windows, and [`Calm`] is the stream that ends the connection
//! when either is abused.

mod calm;
mod frames;
mod windows;

pub use calm::{Calm, Measures};
