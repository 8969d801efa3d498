//! The portraits, put where uploaded pictures lie.

use super::DemoError;
use super::people::Pictures;
use super::world::World;
use platform::Services;
use platform::blob::BlobKey;
use platform::tokens;

macro_rules! portraits {
    ($($key:literal)*) => {
        &[$(($key, include_bytes!(concat!("../../demo/people/", $key, ".webp")))),*]
    };
}

const PORTRAITS: &[(&str, &[u8])] = portraits!(
    "amina" "bea" "callum" "chidi" "daniel" "farid" "grace" "hannah" "harpreet" "ingrid" "kwame"
    "ling" "lucia" "maeve" "mateo" "nadia" "owen" "priya" "rafiq" "ruth" "siobhan" "tomasz" "yuki"
    "zofia"
);

/// Stores every portrait and says where it is shown.
pub async fn store(services: &Services, world: &World) -> Result<Pictures, DemoError> {
    let mut shown = Pictures::new();
    for (key, bytes) in PORTRAITS {
        let person = world.cast.people.iter().find(|person| person.key == *key && person.portrait);
        let Some(person) = person else { continue };
        let hash: String = tokens::hash(key).chars().take(16).collect();
        let owner = format!("users/{}", world.person(&person.key)?.simple());
        let object = BlobKey::new(&owner, &format!("picture-{}.webp", hash.to_lowercase()))?;
        services.blob().put(&object, (*bytes).into(), "image/webp").await?;
        shown.insert(key, format!("/media/{object}"));
    }
    Ok(shown)
}
