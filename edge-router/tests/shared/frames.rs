//! HTTP/2 frames (RFC 9113), including those that no correct client sends.

pub const HEADERS: u8 = 1;
pub const RST_STREAM: u8 = 3;
pub const SETTINGS: u8 = 4;
pub const GOAWAY: u8 = 7;
pub const END_STREAM: u8 = 1;
pub const END_HEADERS: u8 = 4;

/// Client preface (RFC 9113 section 3.4).
pub const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// One frame.
pub fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let mut bytes = (payload.len() as u32).to_be_bytes()[1..].to_vec();
    bytes.extend([kind, flags]);
    bytes.extend(stream.to_be_bytes());
    bytes.extend(payload);
    bytes
}

/// Header fields of a GET of `path` from `host` over https, in literal form (RFC 7541 section 6.2).
pub fn get(host: &str, path: &str) -> Vec<u8> {
    let mut fields = vec![0x82, 0x87, 0x04, path.len() as u8];
    fields.extend(path.as_bytes());
    fields.extend([0x01, host.len() as u8]);
    fields.extend(host.as_bytes());
    fields
}
