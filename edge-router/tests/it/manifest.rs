//! The manifest of installed apps.

use crate::kit::{ASHCOMBE, MAIN, World, in_process, table};
use edge_router::EdgeConfig;
use serde_json::json;

#[tokio::test]
async fn manifest_lists_the_screenshots_of_the_build() {
    let add = |config: &mut EdgeConfig| {
        let folder = config.main_dist.join("screenshots");
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(folder.join("narrow.jpg"), "a picture").unwrap();
    };
    let world = World::with(table(1), in_process("runtime"), in_process("control"), add);
    let main = world.get(MAIN, "/manifest.webmanifest").await.json();
    assert_eq!(
        main["screenshots"],
        json!([{
            "src": "/screenshots/narrow.jpg", "sizes": "390x844", "type": "image/jpeg",
            "form_factor": "narrow", "label": "A community",
        }])
    );
    assert_eq!(main["id"], "https://guildhall.example/");
    let portal = world.get(ASHCOMBE, "/manifest.webmanifest").await.json();
    assert_eq!(portal["screenshots"], json!([]));
    assert_eq!(portal["id"], "https://ashcombe.portals.example/");
}

/// Browsers reject a screenshot whose size is not the stated one.
#[tokio::test]
async fn screenshots_of_the_main_build_have_the_stated_size() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../web-main/public");
    let add = |config: &mut EdgeConfig| {
        let to = config.main_dist.join("screenshots");
        std::fs::create_dir(&to).unwrap();
        for name in ["narrow.jpg", "wide.jpg"] {
            std::fs::copy(format!("{folder}/screenshots/{name}"), to.join(name)).unwrap();
        }
    };
    let world = World::with(table(1), in_process("runtime"), in_process("control"), add);
    let main = world.get(MAIN, "/manifest.webmanifest").await.json();
    let listed = main["screenshots"].as_array().unwrap();
    assert_eq!(listed.len(), 2);
    for screenshot in listed {
        let picture = world.get(MAIN, screenshot["src"].as_str().unwrap()).await;
        assert_eq!(picture.header("content-type"), screenshot["type"].as_str().unwrap());
        assert_eq!(screenshot["sizes"], size_of_jpeg(&picture.body));
    }
}

/// Width and height in the frame header (ITU T.81, B.2.2).
fn size_of_jpeg(bytes: &[u8]) -> String {
    let at = bytes.windows(2).position(|pair| pair == [0xff, 0xc0]).unwrap();
    let number = |at: usize| u16::from_be_bytes([bytes[at], bytes[at + 1]]);
    format!("{}x{}", number(at + 7), number(at + 5))
}
