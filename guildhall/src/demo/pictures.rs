//! Portraits and logos, stored like uploaded pictures.

use super::DemoError;
use super::world::World;
use platform::Services;
use platform::blob::BlobKey;
use platform::tokens;
use std::collections::BTreeMap;
use uuid::Uuid;

/// Files of one folder in `demo/`, by name.
macro_rules! files {
    ($folder:literal: $($key:literal)*) => {
        &[$(($key, include_bytes!(concat!("../../demo/", $folder, "/", $key, ".webp")))),*]
    };
}

const PORTRAITS: &[(&str, &[u8])] = files!("people":
    "amina" "bea" "callum" "chidi" "daniel" "farid" "grace" "hannah" "harpreet" "ingrid" "kwame"
    "ling" "lucia" "maeve" "mateo" "nadia" "owen" "priya" "rafiq" "ruth" "siobhan" "tomasz" "yuki"
    "zofia"
);

const MARKS: &[(&str, &[u8])] = files!("marks":
    "ashcombe" "brigid" "htwu" "htwu-plate" "lagos" "midland" "northgate" "rowan" "sylheti" "wharfe" "wise"
);

/// URL of each picture, by the key of its subject.
pub type PictureAddresses = BTreeMap<&'static str, String>;

/// Stores all portraits; returns their URLs.
pub async fn store_portraits(
    services: &Services,
    world: &World,
) -> Result<PictureAddresses, DemoError> {
    let mut shown = PictureAddresses::new();
    for (key, bytes) in PORTRAITS {
        let person = world.cast.people.iter().find(|person| person.key == *key && person.portrait);
        let Some(person) = person else { continue };
        let owner = ("users", world.person_id(&person.key)?);
        shown.insert(key, store_picture(services, owner, ("picture", key), bytes).await?);
    }
    Ok(shown)
}

/// Stores the logos of all affiliations; returns their URLs.
pub async fn store_logos(
    services: &Services,
    world: &World,
) -> Result<PictureAddresses, DemoError> {
    let mut shown = PictureAddresses::new();
    for affiliation in &world.cast.affiliations {
        let Some((key, bytes)) = find_by_name(&affiliation.key) else { continue };
        let owner = ("affiliations", world.affiliation_id(key)?);
        shown.insert(key, store_picture(services, owner, ("logo", key), bytes).await?);
    }
    Ok(shown)
}

/// File of a logo.
pub fn logo_file(name: &str) -> Result<&'static [u8], DemoError> {
    let found = find_by_name(name).ok_or_else(|| DemoError::Data(format!("mark {name}")))?;
    Ok(found.1)
}

fn find_by_name(name: &str) -> Option<&'static (&'static str, &'static [u8])> {
    MARKS.iter().find(|(of, _)| *of == name)
}

async fn store_picture(
    services: &Services,
    (kind, id): (&str, Uuid),
    (name, key): (&str, &str),
    bytes: &'static [u8],
) -> Result<String, DemoError> {
    let hash: String = tokens::hash(key).chars().take(16).collect();
    let owner = format!("{kind}/{}", id.simple());
    let object = BlobKey::new(&owner, &format!("{name}-{}.webp", hash.to_lowercase()))?;
    services.blob().put(&object, bytes.into(), "image/webp").await?;
    Ok(format!("/media/{object}"))
}
