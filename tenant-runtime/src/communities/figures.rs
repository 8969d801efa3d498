//! Who comes and goes, for a community's figures. The caller has reached it through the door.

use super::CommunityId;
use crate::reads::{Reads, Span};
use sea_orm::{DbErr, FromQueryResult};

/// How many came and went.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, FromQueryResult)]
pub struct Comings {
    /// Who came.
    pub joined: i64,
    /// Who went.
    pub left: i64,
}

/// Who came and went in each span, in the spans' order. One query, by index.
///
/// # Errors
/// The database's.
pub async fn comings_in(
    reads: &impl Reads,
    community: CommunityId,
    spans: &[Span],
) -> Result<Vec<Comings>, DbErr> {
    const COUNT: &str = "COUNT(*) FILTER (WHERE event_type = 'joined') AS joined, \
         COUNT(*) FILTER (WHERE event_type = 'left') AS \"left\" \
         FROM membership_events WHERE community_id = $1 AND timestamp";
    Span::of_each(reads, spans, COUNT, vec![community.into()]).all().await
}
