//! Accepted legal documents of the demo accounts: the current versions, on all of their sites.

use super::DemoError;
use super::cast::Person;
use super::store::{Rows, row};
use super::world::World;
use chrono::Duration;
use platform::{System, Tx};
use sea_orm::FromQueryResult;

#[derive(FromQueryResult)]
struct Document {
    name: String,
    version: i64,
}

/// Builds the acknowledgements of everyone who has completed onboarding.
pub async fn agreement_rows(tx: &Tx<'_, System>, world: &World) -> Result<Rows, DemoError> {
    let sql = "SELECT key AS name, version FROM platform_content";
    let documents = tx.raw(sql, Vec::new()).all::<Document>().await?;
    let columns = &["user_id", "door", "document", "version", "acknowledged_at"];
    let mut rows = Rows::new("legal_acknowledgements", columns);
    for person in world.cast.people.iter().filter(|person| !person.is_fixed("unverified")) {
        let id = world.person_id(&person.key)?;
        let at = world.joined_at(person) + Duration::minutes(6);
        for door in agreed_sites(world, person)? {
            for Document { name, version } in &documents {
                rows.add(row![id, door.clone(), name.clone(), *version, at]);
            }
        }
    }
    Ok(rows)
}

/// Site names, as stored in acknowledgements.
fn agreed_sites(world: &World, person: &Person) -> Result<Vec<String>, DemoError> {
    let mut sites = vec![String::from("main")];
    for affiliation in world.cast.affiliations.iter().filter(|one| one.portal.is_some()) {
        if person.affiliations.contains(&affiliation.key) {
            sites.push(world.affiliation_id(&affiliation.key)?.simple().to_string());
        }
    }
    Ok(sites)
}
