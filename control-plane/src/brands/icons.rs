//! Icons of a site: its badge, or its initial on its colour, in every size that browsers and home
//! screens request. They are drawn when a brand is saved and stored under a name that contains a
//! hash of their inputs.

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

/// Version of the drawing code; a change gives the icons new names.
const DRAWING_VERSION: &str = "2";
/// Number of hexadecimal digits of the hash in a name.
pub(super) const NAME_CHARS: usize = 32;
const CONTENT_TYPE: &str = "image/png";
/// Prefix of icon names.
const FILE_PREFIX: &str = "icon-";
/// Side of a badge in a maskable icon, as a share of the icon's side: the largest square in the
/// safe circle, whose diameter is four fifths of the side.
const MARK_SHARE: f32 = 0.56;
/// Height of a letter within the same circle.
const LETTER_SHARE: f32 = 0.44;

/// Suffix, side in pixels and shape of each icon.
const ICONS: [(&str, u32, Shape); 6] = [
    ("-32.png", 32, Shape::Mark),
    ("-180.png", 180, Shape::Square),
    ("-192.png", 192, Shape::Mark),
    ("-512.png", 512, Shape::Mark),
    ("-maskable-192.png", 192, Shape::Square),
    ("-maskable-512.png", 512, Shape::Square),
];

/// URL of the icon in an email's header, where it is shown at an eighth of its size.
pub(super) fn of_mail(address: &str) -> String {
    format!("{address}-192.png")
}

/// Storage prefix of all files of a tenant's brand.
pub(super) fn owner(tenant: TenantId) -> String {
    format!("tenants/{tenant}")
}

/// File names at an address: all icons, or one upload.
pub(super) fn icon_files(address: &str) -> Vec<String> {
    let is_icons = address.rsplit('/').next().is_some_and(|name| name.starts_with(FILE_PREFIX));
    if !is_icons {
        return vec![address.to_owned()];
    }
    ICONS.iter().map(|(ending, ..)| format!("{address}{ending}")).collect()
}

/// Draws and stores the icons unless they exist; returns their base URL.
///
/// # Errors
/// Store errors.
pub(super) async fn store_icons(
    services: &Services,
    tenant: TenantId,
    design: &Design,
    uploads: &Uploads,
) -> Result<String, Problem> {
    let letter = design.name.chars().next().unwrap_or('?');
    let letter = letter.to_uppercase().next().unwrap_or(letter);
    let mark = uploads.mark_url.as_deref().unwrap_or_default();
    let what = format!("{DRAWING_VERSION}\0{letter}\0{}\0{mark}", design.colour);
    let hash = HEXLOWER.encode(&Sha256::digest(what.as_bytes()));
    let stem = format!("{FILE_PREFIX}{}", &hash[..NAME_CHARS]);
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
        blob.put(&key, bytes.into(), CONTENT_TYPE).await?;
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
    // A letter has the same position in every shape.
    let mut letters = HashMap::new();
    let icons = ICONS.iter().map(|(ending, side, shape)| {
        let icon = match &mark {
            Some(mark) => draw::of_mark(mark, *side, *shape, MARK_SHARE, &grounds),
            None => {
                let (ground, ink) = (at("brand"), at("on-brand"));
                let write = || draw::of_letter(letter, *side, LETTER_SHARE, ground, ink);
                draw::cut_to_shape(letters.entry(*side).or_insert_with(write).clone(), *shape)
            }
        };
        Ok((*ending, picture::encode_png(&DynamicImage::ImageRgba8(icon))?))
    });
    icons.collect()
}
