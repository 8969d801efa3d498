//! Emails about notifications: one notification, or a digest of several.

use super::brand::MailBrand;
use minijinja::{Value, context};
use serde::{Deserialize, Serialize};

/// An email about one notification.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NotificationMail {
    /// Recipient's first name.
    pub first_name: String,
    /// Subject line; equal for all emails of a thread.
    pub subject: String,
    /// The event, as a sentence.
    pub title: String,
    /// Text of the notification; may be empty.
    pub message: String,
    /// Beginning of the post or message that it is about; may be empty.
    #[serde(default)]
    pub excerpt: String,
    /// Name of the community; empty if it belongs to none.
    pub community: String,
    /// URL of the notification.
    pub link: String,
    /// URL that stops emails of this kind.
    pub unsubscribe: String,
    /// URL of the notification settings.
    pub settings: String,
}

impl NotificationMail {
    pub(super) fn template_values(&self) -> Value {
        let Self { first_name, title, message, excerpt, community, link, .. } = self;
        let Self { unsubscribe, settings, .. } = self;
        context! {
            mail_subject => &self.subject,
            first_name, title, message, excerpt, community, link, unsubscribe, settings
        }
    }
}

/// A digest of notifications.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NotificationDigest {
    /// Recipient's first name.
    pub first_name: String,
    /// Number of notifications, including those without an item of their own.
    pub count: usize,
    /// Notifications by community or conversation.
    pub groups: Vec<DigestGroup>,
    /// URL of the activity centre.
    pub link: String,
    /// URL that stops digests.
    pub unsubscribe: String,
    /// URL of the notification settings.
    pub settings: String,
}

/// Notifications of one community, or of all conversations.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DigestGroup {
    /// Name of the community.
    pub heading: String,
    /// The newest notifications.
    pub items: Vec<DigestItem>,
    /// Number of further notifications.
    pub more: usize,
}

/// A notification in a digest.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DigestItem {
    /// The event, as a sentence.
    pub title: String,
    /// Text of the notification; may be empty.
    pub message: String,
    /// URL of the notification.
    pub link: String,
}

impl NotificationDigest {
    pub(super) fn subject_line(&self, brand: &MailBrand) -> String {
        match self.count {
            1 => format!("1 new notification from {}", brand.name),
            count => format!("{count} new notifications from {}", brand.name),
        }
    }

    pub(super) fn template_values(&self) -> Value {
        let Self { first_name, count, groups, link, unsubscribe, settings } = self;
        let groups: Vec<Value> = groups.iter().map(DigestGroup::to_value).collect();
        context! { first_name, count, groups, link, unsubscribe, settings }
    }

    pub(super) fn links_mut(&mut self) -> Vec<&mut String> {
        let items = self.groups.iter_mut().flat_map(|group| &mut group.items);
        let links = items.map(|item| &mut item.link);
        links.chain([&mut self.link, &mut self.unsubscribe, &mut self.settings]).collect()
    }
}

impl DigestGroup {
    fn to_value(&self) -> Value {
        let Self { heading, items, more } = self;
        let items: Vec<Value> = items
            .iter()
            .map(|DigestItem { title, message, link }| context! { title, message, link })
            .collect();
        context! { heading, items, more }
    }
}
