//! Logo, badge and picture: stored files, and icons derived from them.

use super::World;
use crate::kit::Reply;
use crate::kit::uploads::{animated_gif, plain, upload, written};
use image::{ImageFormat, Rgba, RgbaImage};
use insta::assert_snapshot;
use serde_json::{Value, json};

/// A stored image as served publicly.
async fn kept(world: &World, host: &str, address: &str) -> (Vec<u8>, Reply) {
    let reply = world.app.browser().at_host(host).get(address).await.expect(200);
    assert_eq!(reply.header("cache-control"), "public, max-age=31536000, immutable");
    assert_eq!(reply.header("x-content-type-options"), "nosniff");
    let key = address.strip_prefix("/media/").unwrap().parse().unwrap();
    let stored = world.app.services().blob().get(&key).await.unwrap().unwrap();
    assert_eq!(reply.header("content-type"), stored.content_type);
    (stored.bytes.to_vec(), reply)
}

fn at<'d>(document: &'d Value, field: &str) -> &'d str {
    document[field].as_str().unwrap_or_else(|| panic!("no {field} in {document}"))
}

#[tokio::test]
async fn logo_is_reencoded_and_served_on_every_site() {
    let world = World::open().await;
    let mut noted = written(
        &RgbaImage::from_pixel(1280, 300, Rgba([20, 90, 200, 128])).into(),
        ImageFormat::Png,
    );
    // Metadata of a file is not published.
    noted.extend_from_slice(b"canary-in-the-tail");
    let draft = upload(&world.ada, &world.at("logo"), &noted).await.expect(200).body;
    assert_eq!((&draft["revision"], &draft["name"]), (&json!(1), &json!("Oak House")));
    for host in ["localhost", "oak.localhost"] {
        let (bytes, _) = kept(&world, host, at(&draft, "logoUrl")).await;
        let logo = image::load_from_memory_with_format(&bytes, ImageFormat::Png).unwrap();
        assert_eq!((logo.width(), logo.height()), (640, 150));
        assert_eq!(logo.to_rgba8().get_pixel(300, 70).0[3], 128, "transparency is kept");
        assert!(!bytes.windows(6).any(|part| part == b"canary"));
    }
    let saved = world.save(&world.ada, Some(1), json!({})).await.expect(200).body;
    assert_eq!(saved["logoUrl"], draft["logoUrl"], "saving the rest leaves it");
    world.ada.post(&world.at("publish"), json!({ "revision": 2 })).await.expect(200);
    let removed = world.ada.delete(&world.at("logo")).await.expect(200).body;
    assert_eq!(removed["logoUrl"], Value::Null);
    assert_eq!(world.overview().await["published"]["logoUrl"], draft["logoUrl"]);
    kept(&world, "oak.localhost", at(&draft, "logoUrl")).await;
}

#[tokio::test]
async fn rejects_files_that_are_not_images() {
    let world = World::open().await;
    let (ada, logo) = (&world.ada, world.at("logo"));
    let svg = br#"<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script/></svg>"#;
    assert_snapshot!(upload(ada, &logo, svg).await, @"422 SVG files can contain scripts and are not accepted. Please choose a JPEG, PNG, WebP, GIF, HEIC or AVIF picture.");
    assert_snapshot!(upload(ada, &logo, b"GIF89a....").await, @"422 This picture cannot be read. Please choose another one.");
    assert_snapshot!(upload(ada, &logo, b"BM........").await, @"422 Please choose a JPEG, PNG, WebP, GIF, HEIC or AVIF picture.");
    assert_snapshot!(upload(ada, &logo, b"").await, @"422 Please choose a picture.");
    let cut = &plain(300, 300, [1, 2, 3], ImageFormat::Png)[..90];
    assert_snapshot!(upload(ada, &logo, cut).await, @"422 This picture cannot be read. Please choose another one.");
    let mut vast = plain(8, 8, [0, 0, 0], ImageFormat::Gif);
    vast[6..10].fill(0xff);
    assert_snapshot!(upload(ada, &logo, &vast).await, @"422 This picture has too many pixels. A picture of its kind may have at most 29 megapixels.");
    assert_snapshot!(upload(ada, &logo, &animated_gif(2, 200)).await, @"422 An animated picture cannot be used here. Please choose a still one.");
    let small = plain(127, 400, [0, 0, 0], ImageFormat::Png);
    assert_snapshot!(upload(ada, &world.at("mark"), &small).await, @"422 This picture is too small. It needs at least 128 pixels on each side.");
    assert_eq!(upload(ada, &logo, &vec![0; 25 * 1024 * 1024 + 1]).await.status, 413);
    assert_eq!(world.overview().await["draft"], Value::Null);
}

