//! The table `introductions`. On a portal, an introduction is visible if the three people are
//! members of its affiliation.

use super::IntroductionId;
use crate::messages::ConversationId;
use chrono::{DateTime, Utc};
use platform::affiliations::member;
use platform::{Site, SiteVisibility, UserId};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Query, SelectStatement};
use sea_orm::{Condition, DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// State of an introduction.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "camelCase")]
pub enum IntroductionState {
    /// Waits for the answers.
    #[sea_orm(string_value = "pending")]
    Pending,
    /// Both people have accepted.
    #[sea_orm(string_value = "accepted")]
    Accepted,
    /// One of the two people has declined.
    #[sea_orm(string_value = "declined")]
    Declined,
    /// It was not answered in time.
    #[sea_orm(string_value = "expired")]
    Expired,
}

/// Answer of a person to an introduction.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "camelCase")]
pub enum IntroductionAnswer {
    #[sea_orm(string_value = "accepted")]
    Accepted,
    #[sea_orm(string_value = "declined")]
    Declined,
}

/// An introduction of two people.
#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "introductions")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: IntroductionId,
    pub introducer_id: UserId,
    pub person_a: UserId,
    pub person_b: UserId,
    pub message: String,
    pub answer_a: Option<IntroductionAnswer>,
    pub answer_b: Option<IntroductionAnswer>,
    pub notice_a: Uuid,
    pub notice_b: Uuid,
    pub state: IntroductionState,
    pub conversation_id: Option<ConversationId>,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    pub closed_at: Option<DateTime<Utc>>,
}

impl std::fmt::Debug for Model {
    /// Omits the message, which is private.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Introduction({})", self.id)
    }
}

impl Model {
    /// The two people, in the order in which the introducer named them.
    pub const fn people(&self) -> [UserId; 2] {
        [self.person_a, self.person_b]
    }

    /// Everyone concerned.
    pub const fn everyone(&self) -> [UserId; 3] {
        [self.introducer_id, self.person_a, self.person_b]
    }

    /// The answer of this person, if they are introduced and have answered.
    pub fn answer_of(&self, user: UserId) -> Option<IntroductionAnswer> {
        match user {
            _ if user == self.person_a => self.answer_a,
            _ if user == self.person_b => self.answer_b,
            _ => None,
        }
    }

    /// Current state: an unanswered introduction expires by itself.
    pub fn state_at(&self, now: DateTime<Utc>) -> IntroductionState {
        if self.state == IntroductionState::Pending && self.expires_at <= now {
            return IntroductionState::Expired;
        }
        self.state
    }
}

/// Members of the portal's affiliation.
fn members(site: Site) -> SelectStatement {
    Query::select()
        .column(member::Column::UserId)
        .from(member::Entity)
        .cond_where(member::Entity::visible_on(site))
        .to_owned()
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}
impl ActiveModelBehavior for ActiveModel {}
impl SiteVisibility for Entity {
    fn visible_on(site: Site) -> Condition {
        if site == Site::Main {
            return Condition::all();
        }
        [Column::IntroducerId, Column::PersonA, Column::PersonB]
            .into_iter()
            .fold(Condition::all(), |all, person| all.add(person.in_subquery(members(site))))
    }
}
