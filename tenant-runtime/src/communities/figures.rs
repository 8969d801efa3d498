//! Counts of joins and leaves, for a community's statistics. The caller has checked access.

use crate::sql::{SqlReader, TimeRange};
use platform::CommunityId;
use sea_orm::{DbErr, FromQueryResult};

/// Number of joins and leaves.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, FromQueryResult)]
pub struct ArrivalCounts {
    /// Number of users who joined.
    pub joined: i64,
    /// Number of users who left.
    pub left: i64,
}

/// Joins and leaves in each time range, in the order of the ranges. One query, by index.
///
/// # Errors
/// Database errors.
pub async fn count_arrivals(
    reads: &impl SqlReader,
    community: CommunityId,
    spans: &[TimeRange],
) -> Result<Vec<ArrivalCounts>, DbErr> {
    const COUNT: &str = "COUNT(*) FILTER (WHERE event_type = 'joined') AS joined, \
         COUNT(*) FILTER (WHERE event_type = 'left') AS \"left\" \
         FROM membership_events WHERE community_id = $1 AND timestamp";
    TimeRange::of_each(reads, spans, COUNT, vec![community.into()]).all().await
}
