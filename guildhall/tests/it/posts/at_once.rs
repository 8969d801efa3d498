//! Five hundred concurrent posts in one thread, on two sites.

use crate::kit::{Browser, LiveStream, TestApp};
use crate::load_fixture::{LoadFixture, POSTS, ids};
use futures::future::join_all;
use serde_json::Value;

/// Every nth post is sent twice at the same time.
const SENT_TWICE: usize = 10;

/// Writes a post, some of them twice. Returns its id.
async fn write_post(throng: &LoadFixture, n: usize) -> String {
    let send = async || throng.write_until_acknowledged(n, tokio::task::yield_now).await.0.id();
    if !n.is_multiple_of(SENT_TWICE) {
        return send().await;
    }
    let (one, other) = tokio::join!(send(), send());
    assert_eq!(one, other);
    one
}

/// Ids of the posts in the order of their events.
async fn post_ids(mut stream: LiveStream) -> Vec<String> {
    let mut heard = Vec::new();
    while heard.len() < POSTS {
        heard.push(stream.until("post.created").await["post"]["id"].as_str().unwrap().to_owned());
    }
    heard
}

/// Reads the newest page repeatedly, and asserts that known posts keep their order and no post appears
/// between them. The server refuses some of the reads while it has too much to do.
async fn assert_stable_order(who: &Browser, path: &str) {
    let mut before: Vec<String> = Vec::new();
    loop {
        let page = who.get(path).await;
        if page.status == 503 {
            tokio::task::yield_now().await;
            continue;
        }
        let now = ids(page.expect(200).items());
        let known = before.last().and_then(|last| now.iter().position(|id| id == last));
        if let Some(at) = known {
            assert!(before.ends_with(&now[..=at]), "{before:?}, then {now:?}");
        }
        before = now;
    }
}

#[tokio::test]
async fn five_hundred_concurrent_posts_are_stored_once_and_in_one_order() {
    let throng = LoadFixture::open(TestApp::open_for_many().await).await;
    let mut streams = Vec::new();
    for at in throng.ada_on_each_site() {
        let mut stream = at.live(None).await;
        stream.until("hello").await;
        streams.push(post_ids(stream));
    }
    let writing = join_all((0..POSTS).map(|n| write_post(&throng, n)));
    let path = throng.hall.posts_path();
    let (acknowledged, heard) = tokio::select! {
        done = async { tokio::join!(writing, join_all(streams)) } => done,
        () = assert_stable_order(&throng.hall.ada, &path) => unreachable!("it never ends"),
    };
    throng.assert_stored_once(&acknowledged).await;
    let read: Vec<Value> = throng.all_posts(&throng.hall.ada.main()).await;
    assert_eq!(heard, vec![ids(&read); 2]);
}
