//! The icons of a door: its mark, or its initial on its colour, at every size that browsers and home
//! screens ask for. Drawn when a brand is saved and kept under a name that says what is on them.

use super::draw::{self, Shape};
use super::input::Design;
use super::write::Uploads;
use super::{Rgb, derive};
use data_encoding::HEXLOWER;
use image::DynamicImage;
use platform::blob::{Blob, BlobError, BlobKey};
use platform::picture::{self, PictureError};
use platform::{Problem, Services, TenantId};
use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// Raised when icons are drawn otherwise, so that they get other names.
const DRAWN: &str = "2";
/// Hexadecimal digits of the hash in a name.
pub(super) const NAME_CHARS: usize = 32;
const TYPE: &str = "image/png";
/// How the names of icons begin.
const NAME: &str = "icon-";
/// Side of a mark within an icon that may be cut to a circle of four fifths of its side: the largest
/// square in that circle.
const MARK_SHARE: f32 = 0.56;
/// Height of a letter, within that circle too.
const LETTER_SHARE: f32 = 0.44;

/// How an icon is called, its side in pixels, and what shape it has.
const ICONS: [(&str, u32, Shape); 6] = [
    ("-32.png", 32, Shape::Mark),
    ("-180.png", 180, Shape::Square),
    ("-192.png", 192, Shape::Mark),
    ("-512.png", 512, Shape::Mark),
    ("-maskable-192.png", 192, Shape::Square),
    ("-maskable-512.png", 512, Shape::Square),
];

/// The icon of a mail's head, which is shown an eighth of its size there.
pub(super) fn of_mail(address: &str) -> String {
    format!("{address}-192.png")
}

/// Whatever the store keeps of a tenant's brand lies under this.
pub(super) fn owner(tenant: TenantId) -> String {
    format!("tenants/{tenant}")
}

/// The files at an address: all the icons, or one upload.
pub(super) fn files(address: &str) -> Vec<String> {
    let is_icons = address.rsplit('/').next().is_some_and(|name| name.starts_with(NAME));
    if !is_icons {
        return vec![address.to_owned()];
    }
    ICONS.iter().map(|(ending, ..)| format!("{address}{ending}")).collect()
}

/// Draws and stores the icons, unless they are there; their address without their sizes.
///
/// # Errors
/// The store's.
pub(super) async fn keep(
    services: &Services,
    tenant: TenantId,
    design: &Design,
    uploads: &Uploads,
) -> Result<String, Problem> {
    let letter = design.name.chars().next().unwrap_or('?');
    let letter = letter.to_uppercase().next().unwrap_or(letter);
    let mark = uploads.mark_url.as_deref().unwrap_or_default();
    let what = format!("{DRAWN}\0{letter}\0{}\0{mark}", design.colour);
    let hash = HEXLOWER.encode(&Sha256::digest(what.as_bytes()));
    let stem = format!("{NAME}{}", &hash[..NAME_CHARS]);
    let address = format!("/media/{}/{stem}", owner(tenant));
    if uploads.icons_url.as_ref() == Some(&address) {
        return Ok(address);
    }
    let blob = services.blob();
    let mark = stored_mark(blob, uploads.mark_url.as_deref()).await.map_err(Problem::internal)?;
    let colour = design.colour;
    let drawn = picture::in_pool(move || draw_all(colour, letter, mark.as_deref())).await?;
    for (ending, bytes) in drawn {
        let key = BlobKey::new(&owner(tenant), &format!("{stem}{ending}"));
        let key = key.map_err(Problem::internal)?;
        blob.put(&key, bytes.into(), TYPE).await?;
    }
    Ok(address)
}

async fn stored_mark(blob: &Blob, address: Option<&str>) -> Result<Option<Vec<u8>>, BlobError> {
    let Some(key) = address.and_then(|address| address.strip_prefix("/media/")) else {
        return Ok(None);
    };
    Ok(blob.get(&key.parse()?).await?.map(|object| object.bytes.to_vec()))
}

fn draw_all(
    colour: Rgb,
    letter: char,
    mark: Option<&[u8]>,
) -> Result<Vec<(&'static str, Vec<u8>)>, PictureError> {
    let palette = derive(colour).light;
    let at = |token: &str| palette.get(token).unwrap_or(Rgb::BLACK);
    let mark = mark.map(|file| picture::decode(file, u32::MAX)).transpose()?;
    let mark = mark.map(|picture| picture.pixels);
    let grounds = [at("brand"), at("deep"), Rgb::WHITE];
    // A letter stands in the same place whatever the shape around it.
    let mut letters = HashMap::new();
    let icons = ICONS.iter().map(|(ending, side, shape)| {
        let icon = match &mark {
            Some(mark) => draw::of_mark(mark, *side, *shape, MARK_SHARE, &grounds),
            None => {
                let (ground, ink) = (at("brand"), at("on-brand"));
                let write = || draw::of_letter(letter, *side, LETTER_SHARE, ground, ink);
                draw::shaped(letters.entry(*side).or_insert_with(write).clone(), *shape)
            }
        };
        Ok((*ending, picture::png(&DynamicImage::ImageRgba8(icon))?))
    });
    icons.collect()
}
