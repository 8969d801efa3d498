//! The tables `notifications` and `activity_settings`.

/// A notification of one user.
pub mod notification {
    use crate::activity::classes::{ActivityCategory, ActivityPriority};
    use crate::activity::{NotificationId, NotificationType};
    use crate::communities::through_community;
    use crate::notification_settings::NotificationKind;
    use chrono::{DateTime, Utc};
    use platform::conversations::through_conversation;
    use platform::ids::EventId;
    use platform::{AffiliationId, CommunityId, Site, SiteVisibility, UserId, UserOwned};
    use sea_orm::Condition;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "notifications")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: NotificationId,
        pub user_id: UserId,
        /// Id of the event; a user is notified of it once. If an answer is needed, the subject of
        /// the answer.
        pub source_id: EventId,
        #[sea_orm(column_name = "type")]
        pub kind: NotificationType,
        pub title: String,
        pub message: String,
        pub data: Json,
        pub community_id: Option<CommunityId>,
        pub affiliation_id: Option<AffiliationId>,
        pub read: bool,
        pub created_at: DateTime<Utc>,
        pub category: ActivityCategory,
        pub priority: ActivityPriority,
        /// True if it needs an answer.
        pub action_required: bool,
        /// Author of the event.
        pub author_id: Option<UserId>,
        /// False if the recipient has turned the kind off in the app.
        pub in_app: bool,
        /// Kind in the settings; `None` for rows of earlier versions.
        pub setting_kind: Option<NotificationKind>,
        /// Email that contains it, from before it is sent.
        pub email_id: Option<Uuid>,
        pub emailed_at: Option<DateTime<Utc>>,
        pub pushed_at: Option<DateTime<Utc>>,
        /// Post, thread, comment or article that it is about.
        pub content_id: Option<Uuid>,
        /// Thread of the post, or article of the comment.
        pub container_id: Option<Uuid>,
        /// True if the unread ones of its community are listed as one item.
        pub is_grouped: bool,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}

    /// On a portal, visible if it belongs to a community of the portal, to its affiliation, to a
    /// conversation that is visible there (P-11), or to the product itself (P-12). Those of tickets
    /// belong to the site of the ticket (P-17).
    impl SiteVisibility for Entity {
        fn visible_on(site: Site) -> Condition {
            let Site::Portal(affiliation) = site else { return Condition::all() };
            let is_message = Column::Kind.eq(NotificationType::DirectMessage);
            let of_a_conversation = through_conversation(site, Column::SourceId);
            let of_the_product = Condition::all()
                .add(Column::Kind.ne(NotificationType::DirectMessage))
                .add(Column::CommunityId.is_null())
                .add(Column::AffiliationId.is_null())
                .add(Column::Category.ne(ActivityCategory::Support));
            Condition::any()
                .add(through_community(site, Column::CommunityId))
                .add(Column::AffiliationId.eq(affiliation.uuid()))
                .add(of_a_conversation.add(is_message))
                .add(of_the_product)
        }
    }

    impl UserOwned for Entity {
        fn owner() -> Column {
            Column::UserId
        }
    }
}

/// When a user last cleared their activity, on all sites (P-12).
pub mod setting {
    use chrono::{DateTime, Utc};
    use platform::{SiteIndependent, UserId, UserOwned};
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "activity_settings")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: UserId,
        /// Items up to this time are hidden; `None` hides none.
        pub last_cleared_at: Option<DateTime<Utc>>,
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
