//! Logo, badge and sign-in picture: decoded, size-limited and encoded again, and stored under names
//! that contain their hashes.

use super::draft::{change, check_open, first_design};
use super::error::BrandError;
use super::icons::{NAME_CHARS, owner};
use super::input::UPLOAD;
use super::write::Uploads;
use super::{rows, store};
use crate::tenants::ManagedTenant;
use bytes::Bytes;
use data_encoding::HEXLOWER;
use image::DynamicImage;
use platform::blob::BlobKey;
use platform::limiter::{LimitKey, LimitedAction};
use platform::picture::{self, Picture, PictureError};
use platform::{AccountViewer, Member, Problem, Scope, Services, TenantId};
use sha2::{Digest, Sha256};

/// Maximum display size of a logo, doubled for high-density screens.
const LOGO_PX_MAX: (u32, u32) = (640, 240);
/// Side of the badge image from which the icons are made.
const MARK_PX: u32 = 512;
/// Minimum side of a badge; a smaller one would be blurred.
const MARK_PX_MIN: u32 = 128;
const PICTURE_PX_MAX: u32 = 2000;
const PICTURE_PX_MIN: u32 = 400;
const PICTURE_QUALITY: u8 = 82;
/// Number of leading bytes in which the file type is searched.
const TYPE_SNIFF_BYTES: usize = 1024;
/// Engraving that replaces a removed picture.
const ENGRAVING: &str = "oculus";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UploadKind {
    /// Logo next to the name, in any shape.
    Logo,
    /// Square badge from which the icons are made.
    Mark,
    /// Picture of the sign-in page.
    Picture,
}