#[tokio::test]
async fn icons_are_drawn_from_the_badge_or_initial() {
    let world = World::open().await;
    let draft = world.save(&world.ada, None, json!({ "name": "harbour" })).await.expect(200).body;
    let letters = at(&draft, "iconsUrl").to_owned();
    let sizes = [
        ("-32.png", 32),
        ("-180.png", 180),
        ("-192.png", 192),
        ("-512.png", 512),
        ("-maskable-192.png", 192),
        ("-maskable-512.png", 512),
    ];
    for (ending, side) in sizes {
        let (bytes, _) = kept(&world, "oak.localhost", &format!("{letters}{ending}")).await;
        let icon = image::load_from_memory_with_format(&bytes, ImageFormat::Png).unwrap();
        assert_eq!((icon.width(), icon.height()), (side, side), "{ending}");
    }
    let (bytes, _) = kept(&world, "localhost", &format!("{letters}-maskable-512.png")).await;
    let icon = image::load_from_memory(&bytes).unwrap().to_rgba8();
    assert_eq!(icon.get_pixel(0, 0).0, [0x17, 0x47, 0xd1, 255], "its colour, to the corners");
    let white = |p: &&Rgba<u8>| p.0 == [255; 4];
    assert!(icon.pixels().filter(white).count() > 5_000, "with its letter on it");
    let same = world.save(&world.ada, Some(1), json!({ "name": "Haven" })).await.expect(200).body;
    assert_eq!(at(&same, "iconsUrl"), letters, "the same letter on the same colour");

    let mark = RgbaImage::from_fn(600, 600, |x, y| {
        let inside = (x.abs_diff(300)).pow(2) + (y.abs_diff(300)).pow(2) < 280 * 280;
        if inside { Rgba([200, 30, 30, 255]) } else { Rgba([0, 0, 0, 0]) }
    });
    let mark = written(&mark.into(), ImageFormat::Png);
    let draft = upload(&world.ada, &world.at("mark"), &mark).await.expect(200).body;
    let marked = at(&draft, "iconsUrl").to_owned();
    assert_ne!(marked, letters);
    let (bytes, _) = kept(&world, "oak.localhost", &format!("{marked}-maskable-512.png")).await;
    let icon = image::load_from_memory(&bytes).unwrap().to_rgba8();
    assert_eq!(icon.get_pixel(256, 256).0, [200, 30, 30, 255]);
    let ground = *icon.get_pixel(0, 0);
    let outside = |x: u32, y: u32| x.abs_diff(256).pow(2) + y.abs_diff(256).pow(2) > 205 * 205;
    let cut = icon.enumerate_pixels().filter(|(x, y, p)| outside(*x, *y) && **p != ground).count();
    assert_eq!(cut, 0, "the badge stays within the safe circle");
    let (bytes, _) = kept(&world, "oak.localhost", &format!("{marked}-512.png")).await;
    let icon = image::load_from_memory(&bytes).unwrap().to_rgba8();
    assert_eq!(icon.get_pixel(0, 0).0[3], 0, "transparency is kept");
    let without = world.ada.delete(&world.at("mark")).await.expect(200).body;
    assert_eq!(at(&without, "iconsUrl"), letters);
}

