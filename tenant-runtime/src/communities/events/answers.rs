//! Answers to events, and their numbers.

use crate::communities::announcements::AnnouncementId;
use crate::sql::{SqlReader, placeholders};
use platform::UserId;
use sea_orm::{DbErr, DeriveActiveEnum, EnumIter, FromQueryResult, Value};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::ToSchema;

/// Answer to an event.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "lowercase")]
pub enum EventAnswer {
    #[sea_orm(string_value = "yes")]
    Yes,
    #[sea_orm(string_value = "maybe")]
    Maybe,
    #[sea_orm(string_value = "no")]
    No,
}

/// Numbers of answers to an event.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AnswerCounts {
    pub yes: i64,
    pub maybe: i64,
    pub no: i64,
}

impl AnswerCounts {
    /// Number of people who answered yes or maybe.
    pub(super) const fn attendees(self) -> i64 {
        self.yes + self.maybe
    }
}

/// Answers to the events of a page.
#[derive(Debug, Default)]
pub struct PageAnswers {
    counts: HashMap<AnnouncementId, AnswerCounts>,
    own: HashMap<AnnouncementId, EventAnswer>,
}

impl PageAnswers {
    /// Answers to these events. One query, or none for an empty list.
    pub async fn load(
        reads: &impl SqlReader,
        events: &[AnnouncementId],
        viewer: UserId,
    ) -> Result<Self, DbErr> {
        #[derive(FromQueryResult)]
        struct CountRow {
            announcement_id: AnnouncementId,
            answer: EventAnswer,
            count: i64,
            own: i64,
        }
        let mut answers = Self::default();
        if events.is_empty() {
            return Ok(answers);
        }
        let sql = format!(
            "SELECT announcement_id, answer, COUNT(*) AS count, \
             COUNT(CASE WHEN user_id = $1 THEN 1 END) AS own FROM event_answers \
             WHERE announcement_id IN ({}) GROUP BY announcement_id, answer",
            placeholders(2, events.len())
        );
        let values: Vec<Value> =
            std::iter::once(viewer.into()).chain(events.iter().map(|id| (*id).into())).collect();
        for row in reads.sql(&sql, values).all::<CountRow>().await? {
            let counts = answers.counts.entry(row.announcement_id).or_default();
            match row.answer {
                EventAnswer::Yes => counts.yes = row.count,
                EventAnswer::Maybe => counts.maybe = row.count,
                EventAnswer::No => counts.no = row.count,
            }
            if row.own > 0 {
                answers.own.insert(row.announcement_id, row.answer);
            }
        }
        Ok(answers)
    }

    /// Numbers of answers to an event.
    pub fn counts_of(&self, event: AnnouncementId) -> AnswerCounts {
        self.counts.get(&event).copied().unwrap_or_default()
    }

    /// The viewer's answer to an event.
    pub fn own_of(&self, event: AnnouncementId) -> Option<EventAnswer> {
        self.own.get(&event).copied()
    }
}
