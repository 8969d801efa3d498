//! Announcement of a role's shutdown to the edge in front of it.

/// Response header of a role that is about to stop: seconds until it accepts no more connections.
/// The edge then sends it no new requests. It is removed before a response reaches a client.
pub const LEAVING_HEADER: &str = "x-guildhall-leaving";
