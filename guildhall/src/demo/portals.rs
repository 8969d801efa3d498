//! The portals, created like by staff.

use super::cast::{Portal, PortalState};
use super::domains::{self, StoredPortal};
use super::world::World;
use super::{DemoError, pictures};
use control_plane::brands::{BrandInput, Rgb};
use control_plane::tenants::{self, NewTenant};
use platform::{AffiliationId, Problem, Scope, System};

/// Creates the portal of every affiliation that has one, in its state, with its domains.
pub async fn open(scope: &mut Scope<System>, world: &World) -> Result<(), DemoError> {
    let mut stored = Vec::new();
    for affiliation in &world.cast.affiliations {
        let Some(portal) = &affiliation.portal else { continue };
        let new = NewTenant {
            affiliation_id: AffiliationId::from(world.affiliation_id(&affiliation.key)?),
            subdomain: portal.subdomain.clone(),
            brand: brand_input(portal)?,
            mark: Some(pictures::logo_file(&portal.mark)?.into()),
        };
        let made = match portal.state {
            PortalState::Draft => tenants::prepare(scope, new).await,
            PortalState::Active | PortalState::Suspended => tenants::open(scope, new).await,
        };
        let id = made.map_err(|problem| refusal(portal, &problem))?;
        stored.push(StoredPortal { affiliation, portal, id });
    }
    domains::insert(scope, world, &stored).await?;
    for StoredPortal { portal, id, .. } in stored {
        if let (PortalState::Suspended, Some(reason)) = (portal.state, &portal.reason) {
            let suspended = tenants::suspend_by_operator(scope, id, reason).await;
            suspended.map_err(|problem| refusal(portal, &problem))?;
        }
    }
    Ok(())
}

fn refusal(portal: &Portal, problem: &Problem) -> DemoError {
    DemoError::Portal(portal.subdomain.clone(), format!("{problem:?}"))
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
