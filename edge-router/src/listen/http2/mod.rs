//! HTTP/2 abuse protection at the frame level. [`frames`] finds frame boundaries, [`windows`]
//! tracks the client's flow-control windows, and [`Http2AbuseGuard`] is the stream that ends the connection
//! when either is abused.

mod abuse_guard;
mod frames;
mod windows;

pub use abuse_guard::{GuardSettings, Http2AbuseGuard};
