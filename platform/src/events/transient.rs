//! Transient events, such as typing: they reach the open streams of all processes over the bus and
//! are never stored. They have no number and may be lost.

use super::{Hub, Topic};
use crate::bus::BusMessage;
use crate::services::Services;
use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// Bus channel of transient events; the payload is a [`TransientEvent`] as JSON.
const TRANSIENT_CHANNEL: &str = "events-transient";

/// An event that is not stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TransientEvent {
    /// Topics, as text.
    pub topics: Vec<String>,
    /// Event type.
    pub kind: String,
    /// Ids and values.
    pub payload: Value,
}

impl Hub {
    /// Sends an event to the open streams of these topics in all processes.
    pub async fn publish_transient(
        services: &Services,
        topics: &[Topic],
        kind: &'static str,
        payload: Value,
    ) {
        if topics.is_empty() {
            return;
        }
        let topics = topics.iter().map(ToString::to_string).collect();
        let event = TransientEvent { topics, kind: kind.to_owned(), payload };
        match serde_json::to_vec(&event) {
            Ok(bytes) => services.bus().publish(TRANSIENT_CHANNEL, Bytes::from(bytes)).await,
            Err(error) => tracing::warn!(cause = %error, "failed to write a transient event"),
        }
    }

    /// Sends the transient events of all processes to the streams of this one, until `stop`.
    pub(super) async fn deliver_transient(&self, services: &Services, stop: &CancellationToken) {
        let mut events = services.bus().subscribe(TRANSIENT_CHANNEL).await;
        while let Some(message) = stop.run_until_cancelled(events.receive_message()).await {
            let BusMessage::Payload(bytes) = message else { continue };
            match serde_json::from_slice::<TransientEvent>(&bytes) {
                Ok(event) => self.subscriptions.publish_transient(Arc::new(event)),
                Err(error) => tracing::warn!(cause = %error, "failed to read a transient event"),
            }
        }
    }
}
