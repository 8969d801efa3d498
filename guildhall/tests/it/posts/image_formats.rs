//! Pictures of every format: large photos, HEIC and AVIF, animations, and what is stored of each.

use super::images::upload;
use crate::community_fixture::CommunityFixture;
use crate::kit::uploads::animated_gif;
use crate::kit::{Reply, uploads};
use image::{AnimationDecoder, ImageFormat, Rgb, RgbImage};
use insta::assert_snapshot;
use oxideav_heif::{EncodeOptions, StillCodec, encode_rgb8};
use std::io::Cursor;

/// The stored bytes of an uploaded picture, as its uploader is served them.
async fn stored_picture(hall: &CommunityFixture, uploaded: &Reply) -> (String, Vec<u8>) {
    let url = uploaded.body["url"].as_str().unwrap();
    let served = hall.ada.get(url).await.expect(200);
    let key = url.strip_prefix("/media/").unwrap().parse().unwrap();
    let object = hall.app.services().blob().get(&key).await.unwrap().unwrap();
    assert_eq!(served.header("content-type"), object.content_type);
    (object.content_type, object.bytes.to_vec())
}

/// A grey JPEG of any size in 1.3 MB: all of its blocks are coded alike.
fn large_jpeg(width: u16, height: u16) -> Vec<u8> {
    let mut file = uploads::plain(8, 8, [128; 3], ImageFormat::Jpeg);
    let frame = file.windows(2).position(|part| part == [0xff, 0xc0]).unwrap();
    file[frame + 5..frame + 7].copy_from_slice(&height.to_be_bytes());
    file[frame + 7..frame + 9].copy_from_slice(&width.to_be_bytes());
    let scan = file.windows(2).position(|part| part == [0xff, 0xda]).unwrap();
    let length = usize::from(u16::from_be_bytes([file[scan + 2], file[scan + 3]]));
    file.truncate(scan + 2 + length);
    let blocks = usize::from(width).div_ceil(8) * usize::from(height).div_ceil(8);
    // 14 bits for each block: no difference and its end, for luminance and twice for chrominance.
    let four = [0b0010_1000, 0b0000_0000, 0b1010_0000, 0b0000_0010, 0b1000_0000, 0b0000_1010, 0];
    file.extend(four.repeat(blocks.div_ceil(4)));
    file.extend([0xff, 0xd9]);
    file
}

#[tokio::test]
async fn accepts_photos_of_48_and_50_megapixels() {
    let hall = CommunityFixture::open().await;
    for (width, height) in [(8064, 6048), (8160, 6120)] {
        let file = large_jpeg(width, height);
        let made = upload(&hall, &hall.ada, &file, None).await.expect(201);
        assert_eq!((&made.body["width"], &made.body["height"]), (&1600.into(), &1200.into()));
        let (_, bytes) = stored_picture(&hall, &made).await;
        let middle = image::load_from_memory(&bytes).unwrap().to_rgb8().get_pixel(800, 600).0;
        assert!(middle.iter().all(|channel| channel.abs_diff(128) < 3), "{middle:?}");
    }
}

#[tokio::test]
async fn refuses_a_vast_header_and_names_the_limit_that_it_exceeds() {
    let hall = CommunityFixture::open().await;
    let mut vast = large_jpeg(64, 64);
    let frame = vast.windows(2).position(|part| part == [0xff, 0xc0]).unwrap();
    // Progressive, 65,500 pixels wide and high.
    vast[frame + 1] = 0xc2;
    vast[frame + 5..frame + 9].copy_from_slice(&[0xff, 0xdc, 0xff, 0xdc]);
    assert_snapshot!(upload(&hall, &hall.ada, &vast, None).await, @"422 This picture has too many pixels. A picture of its kind may have at most 100 megapixels.");
    let mut gif = uploads::plain(8, 8, [1, 2, 3], ImageFormat::Gif);
    gif[6..10].fill(0xff);
    assert_snapshot!(upload(&hall, &hall.ada, &gif, None).await, @"422 This picture has too many pixels. A picture of its kind may have at most 29 megapixels.");
    assert_eq!(hall.rows("post_images").await, 0);
}

