//! An OpenTelemetry collector that keeps the spans it receives.

use crate::kit::{WAIT_TIMEOUT, free_address};
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::routing::post;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::common::v1::{AnyValue, KeyValue};
use prost::Message;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::TcpListener;

/// A received span.
#[derive(Debug, Clone)]
pub struct ReceivedSpan {
    pub service: String,
    pub name: String,
    pub trace_id: Vec<u8>,
    pub span_id: Vec<u8>,
    pub parent_id: Vec<u8>,
    pub attributes: BTreeMap<String, String>,
}

#[derive(Clone, Default)]
struct Received(Arc<Mutex<(Vec<ReceivedSpan>, Vec<String>)>>);

/// A running collector.
pub struct Collector {
    pub endpoint: String,
    received: Received,
}

impl Collector {
    pub async fn start() -> Self {
        let address = free_address();
        let listener = TcpListener::bind(address).await.unwrap();
        let received = Received::default();
        let router = Router::new().route("/v1/traces", post(receive)).with_state(received.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { endpoint: format!("http://{address}"), received }
    }

    pub fn spans(&self) -> Vec<ReceivedSpan> {
        self.received.0.lock().unwrap().0.clone()
    }

    /// Values of the `authorization` header of each batch.
    pub fn authorizations(&self) -> Vec<String> {
        self.received.0.lock().unwrap().1.clone()
    }

    /// Waits for a span that matches.
    pub async fn span(&self, matches: impl Fn(&ReceivedSpan) -> bool) -> ReceivedSpan {
        let waiting = async {
            loop {
                if let Some(found) = self.spans().into_iter().find(&matches) {
                    return found;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        match tokio::time::timeout(WAIT_TIMEOUT, waiting).await {
            Ok(found) => found,
            Err(_) => panic!("no such span among {:#?}", self.spans()),
        }
    }
}

async fn receive(State(received): State<Received>, headers: http::HeaderMap, body: Bytes) {
    let authorization = headers.get("authorization").map(|value| value.to_str().unwrap());
    let batch = ExportTraceServiceRequest::decode(body).unwrap();
    let mut all = received.0.lock().unwrap();
    all.1.push(authorization.unwrap_or_default().to_owned());
    for resource in batch.resource_spans {
        let resource_attributes = resource.resource.map(|resource| resource.attributes);
        let attributes = text_of(resource_attributes.unwrap_or_default());
        assert!(attributes.contains_key("service.version"), "{attributes:?}");
        assert!(attributes.contains_key("service.instance.id"), "{attributes:?}");
        let service = attributes["service.name"].clone();
        for span in resource.scope_spans.into_iter().flat_map(|scope| scope.spans) {
            all.0.push(ReceivedSpan {
                service: service.clone(),
                name: span.name,
                trace_id: span.trace_id,
                span_id: span.span_id,
                parent_id: span.parent_span_id,
                attributes: text_of(span.attributes),
            });
        }
    }
}

fn text_of(attributes: Vec<KeyValue>) -> BTreeMap<String, String> {
    let text = |value: Option<AnyValue>| match value.and_then(|value| value.value) {
        Some(Value::StringValue(text)) => text,
        Some(other) => format!("{other:?}"),
        None => String::new(),
    };
    attributes.into_iter().map(|pair| (pair.key, text(pair.value))).collect()
}
