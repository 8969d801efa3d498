//! The two portals, created like by staff.

use super::cast::Portal;
use super::world::World;
use super::{DemoError, pictures};
use control_plane::brands::{BrandInput, Rgb};
use control_plane::tenants::{self, NewTenant};
use platform::{AffiliationId, Scope, System};

/// Creates the portal of every affiliation that has one.
pub async fn open(scope: &mut Scope<System>, world: &World) -> Result<(), DemoError> {
    for affiliation in &world.cast.affiliations {
        let Some(portal) = &affiliation.portal else { continue };
        let new = NewTenant {
            affiliation_id: AffiliationId::from(world.affiliation_id(&affiliation.key)?),
            subdomain: portal.subdomain.clone(),
            brand: brand_input(portal)?,
            mark: Some(pictures::logo_file(&portal.mark)?.into()),
        };
        tenants::open(scope, new).await.map_err(|problem| {
            DemoError::Portal(portal.subdomain.clone(), format!("{problem:?}"))
        })?;
    }
    Ok(())
}

fn brand_input(portal: &Portal) -> Result<BrandInput, DemoError> {
    let colour = Rgb::parse(&portal.color);
    Ok(BrandInput {
        name: portal.brand_name.clone(),
        colour: colour.ok_or_else(|| DemoError::Data(format!("colour {}", portal.color)))?,
        headings: portal.headings.clone(),
        corners: portal.corners.clone(),
        top_bar: portal.top_bar.clone(),
        sign_in_layout: portal.sign_in_layout.clone(),
        picture: portal.picture.clone(),
        sign_in_title: Some(portal.sign_in_title.clone()),
        sign_in_text: Some(portal.sign_in_text.clone()),
    })
}
