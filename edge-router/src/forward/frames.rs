//! WebSocket frame boundaries (RFC 6455 section 5.2). The edge may insert its own frame only
//! between two frames of the upstream. Payloads are skipped unread.

const OPCODE_CLOSE: u8 = 8;

/// Parser state of one direction.
#[derive(Debug, Default)]
pub struct WebSocketFrames {
    header: Vec<u8>,
    left: u64,
    closed: bool,
}

impl WebSocketFrames {
    /// Processes forwarded bytes.
    pub fn record_bytes(&mut self, mut bytes: &[u8]) {
        while let Some((byte, rest)) = bytes.split_first() {
            if self.left > 0 {
                let skipped = usize::try_from(self.left).unwrap_or(usize::MAX).min(bytes.len());
                self.left -= skipped as u64;
                bytes = &bytes[skipped..];
                continue;
            }
            bytes = rest;
            self.header.push(*byte);
            if let Some(payload) = payload_length(&self.header) {
                self.closed |= self.header[0] & 0x0f == OPCODE_CLOSE;
                self.left = payload;
                self.header.clear();
            }
        }
    }

    /// Returns whether the last frame is complete.
    pub fn is_between(&self) -> bool {
        self.left == 0 && self.header.is_empty()
    }

    /// Returns whether this side has sent a close frame.
    pub const fn has_closed(&self) -> bool {
        self.closed
    }
}

/// Payload length, once the header is complete: two bytes, an extended length and a mask, at most
/// 14 bytes.
fn payload_length(header: &[u8]) -> Option<u64> {
    let second = header.get(1)?;
    let (short, mask) = (second & 0x7f, if second & 0x80 == 0 { 0 } else { 4 });
    let extended = match short {
        126 => 2,
        127 => 8,
        _ => 0,
    };
    if header.len() < 2 + extended + mask {
        return None;
    }
    let length = header[2..2 + extended].iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte));
    Some(if extended == 0 { u64::from(short) } else { length })
}

#[cfg(test)]
mod tests {
    use super::WebSocketFrames;
    use proptest::prelude::*;

    fn build_frame(opcode: u8, masked: bool, length: usize) -> Vec<u8> {
        let mask = if masked { 0x80 } else { 0 };
        let mut frame = vec![0x80 | opcode];
        match length {
            0..126 => frame.push(mask | length as u8),
            126..65_536 => {
                frame.push(mask | 126);
                frame.extend((length as u16).to_be_bytes());
            }
            _ => {
                frame.push(mask | 127);
                frame.extend((length as u64).to_be_bytes());
            }
        }
        frame.extend(vec![0x88; length + if masked { 4 } else { 0 }]);
        if masked {
            frame.truncate(frame.len());
        }
        frame
    }

    proptest! {
        #[test]
        fn finds_frame_boundaries_in_any_chunking(
            lengths in proptest::collection::vec((prop_oneof![0usize..200, 65_500usize..66_000], any::<bool>()), 1..6),
            piece in 1usize..5_000,
        ) {
            let mut frames = WebSocketFrames::default();
            for (length, masked) in lengths {
                let bytes = build_frame(2, masked, length);
                for part in bytes[..bytes.len() - 1].chunks(piece) {
                    frames.record_bytes(part);
                    prop_assert!(!frames.is_between());
                }
                frames.record_bytes(&bytes[bytes.len() - 1..]);
                prop_assert!(frames.is_between() && !frames.has_closed());
            }
            frames.record_bytes(&build_frame(8, false, 2));
            prop_assert!(frames.has_closed());
        }
    }
}