#[tokio::test]
async fn stores_heic_and_avif_as_jpeg_without_their_metadata() {
    let hall = CommunityFixture::open().await;
    let red_above_blue =
        RgbImage::from_fn(
            128,
            96,
            |_, y| {
                if y < 48 { Rgb([220, 10, 10]) } else { Rgb([10, 10, 220]) }
            },
        );
    for codec in [StillCodec::Hevc, StillCodec::Av1] {
        let mut options = EncodeOptions::default();
        options.codec = codec;
        options.hevc_mode = "intra".to_owned();
        options.exif = Some(b"MM\0\x2a\0\0\0\x08\0\0 taken at 52.5 N 13.4 E".to_vec());
        let file = encode_rgb8(128, 96, &red_above_blue, &options).unwrap();
        assert!(file.windows(5).any(|part| part == b"taken"));
        let made = upload(&hall, &hall.ada, &file, None).await.expect(201);
        assert_eq!((&made.body["width"], &made.body["height"]), (&128.into(), &96.into()));
        let (kind, bytes) = stored_picture(&hall, &made).await;
        assert_eq!(kind, "image/jpeg");
        assert!(!bytes.windows(5).any(|part| part == b"taken"));
        let read = image::load_from_memory_with_format(&bytes, ImageFormat::Jpeg).unwrap();
        let [red, _, blue] = read.to_rgb8().get_pixel(64, 10).0;
        assert!(red > 180 && blue < 60, "{codec:?}: {red} {blue}");
    }
}

#[tokio::test]
async fn animated_gif_stays_animated_and_loses_its_comments() {
    let hall = CommunityFixture::open().await;
    let file = animated_gif(4, 60);
    let made = upload(&hall, &hall.ada, &file, None).await.expect(201);
    assert_eq!((&made.body["width"], &made.body["height"]), (&60.into(), &60.into()));
    assert!(made.body["url"].as_str().unwrap().ends_with(".gif"));
    let (kind, bytes) = stored_picture(&hall, &made).await;
    assert_eq!(kind, "image/gif");
    assert!(!bytes.windows(5).any(|part| part == b"taken"));
    let decoder = image::codecs::gif::GifDecoder::new(Cursor::new(bytes)).unwrap();
    let frames = decoder.into_frames().collect_frames().unwrap();
    let reds: Vec<u8> = frames.iter().map(|frame| frame.buffer().get_pixel(9, 9).0[0]).collect();
    assert_eq!(reds, [220, 10, 220, 10]);
}

#[tokio::test]
async fn animated_gif_is_accepted_in_posts_only_and_other_animations_are_refused() {
    let hall = CommunityFixture::open().await;
    let webp = b"RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0\x02\0\0\0\x0f\0\0\x0f\0\0";
    assert_snapshot!(upload(&hall, &hall.ada, webp, None).await, @"422 Animated WebP, PNG, HEIC and AVIF pictures are not supported. Please choose an animated GIF or a still picture.");
    let gif = animated_gif(2, 100);
    assert_snapshot!(uploads::upload(&hall.ada, "/api/me/picture", &gif).await, @"422 An animated picture cannot be used here. Please choose a still one.");
    let still = animated_gif(1, 100);
    uploads::upload(&hall.ada, "/api/me/picture", &still).await.expect(200);
    let made = upload(&hall, &hall.ada, &still, None).await.expect(201);
    assert_eq!(stored_picture(&hall, &made).await.0, "image/jpeg");
    assert_snapshot!(upload(&hall, &hall.ada, &animated_gif(2, 1601), None).await, @"422 An animated GIF may be at most 1600 pixels wide and high.");
}
