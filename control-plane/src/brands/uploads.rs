//! Logo, mark and picture: read by us, bounded, and written anew, under names that hold their hashes.

use super::drafting::{beginning, change, check_open};
use super::error::BrandError;
use super::icons::{NAME_CHARS, owner};
use super::input::UPLOAD;
use super::write::Uploads;
use super::{rows, store};
use crate::tenants::Managed;
use bytes::Bytes;
use data_encoding::HEXLOWER;
use image::DynamicImage;
use platform::blob::BlobKey;
use platform::limiter::{LimitKey, LimitedAction};
use platform::picture::{self, Picture, PictureError};
use platform::{Identified, Member, Problem, Scope, Services, TenantId};
use sha2::{Digest, Sha256};

/// Largest that a logo is shown, twice over.
const LOGO_PX_MAX: (u32, u32) = (640, 240);
/// Side of the mark that the icons are made from.
const MARK_PX: u32 = 512;
/// A smaller mark would be blurred.
const MARK_PX_MIN: u32 = 128;
const PICTURE_PX_MAX: u32 = 2000;
const PICTURE_PX_MIN: u32 = 400;
const PICTURE_QUALITY: u8 = 82;
/// How far into a file its kind is looked for.
const HEAD_BYTES: usize = 1024;
/// The engraving that takes the place of a picture that is removed.
const ENGRAVING: &str = "oculus";

/// What is uploaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Beside the name, in any shape.
    Logo,
    /// The square sign that the icons are made from.
    Mark,
    /// Of the sign-in page.
    Picture,
}

impl Kind {
    const fn deed(self, puts: bool) -> &'static str {
        match (self, puts) {
            (Self::Logo, true) => "brand.logo",
            (Self::Logo, false) => "brand.logo-remove",
            (Self::Mark, true) => "brand.mark",
            (Self::Mark, false) => "brand.mark-remove",
            (Self::Picture, true) => "brand.picture",
            (Self::Picture, false) => "brand.picture-remove",
        }
    }
}

/// An upload as it is kept.
struct Made {
    bytes: Vec<u8>,
    /// How its name begins and ends.
    name: (&'static str, &'static str),
    content_type: &'static str,
    /// The brightest that any pixel is, channel by channel, where text will stand on it.
    peak: Option<String>,
}

/// Puts an upload into the draft.
///
/// # Errors
/// [`BrandError`], the database's or the store's.
pub(super) async fn put(
    scope: &mut Scope<Member>,
    tenant: &Managed,
    kind: Kind,
    file: Bytes,
) -> Result<rows::Model, Problem> {
    check_open(tenant)?;
    spend(scope).await?;
    let (address, peak) = keep(scope.services(), tenant.id(), kind, file).await?;
    edit(scope, tenant, kind, Some((address, peak))).await
}

/// Takes an upload out of the draft. What was published keeps it.
///
/// # Errors
/// [`BrandError`], the database's or the store's.
pub(super) async fn remove(
    scope: &mut Scope<Member>,
    tenant: &Managed,
    kind: Kind,
) -> Result<rows::Model, Problem> {
    check_open(tenant)?;
    spend(scope).await?;
    edit(scope, tenant, kind, None).await
}

async fn spend(scope: &Scope<Member>) -> Result<(), BrandError> {
    let limiter = scope.services().limiter();
    let verdict = limiter.hit(LimitedAction::Write, &LimitKey::user(scope.viewer().id())).await;
    if verdict.allowed { Ok(()) } else { Err(BrandError::TooMany(verdict.retry_after_s)) }
}

