//! Whether a notification still needs to reach its recipient outside the app.

use super::NotificationId;
use super::rows::notification::{Column, Entity};
use platform::{Scope, Site, SiteVisibility, System, UserId};
use sea_orm::{ColumnTrait, Condition, DbErr};

/// Returns whether a user's notification exists, is unread, and is visible on a site.
///
/// # Errors
/// Database errors.
pub async fn is_unread_on_site(
    scope: &Scope<System>,
    user: UserId,
    id: NotificationId,
    site: Site,
) -> Result<bool, DbErr> {
    let unread = Condition::all()
        .add(Column::UserId.eq(user.uuid()))
        .add(Column::Read.eq(false))
        .add(Entity::visible_on(site));
    scope.across_sites::<Entity>().by_id(id).filter(unread).exists().await
}
