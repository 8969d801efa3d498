//! The tables `mail_suppressions`, `mail_feedback` and `mail_token_secrets`.

use platform::UserId;
use platform::sealed_column::{SealedColumn, SealedValues};
use sea_orm::entity::prelude::*;
use serde::Serialize;
use utoipa::ToSchema;

/// Reason why an address gets no further emails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, ToSchema)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "lowercase")]
pub enum SuppressionReason {
    /// The mail server of the recipient rejected an email permanently.
    #[sea_orm(string_value = "bounced")]
    Bounced,
    /// The recipient marked an email as spam.
    #[sea_orm(string_value = "complained")]
    Complained,
}

/// An address that gets no further emails.
pub mod suppression {
    use super::SuppressionReason;
    use chrono::{DateTime, Utc};
    use platform::{SiteIndependent, UserId, UserOwned};
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "mail_suppressions")]
    pub struct Model {
        /// Normalised address.
        #[sea_orm(primary_key, auto_increment = false)]
        pub address: String,
        /// Account with this address, if any.
        pub user_id: Option<UserId>,
        pub reason: SuppressionReason,
        /// Enhanced status code of a bounce.
        pub status_code: Option<String>,
        /// First report.
        pub since: DateTime<Utc>,
        /// Last report.
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

/// A report about a sent email. It contains no address.
pub mod feedback {
    use chrono::{DateTime, Utc};
    use platform::{SiteIndependent, UserId};
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "mail_feedback")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: crate::mail_feedback::MailFeedbackId,
        pub user_id: Option<UserId>,
        /// `bounce`, `delay` or `complaint`.
        pub kind: String,
        /// Enhanced status code.
        pub status_code: Option<String>,
        pub created_at: DateTime<Utc>,
        /// Until then it counts for the notice to staff.
        pub recent_until: DateTime<Utc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
}

/// Secret of a person, from which the tokens in their emails are derived.
pub mod token_secret {
    use chrono::{DateTime, Utc};
    use platform::{SiteIndependent, UserId};
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "mail_token_secrets")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: UserId,
        /// 32 bytes, encrypted.
        pub sealed_secret: String,
        pub created_at: DateTime<Utc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
}

/// Place for which a secret is encrypted.
pub fn place_of(user: UserId) -> String {
    format!("mail-token-secret/{user}")
}

/// Encrypted columns.
#[must_use]
pub fn sealed_columns() -> Vec<Box<dyn SealedValues>> {
    vec![Box::new(SealedColumn::<token_secret::Entity> {
        name: "secrets of unsubscribe links",
        key: token_secret::Column::UserId,
        sealed: token_secret::Column::SealedSecret,
        place: |row| place_of(row.user_id),
    })]
}
