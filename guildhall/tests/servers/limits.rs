//! A rate limit that two processes share through Redis (accounts.md A-144, G-021).

use crate::kit::{
    Browser, PASSWORD, Process, Reply, TestApp, email, free_address, listening, until_served,
};
use serde_json::json;
use std::time::Duration;

/// Maximum delay between two attempts.
const DELAY_MAX_S: u64 = 30;

async fn log_in(browser: &Browser, name: &str, password: &str) -> Reply {
    let body = json!({ "email": email(name), "password": password });
    browser.post("/api/identity/login", body).await
}

/// Sends a wrong password after the delay that the server states.
async fn fail(browser: &Browser, name: &str) {
    loop {
        let reply = log_in(browser, name, "Wrong-1234").await;
        if reply.status == 401 {
            return;
        }
        assert_eq!(reply.status, 429, "{reply}");
        let wait: u64 = reply.header("retry-after").parse().unwrap();
        assert!((1..=DELAY_MAX_S).contains(&wait), "{reply}: {wait}");
        tokio::time::sleep(Duration::from_secs(wait)).await;
    }
}

#[tokio::test]
async fn five_wrong_passwords_block_in_both_processes() {
    let app = TestApp::open().await;
    // The processes share one Redis prefix with those of other tests.
    let name = format!("rosa{}", uuid::Uuid::now_v7().simple());
    app.member(&name).await;
    let addresses = [free_address(), free_address()];
    let mut processes = addresses.map(|at| Process::start("up", &app, &listening(at)));
    for (process, address) in processes.iter_mut().zip(addresses) {
        process.greeting();
        until_served(address).await;
    }
    let browsers = addresses.map(Browser::connected_to);
    for n in 0..5 {
        fail(&browsers[n % 2], &name).await;
    }
    for browser in &browsers {
        let shut = log_in(browser, &name, PASSWORD).await;
        let words = "429 Too many login attempts. Please try again in 30 minute(s).";
        assert_eq!(shut.to_string(), words);
        let wait: u64 = shut.header("retry-after").parse().unwrap();
        assert!((1790..=1800).contains(&wait), "{wait}");
        assert_eq!(
            (&shut.body["retryAfter"], &shut.body["code"]),
            (&json!(wait), &json!("rate-limited"))
        );
    }
    for process in processes {
        assert_eq!(process.terminate().await.0.code(), Some(0));
    }
}
