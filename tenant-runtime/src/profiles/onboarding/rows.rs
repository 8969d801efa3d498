//! The table `onboarding_progress`: the position of a member in the wizard, until it is completed.

use chrono::{DateTime, Utc};
use platform::{UserId, UserOwned};
use sea_orm::entity::prelude::*;

/// A position in the wizard.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "onboarding_progress")]
pub struct Model {
    /// The member.
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: UserId,
    /// Zero-based step.
    pub step: i64,
    /// A list of [`super::progress::DocumentProgress`].
    pub documents: Json,
    /// When it was stored.
    pub updated_at: DateTime<Utc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl UserOwned for Entity {
    fn owner() -> Column {
        Column::UserId
    }
}
