//! What other features ask about communities: where somebody is a member, and as what.

use crate::reads::Reads;
use platform::UserId;
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

/// Where somebody is a member, in the order of joining.
///
/// # Errors
/// The database's.
pub async fn joined_by(reads: &impl Reads, user: UserId) -> Result<Vec<Joined>, DbErr> {
    const SQL: &str = "SELECT c.id, c.name, c.description, m.role FROM community_members m \
         JOIN communities c ON c.id = m.community_id \
         WHERE m.user_id = $1 ORDER BY m.joined_at, c.id";
    reads.sql(SQL, vec![user.into()]).all().await
}
