//! Five hundred posts to one thread at once, through both doors.

use crate::kit::{Browser, LiveStream, TestApp};
use crate::throng::{POSTS, Throng, ids};
use futures::future::join_all;
use serde_json::Value;

/// Of these many posts one is sent twice at the same time.
const SENT_TWICE: usize = 10;

/// The id of a post, of which some are sent twice.
async fn say(throng: &Throng, n: usize) -> String {
    let send = async || throng.insist(n, tokio::task::yield_now).await.0.id();
    if !n.is_multiple_of(SENT_TWICE) {
        return send().await;
    }
    let (one, other) = tokio::join!(send(), send());
    assert_eq!(one, other);
    one
}

/// The ids of posts in the order in which a stream tells of them.
async fn hear(mut stream: LiveStream) -> Vec<String> {
    let mut heard = Vec::new();
    while heard.len() < POSTS {
        heard.push(stream.until("post.created").await["post"]["id"].as_str().unwrap().to_owned());
    }
    heard
}

/// Reads the newest page again and again: what was read once stays in its order, and nothing comes
/// between.
async fn watch(who: &Browser, path: &str) {
    let mut before: Vec<String> = Vec::new();
    loop {
        let now = ids(who.get(path).await.expect(200).items());
        let known = before.last().and_then(|last| now.iter().position(|id| id == last));
        if let Some(at) = known {
            assert!(before.ends_with(&now[..=at]), "{before:?}, then {now:?}");
        }
        before = now;
    }
}

#[tokio::test]
async fn five_hundred_posts_at_once_are_there_once_in_one_order_for_everybody() {
    let throng = Throng::gather(TestApp::open_for_many().await).await;
    let mut streams = Vec::new();
    for at in throng.doors() {
        let mut stream = at.live(None).await;
        stream.until("hello").await;
        streams.push(hear(stream));
    }
    let writing = join_all((0..POSTS).map(|n| say(&throng, n)));
    let path = throng.hall.posts();
    let (acknowledged, heard) = tokio::select! {
        done = async { tokio::join!(writing, join_all(streams)) } => done,
        () = watch(&throng.hall.ada, &path) => unreachable!("it never ends"),
    };
    throng.check(&acknowledged).await;
    let read: Vec<Value> = throng.read(&throng.hall.ada.main()).await;
    assert_eq!(heard, vec![ids(&read); 2]);
}
