//! Several instances of one role behind an edge: they share the requests, and the loss of one loses
//! no request.

use crate::kit::{MAIN, World, in_process, table, upstream};
use axum::body::Body;
use edge_router::Upstream;
use http::{Request, StatusCode};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket};
use tokio::task::JoinHandle;

/// An instance that ends with its task.
struct Instance {
    address: SocketAddr,
    task: JoinHandle<()>,
}

impl Instance {
    async fn start(name: &'static str) -> Self {
        Self::serve(name, TcpListener::bind("127.0.0.1:0").await.unwrap())
    }

    fn serve(name: &'static str, listener: TcpListener) -> Self {
        let address = listener.local_addr().unwrap();
        let task =
            tokio::spawn(async move { axum::serve(listener, upstream(name)).await.unwrap() });
        Self { address, task }
    }

    /// Closes its listener; running requests may finish.
    async fn end(self) -> SocketAddr {
        self.task.abort();
        drop(self.task.await);
        self.address
    }
}

fn behind(addresses: &[SocketAddr]) -> World {
    let bases: Vec<_> = addresses.iter().map(|address| format!("http://{address}")).collect();
    let runtime = Upstream::http_upstream(&bases.join(",")).unwrap();
    World::with(table(1), runtime, in_process("control"), |_| {})
}

fn upload() -> Request<Body> {
    // A streamed body can be read only once.
    let parts = futures::stream::iter(["one ", "two"].map(Ok::<_, std::io::Error>));
    Request::post("/api/x").header("host", MAIN).body(Body::from_stream(parts)).unwrap()
}

/// Names of the instances that answered `count` requests; every request must succeed.
async fn answered(world: &World, count: usize) -> Vec<String> {
    let mut names = Vec::new();
    for n in 0..count {
        let reply = if n % 4 == 3 {
            let reply = world.send(upload()).await;
            assert_eq!(reply.json()["body"], "one two");
            reply
        } else {
            world.get(MAIN, "/api/me").await
        };
        assert_eq!(reply.status, StatusCode::OK);
        names.push(reply.json()["upstream"].as_str().unwrap().to_owned());
    }
    names
}

#[tokio::test]
async fn requests_are_spread_over_the_instances() {
    let (one, two) = (Instance::start("one").await, Instance::start("two").await);
    let names = answered(&behind(&[one.address, two.address]), 40).await;
    assert_eq!(names.iter().filter(|name| *name == "one").count(), 20);
    assert_eq!(names.iter().filter(|name| *name == "two").count(), 20);
}

#[tokio::test]
async fn lost_instance_loses_no_request_and_is_used_again_later() {
    // A socket that is bound but does not listen yet reserves the port.
    let bound = TcpSocket::new_v4().unwrap();
    bound.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let nowhere = bound.local_addr().unwrap();
    let two = Instance::start("two").await;
    let world = behind(&[nowhere, two.address]);
    let names = answered(&world, 20).await;
    assert!(names.iter().all(|name| name == "two"), "{names:?}");
    let one = Instance::serve("one", bound.listen(64).unwrap());
    let back = async {
        while !answered(&world, 4).await.contains(&"one".to_owned()) {
            // Stays below the network's rate limit of some thousand requests a second.
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), back).await.unwrap();
    let names = answered(&world, 20).await;
    assert_eq!(names.iter().filter(|name| *name == "one").count(), 10, "{names:?}");

    let (one, two) = (one.end().await, two.end().await);
    // Pooled connections may still work; new ones fail.
    let fresh = behind(&[one, two]);
    let away = fresh.get(MAIN, "/api/me").await;
    assert_eq!((away.status.as_u16(), away.header("retry-after")), (503, "5"));
}

/// An instance that reads a request and closes the connection; returns the number of requests.
async fn breaks_off() -> (SocketAddr, JoinHandle<usize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let task = tokio::spawn(async move {
        let mut seen = 0;
        loop {
            let (mut socket, _) = listener.accept().await.unwrap();
            let mut head = vec![0; 4096];
            let read = socket.read(&mut head).await.unwrap();
            let text = String::from_utf8_lossy(&head[..read]).into_owned();
            if text.starts_with("GET /api/count ") {
                socket.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").await.unwrap();
                return seen;
            }
            seen += 1;
        }
    });
    (address, task)
}

#[tokio::test]
async fn retries_a_started_request_only_if_it_is_safe() {
    let (broken, seen) = breaks_off().await;
    let two = Instance::start("two").await;
    let world = behind(&[broken, two.address]);
    for _ in 0..4 {
        assert_eq!(world.get(MAIN, "/api/me").await.status, StatusCode::OK);
    }
    let mut statuses = [0, 0];
    for slot in &mut statuses {
        *slot = world.send(upload()).await.status.as_u16();
    }
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 502], "a started upload is not sent twice");
    let alone = behind(&[broken]);
    assert_eq!(alone.get(MAIN, "/api/count").await.status, StatusCode::NO_CONTENT);
    assert_eq!(seen.await.unwrap(), 3, "two reads and one upload");
}

#[test]
fn rejects_invalid_upstream_addresses() {
    assert!(Upstream::http_upstream("http://127.0.0.1:1, http://[::1]:2").is_ok());
    for wrong in ["", "http://127.0.0.1:1,", "http://127.0.0.1:1,ftp://x", "127.0.0.1:1"] {
        assert!(Upstream::http_upstream(wrong).is_err(), "{wrong}");
    }
}
