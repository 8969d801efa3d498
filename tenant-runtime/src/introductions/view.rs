//! Introductions as the API returns them.

use super::IntroductionId;
use super::rows::{IntroductionAnswer, IntroductionState, Model};
use crate::messages::ConversationId;
use crate::profiles::UserSummary;
use chrono::{DateTime, Utc};
use platform::UserId;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::ToSchema;

/// An introduction of two people.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Introduction)]
pub(super) struct IntroductionView {
    pub id: IntroductionId,
    pub introducer: UserSummary,
    /// The two people, in the order in which the introducer named them.
    pub people: Vec<UserSummary>,
    /// The introducer's message to both.
    pub message: String,
    pub state: IntroductionState,
    /// The viewer's answer, if they are introduced. Answers of others are not shown.
    pub my_answer: Option<IntroductionAnswer>,
    /// Conversation of the three, once both have accepted.
    pub conversation_id: Option<ConversationId>,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

impl IntroductionView {
    pub fn new(
        row: Model,
        people: &HashMap<UserId, UserSummary>,
        (viewer, now): (UserId, DateTime<Utc>),
    ) -> Self {
        let person = |id: UserId| {
            people.get(&id).cloned().unwrap_or_else(|| UserSummary::deleted_account(id))
        };
        Self {
            introducer: person(row.introducer_id),
            people: row.people().map(person).to_vec(),
            state: row.state_at(now),
            my_answer: row.answer_of(viewer),
            id: row.id,
            message: row.message,
            conversation_id: row.conversation_id,
            created_at: row.created_at,
            expires_at: row.expires_at,
        }
    }
}
