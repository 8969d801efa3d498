use bytes::Bytes;
use platform::bus::{Bus, BusMessage};

fn said(number: usize) -> Bytes {
    Bytes::from(number.to_string())
}

#[tokio::test]
async fn only_listeners_of_the_channel_receive_a_message() {
    let bus = Bus::in_process();
    bus.publish("jobs", said(0)).await;
    let (mut one, mut two) = (bus.subscribe("jobs").await, bus.clone().subscribe("jobs").await);
    let mut other = bus.subscribe("events").await;
    bus.publish("jobs", said(1)).await;
    bus.publish("events", said(2)).await;
    assert_eq!(one.receive_message().await, BusMessage::Payload(said(1)));
    assert_eq!(two.receive_message().await, BusMessage::Payload(said(1)));
    assert_eq!(other.receive_message().await, BusMessage::Payload(said(2)));
}

#[tokio::test]
async fn slow_listener_gets_lagged_and_continues() {
    let bus = Bus::in_process();
    let mut slow = bus.subscribe("jobs").await;
    for number in 0..5000 {
        bus.publish("jobs", said(number)).await;
    }
    assert_eq!(slow.receive_message().await, BusMessage::Lagged);
    let mut last = slow.receive_message().await;
    while last != BusMessage::Payload(said(4999)) {
        last = slow.receive_message().await;
    }
}

#[tokio::test]
async fn rejects_an_invalid_address_but_not_an_unavailable_redis() {
    assert!(Bus::redis("http://example.org", "x:").await.is_err());
    // Redis never listens on port 1: the connection is refused, and the bus still works in this
    // process.
    let bus = Bus::redis("redis://127.0.0.1:1", "x:").await.unwrap();
    let mut receiver = bus.subscribe("jobs").await;
    bus.publish("jobs", said(1)).await;
    assert_eq!(receiver.receive_message().await, BusMessage::Payload(said(1)));
}