impl UploadKind {
    const fn audit_action(self, puts: bool) -> &'static str {
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

/// A processed upload.
struct StoredUpload {
    bytes: Vec<u8>,
    /// Prefix and suffix of its file name.
    name: (&'static str, &'static str),
    content_type: &'static str,
    /// Maximum of each channel over the pixels under text.
    peak: Option<String>,
}

/// Adds an upload to the draft.
///
/// # Errors
/// [`BrandError`], a database or store error.
pub(super) async fn put_upload(
    scope: &mut Scope<Member>,
    tenant: &ManagedTenant,
    kind: UploadKind,
    file: Bytes,
) -> Result<rows::Model, Problem> {
    check_open(tenant)?;
    check_limit(scope).await?;
    let (address, peak) = store_upload(scope.services(), tenant.id(), kind, file).await?;
    edit(scope, tenant, kind, Some((address, peak))).await
}

/// Removes an upload from the draft. Published versions keep it.
///
/// # Errors
/// [`BrandError`], a database or store error.
pub(super) async fn remove(
    scope: &mut Scope<Member>,
    tenant: &ManagedTenant,
    kind: UploadKind,
) -> Result<rows::Model, Problem> {
    check_open(tenant)?;
    check_limit(scope).await?;
    edit(scope, tenant, kind, None).await
}

async fn check_limit(scope: &Scope<Member>) -> Result<(), BrandError> {
    let limiter = scope.services().limiter();
    let verdict =
        limiter.count_attempt(LimitedAction::Upload, &LimitKey::user(scope.viewer().id())).await;
    if verdict.allowed { Ok(()) } else { Err(BrandError::TooMany(verdict.retry_after_s)) }
}

async fn edit(
    scope: &mut Scope<Member>,
    tenant: &ManagedTenant,
    kind: UploadKind,
    put: Option<(String, Option<String>)>,
) -> Result<rows::Model, Problem> {
    let present = store::load_present(scope, tenant.id()).await?;
    let mut uploads = present.newest_version().map(Uploads::from).unwrap_or_default();
    let mut design =
        present.newest_version().map_or_else(|| first_design(tenant), rows::Model::to_design);
    let revision = present.draft.as_ref().map(|draft| draft.revision);
    let deed = kind.audit_action(put.is_some());
    let (address, peak) = put.map_or((None, None), |(address, peak)| (Some(address), peak));
    match kind {
        UploadKind::Logo => uploads.logo_url = address,
        UploadKind::Mark => uploads.mark_url = address,
        UploadKind::Picture => {
            design.picture = if address.is_some() { UPLOAD } else { ENGRAVING }.to_owned();
            (uploads.picture_url, uploads.picture_peak) = (address, peak);
        }
    }
    change(scope, tenant, deed, revision, &design, uploads).await
}

/// Stores the badge with which a portal is created, like an uploaded one; returns its URL.
///
/// # Errors
/// The file is not an image or too small; a store error.
pub(super) async fn keep_mark(
    services: &Services,
    tenant: TenantId,
    file: Bytes,
) -> Result<String, Problem> {
    store_upload(services, tenant, UploadKind::Mark, file).await.map(|(address, _)| address)
}

/// Processes and stores a file; returns its URL and its peak.
async fn store_upload(
    services: &Services,
    tenant: TenantId,
    kind: UploadKind,
    file: Bytes,
) -> Result<(String, Option<String>), Problem> {
    if is_svg(&file) {
        return Err(BrandError::Vector.into());
    }
    let made = picture::in_pool(move || process_upload(kind, &file)).await?;
    let hash = HEXLOWER.encode(&Sha256::digest(&made.bytes));
    let name = format!("{}-{}{}", made.name.0, &hash[..NAME_CHARS], made.name.1);
    let key = BlobKey::new(&owner(tenant), &name).map_err(Problem::internal)?;
    let blob = services.blob();
    blob.put(&key, made.bytes.into(), made.content_type).await?;
    Ok((format!("/media/{key}"), made.peak))
}

/// Returns whether a file is an SVG document.
fn is_svg(file: &[u8]) -> bool {
    let head =
        String::from_utf8_lossy(&file[..file.len().min(TYPE_SNIFF_BYTES)]).to_ascii_lowercase();
    head.contains("<svg")
}

fn process_upload(kind: UploadKind, file: &[u8]) -> Result<StoredUpload, PictureError> {
    let Picture { pixels, width, height } = picture::decode(file, PICTURE_PX_MAX)?;
    let shortest = width.min(height);
    match kind {
        UploadKind::Logo => {
            let (width, height) = LOGO_PX_MAX;
            encode_png("logo", &picture::no_larger(pixels, width, height))
        }
        UploadKind::Mark if shortest < MARK_PX_MIN => Err(PictureError::Smaller(MARK_PX_MIN)),
        UploadKind::Mark => encode_png("mark", &picture::no_larger(pixels, MARK_PX, MARK_PX)),
        UploadKind::Picture if shortest < PICTURE_PX_MIN => {
            Err(PictureError::Smaller(PICTURE_PX_MIN))
        }
        UploadKind::Picture => {
            let pixels = picture::no_larger(pixels, PICTURE_PX_MAX, PICTURE_PX_MAX);
            let shown = picture::on_paper(&pixels);
            let bytes = picture::encode_jpeg(&shown, PICTURE_QUALITY)?;
            // Measured on the encoded image, which differs slightly from the input.
            let peak = peak_luminance(&picture::decode(&bytes, u32::MAX)?.pixels);
            Ok(StoredUpload {
                bytes,
                name: ("picture", ".jpg"),
                content_type: "image/jpeg",
                peak: Some(peak),
            })
        }
    }
}

fn encode_png(name: &'static str, picture: &DynamicImage) -> Result<StoredUpload, PictureError> {
    let bytes = picture::encode_png(&DynamicImage::ImageRgba8(picture.to_rgba8()))?;
    Ok(StoredUpload { bytes, name: (name, ".png"), content_type: "image/png", peak: None })
}

fn peak_luminance(picture: &DynamicImage) -> String {
    let mut peak = [0u8; 3];
    for pixel in picture.to_rgb8().pixels() {
        for (peak, channel) in peak.iter_mut().zip(pixel.0) {
            *peak = channel.max(*peak);
        }
    }
    super::Rgb(peak).to_string()
}