async fn edit(
    scope: &mut Scope<Member>,
    tenant: &Managed,
    kind: Kind,
    put: Option<(String, Option<String>)>,
) -> Result<rows::Model, Problem> {
    let present = store::present(scope, tenant.id()).await?;
    let mut uploads = present.newest().map(Uploads::from).unwrap_or_default();
    let mut design = present.newest().map_or_else(|| beginning(tenant), rows::Model::design);
    let revision = present.draft.as_ref().map(|draft| draft.revision);
    let deed = kind.deed(put.is_some());
    let (address, peak) = put.map_or((None, None), |(address, peak)| (Some(address), peak));
    match kind {
        Kind::Logo => uploads.logo_url = address,
        Kind::Mark => uploads.mark_url = address,
        Kind::Picture => {
            design.picture = if address.is_some() { UPLOAD } else { ENGRAVING }.to_owned();
            (uploads.picture_url, uploads.picture_peak) = (address, peak);
        }
    }
    change(scope, tenant, deed, revision, &design, uploads).await
}

/// Keeps the mark that a portal is opened with, as an uploaded one is; its address.
///
/// # Errors
/// A file that is no picture or a small one, or the store's.
pub(super) async fn keep_mark(
    services: &Services,
    tenant: TenantId,
    file: Bytes,
) -> Result<String, Problem> {
    keep(services, tenant, Kind::Mark, file).await.map(|(address, _)| address)
}

/// Reads a file, keeps what is made of it, and says its address and its peak.
async fn keep(
    services: &Services,
    tenant: TenantId,
    kind: Kind,
    file: Bytes,
) -> Result<(String, Option<String>), Problem> {
    if is_svg(&file) {
        return Err(BrandError::Vector.into());
    }
    let made = picture::in_pool(move || make(kind, &file)).await?;
    let hash = HEXLOWER.encode(&Sha256::digest(&made.bytes));
    let name = format!("{}-{}{}", made.name.0, &hash[..NAME_CHARS], made.name.1);
    let key = BlobKey::new(&owner(tenant), &name).map_err(Problem::internal)?;
    let blob = services.blob();
    blob.put(&key, made.bytes.into(), made.content_type).await?;
    Ok((format!("/media/{key}"), made.peak))
}

/// Whether a file is an SVG, which is a document and no picture.
fn is_svg(file: &[u8]) -> bool {
    let head = String::from_utf8_lossy(&file[..file.len().min(HEAD_BYTES)]).to_ascii_lowercase();
    head.contains("<svg")
}

fn make(kind: Kind, file: &[u8]) -> Result<Made, PictureError> {
    let Picture { pixels, width, height } = picture::decode(file, PICTURE_PX_MAX)?;
    let shortest = width.min(height);
    match kind {
        Kind::Logo => {
            let (width, height) = LOGO_PX_MAX;
            png("logo", &picture::no_larger(pixels, width, height))
        }
        Kind::Mark if shortest < MARK_PX_MIN => Err(PictureError::Smaller(MARK_PX_MIN)),
        Kind::Mark => png("mark", &picture::no_larger(pixels, MARK_PX, MARK_PX)),
        Kind::Picture if shortest < PICTURE_PX_MIN => Err(PictureError::Smaller(PICTURE_PX_MIN)),
        Kind::Picture => {
            let pixels = picture::no_larger(pixels, PICTURE_PX_MAX, PICTURE_PX_MAX);
            let shown = picture::on_paper(&pixels);
            let bytes = picture::jpeg(&shown, PICTURE_QUALITY)?;
            // What is written is not quite what was read.
            let peak = peak(&picture::decode(&bytes, u32::MAX)?.pixels);
            Ok(Made {
                bytes,
                name: ("picture", ".jpg"),
                content_type: "image/jpeg",
                peak: Some(peak),
            })
        }
    }
}

fn png(name: &'static str, picture: &DynamicImage) -> Result<Made, PictureError> {
    let bytes = picture::png(&DynamicImage::ImageRgba8(picture.to_rgba8()))?;
    Ok(Made { bytes, name: (name, ".png"), content_type: "image/png", peak: None })
}

fn peak(picture: &DynamicImage) -> String {
    let mut peak = [0u8; 3];
    for pixel in picture.to_rgb8().pixels() {
        for (peak, channel) in peak.iter_mut().zip(pixel.0) {
            *peak = channel.max(*peak);
        }
    }
    super::Rgb(peak).to_string()
}
