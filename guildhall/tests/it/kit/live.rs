//! A live stream, read frame by frame.

use super::WAIT_TIMEOUT;
use axum::body::{Body, BodyDataStream};
use axum::response::Response;
use futures::StreamExt;
use platform::Services;
use serde_json::Value;
use std::collections::VecDeque;
use std::time::Duration;

/// A server-sent event.
#[derive(Debug, Clone)]
pub struct Frame {
    pub id: Option<String>,
    pub data: Value,
}

/// An open live stream.
pub struct LiveStream {
    pub status: u16,
    body: BodyDataStream,
    text: String,
    frames: VecDeque<Frame>,
    pub last_id: Option<String>,
}

impl LiveStream {
    pub fn new(response: Response<Body>) -> Self {
        let status = response.status().as_u16();
        let body = response.into_body().into_data_stream();
        Self { status, body, text: String::new(), frames: VecDeque::new(), last_id: None }
    }

    /// The next frame, or `None` when the server has closed the stream.
    pub async fn next(&mut self) -> Option<Frame> {
        let reading = async {
            loop {
                if let Some(frame) = self.frames.pop_front() {
                    if frame.id.is_some() {
                        self.last_id.clone_from(&frame.id);
                    }
                    return Some(frame);
                }
                let bytes = self.body.next().await?.ok()?;
                self.text.push_str(&String::from_utf8_lossy(&bytes));
                while let Some((frame, rest)) = self.text.split_once("\n\n") {
                    let frame = parse(frame);
                    self.text = rest.to_owned();
                    self.frames.extend(frame);
                }
            }
        };
        tokio::time::timeout(WAIT_TIMEOUT, reading).await.expect("a frame or the end of the stream")
    }

    /// Reads until a frame of this type, discarding earlier frames.
    pub async fn until(&mut self, kind: &str) -> Value {
        loop {
            let frame =
                self.next().await.unwrap_or_else(|| panic!("the stream ended before {kind}"));
            if frame.data["type"] == kind {
                return frame.data;
            }
        }
    }

    /// Reads to the end of the stream. Returns the types of the remaining frames.
    pub async fn remaining_types(&mut self) -> Vec<String> {
        let mut types = Vec::new();
        while let Some(frame) = self.next().await {
            types.push(frame.data["type"].as_str().unwrap_or_default().to_owned());
        }
        types
    }
}

/// Waits until the instance has delivered all published events to its streams.
pub async fn until_delivered(services: &Services) {
    #[derive(sea_orm::FromQueryResult)]
    struct Log {
        waiting: i64,
        newest: i64,
    }
    let sql =
        "SELECT COUNT(*) - COUNT(seq) AS waiting, COALESCE(MAX(seq), 0) AS newest FROM events";
    let telling = async {
        loop {
            let system = services.system("look whether the events of a test are told");
            let log = system.raw(sql, Vec::new()).one::<Log>().await.unwrap().unwrap();
            if log.waiting == 0 && services.hub().last_published() == Some(log.newest) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::time::timeout(WAIT_TIMEOUT, telling).await.expect("every event is told");
}

fn parse(text: &str) -> Option<Frame> {
    let field = |name: &str| {
        let mut lines = text.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        lines.next().map(|value| value.trim_start().to_owned())
    };
    let data = serde_json::from_str(&field("data")?).expect("frames carry JSON");
    Some(Frame { id: field("id"), data })
}
