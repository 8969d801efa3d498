//! Logo upload: decoded, scaled down and re-encoded by the server (F-040 to F-043, gaps G-014,
//! G-030).

use super::replaced_logo::{self, ReplacedLogo};
use super::rules::{audit_action, load_view};
use crate::affiliations::administration::find_managed_on_main;
use crate::affiliations::error::AffiliationError;
use crate::affiliations::rows::affiliation;
use crate::affiliations::store;
use crate::affiliations::view::AffiliationView;
use crate::limits::check_limit;
use bytes::Bytes;
use data_encoding::HEXLOWER;
use image::DynamicImage;
use platform::affiliations::AffiliationPermission;
use platform::blob::BlobKey;
use platform::limiter::LimitedAction;
use platform::picture::{self, PictureError};
use platform::{AffiliationId, Member, Problem, Scope};
use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use serde_json::json;
use sha2::{Digest, Sha256};

/// Longest side of the stored logo, in pixels.
const SIDE_PX_MAX: u32 = 400;
const JPEG_QUALITY: u8 = 86;
/// Hexadecimal digits of the content hash in the object's name.
const NAME_CHARS: usize = 32;

/// A re-encoded logo.
struct StoredLogo {
    bytes: Vec<u8>,
    ending: &'static str,
    content_type: &'static str,
}

/// Sets the affiliation's logo to the uploaded picture, as an admin.
pub(super) async fn put_logo(
    scope: &mut Scope<Member>,
    affiliation: AffiliationId,
    file: Bytes,
) -> Result<AffiliationView, Problem> {
    check_limit(scope.services(), scope.viewer(), LimitedAction::Upload).await?;
    let made = picture::in_pool(move || process_logo(&file)).await?;
    // The object is stored before a row refers to it.
    let address = store_logo(scope, affiliation, made).await?;
    set_logo_address(scope, affiliation, Some(address)).await
}

/// Removes the logo; the affiliation's initials are shown instead.
pub(super) async fn remove_logo(
    scope: &mut Scope<Member>,
    id_or_path: &str,
) -> Result<AffiliationView, Problem> {
    let permission = AffiliationPermission::EditLook;
    let affiliation = find_managed_on_main(scope, id_or_path, permission).await?.id;
    check_limit(scope.services(), scope.viewer(), LimitedAction::Upload).await?;
    set_logo_address(scope, affiliation, None).await
}

/// Decodes a picture of any aspect ratio. Transparency is kept, because logos are shown on light
/// and dark backgrounds.
fn process_logo(file: &[u8]) -> Result<StoredLogo, PictureError> {
    let read = picture::decode(file, SIDE_PX_MAX)?.pixels;
    let logo = picture::no_larger(read, SIDE_PX_MAX, SIDE_PX_MAX);
    let seen = logo.to_rgba8();
    if seen.pixels().any(|pixel| pixel.0[3] < u8::MAX) {
        let bytes = picture::encode_png(&DynamicImage::ImageRgba8(seen))?;
        return Ok(StoredLogo { bytes, ending: "png", content_type: "image/png" });
    }
    let bytes = picture::encode_jpeg(&picture::on_paper(&logo), JPEG_QUALITY)?;
    Ok(StoredLogo { bytes, ending: "jpg", content_type: "image/jpeg" })
}

async fn store_logo(
    scope: &Scope<Member>,
    affiliation: AffiliationId,
    made: StoredLogo,
) -> Result<String, Problem> {
    let hash = HEXLOWER.encode(&Sha256::digest(&made.bytes));
    let name = format!("logo-{}.{}", &hash[..NAME_CHARS], made.ending);
    let key = BlobKey::new(&format!("affiliations/{affiliation}"), &name);
    let key = key.map_err(Problem::internal)?;
    let blob = scope.services().blob();
    blob.put(&key, made.bytes.into(), made.content_type).await?;
    Ok(format!("/media/{key}"))
}

async fn set_logo_address(
    scope: &mut Scope<Member>,
    id: AffiliationId,
    address: Option<String>,
) -> Result<AffiliationView, Problem> {
    let tx = scope.begin().await?;
    let row = store::find_by_id(&tx, Some(id)).await?.ok_or(AffiliationError::NotFound)?;
    let change = affiliation::ActiveModel {
        logo: Set(address.clone()),
        updated_at: Set(tx.now()),
        ..Default::default()
    };
    let of_it = affiliation::Column::Id.eq(id.uuid());
    let changed =
        tx.table::<affiliation::Entity>().update(of_it, |update| update.set(change)).await?;
    changed.exactly_one()?;
    let before = json!({ "logo": row.logo });
    if row.logo != address {
        let done = audit_action(&tx, "affiliation.logo", id, before, json!({ "logo": address }));
        platform::audit::record_action(&tx, done).await?;
        if let Some(gone) = row.logo {
            let forgotten = ReplacedLogo { affiliation_id: id, address: gone };
            tx.enqueue(replaced_logo::deletion_job(&forgotten, tx.now())?).await?;
        }
    }
    tx.commit().await?;
    load_view(scope, id).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{ImageFormat, Rgba, RgbaImage};
    use std::error::Error;
    use std::io::Cursor;

    type Outcome = Result<(), Box<dyn Error>>;

    fn file(width: u32, height: u32, alpha: u8) -> Result<Vec<u8>, Box<dyn Error>> {
        let mut file = Cursor::new(Vec::new());
        let picture = RgbaImage::from_pixel(width, height, Rgba([90, 20, 40, alpha]));
        picture.write_to(&mut file, ImageFormat::Png)?;
        Ok(file.into_inner())
    }

    #[test]
    fn scales_a_large_logo_down_and_keeps_its_aspect_ratio() -> Outcome {
        for (size, kept) in
            [((1600, 400), (400, 100)), ((300, 1200), (100, 400)), ((40, 30), (40, 30))]
        {
            let made = process_logo(&file(size.0, size.1, u8::MAX)?)?;
            let seen = image::load_from_memory(&made.bytes)?;
            assert_eq!((seen.width(), seen.height()), kept);
        }
        Ok(())
    }

    #[test]
    fn keeps_transparency_of_logos() -> Outcome {
        let made = process_logo(&file(300, 300, 0)?)?;
        assert_eq!(made.content_type, "image/png");
        assert_eq!(image::load_from_memory(&made.bytes)?.to_rgba8().get_pixel(9, 9).0[3], 0);
        assert_eq!(process_logo(&file(300, 300, u8::MAX)?)?.content_type, "image/jpeg");
        Ok(())
    }
}
