//! Pushes about notifications, received by a small push service (RFC 8030). What a message contains
//! is tested with push subscriptions.

use super::{change, choose, choose_for_all, decision, notify_user, work_after, work_at};
use crate::kit::{Browser, TestApp};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// Keys of a browser (RFC 8291 appendix A).
const P256DH: &str =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

/// Counts the messages that it receives.
struct PushService {
    url: String,
    received: Arc<AtomicUsize>,
}

impl PushService {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/push/1", listener.local_addr().unwrap());
        let received = Arc::new(AtomicUsize::new(0));
        let count = received.clone();
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let count = count.clone();
                tokio::spawn(async move {
                    // A client that disconnects has sent nothing.
                    drop(serve(socket, &count).await);
                });
            }
        });
        Self { url, received }
    }

    fn count(&self) -> usize {
        self.received.load(Ordering::SeqCst)
    }
}

async fn serve(socket: TcpStream, received: &AtomicUsize) -> std::io::Result<()> {
    let (reader, mut writer) = socket.into_split();
    let mut reader = BufReader::new(reader);
    loop {
        let mut length = 0;
        let mut line = String::new();
        loop {
            line.clear();
            if reader.read_line(&mut line).await? == 0 {
                return Ok(());
            }
            let header = line.trim().to_ascii_lowercase();
            if let Some(value) = header.strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
            if header.is_empty() {
                break;
            }
        }
        reader.read_exact(&mut vec![0; length]).await?;
        received.fetch_add(1, Ordering::SeqCst);
        writer.write_all(b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n").await?;
    }
}

/// An instance with a member whose browser receives pushes.
async fn subscribed() -> (TestApp, PushService, Browser, String) {
    let app = TestApp::open_with(&[("push.allow_local_services", "true")]).await;
    let service = PushService::start().await;
    let ada = app.member("ada").await;
    let keys = json!({ "p256dh": P256DH, "auth": AUTH });
    let body = json!({ "endpoint": service.url, "keys": keys, "deviceName": "Phone" });
    ada.post("/api/me/push-subscriptions", body).await.expect(201);
    let user = app.id_of(&ada).await;
    (app, service, ada, user)
}

#[tokio::test]
async fn notification_is_pushed_at_once_and_only_once() {
    let (app, service, _, user) = subscribed().await;
    notify_user(&app, &user, &decision("News")).await;
    assert_eq!(service.count(), 1);
    work_after(&app, 60).await;
    assert_eq!(service.count(), 1);
}

#[tokio::test]
async fn kind_that_is_off_for_pushes_is_not_pushed() {
    let (app, service, ada, user) = subscribed().await;
    choose(&ada, "decision", "push", json!(false)).await;
    notify_user(&app, &user, &decision("News")).await;
    assert_eq!(service.count(), 0);
    choose_for_all(&ada, "push", json!(false)).await;
    choose(&ada, "decision", "push", json!(true)).await;
    notify_user(&app, &user, &decision("News")).await;
    assert_eq!(service.count(), 1);
}

#[tokio::test]
async fn quiet_hours_over_midnight_hold_pushes_back_until_the_local_end() {
    let (app, service, ada, user) = subscribed().await;
    let quiet = json!({ "enabled": true, "from": "22:00", "to": "07:00" });
    change(&ada, json!({ "timeZone": "Pacific/Auckland", "quietHours": quiet })).await;
    let today = app.clock.now().date_naive() + chrono::Duration::days(1);
    // Auckland is thirteen hours ahead of UTC in summer.
    let at = |time: &str| format!("{today}T{time}Z");
    work_at(&app, &at("10:00:00")).await;
    notify_user(&app, &user, &decision("At 23:00")).await;
    work_at(&app, &at("17:59:00")).await;
    assert_eq!(service.count(), 0, "it is 6:59 in Auckland");
    work_at(&app, &at("18:01:00")).await;
    assert_eq!(service.count(), 1);
    notify_user(&app, &user, &decision("At 7:01")).await;
    assert_eq!(service.count(), 2);
}

#[tokio::test]
async fn notification_that_was_read_during_quiet_hours_is_not_pushed() {
    let (app, service, ada, user) = subscribed().await;
    let quiet = json!({ "enabled": true, "from": "11:00", "to": "13:00" });
    change(&ada, json!({ "timeZone": "UTC", "quietHours": quiet })).await;
    let tomorrow = app.clock.now().date_naive() + chrono::Duration::days(1);
    work_at(&app, &format!("{tomorrow}T12:00:00Z")).await;
    notify_user(&app, &user, &decision("News")).await;
    ada.post("/api/activity/read", json!({})).await.expect(204);
    work_after(&app, 24 * 60).await;
    assert_eq!(service.count(), 0);
}