#[tokio::test]
async fn picture_is_darkened_until_text_is_readable() {
    use control_plane::brands::{Rgb, derive};
    let world = World::open().await;
    let white = plain(2400, 1200, [255, 255, 255], ImageFormat::Jpeg);
    let draft = upload(&world.ada, &world.at("picture"), &white).await.expect(200).body;
    assert_eq!(draft["picture"], "upload", "an upload selects the picture");
    let (bytes, _) = kept(&world, "oak.localhost", at(&draft, "pictureUrl")).await;
    let picture = image::load_from_memory_with_format(&bytes, ImageFormat::Jpeg).unwrap();
    assert_eq!((picture.width(), picture.height()), (2000, 1000));
    let derived = derive(Rgb::parse(at(&draft, "colour")).unwrap());
    let scrim: f64 = at(&draft, "pictureScrim").parse().unwrap();
    for palette in [&derived.light, &derived.dark] {
        let (text, deep) = (palette.get("on-deep").unwrap(), palette.get("deep").unwrap());
        assert!(text.contrast_with(deep.blend_over(Rgb::WHITE, scrim)) >= 4.5);
    }
    assert!((0.3..0.8).contains(&scrim), "not more than it needs: {scrim}");

    let pale = json!({ "picture": "upload", "colour": "#ffffff" });
    let saved = world.save(&world.ada, Some(1), pale).await.expect(200).body;
    assert_eq!(saved["picture"], "upload");
    world.ada.post(&world.at("publish"), json!({ "revision": 2 })).await.expect(200);
    world.until_shown(&saved).await;
    let page = world.app.browser().on("oak").get("/").await.expect(200);
    assert!(page.text.contains("data-picture=\"upload\""), "{}", page.text);
    assert!(page.text.contains(&format!("url(\"{}\")", at(&draft, "pictureUrl"))));
    assert!(page.text.contains(&format!("--picture-scrim:{}", at(&saved, "pictureScrim"))));

    let removed = world.ada.delete(&world.at("picture")).await.expect(200).body;
    assert_eq!((&removed["picture"], &removed["pictureUrl"]), (&json!("oculus"), &Value::Null));
    let night = plain(500, 500, [10, 10, 20], ImageFormat::WebP);
    let dark = upload(&world.ada, &world.at("picture"), &night).await.expect(200).body;
    assert_eq!(dark["pictureScrim"], "0.00");
}

#[tokio::test]
async fn deletes_only_files_that_no_version_uses() {
    let world = World::open().await;
    let (ada, logo) = (&world.ada, world.at("logo"));
    let red = plain(300, 300, [200, 0, 0], ImageFormat::Png);
    let blue = plain(300, 300, [0, 0, 200], ImageFormat::Png);
    let first = upload(ada, &logo, &red).await.expect(200).body;
    let second = upload(ada, &logo, &blue).await.expect(200).body;
    world.app.work().await;
    let status = async |address: &str| world.app.browser().get(address).await.status;
    assert_eq!(status(at(&first, "logoUrl")).await, 404);
    assert_eq!(status(at(&second, "logoUrl")).await, 200);
    ada.post(&world.at("publish"), json!({ "revision": 2 })).await.expect(200);
    ada.delete(&logo).await.expect(200);
    let coloured = json!({ "colour": "#00ff66" });
    let draft = world.save(ada, Some(1), coloured).await.expect(200).body;
    let icon = format!("{}-512.png", at(&draft, "iconsUrl"));
    world.app.work().await;
    assert_eq!(status(&icon).await, 200);
    ada.delete(&world.at("draft")).await.expect(204);
    world.app.work().await;
    assert_eq!(status(&icon).await, 404, "a discarded draft leaves no files");
    assert_eq!(status(at(&second, "logoUrl")).await, 200, "the published version uses it");
    let shown = format!("{}-512.png", at(&second, "iconsUrl"));
    assert_eq!(status(&shown).await, 200);
}
