//! The tables `notification_settings` and `notification_kind_settings`.

use super::kinds::{EmailTiming, NotificationKind};
use chrono::{DateTime, Utc, Weekday};
use platform::{SiteIndependent, UserId, UserOwned};
use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Weekday of the weekly digest.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    EnumIter,
    DeriveActiveEnum,
    Serialize,
    Deserialize,
    ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "lowercase")]
pub enum DigestWeekday {
    #[default]
    #[sea_orm(string_value = "monday")]
    Monday,
    #[sea_orm(string_value = "tuesday")]
    Tuesday,
    #[sea_orm(string_value = "wednesday")]
    Wednesday,
    #[sea_orm(string_value = "thursday")]
    Thursday,
    #[sea_orm(string_value = "friday")]
    Friday,
    #[sea_orm(string_value = "saturday")]
    Saturday,
    #[sea_orm(string_value = "sunday")]
    Sunday,
}

impl From<DigestWeekday> for Weekday {
    fn from(day: DigestWeekday) -> Self {
        match day {
            DigestWeekday::Monday => Self::Mon,
            DigestWeekday::Tuesday => Self::Tue,
            DigestWeekday::Wednesday => Self::Wed,
            DigestWeekday::Thursday => Self::Thu,
            DigestWeekday::Friday => Self::Fri,
            DigestWeekday::Saturday => Self::Sat,
            DigestWeekday::Sunday => Self::Sun,
        }
    }
}

/// The table `notification_settings`.
pub mod setting {
    use super::*;

    /// A person's settings that apply to all kinds.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "notification_settings")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: UserId,
        pub quiet_enabled: bool,
        /// Minutes since midnight, local time.
        pub quiet_from: i64,
        /// Minutes since midnight, local time.
        pub quiet_to: i64,
        /// Name of the IANA database.
        pub time_zone: Option<String>,
        pub digest_hour: i64,
        pub digest_weekday: DigestWeekday,
        pub push_shows_content: bool,
        pub updated_at: DateTime<Utc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
    impl UserOwned for Entity {
        fn owner() -> Column {
            Column::UserId
        }
    }
}

/// The table `notification_kind_settings`.
pub mod channel {
    use super::*;

    /// A person's channels of one kind.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "notification_kind_settings")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: UserId,
        #[sea_orm(primary_key, auto_increment = false)]
        pub kind: NotificationKind,
        pub in_app: bool,
        pub email: EmailTiming,
        pub push: bool,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
    impl UserOwned for Entity {
        fn owner() -> Column {
            Column::UserId
        }
    }
}
