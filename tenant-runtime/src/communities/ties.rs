//! What other features ask about communities: where somebody is a member, and as what.

use crate::reads::Reads;
use platform::{Door, UserId};
use sea_orm::{DbErr, FromQueryResult};

/// A community that somebody is a member of.
#[derive(Debug, Clone, FromQueryResult)]
pub struct Joined {
    /// The community.
    pub id: uuid::Uuid,
    /// Its name.
    pub name: String,
    /// Its description.
    pub description: String,
    /// `admin`, `trustee` or `member`.
    pub role: String,
}

/// Where somebody is a member, as far as `door` shows it, in the order of joining.
///
/// # Errors
/// The database's.
pub async fn joined_by(reads: &impl Reads, user: UserId, door: Door) -> Result<Vec<Joined>, DbErr> {
    const MEMBER: &str = "SELECT c.id, c.name, c.description, m.role FROM community_members m \
         JOIN communities c ON c.id = m.community_id WHERE m.user_id = $1";
    const ORDER: &str = " ORDER BY m.joined_at, c.id";
    const OF_PORTAL: &str = " AND EXISTS (SELECT 1 FROM community_affiliations a \
         WHERE a.community_id = c.id AND a.affiliation_id = $2)";
    let (through, mut values) = (door.affiliation(), vec![user.into()]);
    values.extend(through.map(sea_orm::Value::from));
    let of_portal = if through.is_some() { OF_PORTAL } else { "" };
    reads.sql(&format!("{MEMBER}{of_portal}{ORDER}"), values).all().await
}
